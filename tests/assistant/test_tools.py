"""Tools: the data of commands with a sentence, a word for how it stands, and a command that shows the same."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from derivations.assistant.outcome import Outcome
from derivations.assistant.parts import ROOM
from derivations.assistant.tools import EXPORTS, TOOLS, answered
from derivations.claims.index import CLAIMS
from derivations.cli.main import main as derive_command
from derivations.document.schema import SCHEMA

CLAIM = "train-interval"  # which is derived in little time
RUBIN = {"accelerator": "rubin"}


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints."""
    words = shlex.split(command)
    assert words[0] == "derive"
    capsys.readouterr()
    derive_command(words[1:])
    return capsys.readouterr().out


def test_claims_are_listed_with_their_questions() -> None:
    found = answered("claims", {})
    rows = [row for part in found.values() if isinstance(part, list) for row in part]
    assert [row["claim"] for row in rows] == list(CLAIMS)
    assert all(row["question"] for row in rows)


def test_claims_by_words_come_with_result_and_number() -> None:
    found = answered("claims", {"words": "optimal batch"})
    assert [row["claim"] for row in found["claims"]] == ["optimal-batch"]
    assert found["claims"][0]["result"].startswith("B = r*s/(n*(")
    assert "2,422" in found["claims"][0]["number"]


@pytest.mark.long
def test_a_claim_is_shown_in_parts_of_the_data_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered("show", {"claim": CLAIM})
    assert found["schema"] == SCHEMA
    assert found["outcome"] == "proven"
    assert len(json.dumps(found, ensure_ascii=False)) < ROOM + 3_000
    data = json.loads(printed(f"{found['command']} --json".replace(" --full", ""), capsys))
    assert found["result"] == data["result"]
    asked = answered("show", {"claim": CLAIM, "parts": ["steps", "notation"]})
    assert (asked["steps"], asked["notation"]) == (data["steps"], data["notation"])


@pytest.mark.long
def test_a_change_is_echoed_as_the_command_that_makes_it(capsys: pytest.CaptureFixture[str]) -> None:
    changes = {"accelerator": "h100", "set": {"M_gpu": "60 GB"}}
    found = answered("show", {"claim": CLAIM, "changes": changes})
    assert found["command"] == f"derive show {CLAIM} --full --accelerator h100 --set 'M_gpu=60 GB'"
    assert found["result"]["text"] in printed(found["command"], capsys)
    assert found["result"]["text"] != answered("show", {"claim": CLAIM})["result"]["text"]


@pytest.mark.long
def test_a_broken_derivation_is_never_proven() -> None:
    """What waits for a step that is no longer shown says so, first of all in its outcome."""
    found = answered("show", {"claim": "optimal-batch", "changes": {"assume": {"roofline": "no-overlap"}}})
    assert found["outcome"] == "undecided"
    assert found["answer"].startswith("balance-batch has no answer: waiting for batch. Not shown: compute-bound")
    assert "proven" not in found["answer"]


@pytest.mark.long
def test_numbers_that_break_a_premise_are_told_in_the_answer() -> None:
    found = answered("show", {"claim": "optimal-batch", "changes": {"accelerator": "h100"}})
    assert found["outcome"] == "contradicts"
    assert "these numbers contradict the premises: the deployment must fit in memory" in found["answer"]


@pytest.mark.long
def test_several_values_are_a_table() -> None:
    found = answered("show", {"claim": CLAIM, "changes": {"set": {"M_gpu": ["60 GB", "80 GB"]}}})
    assert len(found["sweep"]["rows"]) == 2
    assert "a row for each value stands under sweep" in found["answer"]


@pytest.mark.parametrize(("formula", "outcome"), [
    ("T = M_gpu/W_gpu", "proven"), ("T = 2*M_gpu/W_gpu", "refuted"), ("T = M_gpu + W_gpu", "units"),
])
def test_a_formula_is_judged_in_one_word(formula: str, outcome: str) -> None:
    found = answered("judge", {"claim": CLAIM, "formula": formula})
    assert found["outcome"] == outcome
    assert found["command"] == f"derive judge {CLAIM} -- '{formula}'"
    assert bool(found["counterexample"]) is (outcome == "refuted")


@pytest.mark.long
def test_a_command_prints_what_is_told_of_a_formula(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered("judge", {"claim": CLAIM, "formula": "T = 2*M_gpu/W_gpu"})
    assert found["answer"] in " ".join(printed(found["command"], capsys).split())


@pytest.mark.long
def test_what_a_formula_would_need_is_told_where_it_is_asked_for() -> None:
    """What was not looked for is left out, so that nobody takes it for nothing."""
    asked = {"claim": "optimal-batch", "formula": "B = r*s/n"}
    brief, whole = answered("judge", asked), answered("judge", {**asked, "explain": True})
    assert "needed" not in brief
    assert whole["needed"]["relations"]
    assert (brief["outcome"], brief["follows_from"]) == (whole["outcome"], whole["follows_from"])


@pytest.mark.long
def test_a_formula_that_follows_in_a_limit_is_not_called_proven() -> None:
    found = answered("judge", {"claim": "optimal-batch", "formula": "B = r*s/n"})
    assert found["outcome"] == "proven in a limit"
    assert found["entailment"] == "follows in a limit"


def test_a_change_is_compared() -> None:
    found = answered("compare", {"claim": CLAIM, "changes": RUBIN})
    assert found["command"] == f"derive compare {CLAIM} --accelerator rubin"
    assert " before, now " in found["answer"]
    assert answered("compare", {"claim": CLAIM, "changes": {}})["outcome"] == "refused"


def test_a_result_is_turned_round(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered("solve", {"claim": CLAIM, "for": "M_gpu", "given": {"T": "20 ms"}})
    assert found["outcome"] == "proven"
    assert found["solutions"][0]["text"] in found["answer"]
    assert found["solutions"][0]["text"] in printed(found["command"], capsys)
    twice = {"claim": CLAIM, "for": "M_gpu", "given": {"T": "20 ms"}, "changes": {"set": {"T": "1 ms"}}}
    assert answered("solve", twice)["answer"] == "T is given twice: under given, and under changes"


def test_a_number_is_traced_to_its_sources(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered("why", {"quantity": "T", "claim": CLAIM})
    assert found["outcome"] == "proven"
    assert {item["name"] for item in found["enters"]} == {"M_gpu", "W_gpu"}
    assert found["origin"]["value"] in printed(found["command"], capsys)
    assert answered("why", {"quantity": CLAIM})["answer"] == found["answer"]


@pytest.mark.some(2)
@pytest.mark.parametrize("form", EXPORTS)
def test_a_claim_is_exported_as_text(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answered("export", {"claim": CLAIM, "to": form, "parts": ["text"]})
    text = found["text"] if "text" in found else "".join(
        part for name, part in found.items() if name.startswith("text/"))
    assert text
    if form != "text":  # which no command prints
        assert printed(found["command"], capsys).startswith(text[:1000])


@pytest.mark.long
def test_a_plan_has_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = answered("plan", {"gpus": 16, "context": "4k", "changes": {"set": {"p_gpu": "3 USD/GPU/h"}}})
    assert found["command"] == "derive plan --gpus 16 --context 4k --set 'p_gpu=3 USD/GPU/h'"
    assert found["answer"].partition(":")[0] in printed(found["command"], capsys)


@pytest.mark.long
def test_a_plan_takes_what_the_command_takes() -> None:
    """People at the same time, a first token, a cached part and a rent; GPUs are then as many as it takes."""
    wishes = {"users": 100, "context": "4k", "first_token": "2 s", "cached": "60%", "price": "$2.5/h"}
    found = answered("plan", {**wishes, "changes": {"accelerator": "h100", "model": "llama-3.1-8b"}})
    assert found["command"] == ("derive plan --users 100 --context 4k --first-token '2 s' --cached 60% "
                                "--price '$2.5/h' --accelerator h100 --model llama-3.1-8b")
    assert found["outcome"] == "computed"
    assert "at 2.5 dollars per GPU-hour" in found["answer"]


def test_a_plan_for_nothing_is_refused() -> None:
    assert answered("plan", {"users": 10**12})["answer"] == "a plan is for at most 1,000,000,000 users"
    assert answered("plan", {"price": "cheap"})["answer"].startswith("'cheap' is no rent in dollars for a GPU")
    assert answered("plan", {"gpus": -1})["answer"] == "a plan needs a GPU at least, not -1"
    assert answered("plan", {"gpus": 10**9})["outcome"] == "refused"
    assert answered("plan", {"changes": {"as_said": True}})["outcome"] == "refused"


def test_an_argument_without_anything_to_show_is_refused() -> None:
    found = answered("check", {"letters": [{"name": "x"}], "premises": [{"says": "x = 1"}]})
    assert (found["outcome"], found["answer"]) == (
        "refused", "an argument has steps, or a target that its premises lead to")


HOSTILE: list[tuple[str, dict[str, Any], str]] = [
    ("show", {"claim": "/etc/passwd"}, "unknown claim"),
    ("show", {"claim": "../claims/index"}, "unknown claim"),
    ("show", {"claim": CLAIM, "changes": {"accelerator": "/etc/passwd"}}, "unknown accelerator"),
    ("show", {"claim": CLAIM, "changes": {"catalog": ["mine.toml"]}}, "unknown key 'catalog'"),
    ("show", {"claim": CLAIM, "changes": {"set": {"M_gpu": "__import__('os').system('id')"}}}, "M_gpu"),
    ("show", {"claim": CLAIM, "changes": {"set": {"M_gpu": 10**4000}}}, "at most 60 digits"),
    ("show", {"claim": CLAIM, "changes": {"set": {"M_gpu": "1..9 GB log 10000000000"}}}, "M_gpu"),
    ("show", {"claim": CLAIM, "changes": {"symbols": {"x": "[] \x1b]0;title\x07"}}}, "no terminal shows"),
    ("judge", {"claim": CLAIM, "formula": "T = 9^9^9"}, "an exponent may hold no power"),
    ("judge", {"claim": CLAIM, "formula": "(" * 1999}, "column"),
    ("judge", {"claim": CLAIM, "formula": "T = ().__class__"}, "column"),
    ("judge", {"claim": CLAIM, "formula": r"\input{/etc/passwd}", "latex": True}, ""),
    ("judge", {"claim": CLAIM, "formula": "t = M", "letters": {"t": 3}}, "t of letters is a text"),
    ("export", {"claim": CLAIM, "to": "pdf"}, "unknown to 'pdf'"),
    ("solve", {"claim": CLAIM, "for": "zzz"}, "unknown quantity 'zzz'"),
    ("why", {"quantity": "zzz"}, "unknown quantity or step 'zzz'"),
    ("show", {"claim": CLAIM, "parts": ["trace"]}, "unknown part 'trace'"),
    ("sweep", {}, "unknown tool 'sweep'"),
    ("_show", {}, "unknown tool '_show'"),
]


@pytest.mark.parametrize(("tool", "arguments", "told"), HOSTILE)
def test_what_cannot_be_used_is_refused_in_one_line(tool: str, arguments: dict[str, Any], told: str) -> None:
    found = answered(tool, arguments)
    assert found["outcome"] == "refused"
    assert told in found["answer"]
    assert "\n" not in found["answer"]
    assert set(found) == {"schema", "answer", "outcome"}


def test_tools_read_no_file_that_an_argument_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not one that lies where the server runs, under the name of a claim or of a card."""
    (tmp_path / "mine.py").write_text("raise SystemExit('run')", encoding="utf-8")
    (tmp_path / "mine.toml").write_text("[set]\nM_gpu = '1 GB'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "mine.py", "mine.toml", str(tmp_path / "mine.py")):
        assert answered("show", {"claim": name})["outcome"] == "refused"
        assert answered("show", {"claim": CLAIM, "changes": {"accelerator": name}})["outcome"] == "refused"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py", "mine.toml"]


def test_every_schema_is_closed_and_names_what_it_requires() -> None:
    for tool in TOOLS.values():
        assert tool.schema["additionalProperties"] is False
        assert set(tool.required) <= set(tool.properties)
        assert tool.schema["type"] == "object"


def test_no_outcome_says_verified() -> None:
    assert "verified" not in [outcome.value for outcome in Outcome]


def test_of_ranges_the_sentence_has_both_ends() -> None:
    """In what is shown, compared and turned round."""
    changes = {"set": {"M_gpu": "100 to 141 GB"}}
    assert " to " in answered("show", {"claim": CLAIM, "changes": changes})["answer"]
    assert " times as much" in answered("compare", {"claim": CLAIM, "changes": changes})["answer"]
    solved = answered("solve", {"claim": CLAIM, "for": "M_gpu", "given": {"T": "20 to 25 ms"}})
    assert "M_gpu: " in solved["answer"]
    assert " to " in solved["answer"]
