"""Tree to MathML as browsers set it, and as screen readers read it, without a script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape

from derivations.language.numerals import decimal
from derivations.language.printing.letter import ACCENTS, LetterReader
from derivations.language.printing.printer import Precedence, Typesetter
from derivations.language.tree import LAMBERT, Apply, FormulaTree, Name, Node, Number, Sum, WrittenRelation

_BOLD, _BOLD_SMALL, _SCRIPT = 0x1D400, 0x1D41A, 0x1D49C  # where these alphabets begin
_SCRIPT_ELSEWHERE = {"B": "ℬ", "E": "ℰ", "F": "ℱ", "H": "ℋ", "I": "ℐ", "L": "ℒ", "M": "ℳ", "R": "ℛ"}


@lru_cache(maxsize=4096)
def letter_mathml(latex: str) -> str:
    r"""The MathML of a letter, one element; a text that is none is set as a word.

    >>> letter_mathml(r"N_{\mathrm{total}}")
    '<msub><mi>N</mi><mtext>total</mtext></msub>'
    """
    try:
        return _Letter(latex).whole()
    except ValueError:
        return f"<mtext>{escape(latex)}</mtext>"


def marked(name: str, mathml: str) -> str:
    """A letter that says which quantity it stands for, so that a page can tell what that is.

    >>> marked("B", "<mi>B</mi>")
    '<mi class="q" data-q="B">B</mi>'
    """
    tag, rest = re.match(r"<([a-z]+)(.*)", mathml, flags=re.DOTALL).groups()  # type: ignore[union-attr]
    return f'<{tag} class="q" data-q="{escape(name)}"{rest}'


class _Letter(LetterReader):
    """A letter as elements."""

    def grouped(self, parts: Sequence[str]) -> str:
        """Several elements in a row; a single one as it is."""
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def scripted(self, base: str, below: str, above: str, primes: str) -> str:
        """An element with its scripts."""
        if primes:
            above = f"<mrow><mo>{primes}</mo>{above}</mrow>" if above else f"<mo>{primes}</mo>"
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        return f"<msub>{base}{below}</msub>" if below else f"<msup>{base}{above}</msup>"

    def accented(self, accent: str, piece: str) -> str:
        """An element below an accent."""
        return f'<mover accent="true">{piece}<mo stretchy="false">{ACCENTS[accent]}</mo></mover>'

    def digits(self, text: str) -> str:
        """A number."""
        return f"<mn>{text}</mn>"

    def letter(self, letter: str, *, upright: bool = False) -> str:
        """One letter; a single letter of MathML is italic unless told otherwise."""
        return f'<mi mathvariant="normal">{letter}</mi>' if upright else f"<mi>{letter}</mi>"

    def sign(self, sign: str) -> str:
        """A sign; those that a keyboard has would stretch."""
        return f'<mo stretchy="false">{sign}</mo>' if sign in "()+−*/,.|=" else f"<mo>{sign}</mo>"

    def function(self, name: str) -> str:
        """The name of a function."""
        return f"<mi>{name}</mi>"

    def word(self, font: str, word: str) -> str:
        """A word in a font."""
        return f"<mtext>{escape(_in_font(font, word))}</mtext>"

    def space(self, width: str) -> str:
        """An empty space."""
        return f'<mspace width="{width}"></mspace>'


def _in_font(font: str, word: str) -> str:
    """A word in a font that has characters of its own: bold Latin letters, script capitals."""
    if font == "mathbf":
        return "".join(_moved(sign, _BOLD if sign.isupper() else _BOLD_SMALL) for sign in word)
    if font == "mathcal":
        moved = (_moved(sign, _SCRIPT) if sign.isupper() else sign for sign in word)
        return "".join(_SCRIPT_ELSEWHERE.get(sign, other) for sign, other in zip(word, moved, strict=True))
    return word


def _moved(sign: str, start: int) -> str:
    """A Latin letter in the alphabet that begins there."""
    return chr(start + ord(sign) - ord("A" if sign.isupper() else "a")) if sign.isascii() and sign.isalpha() else sign


_LARGE = {"sum": "∑", "product": "∏"}
_RELATIONS = {"=": "=", ">=": "≥", "<=": "≤", ">": "&gt;", "<": "&lt;"}
_TIMES = "<mo>×</mo>"
_MINUS = '<mo form="prefix">−</mo>'
_SLASH = '<mo lspace="0" rspace="0">/</mo>'
_SIDE_BY_SIDE = '<mo lspace="0" rspace="0.17em">&#x2062;</mo>'  # a times that is read out and not seen
_GAP = '<mspace width="0.2em"></mspace>'
_COMMA = '<mo separator="true" lspace="0" rspace="0.35em">,</mo>'
_APPLIED_TO = "<mo>&#x2061;</mo>"
_RAISED = re.compile(r"([A-Za-zµ]+)\^\(?(-?[0-9/]+)\)?")
_VALUE = re.compile(r"([-−]?)([0-9][0-9,]*(?:\.[0-9]+)?(?:/[0-9][0-9,.]*)?)(?:e(-?[0-9]+))?(\s*)(.*)", flags=re.DOTALL)
_NEGATIVE = re.compile(r'(?:<mrow>)*<mo form="prefix">')
_ACCENTED = re.compile(r"<mover [^>]*accent=.*?</mover>")
_SUBSCRIPTED = re.compile(r'(<msub class="q"[^>]*>)(.*)</msub>')


def to_mathml(node: Node, letters: Mapping[str, str], values: Mapping[str, str] | None = None) -> str:
    """The MathML of a tree, one element to put into ``<math>``; `letters` holds the MathML of each name.

    With `values` (MathML by name, such as `value_mathml` gives) each name that has a value is replaced by it, and ``×``
    stands between all factors. A name that is in neither is set as a word. Every letter says in ``data-q`` which
    quantity it is.

    >>> from derivations.language.grammar import parse_expression
    >>> to_mathml(parse_expression("B/2"), {"B": "<mi>B</mi>"})
    '<mfrac><mi class="q" data-q="B">B</mi><mn>2</mn></mfrac>'
    """
    return MathmlPrinter(letters, values).side(node)


def relation_mathml(relation: WrittenRelation, letters: Mapping[str, str]) -> str:
    """The MathML of a relation, one row, as `to_mathml` writes its sides."""
    return MathmlPrinter(letters).statement(relation)


def relation_pieces(relation: WrittenRelation, letters: Mapping[str, str]) -> tuple[str, ...]:
    """The same in pieces, so that a narrow page can break before the sign and before each further term of the right."""
    left, sign = to_mathml(relation.left, letters), sign_mathml(relation.operator)
    return (left, *led_by(sign, side_pieces(relation.right, letters)))


def side_pieces(node: Node, letters: Mapping[str, str], values: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """An expression in pieces, one for each term of a sum."""
    printer = MathmlPrinter(letters, values)
    if not isinstance(node, Sum):
        return (printer.side(node),)
    return tuple(_one(printer.joined([place])) for place in printer.summands(node.terms))


def led_by(sign: str, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Pieces with a relation sign before the first."""
    first, *others = pieces
    return (f"<mrow>{sign}{first}</mrow>", *others)


def sign_mathml(operator: str) -> str:
    """A relation sign, set as between two sides even where a line starts with it."""
    return f'<mo form="infix">{_RELATIONS[operator]}</mo>'


def letters_mathml(latex_names: Mapping[str, str]) -> dict[str, str]:
    """The letters as `to_mathml` takes them, from the LaTeX letter of each name."""
    return {name: letter_mathml(latex) for name, latex in latex_names.items()}


def math(content: str, *, display: bool = False) -> str:
    """An element for running text, or with `display` one for a line of its own."""
    return f'<math displaystyle="true">{content}</math>' if display else f"<math>{content}</math>"


def number_mathml(value: Fraction) -> str:
    """A non-negative decimal number: thousands set apart, long runs of zeros as a power of ten.

    >>> number_mathml(Fraction(5354)), number_mathml(Fraction(10**12))
    ('<mn>5,354</mn>', '<msup><mn>10</mn><mn>12</mn></msup>')
    """
    digits, power = decimal(value)
    whole, point, decimals = digits.partition(".")
    return _scaled(f"{int(whole):,}{point}{decimals}", power)


def unit_mathml(unit: str) -> str:
    """A unit text, upright.

    >>> unit_mathml("byte/token^2")
    '<mtext>byte/</mtext><msup><mtext>token</mtext><mn>2</mn></msup>'
    """
    pieces, at = [], 0
    text = unit.replace("*", "·")
    for match in _RAISED.finditer(text):
        if before := text[at : match.start()]:
            pieces.append(f"<mtext>{escape(before)}</mtext>")
        word, power = match.groups()
        pieces.append(f"<msup><mtext>{word}</mtext><mn>{power.replace('-', '−')}</mn></msup>")
        at = match.end()
    if rest := text[at:]:
        pieces.append(f"<mtext>{escape(rest)}</mtext>")
    return "".join(pieces)


def value_mathml(text: str) -> str:
    """A value as it is printed for people: digits, a word such as "billion", a unit; any other text as a word.

    >>> value_mathml("5,354 sequence")
    '<mrow><mn>5,354</mn><mspace width="0.2em"></mspace><mtext>sequence</mtext></mrow>'
    """
    match = _VALUE.fullmatch(text.strip())
    if match is None:
        return f"<mtext>{escape(text)}</mtext>"
    minus, digits, power, gap, unit = match.groups()
    over, slash, under = digits.partition("/")
    number = _scaled(over, int(power or 0)) + (f"{_SLASH}<mn>{under}</mn>" if slash else "")
    sign = _MINUS if minus else ""
    return _one(f"{sign}{number}{_GAP if gap else ''}{unit_mathml(unit)}")


class MathmlPrinter(Typesetter[str]):
    """MathML with one set of letters and values; what it writes may be several elements side by side."""

    minus, plus, less = '<mo form="prefix">−</mo>', '<mo form="infix">+</mo>', '<mo form="infix">−</mo>'
    times, beside, slash = _TIMES, _SIDE_BY_SIDE, _SLASH
    comma, either, infinity = _COMMA, '<mo form="infix">⊕</mo>', "<mi>∞</mi>"
    after_factorial = '<mo form="postfix" lspace="0" rspace="0">!</mo>'

    def __init__(self, letters: Mapping[str, str], values: Mapping[str, str] | None = None) -> None:
        super().__init__(values)
        self._letters = letters

    def row(self, *parts: str) -> str:
        """Elements side by side."""
        return "".join(parts)

    def enclosed(self, piece: str) -> str:
        """Brackets as high as what is inside."""
        return _between("(", piece, ")")

    def number(self, value: Fraction, unit: str) -> str:
        """A number, with its unit after a gap; with a unit such as 1/s it stands for the one."""
        number = number_mathml(value)
        return f"{number}{_GAP}{unit_mathml(unit[1:] if unit.startswith('1/') else unit)}" if unit else number

    def letter(self, name: str) -> str:
        """The letter of a quantity; a name without one as a word."""
        return self._letters.get(name) or (f"<mi>{name}</mi>" if len(name) == 1 else f"<mtext>{escape(name)}</mtext>")

    def name(self, name: str) -> str:
        """The value of a quantity or its letter, which says what it stands for."""
        return marked(name, super().name(name))

    def is_negative(self, value: str) -> bool:
        """True for a value that begins with a minus."""
        return bool(_NEGATIVE.match(value))

    def is_compound(self, node: Name | Number) -> bool:
        """True for a name or a number of several parts."""
        if isinstance(node, Number):
            return bool(node.unit) or bool(decimal(node.value)[1])
        value = self.values.get(node.name, "")
        return "<mo" in value or "<mspace" in value

    def statement(self, statement: FormulaTree) -> str:
        """An expression, a relation, or what goes to a limit, as one element."""
        return _one(super().statement(statement))

    def side(self, node: Node) -> str:
        """A whole expression as one element."""
        return _one(self.write(node))

    def partial(self, of: str, by: str, held: tuple[str, ...]) -> str:
        """A derivative in brackets, with what is held below them."""
        over, under = (f"<mrow><mo form=\"prefix\">∂</mo>{self.name(name)}</mrow>" for name in (of, by))
        below = _one(self.listed(tuple(map(Name, held))))
        return f"<msub>{_one(self.enclosed(f'<mfrac>{over}{under}</mfrac>'))}{below}</msub>"

    def sign(self, operator: str) -> str:
        """The sign of a relation, between its sides."""
        return "<mo>→</mo>" if operator == "→" else sign_mathml(operator)

    def listed(self, arguments: tuple[Node, ...]) -> str:
        """Arguments, each one element, with commas between them."""
        return self.comma.join(map(self.side, arguments))

    def quotient(self, over: Node, under: Node) -> str:
        """A fraction."""
        return f"<mfrac>{self.side(over)}{self.side(under)}</mfrac>"

    def power(self, base: Node, exponent: Node) -> str:
        """A base with its exponent, which stands above the subscript of a letter."""
        raised, text = _one(self.exponent(exponent)), self.write(base)
        if isinstance(base, Name) and base.name not in self.values:
            if below := _SUBSCRIPTED.fullmatch(text):
                return _lowered(f"{below[1].replace('<msub', '<msubsup', 1)}{below[2]}{raised}</msubsup>")
            bare = not text.startswith(("<msup", "<msubsup"))  # what is raised already
        else:
            plain = self.values[base.name] if isinstance(base, Name) else text
            bare = plain.startswith("<mn>") and plain.count("<") == 2
        return _lowered(f"<msup>{text}{raised}</msup>") if bare else f"<msup>{self.enclosed(text)}{raised}</msup>"

    def root(self, piece: str) -> str:
        """A square root."""
        return f"<msqrt>{piece}</msqrt>"

    def rounded_up(self, piece: str) -> str:
        """The ceiling of a formula."""
        return _between("⌈", piece, "⌉")

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> str:
        """The large sign with what counts below and above it."""
        inside = self.without(index)
        below = f'<mrow>{inside.write(Name(index))}<mo form="infix">=</mo>{self.write(first)}</mrow>'
        sign = f'<mo form="prefix" largeop="true" movablelimits="false">{_LARGE[function]}</mo>'
        counted = inside.closed(term, Precedence.SERIES)
        return f"<mrow><munderover>{sign}{below}{self.side(last)}</munderover>{counted}</mrow>"

    def applied(self, node: Apply) -> str:
        """A function, its indices below it."""
        letter = self.name(node.function)
        if node.below:
            letter = f"<msub>{letter}{_one(self.listed(node.below))}</msub>"
        return f"{letter}{_APPLIED_TO}{self.enclosed(self.listed(node.inside))}" if node.inside else letter

    def call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function of its arguments; a factorial as one element."""
        written = super().call(function, arguments)
        return f"<mrow>{written}</mrow>" if function == "factorial" else written

    def named_call(self, function: str, arguments: tuple[Node, ...]) -> str:
        """A function that is set as a word; Lambert's W is upright, as a letter W is often a quantity."""
        word = f"<mi>{function}</mi>"
        if function in LAMBERT:
            below = LAMBERT[function].replace("-", "<mo>−</mo>").replace("0", "<mn>0</mn>").replace("1", "<mn>1</mn>")
            word = f'<msub><mi mathvariant="normal">W</mi><mrow>{below}</mrow></msub>'
        return f"{word}{_APPLIED_TO}{self.enclosed(self.listed(arguments))}"


def _between(left: str, inside: str, right: str) -> str:
    """Elements between brackets as high as they are."""
    return f'<mrow><mo stretchy="true">{left}</mo>{inside}<mo stretchy="true">{right}</mo></mrow>'


def _scaled(digits: str, power: int) -> str:
    if not power:
        return f"<mn>{digits}</mn>"
    ten = f"<msup><mn>10</mn><mn>{str(power).replace('-', '−')}</mn></msup>"
    return ten if digits == "1" else f"<mn>{digits}</mn>{_TIMES}{ten}"


_ELEMENT = re.compile(r"<(/?)([a-z]+)[^>]*>")


def _lowered(text: str) -> str:
    """A power whose exponent stands beside its letter, as TeX sets it: browsers raise it above an accent.

    The letter says that it is as high as one without an accent, and a strut keeps the room above.
    """
    lowered, accents = _ACCENTED.subn(r'<mpadded height="0.7em">\g<0></mpadded>', text, count=1)
    return f'<mrow>{lowered}<mspace width="0" height="0.95em"></mspace></mrow>' if accents else text


def _one(text: str) -> str:
    """Elements side by side as one; a single one as it is."""
    depth = 0
    for match in _ELEMENT.finditer(text):
        depth += -1 if match[1] else 1
        if depth == 0:
            return text if match.end() == len(text) else f"<mrow>{text}</mrow>"
    return text
