"""``derive lab``: the engine in a browser, where any premise of a claim can be replaced."""

from __future__ import annotations

from pathlib import Path

import click

from derivations.cli.completion import claim_names
from derivations.cli.interruption import ended_by_ctrl_c
from derivations.cli.options import refuse_unknown


@click.command()
@click.argument("claim", required=False, default="", shell_complete=claim_names)
@click.option("--engine", default=Path("build", "lab"), show_default=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Folder of the browser engine, which 'make lab' builds.")
@click.option("--port", default=0, type=click.IntRange(0, 65535), metavar="N", help="Port to serve on; default: any.")
@click.option("--no-open", "closed", is_flag=True, help="Do not open a browser: only print the address.")
def lab(claim: str, engine: Path, port: int, closed: bool) -> None:
    """The lab: replace any premise of a claim in a browser, and have it derived and checked again.

    Serves one page on 127.0.0.1 until Ctrl-C. The engine runs in the page, and nothing leaves this machine.
    """
    if claim:
        refuse_unknown((claim,), ())
    from derivations.site.lab.engine import open_engine

    found = open_engine(engine)
    from derivations.site.lab.page import alone
    from derivations.site.lab.server import address_of, lab_server

    with lab_server(alone(found), port) as server:
        address = address_of(server, claim)
        click.echo(f"{address} (Ctrl-C ends it)")
        if not closed:
            click.launch(address)
        try:
            with ended_by_ctrl_c():
                server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")
