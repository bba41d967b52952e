"""Evaluated claims: what the numbers of a scenario say of the premises."""

from derivations import Report, derive


def test_numbers_that_break_what_was_shown_are_told() -> None:
    """Eight H100s do not hold DeepSeek-V3 in bf16: reading the weights alone takes longer than reading all memory."""
    report = derive("train-interval", accelerator="h100", compute="bf16")
    memory, reads, told = report.contradictions
    assert memory.startswith("what runs must fit into memory")
    assert reads == ("memory-time says t_m = t_w + t_kv, but t_m = 23.88 ms and t_w = 50.07 ms, whatever t_kv is")
    assert told.startswith("no-faster says T >= t_w")
    assert "T = 23.88 ms and t_w = 50.07 ms" in told
    shown = " ".join(str(report).split())
    assert shown.startswith(f"Warning: these numbers contradict the premises: {memory} Warning: ")
    assert report.result.result == "23.88 ms"  # which does not rest on the weights
    assert f"these numbers contradict the premises: {told}" in shown
    assert "contradict the premises" in report.to_markdown()
    assert report.to_json()["contradictions"] == [memory, reads, told]


def test_where_the_weights_fit_nothing_is_broken() -> None:
    """A rack of GB200 holds them in fp8."""
    report = derive("train-interval", accelerator="gb200", compute="fp8")
    assert report.contradictions == ()
    assert "contradict" not in str(report)


def test_a_premise_may_be_broken_as_well() -> None:
    """No pass is faster than its roofline."""
    values = {"G": "8 GPU", "B": "1000 sequence", "T": "1 ms"}
    told, *_ = derive("optimal-batch", values=values).contradictions
    assert told.startswith("roofline says T >= max(t_c, t_m), but T = 1 ms")
    assert derive("optimal-batch", values={**values, "T": "1 s"}).contradictions == ()


def test_what_has_no_numbers_breaks_nothing(as_built: Report, no_overlap: Report) -> None:
    """Nor does a step that does not stand."""
    assert as_built.contradictions == no_overlap.contradictions == ()
