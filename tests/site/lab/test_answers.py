"""The answers that the page shows, asked without a browser: what is derived, compared, judged and exported."""

import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from derivations import derive
from derivations.document.verdicts import ACCEPTED
from derivations.site.lab.answers import EXPORTS, bench, compared, derived, exported, judged, verdicts
from derivations.site.lab.experiment import Experiment, RefusedError

CLAIM = "optimal-batch"
# a cache of which each step reads the square root: no alternative of the premise, and in no test but these
NEVER_SEEN = Experiment(CLAIM, (("kv-fetch", "t_kv = kappa*B*sqrt(L)*sqrt(n)/W"),), values=("L = 400 token/sequence",))
# what has no place in a browser: modules that are compiled, or that only some systems have
PROGRAM = """
import sys
before = set(sys.modules)
for name in ("resource", "fcntl", "pwd", "grp", "termios", "jinja2", "markupsafe", "matplotlib", "numpy", "fontTools",
             "pygments", "markdown_it", "latex2mathml", "click", "z3", "gmpy2"):
    sys.modules[name] = None
from derivations.site.lab.answers import EXPORTS, compared, derived, exported, judged
from derivations.site.lab.experiment import Experiment
experiment = Experiment("optimal-batch", (("roofline", "no-overlap"),))
print(derived(experiment)["number"])
compared(experiment)
judged(experiment, "B = r*s/n")
[exported(experiment, form) for form in EXPORTS if form != "Python function"]
found = {name.partition(".")[0] for name, module in sys.modules.items() if module is not None and name not in before}
print(*sorted(name for name in found - sys.stdlib_module_names if not name.startswith("_")))
"""


def test_the_claim_as_it_stands() -> None:
    """The number, the finding of every step and the command are those of everywhere else."""
    found, report = derived(Experiment(CLAIM)), derive(CLAIM)
    assert found["number"] == report.result.result
    assert found["findings"] == {step.name: str(step.verdict.finding)
                                 for step in (*report.derivation.trace, *report.derivation.rejects)}
    assert found["command"] == "derive show optimal-batch"
    assert not found["changed"]
    assert "<math" in found["result"]


@pytest.mark.long
def test_a_premise_that_was_never_seen() -> None:
    """The formula is another, the number is that of the formula, and the steps before it stand."""
    found = derived(NEVER_SEEN)
    assert found["text"] == ("B = b_w*N_total*C*C_attn/(phi*n*N_active*W*C_attn + n*L*C*W*f_attn"
                             " - kappa*C*C_attn*sqrt(n*L))")
    values = derive(CLAIM).scenario.values
    b_w, N_total, N_active, kappa = (values[name].number for name in ("b_w", "N_total", "N_active", "kappa"))
    C, W, f_attn, C_attn = (values[name].number for name in ("C_gpu", "W_gpu", "f_attn", "C_attn_gpu"))
    # sqrt(400 n) at n = 1
    batch = b_w * N_total / W / (2 * N_active / C + 400 * f_attn / C_attn - 20 * kappa / W)
    assert abs(Fraction(found["number"].partition(" ")[0].replace(",", "")) - batch) <= Fraction(1, 2)
    assert found["findings"]["batch"] == "proven"


def test_a_premise_that_leaves_no_result() -> None:
    """No formula and no number, and a reason in words."""
    found = derived(Experiment(CLAIM, (("kv-fetch", "t_kv <= kappa*B*L/W"),)))
    assert (found["text"], found["number"]) == ("", "")
    assert "Waiting for batch" in found["result"]


@pytest.mark.long
def test_a_number_that_is_none() -> None:
    """Beyond the condition of the formula, and for want of a value: the words stand as a reason."""
    beyond = derived(Experiment(CLAIM, values=("L = 100k token/sequence", "kappa = 200 kB/token")))
    assert (bool(beyond["text"]), beyond["number"]) == (True, "")
    assert "no balance" in beyond["result"]
    changed = (("kv-fetch", "t_kv = kappa*x*B*L/W"),)
    lacking = derived(Experiment(CLAIM, changed, ("x [] share",), ("L = 100 token/sequence",)))
    assert (bool(lacking["text"]), lacking["number"]) == (True, "")
    assert "needs" in lacking["result"]


def test_a_bound_is_told_as_one() -> None:
    """A result that is an inequality gives no more than a side of it."""
    assert derived(Experiment("latency-floor"))["number"].startswith("at least ")


@pytest.mark.long
def test_what_a_change_does() -> None:
    """The sections of `derive compare`, and nothing without a change."""
    headings = re.findall("<h4>(.*?)</h4>", compared(NEVER_SEEN))
    assert re.sub("<[^>]*>", "", headings[0]) == "Result: B (balance-batch)"
    assert any(heading.startswith("What follows: ") for heading in headings)
    assert "nothing that" in compared(Experiment(CLAIM))


@pytest.mark.long
def test_the_verdicts_are_those_of_the_report() -> None:
    """Their headings, and what Rocq accepts; as said, on hardware and so on only where nothing is changed."""
    headings = [heading for heading, _ in derive(CLAIM).verdicts.lines]
    assert re.findall("<strong>(.*?)</strong>", verdicts(Experiment(CLAIM))) == [*headings, ACCEPTED]
    assert re.findall("<strong>(.*?)</strong>", verdicts(NEVER_SEEN)) == ["Derivation", "Consistency"]


@pytest.mark.long
def test_a_wrong_formula_is_judged() -> None:
    """With reasons."""
    wrong = judged(Experiment(CLAIM), "B = r/s")
    assert wrong["outcome"] == "does not follow"
    assert wrong["html"].count("<li>") > 1


@pytest.mark.long
def test_latex_without_its_tick_is_told_of_it() -> None:
    """By the words that stand beside the box."""
    with pytest.raises(RefusedError, match="tick 'it is LaTeX'"):
        judged(Experiment(CLAIM), r"B = \frac{r}{s}")
    assert judged(Experiment(CLAIM), r"B = \frac{r}{s}", latex=True)["outcome"] == "does not follow"


def test_a_formula_is_judged() -> None:
    """What follows, and what cannot be read."""
    assert judged(Experiment(CLAIM), "L_kv = phi*n*N_active*W/(kappa*C)")["outcome"] == "follows"
    with pytest.raises(RefusedError, match="expected") as refused:
        judged(Experiment(CLAIM), "B = 300*")
    assert (refused.value.field, refused.value.column) == ("formula", 9)


@pytest.mark.some(1)
@pytest.mark.parametrize("form", [
    pytest.param(form, marks=pytest.mark.long) if form in ("Theorem for Rocq", "JSON", "Plain text") else form
    for form in EXPORTS
])
def test_every_form_of_export(form: str) -> None:
    """A file with the claim's name, which says what is changed or what follows."""
    made = exported(NEVER_SEEN, form)
    assert made["file"].startswith(f"{CLAIM}.")
    assert made["text"].endswith("\n")
    assert "sqrt" in made["text"] or form in ("BibTeX", "Theorem for Rocq")


def test_the_bench_has_what_the_claim_takes() -> None:
    """Every premise with its text, and alternatives that can be taken."""
    found = bench(CLAIM)
    taken = {step.name: str(step.relation) for step in derive(CLAIM).derivation.trace if step.rule == "take"}
    assert {item["name"]: item["text"] for item in found["premises"]} == taken
    (roofline,) = (item for item in found["premises"] if item["name"] == "roofline")
    assert "no-overlap" in [choice["name"] for choice in roofline["alternatives"]]


@pytest.mark.long
def test_what_a_reader_types_is_never_html() -> None:
    """A meaning with an element in it: where HTML is told, the text is escaped."""
    experiment = Experiment(
        CLAIM, (("kv-fetch", "t_kv = kappa*x*B*L/W"),), ("x [] <img src=x onerror=alert(1)> share",), ("x = 1",),
    )
    def marked(data: Any) -> list[str]:
        if isinstance(data, dict):
            return [text for name, item in data.items() if name != "meaning" for text in marked(item)]
        if isinstance(data, list):
            return [text for item in data for text in marked(item)]
        return [data] if isinstance(data, str) and data != experiment.command and "<img" in data else []

    assert marked([derived(experiment) | {"command": ""}, compared(experiment), verdicts(experiment)]) == []


@pytest.mark.long
def test_nothing_is_imported_that_a_browser_lacks() -> None:
    """SymPy, mpmath and platformdirs, all in pure Python, and nothing that only some systems have."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()[1].split()) == {"derivations", "mpmath", "platformdirs", "sympy"}
