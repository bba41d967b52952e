"""How far beyond Chinchilla's rule: the numbers of the tool, and again in plain fractions."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from derivations import AS_BUILT, InputError, Report, derive, load_catalog
from derivations.claims.lecture.chinchilla import CLAIM
from derivations.errors import DerivationsError
from derivations.numbers.evaluation import Evaluation
from derivations.proof.verdict import Finding

from ..budgets import DAY, over
from ..numbers import agreeing, value
from ..proofs import holds

NAME = "chinchilla"


# --- the numbers that the claim is known by


def test_as_said_the_tokens_are_130_times_those_of_the_rule(said: Report) -> None:
    """259 trillion over 2 trillion, of which a hundred was said."""
    assert value(said, "served-tokens") == 50 * 10**6 * 60 * DAY == Fraction("259.2e12")
    assert value(said, "data-by-inference") == Fraction("259.2e12")
    assert value(said, "chinchilla-rule") == 2 * 10**12
    assert value(said) == Fraction("129.6") == over()
    assert said.result.result == "129.6"


def test_one_and_a_half_and_one(said: Report) -> None:
    """3 x 3 over 6, and 2 x 3 over 6; reinforcement learning sees two thirds of the tokens."""
    assert value(said, "rl-multiple") == Fraction(3 * 3, 6)
    assert value(said, "inference-multiple") == Fraction(2 * 3, 6)
    assert value(said, "rl-tokens") == Fraction(2, 3) * value(said, "served-tokens")


def test_three_equal_costs_are_a_third_each(said: Report) -> None:
    """Without any number."""
    assert str(said["share-at-equal-costs"].relation) == "share_pre = 1/3"


def test_the_three_of_the_cards_trains_on_every_fourth_rollout(said: Report) -> None:
    """2 + 4 x 1/4; nothing trained on is 2, and everything is 6."""
    assert value(said, "trained-share") == Fraction(3 - 2, 4)
    assert value(said, "rl-arithmetic", "nothing-trained") == 2
    assert value(said, "rl-arithmetic", "all-trained") == 2 + 4


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("all-traffic", over(traffic=Fraction(500 * 10**6))),
        ("ten-models", over(traffic=Fraction(500 * 10**6, 10))),
        ("five-models", over(traffic=Fraction(500 * 10**6, 5))),
        ("rounded", Fraction(200, 2)),
        ("halved", Fraction(100, 2)),
        ("thirty-per-cent", over(eta=Fraction(3, 10))),
        ("nothing-trained", over()),
        ("all-trained", over()),
        ("deepseek-day", Fraction(60 * 168 * 10**9, 20 * 37 * 10**9)),
        ("hoffmann", over()),
        ("besiroglu", over()),
    ],
)
def test_each_reading_has_its_ratio(said: Report, reading: str, expected: Fraction) -> None:
    """1,296 with all of the traffic, 144 at 30%, and no difference by reinforcement learning."""
    assert value(said, reading=reading) == expected


def test_every_reading_is_covered(said: Report) -> None:
    """The rumor says nothing about traffic: it has a ratio of its own."""
    assert value(said, "real-overtraining", "rumor") == 75
    line = Evaluation(said.derivation, said.readings["rumor"]).line("overtraining")
    assert line.value is None
    assert "X_family" in line.missing
    assert len(said.readings) == 1 + 11 + 1 + 1  # as said, those above, the rumor, as built


def test_its_first_number_is_the_lecture_s_own(built: Report, said: Report) -> None:
    """No model of one company under the traffic of another until a reader names it: 129.6, and 400 for Kimi K2."""
    assert value(built) == value(said) == over() == Fraction("129.6")
    assert built.scenario.title == "the claim's own numbers"
    assert "D_real" not in built.scenario.values
    titles = [row[0] for row in built.table("compared").rows]
    assert titles[0] == "as said"
    assert built.scenario.title not in titles, "the same row twice"


def test_the_answer_tells_the_one_public_traffic_beside_the_lecture_s(built: Report) -> None:
    """13.6 times by DeepSeek's own day, and 20 in fact."""
    assert built.answer.endswith(
        "a day of DeepSeek's, 14 times for its own model, which was trained on 20 times the rule.")
    assert built.answer.startswith("About 260 trillion tokens, 130 times what Chinchilla's rule calls for, if ")


def test_a_model_that_is_named_takes_the_place_of_the_lecture_s() -> None:
    """Its parameters and the tokens of its training; the lecture's traffic stays, and the title says so."""
    named = derive("chinchilla", model="deepseek-v3")
    assert value(named) == over(active=37 * 10**9)
    assert value(named, "real-overtraining") == Fraction(14_800, 20 * 37)
    assert named.scenario.title == "as built: DeepSeek-V3, the claim's own numbers beside it"
    assert named.table("compared").rows[-1][0] == named.scenario.title
    assert derive("chinchilla", model="kimi-k2").scenario.title.startswith("as built: Kimi K2, ")


def test_real_tokens_stand_beside_the_rule_for_every_card_that_has_them(built: Report) -> None:
    """The ratio from the card's own two figures; a number without a source says so."""
    table = built.table("grid")
    models = [model for model in load_catalog().models.values() if model.train_tokens is not None]
    assert [row[0] for row in table.rows] == [model.title for model in models]
    for row, model in zip(table.rows, models, strict=True):
        assert model.train_tokens is not None
        ratio = model.train_tokens.number / (20 * model.active.number)
        shown, _, note = row[1].partition(" ")
        assert float(shown) == pytest.approx(float(ratio), rel=1e-3)
        assert bool(note) is (model.train_tokens.source.standing == "unverified")
        assert float(row[3].replace(",", "")) == pytest.approx(float(over(active=int(model.active.number))), rel=1e-3)


# --- the derivation


def test_every_default_step_is_proven(said: Report) -> None:
    """Not merely computed by SymPy, and none in a form that was given up."""
    for step in said.derivation.steps:
        assert step.verdict.shown, step
        assert step.verdict.checked_by
        assert not step.fell_back
        assert step.because, step
    assert said.derivation.unsound == ()


def test_every_premise_and_definition_says_why(said: Report) -> None:
    """A premise without a reason and a source could not be weighed."""
    assert all(step.because and step.source for step in said.derivation.premises)
    assert all(step.because for step in said.derivation.definitions)


def test_the_size_of_the_model_cancels(said: Report) -> None:
    """Equal costs need no N; only the rule does."""
    assert said["any-size"].verdict.shown
    assert "N_active" not in said.numbers("data-by-inference").leaves


def test_every_reject_is_refuted(said: Report) -> None:
    """A wrong statement that stood would be a hole."""
    assert {step.name for step in said.derivation.rejects} == {
        "rl-multiplied", "inference-multiplied", "equal-tokens", "equal-costs", "equal-costs-at-equal-loss",
    }
    assert all(step.verdict.finding is Finding.REFUTED for step in said.derivation.rejects)


def test_the_point_against_the_multiplied_efficiency_is_put_back(said: Report) -> None:
    """By hand: the right formula holds there and the wrong one does not."""
    point = {
        name: Fraction(str(number)) for name, number in said["inference-multiplied"].verdict.counterexample.items()
    }
    assert point["D_pre"] == point["a_inf"] * point["D_inf"] / (point["a_pre"] * point["eta"])
    assert point["D_pre"] != point["a_inf"] / point["a_pre"] * point["eta"] * point["D_inf"]
    assert 0 < point["eta"] <= 1


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ("data-by-inference", "D_pre = a_pre*D_inf/(a_inf*eta)"),
        ("rl-tokens", "D_RL = a_RL*D_inf/a_inf"),
        ("rl-multiple", "mult_RL = a_RL*eta/a_pre"),
        ("overtraining", "overtraining = a_inf*D_inf*N_active/(eta*a_pre*k_chin*1[parameter^2])"),
        ("trained-share", "x_trained = (a_RL - phi)/phi"),
        ("costs-stand-crosswise", "q_down*cost_up = p_up*cost_down"),
        ("gap-between-costs", "cost_down - cost_up = (1 - p_up/q_down)*cost_up"),
        ("cheapest-cost-ratio", "cost_inf/cost_pre = rho + 1"),
        ("exchange-rate-of-the-law", "rho = (fit_A/n_par^fit_alpha)/(fit_B/n_tok^fit_beta)"),
    ],
)
def test_wrong_twins_are_refuted(said: Report, step: str, wrong: str) -> None:
    """A statement with one thing the wrong way round does not follow from the right one."""
    assert holds(said, wrong, str(said[step].relation)) is Finding.REFUTED


# --- under other premises


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("premises", "values", "expected"),
    [
        ({"equal-inference": "half-for-inference"}, {}, over() / 2),
        ({"served-tokens": "derated"}, {"x_used": "1/4"}, over() / 4),
        ({"training-arithmetic": "recomputed"}, {}, over(trained=8)),
        ({"inference-cost": "efficiency-forgotten"}, {}, over(eta=Fraction(1))),
        ({"equal-inference": "cost_pre = 2*cost_inf"}, {}, over() * 2),
        ({"chinchilla-rule": "D_chin = k_chin*N_total"}, {"N_total": "1e12 parameter"}, over() / 10),
        ({"equal-rl": "cost_pre = 2*cost_RL"}, {}, over()),
    ],
    ids=str,
)
def test_other_premises_move_the_ratio(premises: dict[str, str], values: dict[str, str], expected: Fraction) -> None:
    """Each named alternative, and what a reader would type; the number follows in another form if it must."""
    report = derive("chinchilla", as_said=True, premises=premises, values=values)
    assert value(report) == expected
    assert report.verdict.startswith("follows from the changed premises")
    assert [step.name for step in report.derivation.unsound] in ([], ["overtraining"])


@pytest.mark.long
def test_training_on_all_parameters_takes_the_lemma_at_equal_loss_away() -> None:
    """A reader's own cost of pre-training: the ratio follows, the size no longer cancels, nor do the exponents hold."""
    report = derive(
        "chinchilla", as_said=True, premises={"pretraining-cost": "cost_pre = a_pre*N_total*D_pre"},
        values={"N_total": "1e12 parameter"},
    )
    assert value(report) == over() / 10
    assert report["any-size"].verdict.finding is Finding.REFUTED
    assert report["cheapest-cost-ratio"].verdict.finding is Finding.REFUTED


def test_half_for_inference_leaves_a_quarter_to_pretraining() -> None:
    """A quarter, a quarter, a half: the host's split."""
    half = derive("chinchilla", premises={"equal-inference": "half-for-inference"})
    assert value(half, "share-at-equal-costs") == Fraction(1, 4)
    assert value(half, "inference-multiple") == Fraction(1, 2)


@pytest.mark.long
def test_a_straight_rising_cost_no_longer_stands_crosswise() -> None:
    """With x in place of x^p the exponent is 1 and not p, and the lemma's form says so."""
    straight = derive("chinchilla", premises={"rising-cost": "cost_up = a_up*x_scale"})
    assert straight["costs-stand-crosswise"].verdict.finding is Finding.REFUTED
    assert straight["cheapest-scale"].verdict.shown
    assert value(straight) == over()


def test_less_than_forward_only_is_outside_the_condition() -> None:
    """A coefficient of 1 would train on less than nothing."""
    line = derive("chinchilla", values={"a_RL": "1 FLOP/parameter/token"}).numbers("trained-share")
    assert line.value is None
    assert "a_RL = 1 FLOP per parameter and token" in line.outside


@pytest.mark.parametrize(
    "values", [{"eta": "3/2"}, {"eta": "0"}, {"N_active": "1e11 token"}, {"x_scale": "0"}]
)
def test_values_that_cannot_be_are_refused(values: dict[str, str]) -> None:
    """Outside the domain, of another dimension, or against traffic and life."""
    with pytest.raises(InputError):
        derive("chinchilla", values=values)


# --- what was published


def test_what_should_reproduce_does(said: Report) -> None:
    """Each number that agrees, in the reading that it was said with."""
    expected = [row for row in said.published if agreeing(row)]
    assert len(expected) == 19


def test_known_conflicts_are_off_by_the_printed_factor(said: Report) -> None:
    """Each with the speaker, the place and a note that says why."""
    known = [row for row in said.published if not agreeing(row)]
    found = [(row.published.step, row.published.value, row.published.reading, row.ratio) for row in known]
    assert found == [
        ("rl-multiple", "1/10", "as-said", 15),
        ("rl-multiple", "2/10", "as-said", Fraction(15, 2)),
        ("inference-multiple", "1/10", "as-said", 10),
        ("rl-multiple", "1.5", "thirty-per-cent", Fraction(10, 9)),
        ("served-tokens", "200e12 token", "all-traffic", Fraction("12.96")),
        ("served-tokens", "150e12 token", "as-said", Fraction("259.2") / 150),
        ("served-tokens", "150e12 token", "all-traffic", Fraction("2592") / 150),
        ("data-by-inference", "150e12 token", "as-said", Fraction("259.2") / 150),
    ]
    for row in known:
        assert row.published.by
        assert row.published.where
        assert row.published.note


def test_the_lecture_s_rule_on_deepseek_s_own_day(said: Report) -> None:
    """Sixty days of 168 billion tokens are 10.1 T, and equal costs give 13.6 times the rule; V3 was trained on 20."""
    served = 60 * 168 * 10**9
    rule = 20 * 37 * 10**9
    assert round(served / 10**12, 1) == 10.1
    assert value(said, "served-tokens", "deepseek-day") == value(said, "data-by-inference", "deepseek-day") == served
    assert value(said, "overtraining", "deepseek-day") == Fraction(served, rule)
    assert round(served / rule, 1) == 13.6
    assert value(said, "real-overtraining", "deepseek-day") == Fraction(148 * 10**11, rule) == 20


def test_259_is_two_hundred_and_either_of_two_numbers_is_enough(said: Report) -> None:
    """259.2/200 is within the square root of two; "200 or 100" holds because 200 does, and 300 or 100 T would, too."""
    rows = {row.said: row for row in said.published if row.published.step == "data-by-inference"}
    assert rows["200 trillion tokens"].follows
    assert rows["200 or 100 trillion tokens"].follows
    row = next(item for item in CLAIM.published if isinstance(item.value, tuple))
    for pair, follows in ((("100e12 token", "80e12 token"), False), (("100e12 token", "300e12 token"), True)):
        (other,) = derive(replace(CLAIM, published=(replace(row, value=pair),)), as_said=True).published
        assert other.follows is follows


def test_the_verdict_on_the_claim(built: Report, said: Report) -> None:
    """Of the derivation alone, whatever was published."""
    assert built.verdict == said.verdict == f"all {len(built.derivation.steps)} steps proven"


# --- what is shown


@pytest.mark.long
def test_the_report_is_complete_as_data(built: Report) -> None:
    """Every step, premise, reject and published number, in plain JSON."""
    data = json.loads(json.dumps(built.to_json()))
    text = json.dumps(data)
    for name in (*(step.name for step in built.derivation), *(step.name for step in built.derivation.rejects)):
        assert f'"{name}"' in text
    assert data["derivation"]["words"] == built.verdict
    assert sum(1 + len(item["otherwise"]) for item in data["published"]) == len(CLAIM.published)


def test_the_fragment_has_every_equation(built: Report) -> None:
    """LaTeX with a label for each, and none empty."""
    latex = built.to_latex()
    for step in ("overtraining", "costs-stand-crosswise", "exchange-rate-of-the-law"):
        assert f"eq:chinchilla:{step}" in latex
    assert all(step.relation is None or step.relation.latex for step in built.derivation)


def test_what_is_shown_tells_ranges_and_real_models(built: Report) -> None:
    """The tables are part of what the command prints."""
    shown = " ".join(str(built).split())
    titles = [grid.title for grid in CLAIM.grids]
    assert titles
    for part in ("What moves overtraining", "our assumption", *titles, "DeepSeek-V3"):
        assert part in shown


def test_readings_name_who_and_where(said: Report) -> None:
    """No number without an origin."""
    for name, scenario in said.readings.items():
        if name != AS_BUILT:
            assert all(item.origin for item in scenario.values.values())
    assert all(between.source for between in CLAIM.ranges.values())


def test_cards_cannot_be_mixed_into_what_was_said() -> None:
    """As said takes the lecturer's numbers."""
    with pytest.raises(DerivationsError, match="leave out"):
        derive("chinchilla", as_said=True, model="kimi-k2")


# --- changed premises


@pytest.mark.long
def test_a_share_of_rl_moves_over_training_and_the_tokens_of_rl() -> None:
    """Training costs what inference does, and 30% of it is RL, with an MFU of 30% for 40%; half is the host's split."""
    both = {"equal-rl": "share-of-rl", "equal-inference": "share-of-rl"}
    report = derive("chinchilla", as_said=True, values={"x_RL": "30%", "eta": "30%/40%"}, premises=both)
    served, eta, share = Fraction("259.2e12"), Fraction(3, 4), Fraction(3, 10)
    trained = (1 - share) * 2 * served / (6 * eta)
    assert value(report, "data-by-inference") == trained
    assert value(report) == trained / (20 * 100 * 10**9)
    assert value(report, "rl-multiple") == (1 - share) / share * 3 / (6 * eta)
    half = derive("chinchilla", as_said=True, values={"x_RL": "1/2"}, premises=both)
    assert value(half) == value(derive("chinchilla", as_said=True, premises={"equal-inference": "half-for-inference"}))
