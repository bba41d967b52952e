"""Inference rules: each computes the next relation, and checks a relation independently of how it was computed."""

from derivations.search.rules.algebra import Equate, Substitute
from derivations.search.rules.base import Checked, Input, Outcome, Rule
from derivations.search.rules.calculus import Differentiate, Limit
from derivations.search.rules.constrained import MinimiseSubjectTo
from derivations.search.rules.independence import Independence
from derivations.search.rules.induction import Induction, Instance
from derivations.search.rules.isolate import Isolate
from derivations.search.rules.minimise import Minimise
from derivations.search.rules.regimes import Boundary, Split
from derivations.search.rules.round_up import RoundUp
from derivations.search.rules.series import FiniteSum
from derivations.search.rules.solve import Solve
from derivations.search.rules.statements import Reject, Rewrite, State, Take

RULES: tuple[type, ...] = (
    Boundary, Differentiate, Equate, FiniteSum, Independence, Induction, Instance, Isolate, Limit, Minimise,
    MinimiseSubjectTo, Reject, Rewrite, RoundUp, Solve, Split, State, Substitute, Take,
)

__all__ = [
    "RULES", "Boundary", "Checked", "Differentiate", "Equate", "FiniteSum", "Independence", "Induction", "Input",
    "Instance", "Isolate", "Limit", "Minimise", "MinimiseSubjectTo", "Outcome", "Reject", "Rewrite", "RoundUp", "Rule",
    "Solve", "Split", "State", "Substitute", "Take",
]
