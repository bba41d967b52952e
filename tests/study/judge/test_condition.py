"""Conditions of formulas: right, too weak, stronger than needed, not needed, flipped; each with its wrong twin."""

from collections.abc import Callable

import pytest

from derivations import Board, Claim, DimensionError, GrammarError, Handle, Premise, Report, derive, relation
from derivations.claim.outline import Outline
from derivations.document.judgement import judgement_json
from derivations.language.quantity import Notation
from derivations.proof.counterexample import holds_at
from derivations.study.judge.condition import Standing, condition_of, without_implied
from derivations.study.judge.formula import Conditional, conditional, latex_formula
from derivations.study.judge.judge import judge
from derivations.study.judge.judgement import Entailment

from ...document.texts import judgement_text
from ...reports import few_rows

FOLLOWS, NOT = Entailment.FOLLOWS, Entailment.DOES_NOT_FOLLOW
BALANCE = "B = r*s/(n*(1 - L/L_x))"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No alternative of a premise is tried: each is a derivation of its own."""
    monkeypatch.setattr(Outline, "alternatives", ())


CONDITIONS = [
    (f"{BALANCE} if L < L_x", FOLLOWS, Standing.RIGHT, ["L < L_x"]),
    (f"{BALANCE} if kappa*L*C < phi*n*N_active*W", FOLLOWS, Standing.RIGHT, ["L < L_x"]),
    (f"{BALANCE} if L < L_x/2", FOLLOWS, Standing.STRONGER, ["L < L_x"]),
    (f"{BALANCE} if L < L_x and n >= 2", FOLLOWS, Standing.STRONGER, ["L < L_x"]),
    (f"{BALANCE} if L < 2*L_x", NOT, Standing.WEAKER, ["L < L_x"]),
    (f"{BALANCE} if L > L_x", NOT, Standing.FLIPPED, ["L < L_x"]),
    (f"{BALANCE} if L >= L_x", NOT, Standing.FLIPPED, ["L < L_x"]),
    (f"{BALANCE} if kappa*L*C > phi*n*N_active*W", NOT, Standing.FLIPPED, ["L < L_x"]),
    (f"{BALANCE} if L = L_x", NOT, Standing.EXCLUDED, ["L < L_x"]),
    (f"{BALANCE} if L > L_x/2", NOT, Standing.OTHER, ["L < L_x"]),
    (f"{BALANCE} if n > 1", NOT, Standing.OTHER, ["L < L_x"]),
    ("B = r*s/n if L = 0", FOLLOWS, Standing.RIGHT, ["L = 0"]),
    ("B = r*s/n if L < L_x", NOT, Standing.WEAKER, ["L = 0"]),
    ("B = 2*r*s/n if L = L_x/2", FOLLOWS, Standing.RIGHT, ["L_x = 2*L"]),
    ("B = 2*r*s/n if L = L_x/3", NOT, Standing.EXCLUDED, ["L_x = 2*L"]),
    ("B >= 300*s if 300*n <= r", FOLLOWS, Standing.RIGHT, ["300[sequence]*n <= r"]),
    ("B >= 300*s if 300*n >= r", NOT, Standing.FLIPPED, ["300[sequence]*n <= r"]),
    ("T >= t_w if L < L_x", FOLLOWS, Standing.UNNEEDED, []),
]


@pytest.mark.some(2)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("formula", "outcome", "standing", "needed"), few_rows(CONDITIONS, CONDITIONS[::2]))
def test_a_condition_is_judged_beside_the_one_that_is_needed(
    as_built: Report, formula: str, outcome: Entailment, standing: Standing, needed: list[str]
) -> None:
    """The formula follows where its condition is enough, and what would be right is named."""
    found = judge(as_built, formula)
    assert found.condition is not None
    assert (found.outcome, found.condition.standing) == (outcome, standing)
    assert [str(item) for item in found.condition.needed] == needed
    assert judgement_json(found)["condition"]["standing"] == standing.value


@pytest.mark.usefixtures("quick")
def test_where_a_condition_is_too_weak_a_point_shows_it(as_built: Report) -> None:
    """There the condition holds, and what is needed does not."""
    found = judge(as_built, f"{BALANCE} if L < 2*L_x").condition
    assert found is not None
    notation = found.relations[0].notation
    point = {notation[name].symbol: value for name, value in found.point.items()}
    assert holds_at(found.relations[0], point) is True
    assert holds_at(found.needed[0], point) is False


@pytest.mark.some(2)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("L < 1000", ("its condition is not the right one: it needs L < L_x (balance-batch), which fails at L = ",
                      "it asks for L < 1,000 tokens per sequence, where L < 2,554 tokens per sequence is needed",
                      "needed: enough, and stricter by a factor of 2.55", "nor is it necessary: at L = ")),
        ("L < 3000", ("L < 2,554 tokens per sequence is needed: too weak by a factor of 1.17",)),
        ("2*kappa*L < 1[GB/sequence]", ("it asks for L < 7,115 tokens per sequence", "too weak by a factor of 2.79")),
        ("L > L_x/2", ("its condition bounds L from below, not from above: it needs L < L_x",)),
        ("n < 2", ("its condition says nothing of L: it needs L < L_x (balance-batch), which fails at ",)),
        ("L < 2*L_x", ("its condition is too weak", "L < 5,108 tokens per sequence", "too weak by a factor of 2")),
        ("L <= L_x", ("is needed: too weak as built",)),
    ],
)
def test_a_condition_that_is_not_the_right_one_is_told_apart_from_it(
    as_built: Report, condition: str, told: tuple[str, ...]
) -> None:
    """The side on which it is off, how far with the numbers here, and a point on either side of the difference."""
    found = judge(as_built, f"{BALANCE} if {condition}")
    text = " ".join(judgement_text(found).split())
    for part in told:
        assert part in text
    assert found.condition is not None
    assert found.condition.standing in (Standing.OTHER, Standing.WEAKER)
    notation = found.condition.relations[0].notation
    point = {notation[name].symbol: value for name, value in found.condition.beyond.items()}
    if point:
        assert found.condition.standing is Standing.OTHER
        assert holds_at(found.condition.relations[0], point) is False
        assert holds_at(found.condition.needed[0], point) is True


@pytest.mark.usefixtures("quick")
def test_a_flipped_sign_is_told_with_where_the_right_one_comes_from(as_built: Report) -> None:
    """The step with the condition, and the first one on the way to it that came with one."""
    told = " ".join(judgement_text(judge(as_built, f"{BALANCE} if L > L_x")).split())
    assert ("the sign of its condition is flipped: it holds if L < L_x (balance-batch), from step batch, where it is "
            "kappa*L*C < phi*n*N_active*W") in told
    assert "flipped" not in judgement_text(judge(as_built, f"{BALANCE} if L < L_x"))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("formula", "outcome", "told"),
    [
        ("L < L_x", Entailment.IS_A_CONDITION, "is the condition of step balance-batch"),
        ("L > L_x", NOT, "has its sign flipped"),
        ("kappa*L*C > phi*n*N_active*W", NOT, "has its sign flipped"),
        ("L < 2*L_x", Entailment.NOT_DECIDED, "is not decided: lecture-balance leaves L open"),
    ],
)
def test_a_condition_alone_is_known_again(as_built: Report, formula: str, outcome: Entailment, told: str) -> None:
    """As that of a step, or as that with its sign flipped; another one stays open."""
    found = judge(as_built, formula)
    assert found.outcome is outcome
    assert " ".join(judgement_text(found).split()).startswith(f"{formula} {told}")


def test_of_two_branches_neither_has_the_other_flipped(as_built: Report) -> None:
    """Each has the other's condition with its sign flipped, and is right all the same."""
    notation = as_built.derivation.notation
    for text, name in (("t_m <= t_c", "compute-bound"), ("t_c <= t_m", "memory-bound")):
        found = condition_of(as_built.derivation, relation(text, notation))
        assert found is not None
        assert found.step is not None
        assert (found.standing, found.step.name) == (Standing.RIGHT, name)
    assert condition_of(as_built.derivation, relation("L = L_x", notation)) is None


def test_what_others_imply_is_left_out(as_built: Report) -> None:
    notation = as_built.derivation.notation
    both = relation("L = 0", notation), relation("L < L_x", notation)
    assert without_implied(as_built.derivation, both) == both[:1]
    apart = relation("n = 1[token/sequence]", notation), relation("L < L_x", notation)
    assert without_implied(as_built.derivation, apart) == apart


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_conditions_in_latex_and_as_relations(as_built: Report) -> None:
    """The same judgement, however it is given."""
    notation = as_built.derivation.notation
    latex = latex_formula(r"B = \frac{r s}{n} \quad \text{if } L < L_{\times}", notation)
    given = Conditional("B = r*s/n", (relation("L < L_x", notation),))
    for form in (latex, given, "B = r*s/n if L < L_x", "B = r*s/n for L < L_x", "B = r*s/n when L < L_x"):
        found = judge(as_built, form)
        assert found.condition is not None
        assert found.condition.standing is Standing.WEAKER
        assert found.asked == ("B = r*s/n if L < L_x" if form is not latex else found.asked)


@pytest.mark.parametrize(
    ("formula", "kind", "told"),
    [
        ("B = r*s/n if", GrammarError, "the text ends where"),
        ("B = r*s/n if L < L_x or n > 1", GrammarError, "joined by 'and'; of 'or' judge each apart .column 22"),
        ("if L < L_x", GrammarError, "the text ends where"),
        ("B = r*s/n if L", GrammarError, "a relation needs one of"),
        ("B = r*s/n if L < L_x if n > 1", GrammarError, "write \\*"),
        ("B = r*s/n if L < L_x and", GrammarError, "the text ends where"),
        ("B = r*s/n if L < 3*Q", GrammarError, "unknown quantity 'Q'.*column 20"),
        ("B = r*s/n if L < T + B", DimensionError, "T"),
    ],
)
def test_a_condition_that_cannot_be_read_is_one_line(as_built: Report, formula: str, kind: type, told: str) -> None:
    """With the column in the whole text."""
    with pytest.raises(kind, match=told) as caught:
        judge(as_built, formula)
    assert "\n" not in str(caught.value)


def test_a_quantity_may_be_called_if() -> None:
    """Then there is no condition."""
    notation = Notation.of("if [s] length\nx [s] edge")
    assert conditional("x = 2*if", notation).conditions == ()


# --- a step's condition is enough, and may be more than a formula needs

_LETTERS = Notation.of("y [] y\na [] a\nb [] b\nc [] c\nd [] d\nu [] (fraction) u\nw [] w\nx [] x")


def _larger(board: Board) -> Handle:
    larger = board.take(Premise("larger", "y = max(a, b)", because="the larger one"))
    board.split("sides", larger, ("a-side", "b-side"))
    return larger


def _small(board: Board) -> Handle:
    board.take(Premise("room", "u >= w", because="a fraction has room for it"))
    return board.take(Premise("product", "y = x*w", because="a product"))


@pytest.mark.some(3)
@pytest.mark.parametrize(("body", "formula", "outcome"), [
    (_larger, "y <= c if a <= c", NOT),
    (_larger, "y <= c if a <= c and b <= c", FOLLOWS),
    (_larger, "y = c if a = c", NOT),
    (_larger, "y <= a + d if b <= a + d", FOLLOWS),
    (_larger, "y <= 2*a if b <= 2*a", FOLLOWS),
    (_larger, "y <= 2*a if b <= 3*a", NOT),
    (_larger, "y = a if b <= a", FOLLOWS),
    (_larger, "y = a if b <= 2*a", NOT),
])
def test_a_condition_is_neither_borrowed_from_a_step_nor_asked_for_by_one(
    body: Callable[[Board], Handle], formula: str, outcome: Entailment
) -> None:
    """What holds on one side of a max holds there alone; what holds on both needs no side. A refutation is a state."""
    found = judge(derive(Claim("small", _LETTERS, body)), formula)
    assert found.outcome is outcome
    if outcome is NOT:
        at = {name: found.point[name] for name in ("a", "b")}
        assert found.point["y"] == max(at["a"], at["b"])


@pytest.mark.parametrize("formula", ["y <= x", "y <= 6*x if x < 1", "y = 6*x if 3 < 1"])
def test_no_point_refutes_at_which_a_premise_or_a_condition_fails(formula: str) -> None:
    """A fraction above w leaves w at most one, though no premise says so of w; and nothing is so where 3 is below 1."""
    found = judge(derive(Claim("small", _LETTERS, _small)), formula)
    assert not found.point


@pytest.mark.long
def test_the_condition_of_a_line_is_enough_for_a_bound_that_holds_elsewhere_too() -> None:
    """It is the right one where the bound is shown to fail without it, and not because the line has it."""
    queueing = derive("queueing")
    found = judge(queueing, "t_mean >= tau/2 + T if lam <= lam_full")  # a queue only makes a request wait longer
    assert (found.outcome, found.condition and found.condition.standing) == (Entailment.FOLLOWS, Standing.ENOUGH)
    assert "its condition is enough" in judgement_text(found)
    twin = judge(queueing, "n_queue <= 0 if lam <= lam_full")
    assert (twin.outcome, twin.condition and twin.condition.standing) == (Entailment.FOLLOWS, Standing.RIGHT)
