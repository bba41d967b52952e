"""Texts with several relations: the formulas they state, each with its condition."""

import pytest

from derivations import GrammarError
from derivations.study.judge.lines import formulas, is_latex


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = b", ("a = b",)),
        ("a = b if c < d", ("a = b if c < d",)),
        ("a = b = c", ("a = b", "a = c")),
        ("a = b <= c = d", ("a = b", "a <= c", "c = d")),
        ("0 < a < b", ("0 < a", "a < b")),
        ("a = max(b, c) = d if e > 1", ("a = max(b, c) if e > 1", "a = d if e > 1")),
        ("a = = b", ("a = = b",)),
    ],
)
def test_a_chain_is_a_formula_for_each_sign(text: str, found: tuple[str, ...]) -> None:
    """It says of the first side what the others say, as long as all are equal; what is no chain stays as it is."""
    assert formulas(text, latex=False) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"\begin{aligned} a &= b \\ c &\geq d \end{aligned}", (r"a  = b", r"c  \geq d")),
        (r"\begin{aligned} a &= b \\ &= c \\[2pt] &\leq d \end{aligned}", (r"a  = b", r"a = c", r"a \leq d")),
        (r"$$\begin{align*} a &= b \label{x} \\ &\quad + c, \end{align*}$$", (r"a  = b \quad + c",)),
        (r"\begin{split} a &= \frac{b}{c} = d \end{split}", (r"a = \frac{b}{c}", "a = d")),
        (r"\begin{equation} a = b \end{equation}", (r"\begin{equation} a = b \end{equation}",)),
        (r"\begin{aligned} a &= b \ c &= d \end{aligned}", (r"a  = b", r"c  = d")),  # two signs \\ in a shell's quotes
    ],
)
def test_each_line_is_a_formula(text: str, found: tuple[str, ...]) -> None:
    """One that begins with a sign goes on with the left side before it, and one without a sign with the line."""
    assert formulas(text, latex=True) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"a = \begin{cases} b & \text{if } c < d \\ 0 & \text{otherwise} \end{cases}",
         (r"a = b \text{if} c < d", r"a = 0 \text{if} c \geq d")),
        (r"a = \begin{cases} b, & c \le d, \\ e, & c > d. \end{cases}",
         (r"a = b \text{if} c \le d", r"a = e \text{if} c > d")),
        (r"\begin{cases} a = b & \text{for } c = 0 \end{cases}", (r"a = b \text{if} c = 0",)),
        (r"a = \left\{ \begin{cases} b & c < 1 \\ d & c > 2 \\ e & \text{else} \end{cases} \right.",
         (r"a = b \text{if} c < 1", r"a = d \text{if} c > 2", r"a = e \text{if} c \geq 1 \text{and} c \leq 2")),
    ],
)
def test_each_case_stands_under_its_condition(text: str, found: tuple[str, ...]) -> None:
    """What is otherwise is the opposite of all the others."""
    assert formulas(text, latex=True) == found


@pytest.mark.parametrize("text", [
    r"a = \begin{cases} b & c = 1 \\ 0 & \text{otherwise} \end{cases}",
    r"a = \begin{cases} b & c < 1 \text{ and } d < 1 \\ 0 & \text{otherwise} \end{cases}",
    r"a = \begin{cases} b & c < 1 \end{cases} + d",
])
def test_cases_that_say_more_are_refused(text: str) -> None:
    """The opposite of an equation, or of two inequalities, is none that could be judged."""
    with pytest.raises(GrammarError):
        formulas(text, latex=True)


def test_latex_is_known_by_what_nothing_else_has() -> None:
    """A command, or a script in braces."""
    assert is_latex(r"a = \gamma")
    assert is_latex("N_{act} = 2")
    assert not is_latex("a = b*(c + d)")
