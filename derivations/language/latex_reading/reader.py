"""LaTeX to tree, as formulas stand in papers and blog posts: in given letters, or in those of a notation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from derivations.errors import GrammarError, InputError
from derivations.language.descent import Descent
from derivations.language.grammar import FUNCTIONS, parse_expression
from derivations.language.latex_reading.letters import KnownLetters, flat, is_wrapped, letter_keys, run_at, word_at
from derivations.language.latex_reading.lexer import FRACTIONS, LatexToken, is_refused, read_tokens, refusal
from derivations.language.latex_reading.numbers import is_scaled, is_unit_text, number_at, number_value
from derivations.language.quantity import Notation
from derivations.language.tree import (
    LAMBERT,
    OPERATORS,
    Call,
    Name,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    WrittenRelation,
    replace_in_relation,
)

_CLOSED_BY = {"(": ")", "[": "]", r"\{": r"\}", "{": "}", r"\lceil": r"\rceil"}
_CLOSING = frozenset(_CLOSED_BY.values())
_STARTS = frozenset({"number", "letter", "command", *_CLOSED_BY})
_KNOWN_SIGNS = frozenset({"*", "/", "^", "_", "'", ",", "!", *_CLOSING, *OPERATORS})
_CALLS = {r"\max": "max", r"\min": "min", r"\exp": "exp", r"\log": "log", r"\ln": "log"}
_WORDS = {**{name: name for name in FUNCTIONS if name != "xor"}, "ln": "log"}
_BRANCHES = {below: function for function, below in LAMBERT.items()}
_PARENTHESES = frozenset(_CLOSED_BY) - {"{", r"\lceil"}
_TWO_WAYS = r"what the slash divides by can be read in two ways; write \frac{..}{..}"
_APPLIED = r"a letter before parentheses looks like a function; write the letter alone, or \cdot for a product"
_FACTORIAL = "what the sign ! belongs to can be read in two ways; put it in parentheses"
_SECOND_EXPONENT = "a second exponent; write (a^{b})^{c} or a^{b c}"


def parse_latex_expression(text: str, letters: Mapping[str, str]) -> Node:
    r"""The tree of an expression; `letters` maps the letters of the text to names of quantities.

    Raises `GrammarError`, which carries the column, or `InputError` for something too large to work with.

    >>> parse_latex_expression(r"\frac{S}{W_\text{all}}", {"S": "S", r"W_{\mathrm{all}}": "W"})
    Quotient(numerator=Name(name='S'), denominator=Name(name='W'))
    """
    return _Reader(text, letters).expression()


def parse_latex_relation(text: str, letters: Mapping[str, str]) -> WrittenRelation:
    r"""The tree of a relation; `letters` maps the letters of the text to names of quantities.

    Raises `GrammarError`, which carries the column, or `InputError` for something too large to work with.

    >>> parse_latex_relation(r"$T \geq t_m$", {"T": "T", "t_{m}": "t_m"})
    WrittenRelation(left=Name(name='T'), operator='>=', right=Name(name='t_m'))
    """
    return _Reader(text, letters).relation()


def letters_of(notation: Notation) -> dict[str, str]:
    r"""The names of the quantities by their LaTeX letters, as `parse_latex_relation` takes them.

    A quantity whose LaTeX is more than a letter, such as ``T(B)``, goes by its name alone.

    >>> letters_of(Notation.of("N_total [parameter] size\nphi [] arithmetic"))
    {'N_{\\mathrm{total}}': 'N_total', '\\phi': 'phi'}
    """
    letters: dict[str, str] = {}
    for quantity in notation:
        letter = quantity.latex if _is_readable(quantity.latex) else quantity.name
        while letter in letters:  # braces change nothing: the letter is given twice, and reading it is an error
            letter = f"{{{letter}}}"
        letters[letter] = quantity.name
    return letters


def latex_written(text: str, notation: Notation, extra_letters: Mapping[str, str] | None = None) -> WrittenRelation:
    r"""The relation that a formula in LaTeX states, as it is written; nothing is said of its dimensions.

    `extra_letters` are letters of the text that stand for quantities of the notation under another letter, or for
    formulas in them; they come before the notation's own. Raises `GrammarError`, `UnknownNameError` or another
    `InputError`.

    >>> notation = Notation.of("T [s] time\nS [byte] size\nW [byte/s] bandwidth")
    >>> latex_written(r"T \geq \frac{S}{\text{BW}}.", notation, {"BW": "W"}).right
    Quotient(numerator=Name(name='S'), denominator=Name(name='W'))
    """
    extra = dict(extra_letters or {})
    keys = {letter_keys(letter) for letter in extra}
    own = {letter: name for letter, name in letters_of(notation).items() if letter_keys(letter) not in keys}
    stand_for = {f"letter {place}": formula_of(formula, notation) for place, formula in enumerate(extra.values())}
    letters = dict(zip(extra, stand_for, strict=True))
    return replace_in_relation(parse_latex_relation(text, {**own, **letters}), stand_for)


def formula_of(text: str, notation: Notation) -> Node:
    """What a letter stands for: a quantity by name, or a formula; raises `InputError` where it is neither."""
    if text.isidentifier():
        return Name(notation[text].name)
    return parse_expression(text, notation.names, notation.functions)


def _is_readable(letter: str) -> bool:
    try:
        letter_keys(letter)
    except InputError:
        return False
    return True


def _starts_factor(token: LatexToken) -> bool:
    """True for what can be multiplied with what stands before it, without a sign between."""
    return token.kind in _STARTS and not is_refused(token.text)


class _Reader(Descent[LatexToken]):
    """One pass over the tokens of one formula."""

    closed_by = _CLOSED_BY

    def __init__(self, text: str, letters: Mapping[str, str]) -> None:
        self.formula = read_tokens(text)
        super().__init__(self.formula.tokens)
        self.letters = KnownLetters(letters)

    def term(self) -> Node:
        """A term, with the minus signs before it."""
        return self.signed(self._product)

    def _product(self) -> Node:
        node, open_product, slash = self.factor(), False, False
        while True:
            token = self.next
            if token.kind == "/":
                self.take()
                node, open_product, slash = Quotient(node, self._under_slash()), False, True
                continue
            if token.kind == "*":
                self.take()
                other = self.signed(self.factor)
            elif _starts_factor(token):
                other = self._beside(node, token, slash)
            else:
                return node
            slash = False
            if open_product and isinstance(node, Product):
                node = Product((*node.factors, other))
            else:
                node, open_product = Product((node, other)), True

    def _under_slash(self) -> Node:
        start = self.next
        if is_scaled(self.formula, self.at):
            raise self.error(_TWO_WAYS, start)
        node = self.signed(self.factor)
        if start.kind == "number" and isinstance(node, Number) and node.unit:
            raise self.error(_TWO_WAYS, start)
        return self.divisor(node, start)

    def _beside(self, before: Node, token: LatexToken, slash: bool) -> Node:
        """A factor that is written without a sign before it."""
        if token.kind == "number":
            raise self.error(r"write \cdot or \times before a number", token)
        if self._is_stray_unit():
            raise self.error("what is set like a unit stands right after its number", token)
        applied = isinstance(before, Name) and token.kind in _PARENTHESES
        if applied and self._has_comma_inside():
            raise self.error(_APPLIED, token)
        node = self.factor()
        if slash:
            raise self.error(_TWO_WAYS, token)
        if applied and isinstance(node, Name):
            raise self.error(_APPLIED, token)
        if token.kind in _PARENTHESES and isinstance(node, Number) and not node.unit:
            raise self.error(r"a number alone in parentheses; write \cdot for a product", token)
        if token.kind == "[" and isinstance(before, Number) and isinstance(node, Name):
            raise self.error(rf"write a unit as 2\,\mathrm{{{node.name}}}, or \cdot for a product", token)
        return node

    def _is_stray_unit(self) -> bool:
        """True for a unit in a font of its own; a letter that is given so is none, and neither is one with a script."""
        word = word_at(self.formula, self.at)
        if word is None or self.letters.is_upright(word[0]) or self._function():
            return False
        return is_unit_text(word[0]) and self.formula.tokens[word[1]].kind not in ("_", "'")

    def factor(self) -> Node:
        """A factor, without a sign."""
        start = self.next
        node, has_exponent = self._atom()
        if self.next.kind == "!":
            node = self._factorial(node, has_exponent)
        token = self.next
        if token.kind == "^":
            if has_exponent:
                raise self.error(_SECOND_EXPONENT, token)
            if start.kind == "number" and isinstance(node, Number) and node.unit:
                raise self.error("an exponent after a unit; put the number with its unit in parentheses", token)
            self.take()
            node = Power(node, self._argument())
            if self.next.kind == "^":
                raise self.error(_SECOND_EXPONENT, self.next)
            if self.next.kind == "!":
                raise self.error(_FACTORIAL, self.next)
        elif token.kind in ("_", "'") and start.kind != "end":
            what = "subscript" if token.kind == "_" else "prime"
            raise self.error(f"a {what} belongs to a letter", token)
        return node

    def _factorial(self, node: Node, has_exponent: bool) -> Node:
        sign = self.take()
        if self.next.kind == "=" and self.next.column == sign.end:
            raise self.error("a relation is one of = >= <= > <", sign)
        if has_exponent or self.next.kind == "!":
            raise self.error(_FACTORIAL, sign)
        return Call("factorial", (node,))

    def _atom(self) -> tuple[Node, bool]:
        """The smallest piece, and whether an exponent of its own is already read."""
        token = self.next
        if token.kind == "number":
            return self._numeral()
        if token.text in FRACTIONS:
            return self._fraction(), False
        if token.text == r"\sqrt":
            return self._root(), False
        if found := self._function():
            return self._call(*found), False
        if found_letter := self._letter():
            return found_letter
        if token.kind in _CLOSED_BY:
            self.take()
            node = self.inside(token)
            self.close(token)
            return Call("ceil", (node,)) if token.kind == r"\lceil" else node, False
        raise self.missing(token)

    def _numeral(self) -> tuple[Node, bool]:
        found = number_at(self.formula, self.at, self.letters)
        self.at = found.end
        return found.node, found.has_exponent

    def _function(self) -> tuple[str, int] | None:
        r"""The function that is applied here, and where its name ends: ``\max``, ``\operatorname{max}`` or ``max``."""
        token = self.next
        if token.kind == "command" and token.text in _CALLS:
            return _CALLS[token.text], self.at + 1
        if token.kind == "letter":
            run = run_at(self.formula, self.at)
            word = (run, self.at + len(run)) if run else None
        else:
            word = word_at(self.formula, self.at)
        if word is not None and token.text == r"\operatorname" and (branch := self._branch(*word)):
            return branch
        if word is None or word[0] not in _WORDS or self.letters.is_letter(self.formula, self.at):
            return None
        return _WORDS[word[0]], word[1]

    def _branch(self, word: str, at: int) -> tuple[str, int] | None:
        r"""A branch of Lambert's W, ``\operatorname{W}_{-1}``, and where its subscript ends."""
        if word != "W" or self.formula.tokens[at].kind != "_":
            return None
        end = self.formula.argument_end(at + 1)
        function = _BRANCHES.get(flat(self.formula.tokens[at + 1 : end]))
        return None if function is None else (function, end)

    def _call(self, function: str, end: int) -> Call:
        start, self.at = self.next, end
        opening = self.next
        if opening.kind not in _PARENTHESES | {"{"}:
            return Call(function, (self._lone_argument(function, start),))
        self.take()
        arguments = self.arguments(opening)
        least = FUNCTIONS[function]
        if len(arguments) < least:
            raise self.error(f"{function} needs at least two arguments", start)
        if len(arguments) > 1 and least == 1:
            raise self.error(f"{function} takes one argument", start)
        return Call(function, tuple(arguments))

    def _lone_argument(self, function: str, start: LatexToken) -> Node:
        r"""The letter or number of ``\log N``, where nothing follows that could belong to it."""
        token = self.next
        if function == "log" and token.kind == "_":
            raise self.error(r"only the natural logarithm is read; write \ln(x)/\ln(2) for another base", token)
        found = None
        if FUNCTIONS[function] == 1 and not is_scaled(self.formula, self.at):
            found = self._numeral() if token.kind == "number" else self._letter()
        after = self.next
        if found is None or found[1] or after.kind in ("^", "/", "!") or _starts_factor(after):
            name = start.text if start.text in _CALLS else function
            raise self.error(f"{name} needs its arguments in parentheses", start)
        return found[0]

    def _letter(self) -> tuple[Node, bool] | None:
        """A letter, and whether it came with an exponent."""
        start = self.at
        found = self.letters.find(self.formula, start)
        if found is None:
            return None
        name, self.at = Name(found.name), found.end
        if found.exponent is None:
            return name, False
        self.at = found.exponent
        exponent = self._argument()
        self.at = max(self.at, found.end)
        return Power(name, exponent), True

    def _fraction(self) -> Node:
        fraction = self.take()
        over_differential = self._is_differential()
        numerator, start = self._argument(), self.next
        if over_differential and self._is_differential():
            raise self.error("derivatives are not read", fraction)
        return Quotient(numerator, self.divisor(self._argument(), start))

    def _is_differential(self) -> bool:
        r"""True for an argument such as ``{dx}`` and ``{\mathrm{d}x}``, whether d is a letter or not."""
        at = self.at + 1
        if self.next.kind != "{":
            return False
        word = word_at(self.formula, at)
        if word:
            return word[0] == "d" and not self.letters.is_upright("d")
        first, second = self.formula.tokens[at : at + 2]
        return first.text == "d" and first.end == second.column and second.kind in ("letter", "command")

    def _root(self) -> Node:
        self.take()
        opening = self.next
        if opening.kind != "[":
            return Call("sqrt", (self._argument(),))
        self.take()
        degree = self.inside(opening)
        self.close(opening)
        self.divisor(degree, opening)
        return Power(self._argument(), Quotient(Number(Fraction(1)), degree))

    def _argument(self) -> Node:
        """The argument of a command or an exponent: a group in braces, or one digit, letter or command."""
        token = self.next
        if token.kind == "{" and not is_wrapped(self.formula, self.at):
            self.take()
            node = self.inside(token)
            self.close(token)
            return node
        if token.kind == "number":
            if len(token.text) > 1:
                raise self.error("without braces TeX takes the first digit alone; put the number in braces", token)
            self.take()
            return Number(number_value(self.formula, self.at - 1))
        if token.text in FRACTIONS or token.text == r"\sqrt":
            return self.nested(lambda: self._atom()[0], token)
        if bare := self.letters.bare(self.formula, self.at):
            self.at = bare.end
            return Name(bare.name)
        if token.kind in ("-", "+", "(", "["):
            raise self.error(f"without braces TeX takes {token.text!r} alone; put all of it in braces", token)
        raise self.missing(token)

    def _has_comma_inside(self) -> bool:
        """True if a comma comes before the next parenthesis or brace is closed."""
        for token in self.formula.tokens[self.at :]:
            if token.kind in _CLOSING:
                break
            if token.kind == ",":
                return True
        return False

    def missing(self, token: LatexToken) -> GrammarError:
        """The error of a token that stands where something to calculate with is expected."""
        if token.kind == "end":
            return self.error("the formula ends where a letter, a number or a parenthesis is expected", token)
        if token.kind == "+":
            return self.error("a sign + is not written before a term", token)
        if token.kind in _KNOWN_SIGNS:
            return self.error(f"expected a letter, a number or a parenthesis, not {token.text}", token)
        return self.error(refusal(token.text, self.letters.commands()), token)

    def misplaced(self, token: LatexToken) -> GrammarError:
        """The error of a token that stands where nothing, or a sign, is expected."""
        if token.kind == ",":
            return self.error("a comma only separates the arguments of max and min", token)
        if token.kind in _CLOSING:
            return self.error(f"{token.text} closes what was never opened", token)
        return self.error(refusal(token.text, self.letters.commands()), token)

    def error(self, message: str, token: LatexToken) -> GrammarError:
        """An error that points at a token."""
        return self.formula.error(message, token)

    def shown(self, token: LatexToken) -> str:
        """A token as an error shows it."""
        return token.text
