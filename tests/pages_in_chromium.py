"""Pages in a real browser: Chromium without a window, without a network, driven over its DevTools protocol.

`chromium()` gives a browser. `AXE` is the path of axe-core's script, which `make axe` fetches.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

from .programs import lacking

AXE = Path(os.environ.get("AXE_CORE", Path(__file__).parents[1] / "build" / "axe" / "axe.min.js"))
_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking",
    "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--mute-audio", "--remote-debugging-port=0",
    "--proxy-server=127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files",
    "--remote-allow-origins=*",
    # a mouse, as on a desk: without one there would be nothing that shows on hovering
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
)
_LOCAL = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # the last of two counts
_PATIENCE = 120  # seconds for an answer: a browser beside other tests
_NEVER = 100  # seconds after which what a page is to become never comes
_BY_PLACE = ("color-contrast", "target-size")  # rules of axe-core that look at what lies beside and behind an element
# keep of neighbors of one kind the first two, and what has a kind of element, class, role or style that none before has
_CUT_SHORT = """(() => {
    const kind = part => [part.tagName, part.getAttribute('class'), part.getAttribute('role'),
        part.getAttribute('style')].join();
    for (const parent of [document.querySelector('main'), ...document.querySelectorAll('main *')]) {
        if (!parent.isConnected || parent.closest('svg, math')) continue;
        const kept = new Map();
        for (const part of [...parent.children]) {
            const before = kept.get(kind(part)) ?? {count: 0, kinds: new Set()};
            kept.set(kind(part), before);
            const fresh = [...part.querySelectorAll('*')].filter(
                each => !each.parentElement.closest('svg')).map(kind).filter(each => !before.kinds.has(each));
            if (before.count >= 2 && !fresh.length) part.remove();
            else { before.count += 1; fresh.forEach(each => before.kinds.add(each)); }
        }
    }
})()"""

# axe-core reads no MathML, so that a head of a row which is a letter has no text for it
_NO_MATHEMATICS = ("n => !(n.any.some(each => each.id === 'has-visible-text') "
                   "&& document.querySelector(n.target[0])?.querySelector(':scope > math'))")


class Page:
    """One open page."""

    def __init__(self, socket: websocket.WebSocket, *, local: bool = False) -> None:
        self._socket = socket
        self._last = 0
        self.requested: list[str] = []  # every address that was asked for, by workers, too
        self.said: list[str] = []  # errors and warnings on the console
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        if local:
            self.send("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        else:
            self.send("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0,
                      uploadThroughput=0)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a command; raises `RuntimeError` if the browser refuses it."""
        self._last += 1
        own = self._last
        self._socket.send(json.dumps({"id": own, "method": method, "params": params}))
        while True:
            answer = self._read()
            if answer.get("id") == own:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return dict(answer["result"])

    def seen(self, width: int, height: int = 900, *, dark: bool = False) -> None:
        """Show the page that is open on a screen of that size, in light or dark: quicker than to open it again."""
        self._screen(width, height, dark=dark)
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def _screen(self, width: int, height: int, *, dark: bool) -> None:
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, path: Path, *, width: int = 1200, height: int = 900, dark: bool = False, script: bool = True
             ) -> None:
        """Load a file at a width, in light or dark, with or without scripts, and wait until its fonts are there."""
        self._screen(width, height, dark=dark)
        self.send("Emulation.setScriptExecutionDisabled", value=not script)
        self.requested.clear()
        self.said.clear()
        self.send("Page.navigate", url=path.resolve().as_uri())
        while self._read().get("method") != "Page.loadEventFired":
            pass
        if script:
            self.run("document.fonts.ready.then(() => true)")

    def visit(self, address: str, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Load an address of this machine, from a browser of `chromium(local=True)`."""
        self._screen(width, height, dark=dark)
        self.send("Page.navigate", url="about:blank")
        while self._read().get("method") != "Page.loadEventFired":
            pass
        self.requested.clear()
        self.said.clear()
        self.send("Page.navigate", url=address)
        while self._read().get("method") != "Page.loadEventFired":
            pass

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited; raises `RuntimeError` for one that throws."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")

    def go(self, place: str) -> None:
        """Another place on the page that is open; done when the page has been told of it, however busy the machine."""
        self.run(f"""new Promise(done => {{ const before = location.href;
            addEventListener('hashchange', () => done(true), {{once: true}});
            location.hash = {json.dumps(place)}; if (location.href === before) done(true); }})""")

    def until(self, condition: str) -> Any:
        """The value of a condition as soon as it holds; `AssertionError` for one that never does."""
        found = self.run(f"""new Promise(done => {{ const end = performance.now() + {1000 * _NEVER};
            const look = () => {{ const found = ({condition});
                if (found || performance.now() > end) done(found); else setTimeout(look, 20); }}; look(); }})""")
        assert found, f"{condition} never came"
        return found

    def press(self, key: str) -> None:
        """Press and release a key, such as ``Tab``."""
        codes = {"Tab": 9, "Escape": 27, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40}
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key])

    def picture(self, path: Path, *, whole: bool = True) -> None:
        """A PNG of the page, or of what is in view."""
        shot = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def printed(self, path: Path) -> None:
        """A PDF of the page."""
        path.write_bytes(base64.b64decode(self.send("Page.printToPDF", preferCSSPageSize=True)["data"]))

    def violations(self, *left_out: str) -> list[str]:
        """What axe-core finds wrong but for rules left out, one line each: the rule, what it asks, and where."""
        if not self.run("Boolean(window.axe)"):
            self.run(f"{axe_source()}\n;true")
        rules = json.dumps({rule: {"enabled": False} for rule in left_out})
        found = self.run(
            f"axe.run(document, {{resultTypes: ['violations'], rules: {rules}}}).then(r => JSON.stringify("
            f"r.violations.map(v => ({{...v, nodes: v.nodes.filter({_NO_MATHEMATICS})}})).filter(v => v.nodes.length)"
            ".map(v => [v.id, v.help, v.nodes.slice(0, 3).map(n => n.target.join(' '))])))"
        )
        return [f"{rule}: {text}: {where}" for rule, text, where in json.loads(found)]

    def violations_on(self, *screens: tuple[int, bool]) -> list[str]:
        """What axe-core finds wrong on screens, each with its width and whether it is dark; rows are gone afterwards.

        Contrast and size take it long: it is asked about these where rows that are like others are taken from the page.
        """
        found = self.violations(*_BY_PLACE)
        self.run(_CUT_SHORT)
        for width, dark in screens:
            self.seen(width, dark=dark)
            found += self.violations()
        return found

    def _read(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv())
        method = message.get("method")
        if method == "Network.requestWillBeSent":
            self.requested.append(message["params"]["request"]["url"])
        elif method == "Log.entryAdded" and message["params"]["entry"]["level"] in ("error", "warning"):
            self.said.append(message["params"]["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.said.append(str(message["params"]["exceptionDetails"])[:500])
        elif method == "Target.attachedToTarget":  # a worker waits until its requests are listened to
            for order in ("Network.enable", "Log.enable", "Runtime.enable", "Runtime.runIfWaitingForDebugger"):
                self._last += 1
                session = message["params"]["sessionId"]
                self._socket.send(json.dumps({"id": self._last, "method": order, "params": {}, "sessionId": session}))
        return message


@contextmanager
def chromium(*, local: bool = False) -> Iterator[Page]:
    """A browser with one empty page, ended afterwards; if `local` it reaches servers of this machine, and no other."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        lacking("no Chromium here: install the Debian package chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [str(program), *_FLAGS, *([_LOCAL] if local else []), f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )
        socket = None
        try:
            socket = websocket.create_connection(_address(Path(profile), process), timeout=_PATIENCE)
            yield Page(socket, local=local)
        finally:
            if socket is not None:
                socket.close()
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def axe_source() -> str:
    """axe-core's script."""
    if not AXE.is_file():
        lacking(f"no axe-core at {AXE}: run 'make axe', which fetches it from npm")
    return AXE.read_text(encoding="utf-8")


def _address(profile: Path, process: "subprocess.Popen[bytes]") -> str:
    """Where the page of a browser that has just been started listens."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            port = (profile / "DevToolsActivePort").read_text().splitlines()[0]
            direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with direct.open(f"http://127.0.0.1:{port}/json/list", timeout=_PATIENCE) as answer:
                pages = [item for item in json.load(answer) if item["type"] == "page"]
            if pages:
                return str(pages[0]["webSocketDebuggerUrl"])
        except (OSError, IndexError):
            pass
        time.sleep(0.05)
    raise RuntimeError("Chromium did not start")
