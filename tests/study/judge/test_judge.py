"""Formulas judged: what follows and from where, what is refuted, what it would need, and hostile ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from sympy import Rational

from derivations import GrammarError, InputError, Report, UnknownNameError, derive, relation
from derivations.claim.claim import Claim
from derivations.claim.outline import Outline
from derivations.claim.study import Study
from derivations.claims.index import find_claim
from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.script import Handle
from derivations.document.judgement import judgement_json
from derivations.errors import StoppedError
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.proof.counterexample import admissible, holds_at
from derivations.sources.catalog import load_catalog
from derivations.study.application import apply
from derivations.study.judge.condition import Standing
from derivations.study.judge.judge import judge
from derivations.study.judge.judgement import Entailment, Judgement
from derivations.study.judge.trials import Trial, trial

from ...document.texts import judgement_markdown, judgement_text
from ...language.hostile import BOMBS, QUANTITIES, hostile_texts
from ...lecture_balance import LECTURE_BALANCE
from ...reports import few_rows

FOLLOWS, IN_A_LIMIT = Entailment.FOLLOWS, Entailment.IN_A_LIMIT
NOT, OPEN = Entailment.DOES_NOT_FOLLOW, Entailment.NOT_DECIDED


def _named(name: str) -> Claim:
    return LECTURE_BALANCE if name == LECTURE_BALANCE.name else find_claim(name)


class Reports(dict[str, Report]):
    """Claims as built, each derived when it is first asked for; without a limit."""

    def __missing__(self, name: str) -> Report:
        self[name] = derive(_named(name), budget=0)
        return self[name]


@pytest.fixture(scope="module")
def reports() -> Reports:
    """The claims by name."""
    return Reports()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No alternative of a premise is tried: each is a derivation of its own."""
    monkeypatch.setattr(Outline, "alternatives", ())


def needs(judgement: Judgement) -> list[str]:
    """The sufficient conditions, as text."""
    return [] if judgement.sufficient is None else [str(item) for item in judgement.sufficient.relations]


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("claim", "formula", "outcome", "steps"),
    [
        ("lecture-balance", "B = r*s/(n*(1 - L/L_x))", FOLLOWS, ["balance-batch"]),
        ("optimal-batch", "B = r*s/(n*(1 + L/L_attn - L/L_kv))", FOLLOWS, ["balance-batch"]),
        ("lecture-balance", "B >= r*s/n", FOLLOWS, ["balance-batch"]),
        ("lecture-balance", "B = r*s/n", IN_A_LIMIT, ["ridge-times-sparsity"]),
        ("lecture-balance", "n*B = r*s", IN_A_LIMIT, ["tokens-per-pass"]),
        ("lecture-balance", "B = (C/W)*(b_w/phi)*(N_total/N_active)*(1/n)", IN_A_LIMIT, ["grouped"]),
        ("lecture-balance", "N_total = n*B*N_active/r", IN_A_LIMIT, ["short-context"]),
        ("lecture-balance", "T >= t_w", FOLLOWS, ["memory-time", "roofline"]),
        ("lecture-balance", "max(t_m, t_c) <= T", FOLLOWS, ["roofline"]),
        ("lecture-balance", "t_w = b_w*N_total/W", FOLLOWS, ["weight-fetch"]),
        ("lecture-balance", "L_x = phi*n*N_active*W/(kappa*C)", FOLLOWS, ["crossover-context"]),
        ("kv-bytes", "kappa = phi*n*N_active*(1 + y_attn)/(I*L)", IN_A_LIMIT, ["kv-bytes-by-intensity"]),
        ("kv-bytes", "kappa = b_w*n*N_active*(1 + y_attn)/(r*L)", IN_A_LIMIT, ["kv-bytes"]),
        ("kv-bytes", "B = b_w*N_total/W/(phi*n*N_active/C + f_attn*n*L/C_attn - kappa*L/W)", FOLLOWS, ["batch"]),
        ("train-interval", "T = M/W", FOLLOWS, ["pass-by-reads", "read-time", "full-read"]),
        ("train-interval", "t_c <= t_m", FOLLOWS, ["pass-by-reads", "roofline"]),
        ("train-interval", "t_sys <= 2*T", FOLLOWS, ["back-to-back", "next-train"]),
        ("pipeline-kv", "t_w = b_w*N_total/(ep_width*W_gpu)", FOLLOWS, ["stage-weights", "stages-in-turn"]),
        ("pipeline-kv", "m_kv = kappa*L*b_micro/ep_width", FOLLOWS, ["stage-cache", "micro-batches", "one-per-stage"]),
        ("chinchilla", "cost_inf = cost_pre", FOLLOWS, ["equal-inference"]),
        ("chinchilla", "mult_RL/mult_inf = a_RL/a_inf", FOLLOWS, ["rl-multiple", "inference-multiple"]),
    ],
)
def test_what_follows_is_told_with_what_it_follows_from(
    reports: Reports, claim: str, formula: str, outcome: Entailment, steps: list[str]
) -> None:
    """From the result, a step, or the least of the premises."""
    found = judge(reports[claim], formula)
    assert found.outcome is outcome
    assert found.support is not None
    assert [step.name for step in found.support.steps] == steps


EQUATED = [  # a law of the batch at which two times are equal, and its condition, in the letters of the claim
    ("lecture-balance", "r*s/(n*(1 - L/L_x))", "L < L_x"),
    ("kv-bytes", "b_w*N_total/W/(phi*n*N_active/C + f_attn*n*L/C_attn - kappa*L/W)",
     "kappa*L*C*C_attn < phi*n*N_active*W*C_attn + n*L*C*W*f_attn"),
    ("prefill-decode", "b_w*N_total/W/(phi*n*N_active/C + f_attn*n*L/C_attn - kappa*L/W)",
     "kappa*L*C*C_attn < phi*n*N_active*W*C_attn + n*L*C*W*f_attn"),
]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("claim", "batch", "under"), few_rows(EQUATED, EQUATED[:1]))
def test_a_bound_between_what_is_equal_at_balance_needs_the_batch_on_the_right_side(
    reports: Reports, claim: str, batch: str, under: str
) -> None:
    """At balance both are equal; below the batch of balance the arithmetic takes less time than the reads."""
    wrong = judge(reports[claim], f"t_c >= t_m if B <= {batch} and {under}")
    assert wrong.outcome is NOT
    assert wrong.only is not None
    assert wrong.only.where == "at balance"
    assert wrong.equal_there
    assert wrong.condition is not None
    assert wrong.condition.standing is Standing.FLIPPED
    text = " ".join(judgement_text(wrong).split())
    assert "does not follow: only at balance, where both sides are equal; the sign of its condition is flipped" in text
    right = judge(reports[claim], f"t_c >= t_m if B >= {batch} and {under}")
    assert right.outcome is FOLLOWS
    assert right.only is None
    assert judge(reports[claim], "t_m >= t_c + 1[s]").outcome is NOT


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_what_the_budget_does_not_decide_is_not_told_to_fail(reports: Reports) -> None:
    """That a bound holds at balance, with both sides equal, refutes it in no other state."""
    _, batch, under = EQUATED[1]
    assert judge(reports["price-tier"], f"t_c >= t_m if B <= {batch} and {under}").outcome is NOT
    assert judge(reports["price-tier"], f"t_c >= t_m if B >= {batch} and {under}").outcome is not NOT


@pytest.mark.usefixtures("quick")
def test_without_the_cache_in_it_a_batch_is_not_enough(reports: Reports) -> None:
    """With a context, the balance batch at none still waits for memory: its condition is needed, and too weak."""
    flipped = judge(reports["lecture-balance"], "t_c >= t_m if B <= r*s/n")
    weak = judge(reports["lecture-balance"], "t_c >= t_m if B >= r*s/n")
    assert flipped.condition is not None
    assert weak.condition is not None
    assert (flipped.condition.standing, weak.condition.standing) == (Standing.FLIPPED, Standing.WEAKER)
    alone = judge(reports["lecture-balance"], "t_c >= t_m if B >= r*s/n and L = 0")
    assert alone.outcome is FOLLOWS


@pytest.mark.usefixtures("quick")
def test_what_a_boundary_supposes_does_not_hold_elsewhere(reports: Reports) -> None:
    """That two times are equal is the boundary itself, and not what premises say; where it is given, it follows."""
    found = judge(reports["lecture-balance"], "t_c = t_m")
    assert found.outcome is NOT
    assert found.only is not None
    assert [step.name for step in found.only.steps] == ["balance"]
    assert judge(reports["lecture-balance"], "t_c = t_m if B = r*s/(n*(1 - L/L_x)) and L < L_x").outcome is FOLLOWS


@pytest.mark.usefixtures("quick")
def test_the_letter_that_a_boundary_chooses_need_not_be_supposed_by_a_reader(reports: Reports) -> None:
    """The batch is open, so that a law for it is meant at balance, and told so; its condition is compared alone."""
    law = "B = r*s/(n*(1 - L/L_x))"
    found, under = judge(reports["lecture-balance"], law), judge(reports["lecture-balance"], f"{law} if L < L_x")
    assert found.support is not None
    assert found.support.chosen
    assert found.support.where == "at balance"
    assert {str(item) for item in found.support.needed} == {"L < L_x", "t_c = t_m"}
    assert under.outcome is FOLLOWS
    assert under.condition is not None
    assert under.condition.standing is Standing.RIGHT
    wrong = judge(reports["lecture-balance"], f"{law} if L > L_x")
    assert wrong.outcome is NOT


def joined(board: Board) -> Handle:
    """A value between two others, and what it goes to at either end."""
    between = board.take(Premise("between", "y = (a + b*x)/(1 + x)", because="given"))
    board.limit("low", between, "x", "0")
    return board.limit("high", between, "x", "oo")


@pytest.mark.long
def test_what_a_letter_goes_to_is_another_letter_than_its_value() -> None:
    """From y = b in the limit nothing follows for the y of the premise, not even in the limit; y = b does, there."""
    notation = Notation.of("a [s] at none\nb [s] at many\ny [s] between\nx [] weight")
    report = derive(Claim("joined", notation, joined))
    assert judge(report, "y = b").outcome is IN_A_LIMIT
    assert judge(report, "y = a").outcome is IN_A_LIMIT
    for wrong in ("a = b", "y = 2*b", "a + b*x = b*(1 + x)"):
        assert judge(report, wrong).outcome not in (FOLLOWS, IN_A_LIMIT), wrong


def bounded_by_another(board: Board) -> Handle:
    """A share that grows with a load, which has a bound."""
    share = board.take(Premise("share", "y = a*x/(b + x)", because="given"))
    board.take(Premise("bound", "x <= c", because="given"))
    return board.limit("full", share, "x", "oo")


def test_a_letter_that_bounds_what_grows_is_not_held_in_the_limit() -> None:
    """By hand: at every load y is at most a*c/(b + c), as c is at least the load; its wrong twin is refuted by any."""
    notation = Notation.of("a [] most\nb [] half\nc [] bound\nx [] load\ny [] share")
    report = derive(Claim("bounded", notation, bounded_by_another))
    assert judge(report, "y = a").outcome is IN_A_LIMIT
    assert judge(report, "y <= a*c/(b + c)").outcome is FOLLOWS
    for wrong in ("y > a*c/(b + c)", "y >= a*c/(b + c)", "y > a*c/(b + 2*c)"):
        assert judge(report, wrong).outcome is NOT, wrong


IN_PRINT = [
    ("lecture-balance", "B = 300*N_active/N_total", "r*s^2 = 300[sequence]*n"),
    ("lecture-balance", "B = (r/n)*(N_active/N_total)", "s = 1"),
    ("lecture-balance", "B = 2*r*s/n", "L_x = 2*L"),
    ("lecture-balance", "B >= 300*s", "300[sequence]*n <= r"),
    ("lecture-balance", "t_m = (N_total + B*L*kappa)/W", "b_w = 1[byte/parameter]"),
    ("lecture-balance", "t_w = b_w*N_active/W", "N_total = N_active"),
    ("lecture-balance", "t_c = B*N_active/C", "phi*n = 1[FLOP/parameter/sequence]"),
    ("lecture-balance", "s = N_active/N_total", "N_active = N_total"),
    ("lecture-balance", "t_c = t_w", "L = 0"),
    ("kv-bytes", "t_kv = t_w", "kappa*B*L = b_w*N_total"),
    # with the arithmetic of attention counted: n*b_w*(1 + y_attn) would be one
    ("kv-bytes", "kappa = N_active/(r*L)",
     "1 = 1[parameter·sequence/byte/token]*n*b_w + 1[parameter·sequence/byte/token]*n*b_w*y_attn"),
    ("kv-bytes", "kappa = b_w*n*N_active/r", "L = 1[token/sequence]*y_attn + 1[token/sequence]"),
    ("kv-bytes", "kappa_stored = 2*n_kv*d_head*n_own*b_kv", "n_vectors = 2[1/token]"),
    ("chinchilla", "D_pre = D_inf", "eta = 1/3"),
    ("chinchilla", "D_pre = (a_RL/a_pre)*eta*D_RL", "eta = 1"),
    ("chinchilla", "cost_pre = 6*N_active*D_pre", "a_pre = 6[FLOP/parameter/token]"),
    ("chinchilla", "cost_up = cost_down", "q_down = p_up"),
    ("chinchilla", "D_chin = 20*N_active", "k_chin = 20[token/parameter]"),
    ("train-interval", "X_sys = 128000", "n*B = 128000[token/s]*T"),
    ("train-interval", "t_w = M/W", "b_w*N_total = M"),
    ("train-interval", "X_sys = 64*n*B", "T = 1[s]/64"),
    ("pipeline-kv", "m_kv = kappa*b_micro*L/(ep_width*n_stages)", "L = 0 or n_stages = 1"),
]


@pytest.mark.some(1)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("claim", "formula", "needed"), few_rows(IN_PRINT, IN_PRINT[::4]))
def test_what_is_in_print_is_refuted_and_told_what_it_would_need(
    reports: Reports, claim: str, formula: str, needed: str
) -> None:
    """The statements of the lecture's index of inconsistencies that are formulas, and some more of their kind."""
    found = judge(reports[claim], formula)
    assert found.outcome is NOT
    assert " or ".join(needs(found)) == needed


@pytest.mark.some(2)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("claim", "formula"),
    [
        ("lecture-balance", "B = 300*N_active/N_total"), ("lecture-balance", "t_w = b_w*N_active/W"),
        ("lecture-balance", "T = max(t_c, t_m)"), ("kv-bytes", "t_kv = t_w"), ("chinchilla", "D_pre = D_inf"),
        ("pipeline-kv", "m_kv = kappa*b_micro*L/(ep_width*n_stages)"), ("train-interval", "T = t_w"),
    ],
)
def test_a_refutation_is_a_point_of_the_domain(reports: Reports, claim: str, formula: str) -> None:
    """It contradicts the formula, lies in every domain, and satisfies the premises whose quantities it values."""
    report = reports[claim]
    found = judge(report, formula)
    assert found.statement is not None
    notation = found.statement.notation
    point = {notation[name].symbol: value for name, value in found.point.items()}
    assert holds_at(found.statement, point) is False
    for name in found.point:
        assert admissible(notation[name], point)
    checked = 0
    for step in (*report.derivation.premises, *report.derivation.definitions):
        if step.relation is not None and step.relation.symbols <= set(point):
            assert holds_at(step.relation, point) is True, step.name
            checked += 1
    assert checked


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_numbers_stand_beside_each_other_as_built_and_as_said(reports: Reports) -> None:
    """What the formula gives, what is derived, and the one over the other, all recomputed."""
    found = judge(reports["lecture-balance"], "B = 300/s")
    built, said = found.numbers
    assert (said.said, said.derived, said.ratio) == ("37.5 sequences", "2,400 sequences", Fraction(1, 64))
    sparsity, ridge = Fraction(671, 37), Fraction(1979, 2) / Fraction(48, 10)
    assert built.ratio == 300 / sparsity / (ridge * sparsity)
    assert built.agrees is False
    assert built.line is not None
    assert "300 sequence / 18.14 = 16.54 sequences" in str(built.line)


@pytest.mark.usefixtures("quick")
def test_what_both_lack_cancels_from_the_ratio(reports: Reports) -> None:
    """No number of GPUs is needed to tell eighteen times."""
    found = judge(reports["lecture-balance"], "t_w = b_w*N_active/W")
    assert found.numbers[0].said.startswith("needs G")
    assert found.numbers[0].ratio == Fraction(37, 671)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_what_is_right_with_the_numbers_here_is_told(reports: Reports) -> None:
    """At a third of the efficiency tokens served and trained are as many; with a fifth they are not."""
    assert judge(reports["chinchilla"], "D_pre = D_inf").holds_here
    other = judge(derive("chinchilla", values={"eta": "1/5"}), "D_pre = D_inf")
    assert not other.holds_here
    (eta,) = other.values
    assert (eta.name, eta.value.number, eta.here.number) == ("eta", Fraction(1, 3), Fraction(1, 5))


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_one_value_would_do(reports: Reports) -> None:
    """Each on its own makes both sides agree; what a bound or a domain forbids is not offered."""
    found = judge(reports["lecture-balance"], "B = 300*N_active/N_total")
    values = {item.name: item.value.number for item in found.values}
    ridge, sparsity = Fraction(1979, 2) / Fraction(48, 10), Fraction(671, 37)
    assert values["r"] == 300 / sparsity**2
    assert abs(values["s"] ** 2 * ridge - 300) < Fraction(1, 10**20)
    changed = derive(LECTURE_BALANCE, values={"n": f"{values['n']} token/sequence"})
    assert judge(changed, "B = 300*N_active/N_total").holds_here
    assert judge(reports["chinchilla"], "eta = 2").values == ()


@pytest.mark.usefixtures("quick")
def test_numbers_without_units_are_read_with_those_they_need(reports: Reports) -> None:
    """And what was written is told to misfit."""
    found = judge(reports["lecture-balance"], "B = 300*N_active/N_total")
    assert found.misfit.endswith("B is sequence but 300*N_active/N_total is a pure number")
    assert found.read_with == ("300 sequences",)
    assert str(found.statement) == "B = 300[sequence]*N_active/N_total"
    hopeless = judge(reports["lecture-balance"], "T = B + L")
    assert (hopeless.outcome, hopeless.statement) == (NOT, None)
    assert "B is sequence but L is token/sequence" in hopeless.misfit


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "claim", [pytest.param("chinchilla", marks=pytest.mark.long), pytest.param("pipeline-kv", marks=pytest.mark.long),
              "lecture-balance"]
)
def test_what_the_claim_rejects_itself_is_named(reports: Reports, claim: str) -> None:
    """Whatever fails in it, a point or the dimensions; a rule of thumb is a premise, and refuted by a better law."""
    report = reports[claim]
    for step in report.derivation.rejects:
        found = judge(report, step.statement)
        assert found.outcome is (FOLLOWS if step.name == "equal-costs-at-equal-loss" else NOT), step.name
        assert found.rejected is not None
        assert found.rejected.name == step.name


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_a_premise_that_says_otherwise_is_named_and_can_be_replaced(reports: Reports) -> None:
    """With it assumed, the formula is the premise, and what is said to follow from it does."""
    found = judge(reports["lecture-balance"], "t_w = b_w*N_active/W")
    assert [step.name for step in found.differs] == ["weight-fetch"]
    changed = derive(LECTURE_BALANCE, premises={"weight-fetch": "t_w = b_w*N_active/W"})
    assert judge(changed, "t_w = b_w*N_active/W").outcome is FOLLOWS
    assert judge(changed, "B = r/n").outcome is IN_A_LIMIT
    assert judge(reports["lecture-balance"], "B = r/n").outcome is NOT


@pytest.mark.long
@pytest.mark.parametrize(
    ("claim", "formula", "option"),
    [
        ("lecture-balance", "T >= t_c + t_m", "--assume roofline=no-overlap"),
        *(pytest.param(*case, marks=pytest.mark.long) for case in (
            ("kv-bytes", "kappa = x_kv*kappa_stored", "--assume dense-read=sparse-read"),
            ("lecture-balance", "L_x = phi*n*N_active*W/(kappa*C - x_attn*f_attn*n*W)",
             "--assume arithmetic-time=with-attention"),
            ("chinchilla", "cost_inf = a_inf*N_active*D_inf", "--assume inference-cost=efficiency-forgotten"),
            ("chinchilla", "D_pre = a_inf*D_inf/(2*a_pre*eta)", "--assume equal-inference=half-for-inference"),
            ("train-interval", "T = u_read*M/W", "--assume full-read=part-read"),
            ("pipeline-kv", "m_kv = n_each*kappa*L*b_micro/ep_width", "--assume one-per-stage=several-per-stage"),
        )),
    ],
)
def test_alternatives_under_which_it_would_follow(
    reports: Reports, claim: str, formula: str, option: str
) -> None:
    """Each of them alone; with it assumed, the formula does follow."""
    found = judge(reports[claim], formula)
    assert found.outcome is NOT
    assert [choice.option for choice in found.alternatives] == [option]
    premise, name = option.removeprefix("--assume ").split("=")
    assert judge(derive(_named(claim), premises={premise: name}), formula).outcome is FOLLOWS


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_quantities_of_the_readers_own(reports: Reports) -> None:
    """Declared, they can stand in the formula; without a premise about them only what they must be is told."""
    mfu = derive(LECTURE_BALANCE, symbols="mfu [] (fraction) achieved share of the peak")
    assert needs(judge(mfu, "B = mfu*r*s/n")) == ["mfu = 1"]
    only = judge(mfu, "mfu = 1/2")
    assert (only.outcome, only.reason) == (OPEN, "nothing in lecture-balance says what mfu is")
    assert not only.reached
    used = derive(
        LECTURE_BALANCE, symbols="mfu [] (fraction) achieved share of the peak",
        premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"}, values={"mfu": "40%"},
    )
    assert judge(used, "B = mfu*r*s/n").outcome is IN_A_LIMIT
    with pytest.raises(GrammarError, match="unknown quantity 'mfu'"):
        judge(reports["lecture-balance"], "B = mfu*r*s/n")


@pytest.mark.long
@pytest.mark.usefixtures("quick")
def test_what_a_claim_leaves_open_is_not_decided(reports: Reports, no_overlap: Report) -> None:
    """That a formula for something unknown does not follow shows nothing."""
    found = judge(reports["lecture-balance"], "N_total = 7e11[parameter]")
    assert (found.outcome, found.reason) == (OPEN, "lecture-balance leaves N_total open")
    assert found.numbers[0].ratio == Fraction(700, 671)
    bounded = judge(reports["lecture-balance"], "T >= 20[ms]")
    assert (bounded.outcome, bounded.reason) == (OPEN, "lecture-balance leaves T open")
    blocked = judge(no_overlap, "B = r*s/n")
    assert blocked.outcome is OPEN
    assert "balance-batch is waiting" in blocked.reason


@pytest.mark.usefixtures("quick")
def test_statements_without_content(reports: Reports) -> None:
    """What holds of all numbers follows from nothing, and what holds of none is refuted."""
    report = reports["lecture-balance"]
    assert judge(report, "B = B").outcome is FOLLOWS
    assert judge(report, "t_kv >= 0").outcome is FOLLOWS
    assert judge(report, "1 = 2").outcome is NOT
    assert judge(report, "B = -B").sufficient is not None
    assert needs(judge(report, "B = -B")) == []


@pytest.mark.long
def test_a_formula_may_be_text_a_relation_or_a_tree(reports: Reports) -> None:
    """The same judgement, and sides may stand either way round."""
    report = reports["lecture-balance"]
    text = "B = r*s/n"
    forms = (text, relation(text, report.derivation.notation), parse_relation(text), "r*s/n = B")
    assert {judge(report, form).outcome for form in forms} == {IN_A_LIMIT}
    with pytest.raises(UnknownNameError, match="Bb"):
        judge(report, parse_relation("Bb = r*s/n"))


@pytest.mark.parametrize(
    "formula", ["B = r*s/q", "B = ", "B r*s", "B = __import__('os').system('true')", "B = 9^9^9", "B = 1/(r - r)", ""]
)
def test_what_cannot_be_read_is_refused_in_one_line(reports: Reports, formula: str) -> None:
    """Before anything is judged."""
    with pytest.raises(InputError) as caught:
        judge(reports["lecture-balance"], formula)
    assert "\n" not in str(caught.value)


def test_several_values_are_refused() -> None:
    """A formula is judged at one."""
    with pytest.raises(InputError, match="several values"):
        judge(derive(LECTURE_BALANCE, values={"L": "1k, 2k token/sequence"}), "B = r*s/n")


def puzzle(board: Board) -> Handle:
    """Premises with the quantities of the hostile texts, and a step."""
    first = board.take(Premise("first", "a = b*c/(g + x)"))
    board.take(Premise("second", "d >= max(e*f, a)"))
    return board.solve("turned", first, for_="g")


@pytest.mark.long
def test_no_formula_does_anything_but_be_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken, huge and malicious texts: no crash, no command, and none takes long, as each has its budget."""
    monkeypatch.chdir(tmp_path)
    claim = Claim("puzzle", Notation.of(QUANTITIES), puzzle)
    evaluated = apply(claim, Study(), load_catalog(), 10_000)
    told: Counter[str] = Counter()
    for text in hostile_texts(len(BOMBS) + 100, 11):
        try:
            found = judge(evaluated, text)
        except InputError as error:
            told["refused" if "\n" not in str(error) else "refused in several lines"] += 1
            continue
        assert judgement_text(found)
        assert judgement_markdown(found)
        assert judgement_json(found)["outcome"] == found.outcome.value
        told[found.outcome.value] += 1
    assert told["refused"] > 160
    assert not told["refused in several lines"]
    assert told["does not follow"] > 3
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("a >= b if a = ceil(a + exp(9^60))", OPEN),
        ("d >= a if a <= b", FOLLOWS),
        ("d >= a if 9^sqrt(1e40)", None),
        ("a >= b if a = b", FOLLOWS),
        ("a >= b if a >= b", FOLLOWS),
        ("a >= b if c <= g + x", NOT),
    ],
)
def test_no_condition_does_anything_but_be_judged(formula: str, told: Entailment | None) -> None:
    """Long, broken and useless ones: an answer, or one line."""
    evaluated = apply(Claim("puzzle", Notation.of(QUANTITIES), puzzle), Study(), load_catalog(), 10_000)
    if told is None:
        with pytest.raises(InputError):
            judge(evaluated, formula)
        return
    assert judge(evaluated, formula).outcome is told


def gaps(board: Board) -> Handle:
    """Two times that are equal, and how far they are apart."""
    gap, same = board.take(Premise("gap", "gap = t - u")), board.take(Premise("same", "t = u"))
    return board.substitute("none", gap, [same])


@pytest.mark.parametrize(
    ("formula", "outcome"),
    [
        ("gap/gap = 1", OPEN), ("t*gap/gap = u", OPEN), ("t/gap = u/gap", OPEN), ("t*gap/gap = 2*u", OPEN),
        ("t/t = 1", FOLLOWS), ("gap = 0[s]", FOLLOWS), ("t/u = 2", NOT),
    ],
)
def test_a_formula_without_a_value_is_undefined_here(formula: str, outcome: Entailment) -> None:
    notation = Notation.of("gap [s] (real) gap\nt [s] time\nu [s] other time")
    found = judge(derive(Claim("gaps", notation, gaps)), formula)
    assert found.outcome is outcome
    undefined = "undefined here: a division by gap has no value where what is given holds"
    assert (undefined in " ".join(judgement_text(found).split())) is (outcome is OPEN)


@pytest.mark.parametrize(
    ("domain", "premise", "formula", "here", "outcome"),
    [
        ("real", "y = a^x", "y = a^x + 0*log(a)", ("-2", "3"), OPEN),
        ("real", "y = a^(2*x)", "y = (a^x)^2", ("-2", "1/2"), OPEN),
        ("nonnegative", "y = a^x", "y = a^x + log(a) - log(a)", ("0", "2"), OPEN),
        ("nonnegative", "y = a^x", "y = a*a^(x - 1)", ("0", "1/2"), OPEN),
        ("real", "y = a^x", "y = 1*a^x", ("-2", "3"), FOLLOWS),
        ("positive", "y = a^x", "y = a^x + 0*log(a)", ("2", "3"), FOLLOWS),
        ("positive", "y = a^x", "y = a*a^(x - 1)", ("2", "1/2"), FOLLOWS),
        ("positive", "y = a^(2*x)", "y = (a^x)^2", ("2", "1/2"), FOLLOWS),
        ("positive", "y = x", "y = x*a/a", ("2", "1/2"), FOLLOWS),
        ("nonnegative", "y = x", "y = x*a/a", ("0", "1/2"), OPEN),
    ],
)
def test_a_formula_follows_where_it_has_a_value_wherever_the_premise_has_one(
    domain: str, premise: str, formula: str, here: tuple[str, str], outcome: Entailment
) -> None:
    """At the numbers here the premise has one; what does not follow has none there, and no number is told of it."""
    notation = Notation.of(f"y [] (real) y\na [] ({domain}) a\nx [] x")
    numbers_here = dict(zip("ax", here, strict=True))
    claim = Claim("power", notation, lambda board: board.take(_given("p", premise)), defaults=numbers_here)
    found = judge(derive(claim), formula)
    assert found.outcome is outcome
    assert ("may have no value" in found.reason) is (outcome is OPEN)
    (numbers,) = found.numbers
    assert (numbers.agrees is True) is (outcome is FOLLOWS), numbers


@pytest.mark.parametrize(
    ("premises", "formula"),
    [
        (("y = a", "f = a"), "y <= 1"),
        (("y = a", "c = a + d", "c = 5"), "y < 5"),
        (("y = a", "d = a - 3"), "y > 3"),
        (("y = a*x", "c^3 = a^3", "c = b"), "y = b*x"),
        (("y = a*x", "2^w = 8", "w = a"), "y = 3*x"),
    ],
)
def test_a_point_that_breaks_another_premise_refutes_nothing(premises: tuple[str, ...], formula: str) -> None:
    """All of these hold in every state of the premises, though no proof is found from those that are put in."""
    notation = Notation.of("y [] y\nx [] x\na [] a\nb [] b\nc [] c\nd [] d\nf [] (fraction) f\nw [] (whole) w")

    def argument(board: Board) -> Handle:
        first, *_ = [board.take(Premise(f"p{place}", text)) for place, text in enumerate(premises)]
        return first

    claim = Claim("own", notation, argument, outside="none")
    assert derive(claim).judge(formula).outcome in (OPEN, FOLLOWS)


_LETTERS = Notation.of("x [] x\ny [] y\na [] a\nb [] b\nu [] u\nw [] w\nT [] T")


def _given(name: str, text: str) -> Premise:
    return Premise(name, text, because="given", source="by hand")


def _at_balance(board: Board) -> Handle:
    """Two times that are equal where x is y/a."""
    first, second = board.take(_given("first", "u = a*x")), board.take(_given("second", "w = y"))
    even = board.boundary("even", board.take(_given("longer", "T = max(u, w)")), between=("u", "w"))
    return board.solve("batch", board.substitute("out", even, (first, second)), for_="x")


def _at_the_least(board: Board) -> Handle:
    """The x at which a cost is least."""
    return board.minimise("best", board.take(_given("cost", "T = a*x + b/x")), over="x")


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("body", "texts", "follows"),
    [
        (_at_balance, ("x = y/a", "y = a*x", "a*x = y", "a = y/x", "x*a/y = 1", "x^2 = y^2/a^2"), True),
        (_at_balance, ("u = w", "w = u", "u - w = 0", "u/w = 1"), False),
        (_at_balance, ("T = a*x", "x = T/a", "a = T/x", "T - a*x = 0"), False),
        pytest.param(_at_balance, ("x >= y/a", "y/a <= x"), True, marks=pytest.mark.long),
        (_at_balance, ("x > y/a", "y/a < x"), False),
        (_at_the_least, ("x = sqrt(b/a)", "b = a*x^2", "a*x^2 = b", "a*x^2/b = 1"), True),
        (_at_the_least, ("T = 2*a*x", "x = T/(2*a)", "a = T/(2*x)", "T/x = 2*a"), False),
    ],
)
def test_what_a_context_chooses_does_not_hang_on_how_it_is_written(
    body: Callable[[Board], Handle], texts: tuple[str, ...], follows: bool
) -> None:
    """At a boundary y = a*x says of x what x = y/a does. What T is, premises say for every x: T = 2*a*x is false at
    most of them, and so is x = T/(2*a)."""
    report = derive(Claim("own", _LETTERS, body, outside="none"))
    for text in texts:
        judged = report.judge(text)
        assert judged.outcome is (Entailment.FOLLOWS if follows else Entailment.DOES_NOT_FOLLOW), text
        assert not follows or (judged.support is not None and judged.support.supposed), text


def test_what_one_premise_says_is_held_against_that_alone() -> None:
    """A time that is no shorter than the larger of two is no shorter than either, whatever these are made of."""
    found = judge(derive("roofline"), "T >= t_m")
    assert found.outcome is FOLLOWS
    assert found.support is not None
    assert [step.name for step in found.support.steps] == ["roofline"]


@pytest.mark.parametrize(
    ("condition", "standing"),
    [("a >= b", Standing.ENOUGH), ("a/b >= 1", Standing.ENOUGH), ("a > 2*b", Standing.STRONGER)],
)
def test_a_condition_is_stronger_than_needed_where_a_point_shows_it(condition: str, standing: Standing) -> None:
    """That a is the larger of a and b is needed; no point has that and a below b."""

    def body(board: Board) -> Handle:
        board.take(Premise("roof", "y = max(a, b)"))
        return board.solve("x-by-z", board.take(Premise("line", "z = a*x")), for_="x")

    claim = Claim("larger", Notation.of("y [1] y\na [1] a\nb [1] b\nz [1] z\nx [1] x"), body)
    found = judge(derive(claim), f"y = a if {condition}")
    assert found.outcome is FOLLOWS
    assert found.condition is not None
    assert found.condition.standing is standing


def test_an_inequality_that_fails_with_the_numbers_here_is_not_called_right() -> None:
    """A stage alone idles never; its letters say that there are more, and so it follows for others."""
    alone = judge(derive("bubbles", values={"n_stages": 1}), "x_bubble > 0")
    four = judge(derive("bubbles"), "x_bubble > 0")
    assert (alone.outcome, four.outcome) == (Entailment.FAILS_HERE, FOLLOWS)
    assert "x_bubble > 0 is false with the numbers here: x_bubble is 0" in judgement_text(alone).replace("\n", " ")
    assert judge(derive("bubbles", values={"n_stages": 1}), "x_bubble >= 0").outcome is FOLLOWS


def test_the_domain_of_what_is_made_of_a_letter_bounds_it() -> None:
    """The slots that stages fill are one fewer than these, and no slots are negative."""
    report = derive("bubbles")
    found = judge(report, "n_stages >= 1")
    assert found.outcome is FOLLOWS
    assert found.support is not None
    assert [step.name for step in found.support.steps] == ["fill"]
    assert judge(report, "n_stages >= 3").outcome is not FOLLOWS


@pytest.mark.long
def test_what_premises_refute_is_told_where_the_rest_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it does not follow is settled, whatever a call that took too long would have said."""

    def stopped(derivation: Derivation, statement: Relation, near: object = None) -> Iterator[Trial]:
        yield trial(derivation, statement, ())
        raise StoppedError("stopped: it took too long")

    monkeypatch.setattr("derivations.study.judge.judge.trials", stopped)
    report = derive(LECTURE_BALANCE)
    found = judge(report, "t_c = t_m")
    assert found.outcome is NOT
    assert found.point
    assert "stopped: it took too long" in found.unfinished
    with pytest.raises(StoppedError):
        judge(report, "B = r*s/n")


def test_the_answer_is_that_for_the_numbers_of_the_reader() -> None:
    """How many times what is derived it gives stands before the point that refutes it."""
    text = " ".join(judgement_text(judge(derive(LECTURE_BALANCE, as_said=True), "B = 2*r*s/n", brief=True)).split())
    assert "does not follow: 2 times what is derived with the numbers here; refuted at" in text


def test_a_point_that_refutes_has_numbers_as_here_where_there_is_one() -> None:
    """One new token, 8,000 tokens of context, a sparsity of 671/37: the batch that is derived there, not 2 r s/n."""
    point = judge(derive("optimal-batch"), "B = 2*r*s/n", brief=True).point
    assert (point["n"], point["L"], point["s"]) == (1, 8000, Rational(671, 37))
    balance = point["r"] * point["s"] / (1 + point["L"] / point["L_attn"] - point["L"] / point["L_kv"])
    assert point["B"] == balance != 2 * point["r"] * point["s"]


def test_a_point_without_numbers_here_is_a_small_one() -> None:
    """Latent attention has no width of a head."""
    point = judge(derive("kv-bytes"), "kappa_stored = 3*n_own*n_kv*d_head*b_kv", brief=True).point
    assert all(abs(value) < 1000 for value in point.values())
