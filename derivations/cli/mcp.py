"""``derive mcp``: the engine lent to an assistant."""

from __future__ import annotations

import click

from derivations.cli.interruption import ended_by_ctrl_c


@click.command()
def mcp() -> None:
    """Lend the engine to an AI assistant by the Model Context Protocol, over standard input and output.

    An assistant starts this by itself: name the command in its settings. It gets tools to list and show claims, judge
    formulas, check arguments of its own, compare, solve, trace numbers, plan and export. All of them read only: no
    files, no claim files, no network, and work and memory of a call are capped. Needs the extra mcp.

    \b
    {"mcpServers": {"derivations": {"command": "derive", "args": ["mcp"]}}}
    """
    from derivations.assistant.server import refuse_without_sdk, serve

    refuse_without_sdk()
    try:
        with ended_by_ctrl_c():
            serve()
    except KeyboardInterrupt:
        return
