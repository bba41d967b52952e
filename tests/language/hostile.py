"""Seeded hostile texts: random characters, broken and recombined formulas, and things meant to explode."""

from __future__ import annotations

import random
from collections.abc import Iterator

QUANTITIES = """
    a [] first
    b [] second
    c [] (nonnegative) third
    d [] (real) fourth
    e [] (integer) fifth
    f [] (fraction) sixth
    g [] seventh
    x [] eighth
    C [FLOP/s] compute
    W [byte/s] bandwidth
    N_total [parameter] parameters
    kappa [byte/token] bytes
"""
NAMES = tuple(line.split()[0] for line in QUANTITIES.strip().splitlines())

VALID = (
    "a = (C/W)*(b/c)*(N_total/d)",
    "x >= max(a*b*c*N_total/C, b*N_total/W + kappa*d*e/W)",
    "x = 2[FLOP/parameter/token]*a/1e12",
    "a = b^(1/2)*c^-2 - sqrt(d*1[token/sequence])",
    "x <= (1 - a/b)^(c*d/1[token])",
    "a > exp(-b)*log(c) + min(d, e, 0.5)",
    "-a^2 + (b - (c - d)) = a/b/c*d",
    "a = b^(-c - 2)*(a + b)^3",
    "a = sum(b^e/factorial(e), e, 0, 5) + ceil(c/b)",
    "x >= product(1 - b/e, e, 1, 3)*factorial(3)",
)

BOMBS = (
    "9^9^9",
    "9^(9^9)",
    "(9^9)^9^9",
    "((((9^64)^64)^64)^64)^64",
    "9^(1e20*x/x)",
    "9^(x - x + 1e20)",
    "9^(x/x/(1 - 0.99999999999999999999))",
    "9^sqrt(1e40)",
    "9^max(1e40, x)",
    "9^(1/1e-40)",
    "(a+b+c+d+e+f+g)^200",
    "(a+b+c+d+e+f+g)^64",
    "((a+b+c)^60)^60",
    "(a+b+c+d+e+f+g)^(x/x*60)",
    "(a+b)^(x - x + 60)*(c+d)^(x - x + 60)*(e+f)^(x-x+60)",
    "exp(1e50*log(9))",
    "exp(exp(exp(exp(9))))",
    "2^(1e30*log(9)/log(2))",
    "log(9)^1e40",
    "max(exp(exp(9^60)), exp(exp(9^61)))",
    "sqrt(sqrt(sqrt(1e60 + 1)))",
    "(1e60 + 7)^(1/3)",
    "sqrt(9^60 + 1)",
    "((1e60+1)^60 + 1)^(1/2)",
    "factorial(1e9)",
    "factorial(factorial(20))",
    "factorial(a - a + 1e20)",
    "factorial(ceil(1e20*a/a))",
    "9^factorial(60)",
    "ceil(exp(9^60))",
    "ceil(a + exp(9^60))",
    "max(sum(e, e, 1, 1e60), 3)",
    "max(sum(e, e, 1, 1e60*a/a), 3)",
    "log(product(1/e, e, 1, 1e20))",
    "max(product(a + e, e, 1, 30), sum(e^9, e, 1, 30), 2)",
    "sum(e^64, e, -1e60, -1e59)",
    "sum(" * 400 + "a" + ", e, 1, 2)" * 100,
    "sum(e, e, e, e)",
    "product(, , , )",
    "0^(-1)",
    "0/0",
    "1/(a - a)",
    "log(0)",
    "log(a - a)",
    "sqrt(-1)",
    "(-8)^(1/3)",
    "max(sqrt(-1), a)",
    "max(1/(a - a), a)",
    "0^0",
    "0^x",
    "1e999999999",
    "1e-999999999",
    "1" * 1900,
    "0." + "1" * 1900,
    "1[((((EB^12)^12)^12)^12)^12]",
    "1[" + "EB*" * 600 + "EB]",
    "1[B^999999999999]",
    "1[²]",
    "1[" + "(" * 900 + "B",
    "-" * 1900 + "a",
    "(" * 900 + "a" + ")" * 900,
    "(" * 1900,
    "a" + "/a" * 900,
    "a" + "^2" * 900,
    "a" + "-(a" * 600,
    "max(" * 400 + "a, b" + ")" * 400,
    "max(" + ",".join(NAMES * 40) + ")",
    "max(" + ", ".join(f"a^{i}*b" for i in range(1, 16)) + ")",
    "+".join(NAMES * 60),
    "*".join(f"(a+{i})" for i in range(200)),
    "*".join(f"(a+{i}*b)" for i in range(12)),
    "+".join(f"sqrt({i})" for i in range(2, 180)),
    "*".join(f"{i}^(1/{i})" for i in range(2, 60)),
    "*".join(f"(1e59+{i})^(1/{i})" for i in range(2, 60)),
    "__import__('os').system('touch hacked')",
    "eval(\"__import__('os')\")",
    "().__class__.__bases__[0].__subclasses__()",
    "lambda x: x",
    "a if b else c",
    "[a for a in b]",
    "a; import os",
    'f"{a}"',
    "Symbol('a')",
    "a.__class__",
    "a\x00b",
    "\ud800",
    "\U0001f600 = a",
    "１２ = ａ",
    "٣ + a",
    "a​b",
    "µ²³½∞√≠÷",
    "a,b,,c",
    "1,000,000",
    "5%",
    "",
    " " * 1999,
    "=" * 1000,
    ")" * 1000,
    "[" * 1000,
    "max()",
    "sqrt(,)",
    "log(a, b)",
    "max(a)",
)

_PIECES = (
    *NAMES, "zz", "1", "2", "0", "64", "65", "0.5", "1e12", "1e60", "9", "3.", ".5", "1e", "2[byte]", "3[1/s]",
    "+", "-", "*", "/", "^", "**", "(", ")", "[", "]", ",", "max(", "min(", "sqrt(", "exp(", "log(",
    "ceil(", "factorial(", "sum(", ", e, 1, 3)",
    "=",
    ">=", "≥", "<", "==", " ", "%", "'", '"', "_", ".", "@", "\n", "\t", "φ", "·", "×", "−", "\\", "{", "}",
    "!", "|", "&", ";", ":", "#",
)


def hostile_texts(count: int, seed: int) -> Iterator[str]:
    """`count` texts, the same for the same seed; the fixed bombs come first, on either side of a relation."""
    source = random.Random(seed)
    fixed = [text for bomb in BOMBS for text in (bomb, f"a = {bomb}", f"{bomb} >= a")]
    yield from fixed[:count]
    for _ in range(count - len(fixed)):
        (kind,) = source.choices((_random_characters, _pieces, _mutated, _grown), (30, 33, 33, 4))
        yield kind(source)


def _random_characters(source: random.Random) -> str:
    length = source.choice((1, 5, 20, 80))
    if source.random() < 0.5:
        return source.randbytes(length).decode("latin-1")
    return "".join(chr(source.randrange(1, 0x3000)) for _ in range(length))


def _pieces(source: random.Random) -> str:
    return "".join(source.choices(_PIECES, k=source.randrange(1, 30)))


def _mutated(source: random.Random) -> str:
    text = list(source.choice(VALID))
    for _ in range(source.randrange(1, 4)):
        at = source.randrange(len(text))
        action = source.randrange(4)
        if action == 0:
            text.insert(at, source.choice(_PIECES))
        elif action == 1:
            text[at] = source.choice(_PIECES)
        elif action == 2 and len(text) > 1:
            del text[at]
        else:
            other = source.randrange(len(text))
            text[at], text[other] = text[other], text[at]
    return "".join(text)


def _grown(source: random.Random) -> str:
    """A relation that is right in form and random in content, so that much of it reaches SymPy."""
    return f"{_expression(source, 4)} {source.choice(('=', '>=', '<'))} {_expression(source, 3)}"


def _expression(source: random.Random, depth: int) -> str:
    if depth == 0 or source.random() < 0.2:
        return source.choice((*NAMES, "0", "1", "2", "0.5", "7", "1e60", "1e-60", "2[byte]", "3[1/s]"))
    first, second = (_expression(source, depth - source.randrange(1, 3)) if depth > 1 else "x" for _ in "ab")
    form = source.choice(
        (
            "{} + {}", "{} - {}", "{}*{}", "{}/{}", "({})*({})", "({})/({})", "({})^{}", "({})^({})",
            "-{} - {}",
            "max({}, {})", "min({}, {})", "sqrt({})/{}", "exp({})*{}", "log({}) + {}", "({} - {})^64",
            "({})^0.5*{}",
            "ceil({})*{}", "sum({}*e, e, 1, 3) + {}", "product({}/e, e, 1, x)*{}", "factorial(2)*{} - {}",
        )
    )
    return form.format(first, second)


VALID_LATEX = (
    r"a = \frac{C}{W}\,\frac{b}{c}", r"x \geq \max(a b, c) \text{if} a < b", r"B^\star \approx \SI{300}{\second}",
    r"\begin{aligned} a &= \frac{b}{c} \\ &= d + e \end{aligned}", r"a := b^{2} - \sqrt{c}",
    r"a = \begin{cases} b & c < d \\ \num{1e3} & \text{otherwise} \end{cases}", r"$N_{\mathrm{total}} = 2\cdot 10^{9}$",
    r"a \le \left\lceil \frac{b}{c} \right\rceil", r"a = b \text{where} \gamma = c + 1",
)
_LATEX_PIECES = (
    *_PIECES, r"\begin{cases}", r"\end{cases}", r"\begin{aligned}", r"\end{aligned}", r"\\", "&", r"\text{if}",
    r"\frac", r"\SI{", r"\num{1e9}", r"\per", r"\text{otherwise}", r"\left", r"\right", r"\{", r"\}", r"\star", "$",
    r"\approx", "^*", r"\gamma", r"_{\mathrm{", r"\and", ":=", "~",
)
VALID_VALUES = ("2 GB", "1,024 byte", "0.5", "1.5e12 byte", "8k", "3 Gi byte", "1/3", "2 TB/s", "5 %", "1; 2; 4 GB",
                "1..2 s", "1..4k log 9", "0..1k step 250")
_VALUE_PIECES = (
    "1", "0", "9", ".", ",", ";", "..", "e", "E", "+", "-", "/", "%", " ", "k", "M", "Gi", "GB", "byte", "/s", "^", "(",
    ")", "log", "step", "nan", "inf", "\n", "\u2003", "٣", "²", "1e999", "1,5", "$", "\x00", "'", "[s]", "-0", "0x1f",
    "1_000",
)


def hostile_latex(count: int, seed: int) -> Iterator[str]:
    """`count` texts of LaTeX, the same for the same seed: formulas that are broken, and pieces of them."""
    return _of_pieces(count, seed, VALID_LATEX, _LATEX_PIECES)


def hostile_values(count: int, seed: int) -> Iterator[str]:
    """`count` values, lists and ranges, the same for the same seed."""
    return _of_pieces(count, seed, VALID_VALUES, _VALUE_PIECES)


def _of_pieces(count: int, seed: int, valid: tuple[str, ...], pieces: tuple[str, ...]) -> Iterator[str]:
    source = random.Random(seed)
    yield from valid[:count]
    for _ in range(count - len(valid)):
        if source.random() < 0.3:
            yield "".join(source.choices(pieces, k=source.randrange(1, 16)))
            continue
        text = source.choice(valid)
        for _ in range(source.randrange(1, 4)):
            at, end = sorted((source.randrange(len(text) + 1), source.randrange(len(text) + 1)))
            end = at if source.random() < 0.5 else min(end, at + 4)
            text = f"{text[:at]}{source.choice(pieces)}{text[end:]}"
        yield text
