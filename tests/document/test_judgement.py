"""Judgements drawn: the answer in the first line, the reasons below, as text, Markdown and plain data."""

import json

import pytest
from sympy import Expr, Integer, Rational

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive
from derivations.claim.outline import Outline
from derivations.claims.shared.passes import ROOFLINE
from derivations.document.judgement import first_line, judgement_json, number_told, reasons
from derivations.study.judge.judge import judge
from derivations.study.judge.judgement import Judgement
from derivations.writers.terminal import Style

from ..lecture_balance import LECTURE_BALANCE
from .texts import judgement_markdown, judgement_text

FORMULAS = {
    "upside down": "B = 300*N_active/N_total",
    "limit": "B = r*s/n",
    "result": "B = r*s/(n*(1 - L/L_x))",
    "premise": "t_w = b_w*N_total/W",
    "definition": "s = N_total/N_active",
    "premises": "T >= t_w",
    "other premise": "t_w = b_w*N_active/W",
    "alternative": "T >= t_c + t_m",
    "no reading": "T = B + L",
    "open": "N_total = 7e11[parameter]",
    "nowhere": "B = -B",
    "trivial": "B = B",
    "rejected": "t_m = (N_total + B*L*kappa)/W",
}


@pytest.fixture(scope="module")
def judgements(as_built: Report) -> dict[str, Judgement]:
    """One of each kind; whether an alternative of a premise would do, a derivation of its own, is tried for one."""
    found = {"alternative": judge(as_built, FORMULAS["alternative"])}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Outline, "alternatives", ())
        return {name: found.get(name) or judge(as_built, formula) for name, formula in FORMULAS.items()}


@pytest.fixture(scope="module")
def because(as_built: Report) -> dict[str, str]:
    """What the claim says of the formulas that it knows."""
    (roofline,) = (premise for premise in as_built.claim.script.premises if premise.name == "roofline")
    (alternative,) = (item for item in roofline.alternatives if item.name == "no-overlap")
    return {"alternative": alternative.because, "rejected": as_built["parameters-plus-bytes"].because}


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("upside down", "B = 300*N_active/N_total, read with 300 sequences, does not follow: refuted at N_active = "),
        ("limit", "B = r*s/n follows from step ridge-times-sparsity, at balance, where L = 0"),
        ("result", "B = r*s/(n*(1 - L/L_x)) follows from step balance-batch, if L < L_x, at balance"),
        ("premise", "t_w = b_w*N_total/W follows at once: it is the premise weight-fetch"),
        ("definition", "s = N_total/N_active follows at once: it is the definition sparsity"),
        ("premises", "T >= t_w follows from the premises memory-time and roofline"),
        ("other premise", "t_w = b_w*N_active/W does not follow: refuted at "),
        ("no reading", "T = B + L does not follow: in B + L: B is sequence but L is token/sequence"),
        ("open", "N_total = 7e11[parameter] is not decided: lecture-balance leaves N_total open"),
        ("trivial", "B = B follows from nothing but algebra and the ranges of the quantities"),
    ],
)
def test_the_first_line_is_the_answer(judgements: dict[str, Judgement], kind: str, answer: str) -> None:
    """In one sentence, whatever it is drawn as."""
    found = judgements[kind]
    assert first_line(found).startswith(answer)
    assert " ".join(judgement_text(found).split()).startswith(answer)
    assert judgement_json(found)["answer"] == first_line(found)


@pytest.mark.long
def test_the_reasons_of_the_claim_stand_with_what_it_says_itself(
    judgements: dict[str, Judgement], as_built: Report
) -> None:
    """Of the alternative that would make it follow, and of the statement that it rejects."""
    (rejected,) = (step.because for step in as_built.derivation.rejects if step.name == "parameters-plus-bytes")
    (other,) = (each.because for each in ROOFLINE.alternatives if each.name == "no-overlap")
    for kind, because in (("alternative", other), ("rejected", rejected)):
        assert any(line.endswith(f": {because}") for line in reasons(judgements[kind]))


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("upside down", "judged as B = 300[sequence]*N_active/N_total"),
        ("upside down", "the formula gives 16.54 sequences, the derivation 3,738 sequences: 1/226 of that"),
        ("upside down", "right exactly where r*s^2 = 300[sequence]*n (compared with ridge-times-sparsity); "
                        "here 67,798 tokens against 300 tokens"),
        ("upside down", "s = 1.206 (18.14 here)"),
        ("limit", "right exactly where L = 0 (compared with balance-batch), and so it is with the numbers here"),
        ("limit", "the formula gives 2,400 sequences, the derivation 2,400 sequences: the same"),
        ("other premise", "differs from the premise weight-fetch: t_w = b_w*N_total/W; to derive on with it: "
                          '`--assume "weight-fetch=t_w = b_w*N_active/W"`'),
        ("other premise", "the formula gives 1/18.1 of what is derived, whatever G is"),
        ("alternative", "would follow with `--assume roofline=no-overlap`, which says just that: "),
        ("nowhere", "right nowhere (compared with balance-batch)"),
        ("rejected", "lecture-balance itself rejects this as parameters-plus-bytes: "),
        ("open", "the formula gives 700 billion parameters, the derivation 671 billion parameters: 1.04 times that"),
    ],
)
def test_the_reasons_stand_below(
    judgements: dict[str, Judgement], because: dict[str, str], kind: str, told: str
) -> None:
    """Each in a line of its own, which wraps where the terminal ends; what the claim itself says of it is repeated."""
    lines = list(reasons(judgements[kind]))
    told += because.get(kind, "")
    assert any(told in line for line in lines), lines
    assert not any("\n" in line for line in lines)
    assert told in " ".join(judgement_text(judgements[kind]).split())
    assert judgement_json(judgements[kind])["reasons"] == lines


def test_what_follows_needs_little(judgements: dict[str, Judgement]) -> None:
    """Nothing is said of what it would need."""
    for kind in ("result", "premise", "premises", "definition", "trivial"):
        text = judgement_text(judgements[kind])
        assert not any(word in text for word in ("right ", "would follow", "refuted", "differs"))


def test_the_text_keeps_to_the_width_and_colour_adds_nothing(judgements: dict[str, Judgement]) -> None:
    """In a narrow terminal as in a wide one."""
    for found in judgements.values():
        for width in (60, 100):
            assert all(len(line) <= width for line in judgement_text(found, Style(width=width)).splitlines())
        painted = judgement_text(found, Style(paint=lambda text, role: f"<{role}>{text}</>"))
        assert painted.startswith(("<good>", "<bad>"))
        for mark in ("<good>", "<bad>", "</>"):
            painted = painted.replace(mark, "")
        assert painted == judgement_text(found)


def test_markdown_has_the_formula_as_mathematics(judgements: dict[str, Judgement]) -> None:
    """In the answer, too."""
    text = judgement_markdown(judgements["upside down"])
    assert text.startswith("**$B = \\frac{300\\,N_{\\mathrm{active}}}{N_{\\mathrm{total}}}$, read with 300 sequences, ")
    assert "$$\nB = " in text
    assert text.count("\n- ") == len(list(reasons(judgements["upside down"])))
    assert "$$" not in judgement_markdown(judgements["no reading"])


def test_plain_data_is_json_with_all_that_was_found(judgements: dict[str, Judgement]) -> None:
    """Every kind, with the same keys."""
    data = {kind: json.loads(json.dumps(judgement_json(found))) for kind, found in judgements.items()}
    assert len({tuple(item) for item in data.values()}) == 1
    down = data["upside down"]
    assert (down["outcome"], down["read_with"]) == ("does not follow", ["300 sequences"])
    assert down["needed"]["relations"][0]["relation"] == "r*s^2 = 300[sequence]*n"
    assert down["needed"]["exactly"] is True
    assert abs(down["numbers"][0]["ratio"] - 1 / 225.995) < 1e-5
    assert {item["name"] for item in down["or_with"]} == {"r", "s", "n"}
    assert data["limit"]["follows_from"]["limits"] == ["short-context"]
    assert data["result"]["follows_from"]["conditions"] == ["L < L_x"]
    assert data["alternative"]["would_follow_with"][0]["option"] == "--assume roofline=no-overlap"
    assert data["rejected"]["rejected_as"]["name"] == "parameters-plus-bytes"
    assert data["other premise"]["differs_from"][0]["name"] == "weight-fetch"
    assert data["no reading"]["judged_as"] is None


def test_changed_premises_are_told() -> None:
    """So that nobody takes the answer for one under the default ones."""
    changed = derive(LECTURE_BALANCE, premises={"weight-fetch": "t_w = b_w*N_active/W"})
    found = judge(changed, "t_w = b_w*N_active/W")
    assert "with the premise weight-fetch changed: t_w = b_w*N_active/W" in judgement_text(found)
    assert judgement_json(found)["assumptions"] == {"weight-fetch": "t_w = b_w*N_active/W"}


def test_a_factor_is_told_with_the_figures_that_tell_it_from_one() -> None:
    """Three figures of a factor of 1.0000033 would be those of 1, which is no factor to be wrong by."""

    def body(board: Board) -> Handle:
        return board.take(Premise("cost", "y = a*b", because="given", source="by hand"))

    letters = Notation.of("y [] y\na [] a\nb [] (fraction) b")
    claim = Claim("own", letters, body, outside="none", defaults={"a": "3", "b": "1"})
    assert "wrong by a factor of 1.0000033" in first_line(judge(derive(claim), "y <= 2.99999"))


@pytest.mark.parametrize(
    ("value", "told"),
    [(Integer(37 * 10**9), "37,000,000,000"), (Integer(15832 * 10**12), "1.5832e+16"), (Rational(5, 24), "5/24"),
     (Rational(3659300, 1683), "3659300/1683 (about 2,174)"), (Integer(-2422), "-2,422")],
)
def test_the_numbers_of_a_point_are_exact_and_read_at_a_glance(value: Expr, told: str) -> None:
    assert number_told(value) == told
