"""Where numbers come from: every part of the tree against the evaluation, the cards and what was said."""

import json
from pathlib import Path

import pytest

from derivations import Board, Claim, Handle, InputError, Notation, Premise, Report, UnknownNameError, derive
from derivations.language.grammar import parse_expression
from derivations.study.provenance.leaf import BY_YOU
from derivations.study.provenance.origin import FAILS, HOLDS, OPEN, VALUELESS, Origin, standing_words
from derivations.study.provenance.trace import in_order, in_words, origin_of

from ...claim.small import LOAD, bandwidth, claim
from ...document.texts import why_text
from ...lecture_balance import LECTURE_BALANCE

DENSE = """
[sources.ours]
title = "Our model, as it was announced"
standing = "unverified"

[models.dense]
title = "Dense"
source = "ours"
total = { number = 70e9, unit = "parameter", conflicts = [ { number = 72e9, unit = "parameter" } ] }
layers = 80
attention = { kv_vectors = 2, kv_heads = 8, head_dim = 128, query_heads = 128 }
"""


def named(tree: Origin, name: str) -> Origin:
    """The first origin of that name in a tree."""
    return next(item for item in tree.walk() if item.name == name)


@pytest.mark.parametrize("name", ["B", "r", "L_x", "kappa", "t_kv", "ridge-times-sparsity", "I"])
def test_the_numbers_of_a_tree_are_those_of_the_evaluation(as_built: Report, name: str) -> None:
    """The root is the line of its step; whatever enters has the value that it has in the numbers line."""
    tree = origin_of(as_built, name)
    if tree.step:
        assert tree.value == as_built.numbers(tree.step).result
    for item in tree.walk():
        if item.quantity is not None and item is not tree:
            value = as_built.evaluation.value_of(item.name)
            assert item.value == ("" if value is None else str(value))


def test_every_end_of_a_tree_says_where_it_comes_from(as_built: Report) -> None:
    """By whom it was stated, or that it stands above, or why it has no value."""
    for item in origin_of(as_built, "B").walk():
        if not item.children:
            assert item.above or item.note or item.cited is not None
            assert item.cited is None or item.cited.by
        assert item.value or item.note or item.above


def test_a_derived_number_names_its_step_rule_reason_and_conditions(as_built: Report) -> None:
    """The result, and what its formula rests on."""
    tree = origin_of(as_built, "B")
    assert (tree.step, tree.relation) == ("balance-batch", "B = r*s/(n*(1 - L/L_x))")
    assert tree.rule == "batch, in another form"
    assert tree.because == as_built["balance-batch"].because
    assert tree.verdict.startswith("proven")
    assert tree.context == "at balance (balance: t_c = t_m)"
    (held,) = tree.conditions
    assert (held.condition, held.standing) == ("L < L_x", HOLDS)
    assert "L_x = 2,554 tokens per sequence" in held.numbers
    assert {"arithmetic-time", "weight-fetch", "kv-fetch", "roofline"} <= set(tree.premises)
    assert [child.name for child in tree.children] == ["r", "s", "n", "L", "L_x"]


def test_a_premise_names_its_reason_and_its_source(as_built: Report) -> None:
    """Both as the premise gives them."""
    pooled, step = named(origin_of(as_built, "r"), "C"), as_built["pooled-compute"]
    assert (pooled.step, pooled.rule, pooled.because, pooled.where) == (step.name, "premise", step.because, step.source)


def test_what_stands_above_is_not_drawn_again(as_built: Report) -> None:
    """One full entry for each name; the others refer to it and have nothing below."""
    items = [*origin_of(as_built, "B").walk()]
    for name in {item.name for item in items}:
        assert sum(not item.above for item in items if item.name == name) == 1
    assert all(not item.children for item in items if item.above)
    assert sum(item.name == "phi" for item in items) == 2


def test_what_cancels_is_not_asked_for(as_built: Report) -> None:
    """The number of GPUs, wherever it occurs."""
    tree = origin_of(as_built, "B")
    assert "it cancels in r" in named(tree, "G").note
    assert "missing" not in named(tree, "C").note
    assert tree.missing == ()
    assert origin_of(as_built, "r").missing == ()


def test_what_does_not_matter_at_these_numbers_is_said(as_built: Report, as_said: Report) -> None:
    """Without context the edge of the context is idle: with a value as without one."""
    assert named(origin_of(as_built, "B"), "L_x").note == "at these numbers it does not matter for B"
    edge = named(origin_of(as_said, "B"), "L_x")
    assert edge.note == "no value, and none is needed: at these numbers it does not matter for B"
    assert edge.children == ()
    longer = derive(LECTURE_BALANCE, values={"L": "2k token/sequence"})
    assert named(origin_of(longer, "B"), "L_x").note == ""


def test_a_card_value_has_its_source_and_what_other_sources_say(as_built: Report) -> None:
    """Everything that is recorded on the card, and what the result would be with each of the others."""
    figure = as_built.catalog.accelerator("h200").bandwidth
    leaf = named(origin_of(as_built, "B"), "W_gpu")
    assert leaf.cited is not None
    assert (leaf.cited.by, leaf.cited.meaning, leaf.cited.source) == ("card h200", figure.meaning, figure.source)
    assert [other.value for other in leaf.conflicts] == [str(other) for other in figure.conflicts]
    assert [other.source for other in leaf.conflicts] == [other.source for other in figure.conflicts]
    for other, recorded in zip(leaf.conflicts, figure.conflicts, strict=True):
        changed = derive(LECTURE_BALANCE, values={"W_gpu": recorded.as_value("given")})
        assert other.effect == f"B = {changed.result.result}"


def test_another_source_may_leave_the_condition() -> None:
    """Near the edge a lower figure says so instead of giving a number."""
    report = derive(LECTURE_BALANCE, accelerator="h100", compute="bf16", values={"L": "3.5k token/sequence"})
    effects = [other.effect for other in named(origin_of(report, "B"), "W_gpu").conflicts]
    assert any(effect.startswith("no balance: ") for effect in effects)
    assert any(effect.startswith("B = ") for effect in effects)


def test_a_dense_model_is_dense_in_every_source(tmp_path: Path) -> None:
    """One figure stands behind all and active parameters: both change together."""
    path = tmp_path / "dense.toml"
    path.write_text(DENSE)
    report = derive(LECTURE_BALANCE, model="dense", catalog=path)
    tree = origin_of(report, "B")
    assert [other.effect for other in named(tree, "N_total").conflicts] == [f"B = {tree.value}"]
    assert {"N_total", "N_active", "kappa", "layers"} <= set(tree.unverified)
    assert "C_gpu" not in tree.unverified


def test_the_cache_rests_on_the_counts_of_the_card(as_built: Report, tmp_path: Path) -> None:
    """Those that it was computed from and no others, each with its source."""
    tree = origin_of(as_built, "kappa")
    assert [child.name for child in tree.children] == ["layers", "attention.latent_rank", "attention.rope_dim"]
    assert [child.value for child in tree.children] == ["61", "512", "64"]
    assert all(child.cited is not None and child.cited.source is not None for child in tree.children)
    path = tmp_path / "dense.toml"
    path.write_text(DENSE)
    grouped = origin_of(derive(LECTURE_BALANCE, model="dense", catalog=path), "kappa")
    assert [child.name for child in grouped.children] == [
        "layers", "attention.kv_vectors", "attention.kv_heads", "attention.head_dim",
    ]


@pytest.mark.long
def test_the_arithmetic_of_attention_rests_on_the_query_heads() -> None:
    """An alternative brings the quantity, and the card its counts."""
    changed = derive(LECTURE_BALANCE, premises={"arithmetic-time": "with-attention"})
    work = origin_of(changed, "f_attn")
    assert "attention.query_heads" in [child.name for child in work.children]


def test_what_was_said_names_speaker_place_and_document(as_said: Report) -> None:
    """A number as said cuts the definition, and the tree says what the definition is."""
    ridge = named(origin_of(as_said, "B"), "r")
    assert ridge.cited is not None
    assert ridge.cited.by == "as said: Reiner Pope, 0:18:09"
    assert ridge.cited.source is not None
    assert "transcript" in ridge.cited.source.title
    assert "r = (C/W)*(b_w/phi)" in ridge.note
    assert ridge.children == ()


def test_what_the_reader_gives_is_called_so() -> None:
    """Also the very quantity that is asked for."""
    report = derive(LECTURE_BALANCE, values={"L": "2k token/sequence", "B": "2000 sequence"})
    leaf = named(origin_of(report, "balance-batch"), "L")
    assert leaf.cited is not None
    assert leaf.cited.by == BY_YOU
    asked = origin_of(report, "B")
    assert (asked.value, asked.children) == ("2,000 sequences", ())
    assert "balance-batch" in asked.note


def test_outside_the_condition_there_is_no_number_but_a_tree(long_context: Report) -> None:
    """The condition fails, and the numbers that make it fail have their sources."""
    tree = origin_of(long_context, "B")
    assert tree.value == ""
    assert tree.note == "no balance: L = 128,000 tokens per sequence is not below L_x = 2,554 tokens per sequence"
    assert [held.standing for held in tree.conditions] == [FAILS]
    assert named(tree, "L_x").value == "2,554 tokens per sequence"
    assert {other.effect for item in tree.walk() for other in item.conflicts} == {""}


def test_a_condition_without_numbers_is_not_decided() -> None:
    """As said there is no cache to take the edge from."""
    tree = origin_of(derive(LECTURE_BALANCE, as_said=True, values={"L": "1 token/sequence"}), "B")
    assert [held.standing for held in tree.conditions] == [OPEN]
    assert set(tree.missing) == {"C_gpu", "W_gpu", "N_active", "kappa", "phi"}
    assert named(tree, "kappa").note == "no value here; as built it is 70.27 kB per token (card deepseek-v3)"


@pytest.mark.long
def test_each_condition_stands_for_itself() -> None:
    """Of two, one may hold and the other fail."""
    changed = derive(LECTURE_BALANCE, premises={"arithmetic-time": "with-attention"},
                     values={"L": "128k token/sequence"})
    assert {held.condition: held.standing for held in origin_of(changed, "B").conditions} == {
        "n*W*f_attn*x_attn < kappa*C": FAILS, "L < L_x": FAILS,
    }


def test_a_changed_premise_is_followed_and_named(half_used: Report) -> None:
    """The new quantity enters, given by the reader, and the tree says what the premise was before."""
    tree = origin_of(half_used, "t_c")
    assert tree.replaces == "t_c = phi*n*B*N_active/C"
    leaf = named(tree, "mfu")
    assert leaf.cited is not None
    assert leaf.cited.by == BY_YOU
    assert "balance-batch gives one, at balance" in named(tree, "B").note


def test_a_result_that_is_given_up_says_where_it_failed(no_overlap: Report) -> None:
    """From the step that waits to the one that has nothing to offer."""
    for name in ("B", "balance-batch"):
        note = origin_of(no_overlap, name).note
        assert note.startswith("no value: balance-batch is waiting for batch")
        assert "balance is inconclusive" in note


def test_a_rejected_statement_has_no_number(as_built: Report) -> None:
    """It is shown with the reason why."""
    tree = origin_of(as_built, "flop-per-byte")
    assert (tree.value, tree.relation) == ("", "B = (C/W)*s/n")
    assert tree.verdict.startswith("refuted")


def test_a_step_about_no_single_quantity(as_built: Report) -> None:
    """Its left side is its name."""
    tree = origin_of(as_built, "tokens-per-pass")
    assert (tree.name, tree.quantity, tree.value) == ("n*B", None, "3,738 tokens")


def test_what_leads_back_to_the_question_is_no_answer() -> None:
    """W = S/t cannot rest on t = S/W."""
    tree = origin_of(derive(claim()), "W")
    assert named(tree, "t").note == "no value: t = S/W (load) leads back to W"
    assert tree.missing == ("S", "t")
    given = origin_of(derive(claim(), values={"S": "140 GB", "t": "20 s"}), "W")
    assert given.value == "7 GB/s"
    assert given.rule == "load, solved for W"
    assert given.premises == ("load",)


def test_a_quantity_that_nothing_gives() -> None:
    """Neither step nor card nor reader."""
    tree = origin_of(derive(claim()), "S")
    assert tree.note == "no value: neither given nor taken from a card"
    assert tree.missing == ("S",)


def test_a_result_of_a_claim_without_left_quantity() -> None:
    """A claim whose result is a premise is traced like any other."""
    own = Claim("plain", Notation.of("t [s] time\nS [byte] size\nW [byte/s] rate"), lambda board: board.take(LOAD))
    tree = origin_of(derive(own, values={"S": "140 GB", "W": "7 GB/s"}), "t")
    assert (tree.value, tree.rule, tree.where) == ("20 s", "premise", "by hand")


@pytest.mark.parametrize(("name", "told"), [("Lx", "did you mean L_x"), ("balance-bach", "did you mean balance-batch")])
def test_an_unknown_name_is_refused_with_the_nearest(as_built: Report, name: str, told: str) -> None:
    """Quantities and steps alike."""
    with pytest.raises(UnknownNameError, match=told):
        origin_of(as_built, name)


@pytest.mark.long
def test_documents_are_listed_once(as_built: Report) -> None:
    """In the order in which they are met, those of other sources included."""
    tree = origin_of(as_built, "B")
    assert len(set(tree.sources)) == len(tree.sources)
    bandwidth_of = as_built.catalog.accelerator("h200").bandwidth
    assert {figure.source for figure in bandwidth_of.recorded} <= set(tree.sources)
    assert standing_words(tree.sources[0]).startswith(tree.sources[0].standing)


def test_plain_data_and_text_hold_the_tree(as_built: Report) -> None:
    """As JSON every number; as text one line each."""
    tree = origin_of(as_built, "B")
    data = json.loads(json.dumps(tree.to_json()))
    assert data["value"] == "3,738 sequences"
    assert float(eval_fraction(data["exact"])) == pytest.approx(3738.4825, abs=1e-3)
    assert [child["name"] for child in data["children"]] == [child.name for child in tree.children]
    assert len(str(tree).splitlines()) == len([*tree.walk()])
    assert str(tree).splitlines()[0] == "B = 3,738 sequences (balance-batch: B = r*s/(n*(1 - L/L_x)))"
    assert repr(tree) == str(tree)


def eval_fraction(text: str) -> float:
    """A number such as ``3/7``."""
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def test_the_body_of_a_small_claim_is_the_shared_one() -> None:
    """The step is found by name, too."""
    assert origin_of(derive(claim(body=bandwidth)), "bandwidth").name == "W"


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("roofline", "premise"),
        ("ridge", "definition"),
        ("balance", "where the two sides of roofline are equal"),
        ("compute-bound", "one regime of roofline"),
        ("balance-in-full", "balance, with arithmetic-time, memory-time, weight-fetch and kv-fetch put in"),
        ("batch", "balance-in-full, solved for B"),
        ("crossover-context", "where the condition of batch ends"),
        ("balance-batch", "batch, in another form"),
        ("short-context", "the limit of batch, as L → 0"),
        ("tokens-per-pass", "follows from ridge-times-sparsity"),
        ("smallest-best-batch", "where time-per-sequence is least"),
        ("flop-per-byte", "a statement that is rejected"),
    ],
)
def test_a_step_says_what_was_done_to_what(as_built: Report, step: str, words: str) -> None:
    """The rule in words, with its inputs by name."""
    assert in_words(as_built[step]) == words


@pytest.mark.long
def test_a_form_that_was_given_up_says_so() -> None:
    """The note of the rule stands behind it."""
    changed = derive(LECTURE_BALANCE, premises={"weight-fetch": "t_w = 2*b_w*N_total/W"})
    assert "kept" in in_words(changed["balance-batch"])


def test_quantities_stand_in_their_order() -> None:
    """As they are written, each once."""
    assert in_order(parse_expression("r*s/(n*(1 - L/L_x)) + r")) == ("r", "s", "n", "L", "L_x")


def root(board: Board) -> Handle:
    """A place that is one of two."""
    return board.solve("root", board.take(Premise("roots", "(x - a)*(x - b) = 0")), for_="x")


TWICE = Claim("twice", Notation.of("a [] height\nb [] width\nx [] place"), root)


@pytest.mark.parametrize("asked", ["x", "root"])
def test_every_admissible_branch_has_its_number(asked: str) -> None:
    """None is taken silently; a branch is chosen by the name of its step, as an argument or as what is asked for."""
    report = derive(TWICE, values={"a": "4", "b": "3"})
    found = report.why(asked)
    assert (found.value, found.note) == ("", "2 admissible branches, choose one: root-1, root-2")
    assert [(child.step, child.shown) for child in found.children] == [("root-1", "x = 3"), ("root-2", "x = 4")]
    assert report.why(asked, "root-2").shown == report.why("root-2").shown == "x = 4"
    assert "2 admissible branches" in why_text(report, asked)
    assert "roots: (x - a)*(x - b) = 0" in why_text(report, asked)


def test_a_branch_that_there_is_not_is_refused() -> None:
    report = derive(TWICE, values={"a": "4", "b": "3"})
    with pytest.raises(UnknownNameError, match="unknown branch 'root-3' of x; did you mean root-2 or root-1"):
        report.why("x", "root-3")
    with pytest.raises(InputError, match="a is given, and is on no branch"):
        report.why("a", "root-1")
    with pytest.raises(InputError, match="roots has one admissible branch"):
        report.why("roots", "root-1")


def test_a_branch_outside_of_its_conditions_is_no_choice() -> None:
    """The larger root is there for all numbers, the smaller one only where it is positive."""
    notation = Notation.of("a [] height\nb [] (real) sum\nx [] place")
    places = Claim("places", notation, root)
    assert [each.shown for each in derive(places, values={"a": "4", "b": "3"}).why("x").children] == ["x = 3", "x = 4"]
    assert derive(places, values={"a": "4", "b": "-3"}).why("x").shown == "x = 4"


def quadratic(board: Board) -> Handle:
    """A place where a parabola has a height."""
    return board.solve("place", board.take(Premise("parabola", "a = 5 + x^2 - 2*b*x")), for_="x")


@pytest.mark.long
def test_both_roots_of_a_quadratic_have_their_number_and_their_condition() -> None:
    """The smaller one is there below the lowest end of the parabola only."""
    parabola = Claim("parabola", Notation.of("a [] height\nb [] width\nx [] place"), quadratic)
    low, high = derive(parabola, values={"a": "4", "b": "3"}).why("x").children
    assert (low.shown, high.shown) == ("x = 0.1716", "x = 5.828")
    assert low.verdict.startswith("argued (by rule solve")
    assert derive(parabola, values={"a": "10", "b": "3"}).why("x").step == "place-2"


def shared(board: Board) -> Handle:
    """A quadratic in which both rates are those of any number of machines."""
    board.take(Premise("rates", "a = g*a_one"))
    board.take(Premise("costs", "b = g*b_one"))
    return board.solve("place", board.take(Premise("balance", "a*x = b*(1 + x^2)")), for_="x")


@pytest.mark.long
def test_what_cancels_from_under_a_root_is_not_needed() -> None:
    """The number of machines is a factor of both rates: each root has its number without it, and is as with it."""
    letters = "a [] rate\nb [] cost\ng [] machines\na_one [] rate of one\nb_one [] cost of one\nx [] place"
    machines = Claim("machines", Notation.of(letters), shared)
    for values in ({}, {"g": "7"}):
        found = derive(machines, values={"a_one": "5", "b_one": "2", **values}).why("x")
        assert [child.shown for child in found.children] == ["x = 0.5", "x = 2"]


@pytest.mark.long
def test_a_condition_beside_the_root_of_something_negative_lacks_no_numbers() -> None:
    """All numbers are there, and the root leaves the real ones; its twin with one number less lacks that."""
    changed, symbol = {"weight-fetch": "t_w = b_w*N_total/W*(1 + B/B_q)^2"}, "B_q [sequence] a batch"
    negative = derive(LECTURE_BALANCE, premises=changed, symbols=symbol, values={"B_q": "1k sequence"})
    (held,) = origin_of(negative, "batch-1").conditions
    assert held.standing == VALUELESS
    assert "not decided, as the formula has no value here" in why_text(negative, "batch-1")
    (lacking,) = origin_of(derive(LECTURE_BALANCE, premises=changed, symbols=symbol), "batch-1").conditions
    assert lacking.standing == OPEN
