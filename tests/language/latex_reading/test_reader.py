"""LaTeX as people write it, read to the tree that the same formula in our own grammar has."""

from itertools import product

import pytest

from derivations.errors import DimensionError, GrammarError, InputError, UnknownNameError
from derivations.language.grammar import parse_expression
from derivations.language.latex_reading.reader import letters_of, parse_latex_expression, parse_latex_relation
from derivations.language.printing.text import relation_text
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation

from ..letters import LETTERS, latex_relation


def _trees(latex: str, text: str) -> None:
    assert parse_latex_expression(latex, LETTERS) == parse_expression(text)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"a\,b\cdot c \times n", "a*b*c*n"),
        (r"ab c", "a*b*c"),
        (r"a(b+c)", "a*(b + c)"),
        (r"2ab", "2*a*b"),
        (r"0.5(a+b)[a - b]\{a\,b\}", "0.5*(a + b)*(a - b)*(a*b)"),
        (r"\frac{a b}{c}", "a*b/c"),
        (r"\frac{a}{b}\,c", "a/b*c"),
        (r"\dfrac{a}{b}\tfrac{b}{c}", "a/b*(b/c)"),
        (r"\frac12 + \frac1{23} + \frac ab + \frac\phi2", "1/2 + 1/23 + a/b + phi/2"),
        (r"a/b/c", "a/b/c"),
        (r"a/(b c)", "a/(b*c)"),
        (r"a/b\cdot c", "a/b*c"),
        (r"a\,b/c", "a*b/c"),
        (r"-a^2 + (-a)^{2}", "-a^2 + (-a)^2"),
        (r"a - (b - c) - -x", "a - (b - c) - (-x)"),
        (r"a^{-b} b^{1/2} c^\alpha x^{a+1}", "a^-b*b^(1/2)*c^alpha*x^(a + 1)"),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)^2"),
        (r"{a b}^{2}", "(a*b)^2"),
        (r"\sqrt{a} + \sqrt 2 + \sqrt[3]{b c}", "sqrt(a) + sqrt(2) + (b*c)^(1/3)"),
        (r"\max(a, b) + \min\{a, b + c\} - \max\!\left[a,\ b,\ c\right]", "max(a, b) + min(a, b + c) - max(a, b, c)"),
        (r"\operatorname{max}(a,b) + \mathrm{min}\bigl(a,b\bigr) + max(a, b)", "max(a, b) + min(a, b) + max(a, b)"),
        (r"\exp(-a)\log\left(b\right)\ln{x}", "exp(-a)*log(b)*log(x)"),
        (r"\ln x + \log 2", "log(x) + log(2)"),
        (r"\left[\bigl\{ \Bigl( a \Bigr) \bigr\}\right] b", "a*b"),
        (r"\displaystyle a \quad + \; b \! \quad", "a + b"),
        (r"a{\cdot}b{}&-c", "a*b - c"),
        (r"a·b×c − x", "a*b*c - x"),
        (r"\num{300} a + \num{1.5e12}\,b", "300*a + 1.5e12*b"),
        (r"\SI{300}{TB/s} a", "300[TB/s]*a"),
        (r"\qty{4.8}{\tera\byte\per\second} + \SI{1e-3}{\second}", "4.8[TB/s] + 0.001[s]"),
        (r"\SI[per-mode=symbol]{2}{\per\second}", "2[1/s]"),
        (r"\frac{\SI{2}{\giga\byte}}{a}", "2[GB]/a"),
    ],
)
def test_expressions(latex: str, text: str) -> None:
    """Fractions, roots, powers, functions, and side by side as a product."""
    _trees(latex, text)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"N_{\mathrm{active}} N_\text{total} N", "N_active*N_total*N"),
        (r"N_{active}/N_{\rm total}", "N_active/N_total"),
        (r"N_{\operatorname{total}} + N_{ \textit{total} } + N_{\mathbf{t}otal}", "N_total + N_total + N_total"),
        (r"N_total + N\_active + b_w", "N_total + N_active + b_w"),
        (r"t_c + t_{c} + t_{kv} + t_{KV} + \kappa_{stored}", "t_c + t_c + t_kv + t_kv + kappa_stored"),
        (r"\varphi + φ + \phi", "phi + phi + phi"),
        (r"b_w' + b'_w + b_w^{\prime} + b_w'^2", "b_alt + b_alt + b_alt + b_alt^2"),
        (r"B^* + B^{*} + B^\star + B^{\ast}", "B + B + B + B"),
        (r"\left(B^*\right)^2 + {B}^{2}", "B^2 + B^2"),
        (r"N_{\text{total}}^2 + N^2_{\text{total}} + N_\mathrm{total}^\alpha", "N_total^2 + N_total^2 + N_total^alpha"),
        (r"\bar{t}_{\text{system}} + \overline{t_{system}}", "t_mean + t_mean"),
        (r"\hat{N}^{\alpha} + \widehat N", "n_par^alpha + n_par"),
        (r"L_\times L_{\times} L_x \times L", "L_x*L_x*L_x*L"),
        (r"m_{\max} + m_\mathrm{max}", "m_top + m_top"),
        (r"\Delta t^2 \Delta\, t", "dt^2*dt"),
        (r"\text{FLOPs}/\text{BW} + FLOPs + {\rm BW} + \frac{\rm FLOPs}{\mathrm{BW}}", "C/W + C + W + C/W"),
        (r"B W", "B*W"),
        (r"nBL", "n*B*L"),
        (r"\mathbf{a}\,\mathit{b}\,\boldsymbol{\phi}", "a*b*phi"),
    ],
)
def test_letters(latex: str, text: str) -> None:
    """Fonts, braces and spaces do not tell letters apart; what stands below, primes, stars and accents do."""
    _trees(latex, text)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("300 + 1.5", "300 + 1.5"),
        (r"1{,}234{,}567.5 + 12\,000", "1234567.5 + 12000"),
        (r"1.5 \times 10^{12} a", "1.5e12*a"),
        (r"2\cdot 10^6", "2e6"),
        (r"10^{12} + 10^{-9} + 10^{-3}", "1e12 + 1e-9 + 10^-3"),
        (r"a \times 10^{6}", "a*1e6"),
        (r"30\% + 30\,\%", "30[%] + 30[%]"),
        (r"15\,\mathrm{ms} + 15 \text{ ms}", "15[ms] + 15[ms]"),
        (r"2\,\mathrm{FLOP}/(\mathrm{parameter}{\cdot}\mathrm{token})", "2[FLOP/(parameter·token)]"),
        (r"3.35 \times 10^{12}\,\mathrm{byte}/\mathrm{s}", "3.35e12[byte/s]"),
        (r"989\,\text{TFLOP/s}", "989[TFLOP/s]"),
        (r"989\,\mathrm{TFLOP}\,\mathrm{s}^{-1} a", "989[TFLOP·s^-1]*a"),
        (r"300~\frac{\mathrm{FLOP}}{\mathrm{byte}}", "300[FLOP/byte]"),
        (r"5\,/\mathrm{s} + 1/\mathrm{token}^2", "5[1/s] + 1[1/token^2]"),
        (r"3\,\$/\mathrm{h}", "3[$/h]"),
        (r"3\,\mathrm{\mu s}", "3[µs]"),
        (r"2\,\mathrm{byte}/b + 2\,\mathrm{byte} \cdot b", "2[byte]/b + 2[byte]*b"),
        (r"2\,\mathrm{s} + 2 s", "2[s] + 2*s"),
        (r"2 \cdot \text{FLOPs}", "2*C"),
        (r"5\,\mathrm{min} + 5\,\mathrm{min}(a, b)", "5[min] + 5*min(a, b)"),
    ],
)
def test_numbers_and_units(latex: str, text: str) -> None:
    """Numbers are exact; a unit is upright and stands right after its number."""
    _trees(latex, text)


@pytest.mark.parametrize(
    ("sign", "operator"),
    [
        *product(("=", "{=}", "&=", "& = &"), ["="]),
        *product((r"\ge", r"\geq", r"\geqslant", "≥", ">="), [">="]),
        *product((r"\le", r"\leq", r"\leqslant", "≤", "<="), ["<="]),
        *product((">", r"\gt"), [">"]),
        *product(("<", r"\lt"), ["<"]),
    ],
)
def test_relation_signs(sign: str, operator: str) -> None:
    """Every spelling of a relation."""
    assert parse_latex_relation(f"a {sign} b", LETTERS).operator == operator


@pytest.mark.parametrize(
    "latex",
    [
        "$a = b$",
        "$$ a = b. $$",
        "$$ a = b $$.",
        r"\(a=b\)",
        r"\[ a = b\,, \]",
        r"\begin{equation} a = b \label{eq:a_1} \end{equation}",
        r"\begin{align*} a &= b \tag{3} \\ \end{align*}",
        r"$$\begin{aligned} a &{}= b \nonumber \end{aligned}$$",
        "\n  \\begin{equation}\\begin{split}\n a & = b,\\tag*{*} \\end{split}\\end{equation}\n",
    ],
)
def test_frames(latex: str) -> None:
    """What stands around a formula, its label and its punctuation are no part of it."""
    assert relation_text(parse_latex_relation(latex, LETTERS)) == "a = b"


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (
            r"B^* = \frac{\text{FLOPs}}{\text{BW}} \times \frac{N_{\text{total}}}{N_{\text{active}}}",
            "B = (C/W)*(N_total/N_active)",
        ),
        (
            r"T \geq \max\left( t_{\text{compute}}, t_{\text{memory}} \right)",
            "T >= max(t_c, t_m)",
        ),
        (
            r"t_{\text{compute}} = \frac{2 \cdot n B N_{\text{active}}}{\text{FLOPs}}",
            "t_c = 2*n*B*N_active/C",
        ),
        (
            r"\[ t_\text{memory} = \frac{b_w N_\text{total} + \kappa B L}{\rm BW}. \]",
            "t_m = (b_w*N_total + kappa*B*L)/W",
        ),
        (
            r"\begin{align} B &= \frac{r s}{n} \left(1-\frac{L}{L_{\times}}\right)^{-1} \end{align}",
            "B = r*s/n*(1 - L/L_x)^-1",
        ),
        (
            r"L = \frac{\phi\, n\, N_{active}\, W}{\kappa\, C}",
            "L = phi*n*N_active*W/(kappa*C)",
        ),
        (
            r"C = 989\,\text{TFLOP/s},",
            "C = 989[TFLOP/s]",
        ),
        (
            r"x = a \hat{N}^{-\alpha} + \frac{b}{\hat N^\alpha}",
            "x = a*n_par^-alpha + b/n_par^alpha",
        ),
        (
            r"s \le \sqrt{\frac{2\,x}{1 - x}} + 30\%",
            "s <= sqrt(2*x/(1 - x)) + 30[%]",
        ),
        (
            r"T < 1.5\times 10^{-2}\,\mathrm{s}",
            "T < 0.015[s]",
        ),
    ],
)
def test_formulas_of_write_ups(latex: str, text: str) -> None:
    """Relations as they stand in posts and papers."""
    assert relation_text(parse_latex_relation(latex, LETTERS)) == text


def test_a_letter_that_is_given_twice_cannot_be_read() -> None:
    r"""Where ``\phi`` and ``\varphi`` are two letters they are told apart; one letter for two quantities is refused."""
    both = {r"\phi": "a", r"\varphi": "b"}
    assert parse_latex_expression(r"\varphi - \phi", both) == parse_expression("b - a")
    with pytest.raises(GrammarError, match=r"the letter 'N_t' stands for a and b"):
        parse_latex_expression("N_t", {"N_{t}": "a", r"N_{\mathrm{t}}": "b"})
    with pytest.raises(GrammarError, match=r"stands for a and b"):
        parse_latex_expression(r"\phi_x", {r"\varphi_x": "a", r"\varphi_{\text{x}}": "b"})
    with pytest.raises(InputError, match="cannot be read as a letter"):
        parse_latex_expression("a", {"T(B)": "a"})


def test_known_letters_are_no_functions_units_or_derivatives() -> None:
    """Letters that begin like a function or a unit are themselves, and a derivative is none of their quotients."""
    names = ("min_batch", "max_len", "log_x", "day_x", "d", "x", "y")
    letters = {name: name for name in names}
    letters |= {r"\mathrm{min}_{\mathrm{batch}}": "min_batch", r"\mathrm{day}_x": "day_x"}
    latex = r"2\,\mathrm{min}_{\mathrm{batch}}\,max_len + 3\,\mathrm{day}_{x} - log_x \frac{d\,x}{d\,y}"
    text = "2*min_batch*max_len + 3*day_x - log_x*(d*x/(d*y))"
    assert parse_latex_expression(latex, letters) == parse_expression(text)
    for derivative in (r"\frac{dx}{dy}", r"\frac{\mathrm{d} x}{\mathrm{d} y}"):
        with pytest.raises(GrammarError, match="derivatives are not read"):
            parse_latex_expression(derivative, letters)


NOTATION = Notation(
    (
        Quantity("T", "s", "time"),
        Quantity("S", "byte", "size"),
        Quantity("W", "byte/s", "bandwidth"),
        Quantity("t_life", "s", "life", latex=r"t_{\mathrm{life}}"),
        Quantity("x_of", "", "share", latex="x(T)"),
    )
)


def test_a_formula_becomes_a_relation() -> None:
    """The relation is the one that the same formula in our own grammar is."""
    assert latex_relation(r"$$T \geq \frac{S}{W}.$$", NOTATION) == relation("T >= S/W", NOTATION)


def test_letters_of_the_text_come_before_those_of_the_notation() -> None:
    """A letter may be said to stand for another quantity, also one that the notation uses itself."""
    read = latex_relation(r"t^* = S/\text{BW}", NOTATION, {"BW": "W", "t^*": "t_life"})
    assert read == relation("t_life = S/W", NOTATION)
    assert latex_relation("T = S/W", NOTATION, {r"\mathrm{T}": "t_life"}) == relation("t_life = S/W", NOTATION)
    with pytest.raises(UnknownNameError, match="unknown quantity 'w'; did you mean W"):
        latex_relation("T = S/W", NOTATION, {"BW": "w"})


def test_dimensions_are_checked() -> None:
    """A formula that leaves out a unit is told what it measures."""
    with pytest.raises(DimensionError, match="T is s but S is byte"):
        latex_relation("T = S", NOTATION)


def test_a_quantity_whose_latex_is_no_letter_goes_by_its_name() -> None:
    """Its formula cannot be told from a product; everything else is read."""
    assert letters_of(NOTATION)["x_of"] == "x_of"
    assert latex_relation("x_of T = t_{life}", NOTATION) == relation("x_of*T = t_life", NOTATION)


def test_a_letter_of_two_quantities_is_refused_where_it_is_used() -> None:
    """A reader's own quantity may have the letter of another one."""
    twice = NOTATION.extended([Quantity("speed", "byte/s", "another bandwidth", latex=r"\mathrm{W}")])
    twice = twice.extended([Quantity("rate", "byte/s", "a third bandwidth", latex="W")])
    assert latex_relation("T = t_{life}", twice) == relation("T = t_life", twice)
    with pytest.raises(GrammarError, match="the letter 'W' stands for W and speed and rate"):
        latex_relation("T = S/W", twice)
    assert latex_relation("T = S/W", twice, {"W": "rate"}) == relation("T = S/rate", twice)
