"""Results turned round: that the solution is right, what it asks, and what is said where there is none."""

from fractions import Fraction

import pytest

from derivations import (
    Board,
    Claim,
    Handle,
    InputError,
    Notation,
    Premise,
    Report,
    UndecidedError,
    UnknownNameError,
    Value,
    derive,
)
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding
from derivations.study.inversion import (
    RestsNotOnError,
    added_steps,
    held_fixed,
    inadmissible_value,
    inverted,
    invertible_quantities,
    missing_values,
    result_relation,
    solutions,
    values_set_aside,
)

from ..lecture_balance import LECTURE_BALANCE
from ..reports import OF_EVERY_FORM, few, plain
from .branches import ABOVE, PARABOLA

# what draft-length is solved for is found in numbers, which tests beside these hold
WITH_A_FORM = tuple(name for name in OF_EVERY_FORM if name != "draft-length")
# claims of which every quantity is turned round with a proof, but for some: where L or the share is zero, any will do
WHOLLY = ("lecture-balance", "train-interval", "pipeline-kv", "chinchilla", "kv-bytes")
NOT_SHOWN = {("pipeline-kv", "B"), ("pipeline-kv", "n_micro")}
# these would also be known by another way than through the result, which the turned result does not take
APART = {("kv-bytes", name) for name in ("kappa_stored", "n_vectors", "n_own", "n_kv", "d_head", "b_kv")}


@pytest.fixture(scope="module")
def long() -> Report:
    """A context that matters, but allows a balance."""
    return derive(LECTURE_BALANCE, values={"L": "1k token/sequence"})


@pytest.fixture(scope="module")
def for_context(as_built: Report) -> Report:
    """The context that goes with a batch of ten thousand."""
    return inverted(as_built, "L", {"B": "10,000 sequence"})


def own_result(report: Report) -> dict[str, Value]:
    """The result of a report, as something that is given."""
    line = report.result
    assert line.value is not None
    assert line.quantity is not None
    return {line.quantity.name: Value(line.value, line.quantity.unit, line.quantity.dimension)}


def test_the_longest_context_for_a_batch_in_plain_fractions(for_context: Report, as_built: Report) -> None:
    """L = L_x (1 - r s/(n B)), with the numbers of the cards."""
    chip, network = as_built.catalog.accelerator("h200"), as_built.catalog.model("deepseek-v3")
    ridge = chip.rate("fp8").number / chip.bandwidth.number * Fraction(1, 2)
    sparsity = network.total.number / network.active.number
    kappa = network.kv_bytes_per_token("bf16").number
    edge = 2 * network.active.number * chip.bandwidth.number / (kappa * chip.rate("fp8").number)
    assert for_context.result.value == edge * (1 - ridge * sparsity / 10_000)
    assert for_context.result.result == "1,599 tokens per sequence"


def test_the_condition_is_told_as_a_bound_on_the_former_result(for_context: Report) -> None:
    """And none is left on the context itself."""
    assert [str(item) for item in for_context.headline.conditions] == ["B >= r*s/n"]
    assert for_context.headline.within == ("balance",)


@pytest.mark.long
@pytest.mark.parametrize("name", few([*WITH_A_FORM, "train-interval", "kv-bytes"]))
def test_the_result_turned_round_gives_back_what_it_came_from(name: str, long: Report) -> None:
    """A solution that is proven asks nothing of itself and leads back; others are called what they are.

    The result, given, goes with the number of the quantity that it was made of. Of some claims every one is proven.
    Of others one quantity in three is tried: some stand in a max or have no closed form, and some do not matter with
    these numbers.
    """
    report = long if name == "lecture-balance" else plain(name)
    if report.result.value is None:  # a matter of any function has no number to begin from
        return
    given = own_result(report)
    told, asked = 0, invertible_quantities(report)[:: 1 if name in WHOLLY else 3]
    for quantity in asked:
        if quantity in report.given:
            continue
        found = inverted(report, quantity, given)
        step = found.headline
        if (name, quantity) in NOT_SHOWN:
            assert not step.verdict.holds
            continue
        if name not in WHOLLY and not step.verdict.shown:
            continue
        assert step.verdict.shown, quantity
        assert all(prove(item).finding is Finding.PROVEN for item in step.obligations)
        assert all(quantity not in {symbol.name for symbol in item.symbols} for item in step.conditions)
        own = report.evaluation.value_of(quantity)
        if own is None or (name, quantity) in APART:
            continue
        if found.result.missing:  # what leads back to it is known by another way than through the result
            assert name not in WHOLLY or set(found.result.missing) <= {"D_pre"}
            continue
        assert found.result.value == own.number or name not in WHOLLY, quantity
        told += found.result.value == own.number
    assert told >= min(4, len(asked)) or name not in WHOLLY  # the interval of a train is made of two alone


def test_the_claim_stays_as_it_was_but_for_what_was_published(for_context: Report, as_built: Report) -> None:
    """Its steps come first; the numbers, tables and assertions about its result are gone; the kind is kept."""
    assert isinstance(for_context, Report)
    assert [step.name for step in for_context.derivation][: len(as_built.derivation.trace)] == [
        step.name for step in as_built.derivation
    ]
    claim = for_context.claim
    assert claim.title == "lecture-balance, solved for L"
    assert (claim.published, claim.asserted, claim.compared, claim.grids, dict(claim.ranges)) == ((), (), (), (), {})
    text = for_context.to_markdown()
    assert "solved for $L$" in text
    assert "1{,}599" in text
    assert for_context.why("L").step == "for-L"


def test_what_stands_between_is_written_out_no_further_than_needed(as_built: Report) -> None:
    """One step for what stands in the result itself, two where definitions are in between, and only these."""
    assert [step.name for step in added_steps(as_built, inverted(as_built, "L"))] == ["for-L"]
    found = inverted(as_built, "kappa")
    assert [step.name for step in added_steps(as_built, found)] == ["balance-batch-in-full", "for-kappa"]
    assert found["balance-batch-in-full"].inputs == ("balance-batch", "crossover-context")


@pytest.mark.long
def test_what_the_scenario_says_itself_is_set_aside(as_built: Report, as_said: Report) -> None:
    """The default or the card of what is asked for; a valued quantity on the way; what makes the result otherwise."""
    found = inverted(as_built, "L", {"B": "10,000 sequence"})
    assert "L" not in found.scenario.values
    assert "without L" in found.scenario.title
    assert values_set_aside(as_built, found, "L")["L"][1] == "it is asked for"
    behind = inverted(as_said, "N_total", {"B": "10,000 sequence"})
    assert values_set_aside(as_said, behind, "N_total")["s"][1] == "N_total is asked for behind it"
    step = derive("kv-bytes", values={"f_attn": 0})
    known = inverted(step, "L", {"kappa": "1667 byte/token"})
    assert values_set_aside(step, known, "L")["kappa_stored"][1] == "kappa is given"
    assert known.result.value == Fraction(2 * 37 * 10**9) / (Fraction(1979, 48) * 10 * 1667)


def test_the_result_itself_comes_back_as_it_is(as_built: Report) -> None:
    """With what is given beside it."""
    found = inverted(as_built, "B", {"L": "1k token/sequence"})
    assert found.claim is as_built.claim
    assert found.given["L"].number == 1000


@pytest.mark.parametrize(
    ("claim", "asked", "told"),
    [
        ("lecture-balance", "G", "does not rest on G: it cancels"),
        ("lecture-balance", "G", "It rests on r, s, phi, n, kappa, L"),
        ("lecture-balance", "T", "the step pass-from-rent gives T"),
        ("kv-bytes", "b_w", "does not rest on b_w: it cancels"),
        ("chinchilla", "phi", "does not rest on phi: it cancels"),
        ("pipeline-kv", "n_stages", "does not rest on n_stages: it cancels"),
        ("lecture-balance", "kapa", "did you mean kappa"),
    ],
)
def test_what_it_cannot_be_turned_round_for(claim: str, asked: str, told: str) -> None:
    """What it does rest on is named."""
    with pytest.raises(InputError) as caught:
        inverted(derive(LECTURE_BALANCE if claim == LECTURE_BALANCE.name else claim), asked)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_asked_for_cannot_be_given(as_built: Report, long: Report) -> None:
    """Nor can any quantity have several values, or a value of the wrong kind."""
    for report, given in ((as_built, {"L": "2 token/sequence"}), (long, {})):
        with pytest.raises(InputError, match="L is what is asked for"):
            inverted(report, "L", given)
    with pytest.raises(InputError, match="several values"):
        inverted(as_built, "L", {"B": "1000, 2000 sequence"})
    with pytest.raises(InputError, match=r"B .* is sequence, but"):
        inverted(as_built, "L", {"B": "2 token"})
    with pytest.raises(UnknownNameError):
        inverted(as_built, "L", {"BB": "2 sequence"})


def test_without_a_result_there_is_nothing_to_turn(no_overlap: Report) -> None:
    """The step that failed says why, as the result only waits for it."""
    with pytest.raises(UndecidedError, match="balance is inconclusive"):
        inverted(no_overlap, "L")


def test_under_a_changed_premise_the_solution_follows() -> None:
    """With the arithmetic of attention a longer context goes with the same batch."""
    changed = derive(LECTURE_BALANCE, accelerator="h100", premises={"arithmetic-time": "with-attention"})
    found = inverted(changed, "L", {"B": "10,000 sequence"})
    assert found.result.value is not None
    assert found.result.value > 3800
    assert found.headline.verdict.shown


def test_several_branches_each_with_conditions_and_number() -> None:
    """A height that two places share."""
    found = inverted(derive(PARABOLA), "x", {"a": "7", "b": "3"})
    assert [step.name for step in solutions(found)] == ["for-x-1", "for-x-2"]
    proven = [step for step in solutions(found) if step.verdict.holds]
    assert [str(step.relation) for step in proven] == ["x = b - sqrt(a + b^2 - 5)", "x = sqrt(a + b^2 - 5) + b"]
    assert [str(item) for step in proven for item in step.conditions] == ["sqrt(a + b^2 - 5) < b", "a >= 5 - b^2"]
    assert found.numbers(proven[0].name).outside
    value = found.numbers(proven[1].name).value
    assert value is not None
    assert abs(value * value - 6 * value + 5 - 7) < Fraction(1, 10**20)


def test_no_place_is_no_number() -> None:
    """The condition fails, and the sentence says what it would take."""
    found = inverted(derive(ABOVE), "x", {"a": "2", "b": "3"})
    line = found.result
    assert line.value is None
    assert line.outside.startswith("no such x: a = 2 is ")


@pytest.mark.long
def test_a_number_outside_the_domain_is_told(as_built: Report) -> None:
    """A batch below the one without context would need a negative one; too small a result too many parameters."""
    found = inverted(as_built, "L", {"B": "3,000 sequence"})
    assert found.result.value is None
    assert found.result.outside == "no such L: B = 3,000 sequences is below r*s/n = 3,738 sequences"
    told = inadmissible_value(found, found.headline)
    assert told == "L would be -628.7 tokens per sequence, and it must be zero or more"
    many = inverted(derive("kv-bytes", values={"f_attn": 0}), "N_active")
    assert inadmissible_value(many, many.headline).endswith("which is more than N_total = 671 billion parameters")


@pytest.mark.long
def test_what_is_missing_is_named_with_the_cards_that_have_it(as_built: Report, as_said: Report) -> None:
    """The former result first, whatever it is made of."""
    found = inverted(as_built, "L")
    (item,) = missing_values(as_built, found, found.headline)
    assert item.text == f"needs B ({as_built.derivation.notation['B'].meaning}), which no card has"
    assert item.option == 'B="... sequence"'
    spread = inverted(derive("chinchilla"), "a_pre")
    missing = missing_values(derive("chinchilla"), spread, spread.headline)
    assert [item.quantity.name for item in missing] == ["overtraining"]
    cards = inverted(as_said, "L", {"B": "10,000 sequence"})
    wanted = {item.quantity.name: item for item in missing_values(as_said, cards, cards.headline)}
    assert "h100" in wanted["C_gpu"].cards
    assert "deepseek-v3" in wanted["kappa"].cards
    assert "said-parameters" in wanted["N_active"].readings


def test_what_is_held_is_told_where_it_matters(as_built: Report, long: Report) -> None:
    """The ridge and the crossover both rest on the hardware; without a context that makes no difference."""
    assert set(held_fixed(inverted(long, "r", {"B": "10,000 sequence"}), "r")) == {"L_x"}
    assert held_fixed(inverted(as_built, "r", {"B": "10,000 sequence"}), "r") == {}
    assert held_fixed(inverted(long, "kappa", {"B": "10,000 sequence"}), "kappa") == {}


@pytest.mark.parametrize(
    ("claim", "asked", "given"), [("queueing", "lam", {"t_sys": "1 ms"}), ("pipeline-kv", "B", {})]
)
def test_no_way_leads_past_what_is_given(claim: str, asked: str, given: dict[str, str]) -> None:
    """Another premise says what the result is: with both, the equation no longer speaks of the result."""
    with pytest.raises(RestsNotOnError, match=f"does not rest on {asked}"):
        inverted(derive(claim), asked, given)
    assert asked not in invertible_quantities(derive(claim))


@pytest.mark.long
def test_the_left_side_may_lead_on(as_built: Report) -> None:
    """Where a premise says what the result is made of, it can be turned round for that."""
    report = derive("kv-bytes")
    found = inverted(report, "kappa_stored").headline
    assert str(found.relation) == "kappa_stored = b_w*n*N_active*(1 + y_attn)/(r*L)"
    assert found.holds == report.headline.holds == "at balance, as B → ∞"  # in the limit it is what the result is
    assert str(result_relation(as_built).lhs) == "B"


@pytest.mark.long
def test_an_equation_without_a_closed_form_is_passed_both_ways() -> None:
    """The tokens follow the service by an equation that numbers solve; turned round, both are solved together."""
    report = derive("cheapest-training")
    served, multiple = report.scenario.values["D_inf"], report.result.value
    assert multiple is not None
    found = inverted(report, "D_inf", {"y_data": str(float(multiple))})
    assert found.headline.name == "for-D_inf"
    assert found.headline.verdict.holds
    assert float(found.result.value or 0) == pytest.approx(float(served.number), rel=1e-6)
    assert "D_inf" in invertible_quantities(report)


def test_a_value_at_which_a_number_is_least_is_found() -> None:
    """Twice the root: the cost touches zero there, and is above it on both sides; a cost below it has none."""

    def body(board: Board) -> Handle:
        return board.take(Premise("cost", "y = (a - 2)^2*(a^3 + a + 1)", because="given", source="by hand"))

    claim = Claim("own", Notation.of("y [] (real) y\na [] a"), body, outside="none", defaults={"a": "3"})
    found = inverted(derive(claim), "a", {"y": "0"})
    assert found.result.value == 2
    assert found.result.numeric is not None
    assert found.result.numeric.words == "one root from 1e-12 to 1e30, exact"
    assert inverted(derive(claim), "a", {"y": "-1"}).result.value is None
