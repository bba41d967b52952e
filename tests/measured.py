"""A measured table of a reader's own, for tests of several folders."""

HEADER = """\
title = "Reading the memory of my card"
how = "with a stopwatch"

[source]
title = "My bench"
date = "2026-11-01"
license = "CC0"
status = "own"

[conditions]
kernel = "what ran"
bytes = "[GB] bytes read"

[measured]
time = "[ms] time to read them once"

[[prediction]]
claim = "train-interval"
title = "time to read the memory once"
measured = "time"
derived = "interval"
given = { M_gpu = "bytes/1[GPU]" }
terms = { "at the data sheet's bandwidth" = "bytes/(W_gpu*1[GPU])" }
bound = "within"
factor = 1.25
because = "a quarter is too much"
"""
ROWS = """\
accelerator,kernel,bytes,time,apart
h100,a,67,21,
h100,b,33.5,10.4,
h200,a,48,12,
h200,a,48,,
h200,a,48,10.1,the clock stood still
"""


def table(header: str = HEADER, rows: str = ROWS) -> str:
    """The text of a table."""
    return "".join(f"# {line}".rstrip() + "\n" for line in header.splitlines()) + rows
