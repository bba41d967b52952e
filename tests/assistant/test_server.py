"""The server, asked by the SDK's own client in a process that starts afresh, as an assistant starts it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from derivations.assistant.processes import PROCESSES
from derivations.assistant.tools import TOOLS, answered
from derivations.version import __version__
from tests.cli.programs import imported

Asked = Callable[[Client], Awaitable[Any]]
SAME = {"letters": [{"name": name} for name in "xyz"], "premises": [{"says": "x*y = x*z"}]}


def served(ask: Asked) -> Any:
    """What is asked of a server of its own."""

    async def run() -> Any:
        command = StdioServerParameters(command=sys.executable, args=["-m", "derivations.cli", "mcp"],
                                        env={**os.environ})
        async with Client(stdio_client(command, errlog=sys.__stderr__)) as client:
            return await ask(client)

    return asyncio.run(run())


def test_an_assistant_finds_the_tools_and_is_answered_twice_at_once() -> None:
    """Tools that only read; what is refuted with its point, a target that is not reached, what is hostile, and units.

    A call that cannot be used is an error to the assistant, and a step that is refuted is an answer. Every answer is
    the same as text and as data.
    """

    async def ask(client: Client) -> Any:
        listed = (await client.list_tools()).tools
        calls = [
            ("check", {**SAME, "steps": [{"says": "y = z"}]}),
            ("check", {**SAME, "steps": [{"name": "reached", "says": "x*(y - z) = 0"}], "target": "y = z"}),
            ("show", {"claim": "/etc/passwd"}),
            ("check", {"letters": [{"name": "t", "unit": "s"}], "premises": [], "steps": [{"says": "t = 1"}]}),
            ("check", {"letters": "x" * 30_000, "premises": []}),
            ("no-such-tool", {}),
        ]
        return client.server_info, listed, await asyncio.gather(*(client.call_tool(*call) for call in calls))

    info, listed, results = served(ask)
    assert (info.name, info.version) == ("derivations", __version__)
    assert [tool.name for tool in listed] == list(TOOLS)
    for tool in listed:
        assert tool.annotations.read_only_hint
        assert not tool.annotations.open_world_hint
        assert tool.input_schema == TOOLS[tool.name].schema
    data = [result.structured_content for result in results]
    assert [json.loads(result.content[0].text) for result in results] == data
    assert [item["outcome"] for item in data] == ["refuted", "refuted", "refused", "units", "refused", "refused"]
    assert [result.is_error for result in results] == [False, False, True, False, True, True]
    assert data[0]["lines"][1]["counterexample"]["x"] == "0"
    assert data[1]["target"]["reached"] is False
    assert data[2]["answer"].startswith("unknown claim '/etc/passwd'")


@pytest.mark.long
def test_a_process_that_has_answered_judges_a_second_formula_as_a_new_one_does() -> None:
    async def ask(client: Client) -> Any:
        return [(await client.call_tool("judge", {"claim": "train-interval", "formula": formula})).structured_content
                for formula in ("T = M_gpu/W_gpu", "T = 2*M_gpu/W_gpu")]

    first, second = served(ask)
    assert (first["outcome"], second["outcome"]) == ("proven", "refuted")
    assert second == answered("judge", {"claim": "train-interval", "formula": "T = 2*M_gpu/W_gpu"})


@pytest.mark.long
def test_a_call_that_nobody_waits_for_is_ended_and_the_next_one_is_answered() -> None:
    """As many as there are processes, each of which would take many times as long."""
    long = {"claim": "kv-bytes", "formula": "kappa = 2*N_active", "explain": True}

    async def give_up(client: Client) -> None:
        with pytest.raises(MCPError, match="timed out"):
            await client.call_tool("judge", long, read_timeout_seconds=2)

    async def ask(client: Client) -> Any:
        await asyncio.gather(*(give_up(client) for _ in range(PROCESSES)))
        return (await client.call_tool("check", {**SAME, "steps": [{"says": "x*(y - z) = 0"}]})).structured_content

    assert served(ask)["outcome"] == "proven"


@pytest.mark.long
def test_the_server_ends_with_its_input_and_prints_nothing_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-m", "derivations.cli", "mcp"], input=b"", check=False,
                          capture_output=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_without_the_sdk_a_line_says_what_to_install() -> None:
    program = ("import sys; sys.modules['mcp'] = None; sys.modules['mcp.server'] = None; "
               "from derivations.cli.main import main; main(['mcp'])")
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "derive: an assistant is served through the package mcp: pip install 'derivations[mcp]'\n")


def test_the_help_imports_neither_the_sdk_nor_sympy() -> None:
    out, loaded = imported("mcp", "--help", watched=("sympy", "mcp"))
    assert "mcpServers" in out
    assert loaded == ""
