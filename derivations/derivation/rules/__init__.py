"""Inference rules: each computes the next relation, and checks a relation independently of how it was computed."""

from derivations.derivation.rules.algebra import Equate, Substitute
from derivations.derivation.rules.base import Checked, Input, Outcome, Rule
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.regimes import Boundary, Split
from derivations.derivation.rules.round_up import RoundUp
from derivations.derivation.rules.series import FiniteSum
from derivations.derivation.rules.solve import Solve
from derivations.derivation.rules.statements import Reject, Rewrite, State, Suppose, Take

RULES: tuple[type, ...] = (
    Boundary, Differentiate, Equate, FiniteSum, Independence, Induction, Instance, Isolate, Limit, Minimise,
    MinimiseSubjectTo, Reject, Rewrite, RoundUp, Solve, Split, State, Substitute, Suppose,
    Take,
)

__all__ = [
    "RULES", "Boundary", "Checked", "Differentiate", "Equate", "FiniteSum", "Independence", "Induction", "Input",
    "Instance", "Isolate", "Limit", "Minimise", "MinimiseSubjectTo", "Outcome", "Reject", "Rewrite", "RoundUp", "Rule",
    "Solve", "Split", "State", "Substitute", "Suppose", "Take",
]
