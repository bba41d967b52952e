"""Serving the lab to a browser on this machine, and to nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from derivations.errors import InputError
from derivations.site.lab.engine import LAB, POLICY

HOST = "127.0.0.1"
_TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript",
    ".wasm": "application/wasm", ".json": "application/json", ".zip": "application/zip", ".woff2": "font/woff2",
}


class _Handler(BaseHTTPRequestHandler):
    """Hands out the files of a mapping, and says nothing about it."""

    def __init__(self, files: Mapping[str, bytes | Path], *arguments: object) -> None:
        self._files = files
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer with a file, or with an error."""
        self._answer(whole=True)

    def do_HEAD(self) -> None:
        """The same without the file."""
        self._answer(whole=False)

    def _answer(self, *, whole: bool) -> None:
        name = unquote(urlsplit(self.path).path).lstrip("/") or LAB
        if self.headers.get("Host", "").partition(":")[0] not in (HOST, "localhost"):  # a page elsewhere that is us
            return self.send_error(HTTPStatus.FORBIDDEN)
        if name not in self._files:
            return self.send_error(HTTPStatus.NOT_FOUND)
        held = self._files[name]
        content = held if isinstance(held, bytes) else held.read_bytes()
        self.send_response(HTTPStatus.OK)
        for header, value in (
            ("Content-Type", _TYPES.get(Path(name).suffix, "application/octet-stream")),
            ("Content-Length", str(len(content))), ("Content-Security-Policy", POLICY),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-cache"),
        ):
            self.send_header(header, value)
        self.end_headers()
        if whole:
            self.wfile.write(content)
        return None

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing: the terminal is the reader's."""


def lab_server(files: Mapping[str, bytes | Path], port: int = 0) -> ThreadingHTTPServer:
    """A server of these files on this machine alone, with port 0 on any that is free; `serve_forever` runs it.

    Raises `InputError` if the port is taken.
    """
    try:
        server = ThreadingHTTPServer((HOST, port), partial(_Handler, files))
    except OSError as error:
        raise InputError(f"cannot serve on port {port}: {error.strerror}") from None
    server.daemon_threads = True
    return server


def address_of(server: ThreadingHTTPServer, claim: str = "") -> str:
    """The address of the page that a server has, at a claim."""
    return f"http://{HOST}:{server.server_port}/{LAB}{f'#claim={claim}' if claim else ''}"
