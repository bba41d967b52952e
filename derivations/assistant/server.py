"""The server that lends the tools to an assistant by the Model Context Protocol, over standard input and output.

It knows the protocol, through the official SDK, and nothing of what the tools find; no other module here knows the SDK.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from derivations.assistant.outcome import Outcome
from derivations.assistant.processes import Call, Processes
from derivations.assistant.tools import TOOLS
from derivations.errors import InputError
from derivations.version import __version__

INSTRUCTIONS = (
    "An engine that derives claims about how large language models are trained and served: every step is checked, "
    "every number has a source. Ask it instead of doing this arithmetic yourself, and repeat what it says with its "
    "conditions and units. `outcome` says how an answer stands: proven (by a proof kernel), argued, refuted, does not "
    "follow, units, contradicts, undecided, stopped, refused. Only proven is a proof; undecided and stopped say "
    "nothing either way. `command` is what a person types to see the same. What an answer has no room for stands under "
    "`more`: ask for it by `parts`."
)
_WRONG = frozenset({Outcome.REFUSED.value})  # what the caller can mend by another call


def refuse_without_sdk() -> None:
    """Raise `InputError` where the SDK is not installed."""
    try:
        import mcp.server  # noqa: F401
    except ImportError:
        raise InputError("an assistant is served through the package mcp: pip install 'derivations[mcp]'") from None


def serve() -> None:
    """Answer on standard input and output until the other side closes them; raises `InputError` without the SDK."""
    refuse_without_sdk()
    logging.disable(logging.WARNING)  # standard error is for what a person should read
    asyncio.run(_served())


async def _served() -> None:
    from mcp.server import Server
    from mcp.server.stdio import stdio_server
    from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool, ToolAnnotations

    processes = Processes()

    async def listed(_context: Any, _asked: Any) -> Any:
        return ListToolsResult(tools=[
            Tool(name=name, title=tool.title, description=tool.description, input_schema=tool.schema,
                 annotations=ToolAnnotations(title=tool.title, read_only_hint=True, destructive_hint=False,
                                             idempotent_hint=True, open_world_hint=False))
            for name, tool in TOOLS.items()
        ])

    async def called(_context: Any, asked: Any) -> Any:
        call = Call()
        try:
            found = await asyncio.to_thread(processes.answer, asked.name, asked.arguments, call)
        except asyncio.CancelledError:  # nobody waits for it any more
            call.stop("was given up")
            raise
        text = json.dumps(found, ensure_ascii=False)
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=found,
                              is_error=found["outcome"] in _WRONG)

    server: Any = Server("derivations", version=__version__, instructions=INSTRUCTIONS, on_list_tools=listed,
                         on_call_tool=called)
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        processes.close()
