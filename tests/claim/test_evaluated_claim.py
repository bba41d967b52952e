"""Evaluated claims: what the numbers of a scenario say of the premises."""

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive


@pytest.mark.long
def test_numbers_that_break_what_was_shown_are_told() -> None:
    """Eight H100s do not hold DeepSeek-V3 in bf16: reading the weights alone takes longer than reading all memory.

    That is one cause, and a warning is of it alone.
    """
    report = derive("train-interval", accelerator="h100", compute="bf16")
    (memory,) = report.contradictions
    reads, told = map(str, report.evaluation.contradictions)
    assert memory.startswith("the deployment must fit in memory")
    assert reads == ("memory-time says t_m = t_w + t_kv, but t_m = 23.88 ms and t_w = 50.07 ms, where t_kv would be "
                     "-26.19 ms, which must be zero or more")
    assert told.startswith("no-faster says T >= t_w")
    assert "T = 23.88 ms and t_w = 50.07 ms" in told
    shown = " ".join(str(report).split())
    assert shown.startswith(f"Warning: these numbers contradict the premises: {memory} A train every")
    assert report.result.result == "23.88 ms"  # which does not rest on the weights
    assert "contradict the premises" in report.to_markdown()
    assert report.to_json()["contradictions"] == [memory]


@pytest.mark.long
def test_where_the_weights_fit_nothing_is_broken() -> None:
    """A rack of GB200 holds them in fp8."""
    report = derive("train-interval", accelerator="gb200", compute="fp8")
    assert report.contradictions == ()
    assert "contradict" not in str(report)


def test_a_premise_may_be_broken_as_well() -> None:
    """No pass is faster than its roofline."""
    values = {"G": "8 GPU", "B": "500 sequence", "T": "1 ms"}
    told, *_ = derive("optimal-batch", values=values).contradictions
    assert told.startswith("roofline says T >= max(t_c, t_m), but T = 1 ms")
    assert derive("optimal-batch", values={**values, "T": "1 s"}).contradictions == ()


def test_what_has_no_numbers_breaks_nothing(as_built: Report, no_overlap: Report) -> None:
    """Nor does a step that does not stand."""
    assert as_built.contradictions == no_overlap.contradictions == ()


def _cheapest(*values: tuple[str, str]) -> Report:
    """Lagrange's condition alone, as the result of a claim."""

    def body(board: Board) -> Handle:
        cost = board.take(Premise("cost", "c = n^2 + q*d + 0*u", because="both are paid for"))
        law = board.take(Premise("law", "a = n*d", because="what is wanted"))
        return board.minimise("best", cost, over=("n", "d"), subject_to=law, because="cheapest")

    notation = Notation.of("""
        c [] cost
        n [] one side
        d [] other side
        q [] price of the other side
        a [] area
        u [] what cancels
    """)
    return derive(Claim("cheapest", notation, body), values=dict(values))


def test_what_stands_in_a_result_is_not_told_as_without_influence() -> None:
    """On either side of it, in the equation that it is a condition beside, or in the formula that is least."""
    found = _cheapest(("q", "3"), ("n", "2"), ("d", "4"), ("u", "5"))
    assert str(found.headline.relation) == "2*n^2 = d*q"
    assert found.idle == ()  # also of u, which stands in the cost, nothing is said
    assert "without effect" not in str(found)
    assert "without effect" not in found.to_markdown()


def test_a_condition_for_a_least_value_is_not_told_as_the_least_value() -> None:
    """It holds together with the equation, and says so beside the result."""
    shown = " ".join(str(_cheapest(("q", "3"), ("d", "4"))).split())
    words = "a condition for the least value along the curve, together with the equation of that: n and d vary together"
    assert shown.count(words) == 2  # in the result, and at the step


def test_a_rate_with_sparsity_is_told_where_it_is_given_as_the_dense_one() -> None:
    """H100, bf16: 1,979 is what data sheets print first, and a ridge of 590.7; in fp8 it is the dense one."""
    sparse = derive("optimal-batch", accelerator="h100", compute="bf16", values={"C_gpu": "1979 TFLOP/s"})
    (told,) = (line for line in sparse.contradictions if "sparsity" in line)
    assert told == ("C_gpu is a dense rate, but 1,979 TFLOP/s per GPU is that of card h100 in bf16 with sparsity: "
                    "dense is 989 TFLOP/s per GPU")
    for form, rate in (("fp8", "1979 TFLOP/s"), ("bf16", "989 TFLOP/s"), ("bf16", "1200 TFLOP/s")):
        dense = derive("optimal-batch", accelerator="h100", compute=form, values={"C_gpu": rate})
        assert not any("sparsity" in line for line in dense.contradictions)


@pytest.mark.parametrize(("claim", "cards", "idle"), [
    ("chinchilla", {"accelerator": "h100"}, ("NVIDIA H100 SXM",)),
    ("chinchilla", {"accelerator": "h100", "model": "llama-3.1-8b"}, ("NVIDIA H100 SXM",)),
    ("scale-up", {"accelerator": "h200", "model": "llama-3.1-8b"}, ("Llama 3.1 8B",)),
    ("optimal-batch", {"accelerator": "b200", "model": "deepseek-v3"}, ()),
    ("optimal-batch", {}, ()),
])
def test_cards_that_no_number_of_the_result_is_from_are_named(
    claim: str, cards: dict[str, str], idle: tuple[str, ...]
) -> None:
    """A reader who changes the accelerator of a claim on training is told that nothing moves by it."""
    report = derive(claim, **cards)
    assert report.idle_cards == idle
    assert ("chosen, but without effect on this result" in str(report)) is bool(idle)
