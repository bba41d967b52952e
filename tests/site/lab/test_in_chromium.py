"""The lab in a real browser: the engine derives there, nothing is asked of anybody else, and slips do no harm."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from derivations.claim.kept_review import kept_derivation
from derivations.claims.index import CLAIMS, find_claim
from derivations.site.build import Work, done
from derivations.site.lab.answers import derived
from derivations.site.lab.engine import LAB, SCRIPTS, open_engine
from derivations.site.lab.experiment import Experiment
from derivations.site.plan import plan_site

from ...pages_in_chromium import Page, chromium
from ..conftest import NOTEBOOKS

pytestmark = pytest.mark.long
STATUS = "document.getElementById('lab-status').textContent"
RESULT = "document.getElementById('lab-result').textContent"
NUMBER = "(document.querySelector('#lab-result .number') || {textContent: ''}).textContent"
IDLE = "document.getElementById('lab-stop').disabled"
NEVER_SEEN = {"kv-fetch": "t_kv = kappa*B*sqrt(L)*sqrt(n)/W"}


def type_into(page: Page, field: str, text: str) -> None:
    """A text in a field, as when somebody leaves it."""
    change = "field.dispatchEvent(new Event('change', {bubbles: true}));"
    write = f"const field = document.getElementById({json.dumps(field)}); field.value = {json.dumps(text)};"
    page.run(f"{{ {write} {change} }}")


def derived_anew(page: Page) -> None:
    """Wait for the next result."""
    page.until(f"{STATUS}.startsWith('Derived and checked') && {IDLE}")


@pytest.fixture(scope="module")
def browser(lab_address: str) -> Iterator[Page]:
    """A browser with the lab open, and the claim as it stands derived."""
    with chromium(local=True) as page:
        page.visit(f"{lab_address}#claim=optimal-batch")
        derived_anew(page)
        yield page


def test_a_premise_that_was_never_seen(browser: Page, lab_address: str) -> None:
    """The engine in the browser says what the engine outside says, and nobody else was asked for anything."""
    assert browser.run(NUMBER) == derived(Experiment("optimal-batch"))["number"]
    type_into(browser, "lab-values", "L = 400 token/sequence")
    derived_anew(browser)
    type_into(browser, "premise-kv-fetch", NEVER_SEEN["kv-fetch"])
    derived_anew(browser)
    outside = derived(Experiment("optimal-batch", tuple(NEVER_SEEN.items()), values=("L = 400 token/sequence",)))
    assert browser.run(NUMBER) == outside["number"]
    assert browser.run("document.getElementById('lab-command').textContent") == outside["command"]
    found = browser.run("[...document.querySelectorAll('#lab-steps > li')].map(item => item.dataset.finding)")
    assert found == list(outside["findings"].values())
    assert browser.run("document.getElementById('lab-difference').children.length") > 3
    base = lab_address.removesuffix(LAB)
    assert any(address == f"{base}assets/engine.zip" for address in browser.requested)
    assert [address for address in browser.requested if not address.removeprefix("blob:").startswith(base)] == []
    assert browser.said == []


def test_a_slip_keeps_the_result_and_is_marked(browser: Page) -> None:
    """The field, the message of the engine, and the place in the text; then the field is right again."""
    before = browser.run(RESULT)
    type_into(browser, "premise-kv-fetch", "t_kv = kapa*B*L/W")
    browser.until("document.getElementById('premise-kv-fetch').getAttribute('aria-invalid') === 'true'")
    wrong = browser.run("document.getElementById('premise-kv-fetch-wrong').textContent")
    assert "did you mean kappa" in wrong
    assert browser.run("document.querySelector('#premise-kv-fetch-wrong mark').textContent") == "kapa"
    assert browser.run(RESULT) == before
    type_into(browser, "premise-kv-fetch", "t_kv = kappa*B*L/W")
    derived_anew(browser)
    assert not browser.run("document.getElementById('premise-kv-fetch').hasAttribute('aria-invalid')")
    assert browser.run(RESULT) != before


def test_the_address_is_an_experiment(browser: Page, lab_address: str) -> None:
    """What it says is set, on the page and in the engine; what is no claim is the first one."""
    place = "claim=roofline&assume=roofline%3Dno-overlap&symbol=x+%5B%5D+a+share&accelerator=h100"
    browser.run(f"location.hash = {json.dumps(place)}")
    browser.until("document.getElementById('lab-claim').value === 'roofline'")
    derived_anew(browser)
    assert browser.run("document.getElementById('premise-roofline').value") == "no-overlap"
    assert browser.run("document.getElementById('lab-letters').value") == "x [] a share"
    assert browser.run("document.getElementById('lab-accelerator').value") == "h100"
    assert "H100" in browser.run(RESULT)
    browser.run("location.hash = 'claim=nobody&set=%&assume=&assume=x&model=%3Cb%3E'")
    browser.until("document.getElementById('lab-claim').value === 'optimal-batch'")
    browser.until(f"{STATUS}.startsWith('Not derived')")
    assert browser.run("document.querySelector('#lab b')") is None


def test_the_way_back_is_the_experiment_before(browser: Page, lab_address: str) -> None:
    """Each experiment is a place of its own."""
    browser.run("location.hash = 'claim=optimal-batch'")
    browser.until("document.getElementById('lab-claim').value === 'optimal-batch'")
    derived_anew(browser)
    type_into(browser, "premise-kv-fetch", "t_kv = 2*kappa*B*L/W")
    derived_anew(browser)
    assert "2" in browser.run("new URLSearchParams(location.hash.slice(1)).get('assume')")
    browser.run("history.back()")
    browser.until("document.getElementById('premise-kv-fetch').value === 't_kv = kappa*B*L/W'")
    derived_anew(browser)
    assert browser.run("new URLSearchParams(location.hash.slice(1)).get('assume')") is None


def test_an_address_runs_nothing(browser: Page) -> None:
    """Elements and scripts in it are text, and so they are in what the engine tells of them."""
    evil = "<img src=x onerror='document.title=1'><script>document.title=2</script>"
    assume = "kv-fetch=t_kv = kappa*x*B*L/W"
    said = {"claim": "optimal-batch", "symbol": f"x [] {evil}", "assume": assume, "set": "x = 1"}
    browser.run(f"location.hash = new URLSearchParams({json.dumps(said)}).toString()")
    browser.until("document.getElementById('lab-letters').value.startsWith('x []')")
    derived_anew(browser)
    assert browser.run("document.querySelectorAll('#lab img, #lab script').length") == 0
    assert evil in browser.run("document.getElementById('lab-notation').textContent")
    said = {"claim": "optimal-batch", "assume": f"kv-fetch={evil}"}
    browser.run(f"location.hash = new URLSearchParams({json.dumps(said)}).toString()")
    browser.until(f"{STATUS}.startsWith('Not derived')")
    assert browser.run("document.querySelectorAll('#lab img, #lab script').length") == 0
    assert browser.run("document.title").startswith("The lab")


def test_compare_judge_and_export(browser: Page) -> None:
    """Beside the result, from the same engine."""
    browser.run("location.hash = 'claim=optimal-batch'")
    browser.until("document.getElementById('premise-kv-fetch').value === 't_kv = kappa*B*L/W'")
    derived_anew(browser)
    browser.run("document.getElementById('lab-all-verdicts').open = true")
    browser.until("document.querySelectorAll('#lab-verdicts strong').length === 7")
    type_into(browser, "lab-formula", "L_kv = phi*n*N_active*W/(kappa*C)")
    browser.run("document.getElementById('lab-judge').requestSubmit()")
    assert "follows" in browser.until("document.getElementById('lab-judgement').textContent")
    type_into(browser, "lab-formula", "B = 300*")
    browser.run("document.getElementById('lab-judge').requestSubmit()")
    browser.until("document.getElementById('lab-formula').getAttribute('aria-invalid') === 'true'")
    browser.run("document.getElementById('lab-write').requestSubmit()")
    browser.until("!document.getElementById('lab-file').hidden")
    assert r"\begin{align}" in browser.run("document.getElementById('lab-export').value")


def test_what_does_not_end_is_stopped(browser: Page) -> None:
    """And the next question is answered by an engine that starts again."""
    type_into(browser, "premise-kv-fetch", "t_kv = kappa*B*sqrt(L)*sqrt(n)/W")
    browser.run("document.getElementById('lab-stop').click()")
    assert browser.run(STATUS).startswith("Stopped.")
    browser.until(f"{STATUS} === 'Stopped. The engine is ready again.'")
    browser.run("document.getElementById('lab-bench').requestSubmit()")
    derived_anew(browser)
    assert "sqrt(n)" in browser.run("document.getElementById('lab-command').textContent")


def test_nothing_is_out_of_reach(browser: Page) -> None:
    """For axe in light and dark, with everything unfolded and a field that is wrong; and nothing scrolls sideways."""
    text = NEVER_SEEN["kv-fetch"]
    browser.run(f"location.hash = new URLSearchParams({json.dumps({'assume': f'kv-fetch={text}'})}).toString()")
    browser.until(f"document.getElementById('premise-kv-fetch').value === {json.dumps(text)}")
    derived_anew(browser)
    browser.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    browser.until("document.querySelectorAll('#lab-verdicts strong').length > 0")
    for width in (400, 1400):
        browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        for scheme in ("light", "dark"):
            browser.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            assert browser.violations() == []
            assert browser.run("document.documentElement.scrollWidth") <= width
    type_into(browser, "premise-roofline", "T >= max(t_c, t_q)")
    browser.until(f"{STATUS}.startsWith('Not derived')")
    assert [line for line in browser.violations() if not line.startswith("color-contrast")] == []


def test_from_a_file_it_says_what_to_do(tmp_path: Path, empty_engine: Path) -> None:
    """And starts nothing."""
    plan = plan_site(NOTEBOOKS, engine=open_engine(empty_engine))
    for file in (LAB, "assets/site.css", "assets/page.css", "assets/page.js", *(f"assets/{name}" for name in SCRIPTS)):
        made = done(Work(plan.page(file), plan))
        place = tmp_path / "site" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(made if isinstance(made, bytes) else made.encode())
    with chromium() as page:
        page.open(tmp_path / "site" / LAB)
        assert "derive lab" in page.run(STATUS)
        assert page.run("document.getElementById('lab').hidden")
        assert [address for address in page.requested if "lab-worker" in address] == []


def test_every_claim_has_the_verdicts_that_it_has_outside(browser: Page, lab_address: str) -> None:
    """Every finding of every step, derived in the browser, and the formula of the result."""
    base = lab_address.removesuffix(LAB)
    source = json.dumps(f"import {json.dumps(f'{base}assets/lab-worker.js')};")
    browser.run(
        f"new Promise((done, failed) => {{ window.other = new Worker(URL.createObjectURL(new Blob([{source}], "
        "{type: 'text/javascript'})), {type: 'module'}); other.onmessage = ({data}) => "
        "data.ready ? done(true) : data.fatal && failed(data.fatal); })"
    )
    different = {}
    for name in CLAIMS:
        claim = find_claim(name)
        outside = kept_derivation(claim) or claim.derive()
        question = json.dumps(json.dumps({"ask": "derive", "experiment": {"claim": name}}))
        reply = json.loads(browser.run(
            "new Promise((done) => { other.onmessage = ({data}) => done(data.answer || JSON.stringify(data)); "
            f"other.postMessage({{id: 1, question: {question}}}); }})"
        ))
        found = reply.get("told", {})
        here = {step.name: str(step.verdict.finding) for step in (*outside.trace, *outside.rejects)}
        if (found.get("findings"), found.get("text")) != (here, str(outside.headline.relation)):
            different[name] = reply if "told" not in reply else found["findings"]
    assert different == {}
