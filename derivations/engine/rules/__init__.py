"""Inference rules: each computes the next relation, and checks a relation independently of how it was computed."""

from derivations.engine.rules.algebra import Equate, Substitute
from derivations.engine.rules.base import Checked, Input, Outcome, Rule
from derivations.engine.rules.calculus import Differentiate, Limit
from derivations.engine.rules.independence import Independence
from derivations.engine.rules.induction import Induction, Instance
from derivations.engine.rules.isolate import Isolate
from derivations.engine.rules.minimise import Minimise
from derivations.engine.rules.regimes import Boundary, Split
from derivations.engine.rules.round_up import RoundUp
from derivations.engine.rules.series import FiniteSum
from derivations.engine.rules.solve import Solve
from derivations.engine.rules.statements import Reject, Rewrite, State
from derivations.engine.rules.take import Take

RULES: tuple[type, ...] = (
    Boundary, Differentiate, Equate, FiniteSum, Independence, Induction, Instance, Isolate, Limit, Minimise, Reject,
    Rewrite, RoundUp, Solve, Split, State, Substitute, Take,
)  # fmt: skip

__all__ = [
    "RULES", "Boundary", "Checked", "Differentiate", "Equate", "FiniteSum", "Independence", "Induction", "Input",
    "Instance", "Isolate", "Limit", "Minimise", "Outcome", "Reject", "Rewrite", "RoundUp", "Rule", "Solve", "Split",
    "State", "Substitute", "Take",
]  # fmt: skip
