"""Obligations about functions and bits: a notation, and what is true and false of it."""

from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation

NOTATION = Notation.of("""
    k [] (whole) index
    i [] (whole) index that counts
    n [] (whole) number of terms
    x(index) [] (real) sequence
    f(index, number) [] (real) function of an index and a number
    h(number) [] (real) function
    h2(number, number) [] (real) function of two numbers
    pos(number) [] positive function
    share(number) [] (fraction) function
    delay(token) [s] positive function of tokens
    T [token] tokens
    a [] (bit) bit
    b [] (bit) bit
    c [] (bit) bit
    F(number) [] (bit) function
    m [] (whole) row of bits
    q [] (whole) another one
    w [] (whole) a third one
    R(number) [] (whole) function of rows
    r [] (real) number
    s [] (real) number
    t [] (real) number
    p [] positive number
""").extended([
    Quantity("smooth", "", "function", "real", of=("",), derivative="slope"),
    Quantity("slope", "", "its derivative", "real", of=("",)),
])

TRUE = (
    "h(r) = h(s) | r = s",
    "h(r) = h(s) | 2*r + 1 = 2*s + 1",
    "h(r + s) = h(s + r)",
    "h((r^2 - 1)/(r - 1)) = h(r + 1) | r < 1",
    "h(h(r)) = r | h(r) = r",
    "h(h(h(r))) = r | h(h(r)) = s | h(s) = r",
    "h(max(r, s)) = h(t) | t = max(r, s)",
    "h2(r, s) = h2(s, r) | r = s",
    "pos(r) + pos(s) > 0",
    "share(r) + share(s) <= 2",
    "p > 0 | h(p) = 3",
    "x(k) = x(k + 1) - f(k, x(k)) | x(k + 1) = x(k) + f(k, x(k))",
    "delay(T + 1[token]) > 0[s]",
    "b = xor(c, F(a)) | c = xor(b, F(a))",
    "F(a) = F(b) | xor(a, b) = 0",
    "a + b - 2*a*b = xor(a, b)",
    "a^2 = a",
    "a*p <= p",
    "xor(a, b) = xor(b, c) | a = c",
    "F(F(F(a))) = F(a)",  # a bit has two values
)
FALSE = (
    "h(r) = h(s)",
    "h(r + s) = h(r) + h(s)",
    "h2(r, s) = h2(s, r)",
    "pos(r) > pos(s)",
    "share(r) + share(s) <= 1",
    "x(k) = x(k + 1) - f(k, x(k + 1)) | x(k + 1) = x(k) + f(k, x(k))",
    "delay(T) = 3[s]",
    "b = xor(c, F(b)) | c = xor(b, F(a))",
    "F(a) = F(b)",
    "xor(a, b) = a*b",
    "F(F(a)) = F(a)",
    "r*a <= r + 1",
    "smooth(r) = smooth(s) + slope(s)*(r - s)",
)
# sums and products of sequences, of which no other prover knows
TRUE_OF_SEQUENCES = (
    "sum(x(i), i, 0, 1) = x(0) + x(1)",
    "sum(x(i), i, 0, n + 1) = sum(x(i), i, 0, n) + x(n + 1)",
    "sum(x(i), i, 0, n) = sum(x(k), k, 0, n)",
    "sum(h(r)*x(i), i, 0, n) = h(s)*sum(x(i), i, 0, n) | r = s",
    "sum(x(i) + 1, i, 0, n) = sum(x(i), i, 0, n) + n + 1",
    "sum(x(i + 1), i, 0, n) = 3 + x(n + 1) | sum(x(i + 1), i, 0, n - 1) = 3",
    "s*(1 + x(n)) = product(1 + x(i), i, 0, n) | s = product(1 + x(i), i, 0, n - 1)",
    "x(n + 1) = product(1 + f(i, x(i)), i, 0, n) | x(n + 1) = (1 + f(n, x(n)))*x(n)"
    " | x(n) = product(1 + f(i, x(i)), i, 0, n - 1)",
    "sum(pos(i), i, 0, n) > 0",
    "product(share(i), i, 0, n) <= 1",
)
FALSE_OF_SEQUENCES = (
    "sum(x(i), i, 0, 1) = 2*sum(x(i), i, 0, 0)",
    "sum(x(i), i, 0, n) = (n + 1)*x(0)",
    "sum(x(i), i, 0, n) = sum(x(i), i, 0, n + 1)",
    "product(x(i), i, 0, 1) = product(x(i), i, 0, 0)^2",
    "sum(x(i)*x(i), i, 0, n) = sum(x(i), i, 0, n)^2",
    "sum(x(i + 1), i, 0, n) = sum(x(i), i, 0, n)",
    "sum(share(i), i, 0, n) <= 1",
    "x(n + 1) = product(f(i, x(i)), i, 0, n) | x(n + 1) = (1 + f(n, x(n)))*x(n)"
    " | x(n) = product(1 + f(i, x(i)), i, 0, n - 1)",
    "x(n) = 1 + sum(f(i, x(i)), i, 0, n - 1) | x(n) = product(1 + f(i, x(i)), i, 0, n - 1)",
    "sum(F(i), i, 0, n) <= 2",
)
# whole numbers, binary digit by digit
TRUE_OF_ROWS = (
    "m = xor(q, R(w)) | q = xor(m, R(w))",
    "m = xor(q, R(m)) | xor(m, R(w)) = q | m = w",
    "R(m) = R(q) | xor(m, w) = xor(w, q)",
    "R(R(m)) = m | R(m) = xor(q, w) | R(xor(w, q)) = m",
    "xor(m, q, w) = xor(w, xor(m, q))",
    "xor(m, 6, q, 3, m) = xor(q, 5)",
    "xor(m, q) >= 0",
    "xor(a, m) = q | xor(q, m) = a",
    "m = q | xor(m, w) = xor(w, R(q)) | R(q) = q",
    "m = 3 | xor(m, q) = 1 | xor(q, w) = 4 | w = 6",
)
FALSE_OF_ROWS = (
    "m = xor(q, R(q)) | q = xor(m, R(w))",
    "xor(m, q) = m + q",
    "xor(m, q) <= m",
    "R(xor(m, q)) = xor(R(m), R(q))",
    "R(R(R(m))) = R(m)",  # it is so for bits
    "xor(m, 1) = m + 1",
    "xor(m, q) = xor(q, w)",
    "m = w | xor(m, q) = xor(w, R(q))",
    "xor(m, q) = m + q - 2*m*q",
)
CONTRADICTORY = (
    "m = q | xor(m, q) = 1 | xor(m, w) = 2 | xor(q, w) = 1",
    "h(r) = 2 | h(r) = 1 | h(s) = 3 | r = s",
    "a = b | a = xor(a, 1)",
    "a = 0 | F(a) = 1 | F(b) = 0 | a = b",
)


def question(line: str) -> Obligation:
    """``goal | given | given``."""
    goal, *given = (relation(part, NOTATION) for part in line.split("|"))
    return Obligation(goal, tuple(given))
