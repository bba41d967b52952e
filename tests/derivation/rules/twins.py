"""The table of right uses and wrong twins: what every rule must compute and prove, and what it must refute.

What speaks of functions, sequences and bits is in `twins_of_functions`.
"""

from __future__ import annotations

from derivations.derivation.rules.algebra import Equate, Substitute
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.regimes import Boundary, Split
from derivations.derivation.rules.round_up import RoundUp
from derivations.derivation.rules.series import FiniteSum
from derivations.derivation.rules.solve import Solve
from derivations.derivation.rules.statements import Reject, Rewrite, State, Suppose, Take
from derivations.proof.verdict import Finding

from .case import Case, expression, of, right, symbol, twin
from .twins_of_functions import RIGHT_OF_FUNCTIONS, WRONG_OF_FUNCTIONS


def _sum(term: str, first: str, last: str, named: str = "t") -> FiniteSum:
    ends = (expression(text) for text in (term, first, last))
    term_, first_, last_ = ends
    return FiniteSum(term_, symbol("i"), first_, last_, symbol("n"), symbol(named))


_PICKED = Take("time", of("T = w/(mfu*C)"), of("T = w/C"))
_EFFICIENCY = ("T = w/C_eff", "C_eff = mfu*C")
_POOLED = ("t = G*C_gpu*b/(G*W_gpu*1[FLOP/byte])",)
_KINK = ("t = max(a*x, b + c*x)/x",)
_SMOOTH = ("t = a*x^p + c*x^(-q)",)
_ALONG = MinimiseSubjectTo(symbol("x"), symbol("b"))
_AREA = ("t = p*x + q*b", "u = b*x")
_SCALED = ("t = c*x*(b + d)", "u = a + p/x^f + q/b^mfu")
_BY_LAMBERT = Solve(symbol("x"), by_lambert=True)
_SPIKE = ("t = a/(x - b)^2 + c*x",)

RIGHT: tuple[Case, ...] = (
    *RIGHT_OF_FUNCTIONS,
    # --- take
    right("the default", Take("time", of("T = w/C"), of("T = w/C")), (), "T = w/C", Finding.TAKEN),
    right("a replacement of the same left side", _PICKED, (), "T = w/(mfu*C)", Finding.TAKEN),
    # --- suppose
    right("an assumption", Suppose("time", of("T = w/C"), of("T = w/C")), (), "T = w/C", Finding.TAKEN),
    # --- equate
    right("two equations for one thing", Equate(), ("t = a*b", "t = c/d"), "a*b = c/d"),
    right("a condition travels", Equate(), ("t = a/b | a < b", "t = c"), "a/b = c | a < b"),
    # --- substitute
    right("a quotient into a product", Substitute(), ("t = a*x", "x = b/c"), "t = a*b/c"),
    right("an efficiency", Substitute(), _EFFICIENCY, "T = w/(mfu*C)"),
    right("into a max", Substitute(), ("t >= max(x, u)", "x = a*b", "u = c/d"), "t >= max(a*b, c/d)"),
    right("one into the other", Substitute(), ("t = a*x", "x = b*u", "u = c/d"), "t = a*b*c/d"),
    right("into the conditions too", Substitute(), ("t = a/x | x < b", "x = c*d"), "t = a/(c*d) | c*d < b"),
    # --- solve
    right("linear, with a condition", Solve(symbol("x")), ("a*x = b*x + c",), "x = c/(a - b) | b < a"),
    right("linear, everywhere", Solve(symbol("x")), ("a*x + b*x = c",), "x = c/(a + b)"),
    right("a share stays a share", Solve(symbol("f")), ("a*f = b",), "f = b/a | b <= a"),
    right(
        "a quadratic with one admissible root", Solve(symbol("x")), ("x^2 = a*x + b",), "x = a/2 + sqrt(a^2 + 4*b)/2"
    ),
    right(
        "a quadratic with two, the smaller", Solve(symbol("x")), ("x^2 + b = a*x",),
        "x = a/2 - sqrt(a^2 - 4*b)/2 | 4*b <= a^2",
    ),
    right(
        "a quadratic with two, the larger", Solve(symbol("x")), ("x^2 + b = a*x",),
        "x = a/2 + sqrt(a^2 - 4*b)/2 | 4*b <= a^2",
    ),
    right("under a root", Solve(symbol("x")), ("sqrt(x) = (a - b)/c",), "x = ((a - b)/c)^2 | b < a"),
    right(
        "under a root and beside it", Solve(symbol("x")), ("sqrt(x + a) = x - a",),
        "x = (2*a + 1)/2 + sqrt(8*a + 1)/2",
    ),
    right("a power", Solve(symbol("x")), ("a*x^p = b*x^(-q)",), "x = (b/a)^(1/(p + q))"),
    # by Lambert's W
    right("a line times an exponential", _BY_LAMBERT, ("x*exp(x) = a",), "x = lambert_w0(a)"),
    right("the upper of two branches", _BY_LAMBERT, ("x*exp(-x) = a",), "x = -lambert_w0(-a) | a*exp(1) <= 1"),
    right("the lower of two branches", _BY_LAMBERT, ("x*exp(-x) = a",), "x = -lambert_wm1(-a) | a*exp(1) <= 1"),
    right("only the upper is positive", _BY_LAMBERT, ("x + exp(x) = a",), "x = a - lambert_w0(exp(a)) | 1 < a"),
    right(
        "only the lower is positive", _BY_LAMBERT, ("exp(a*x) = 1 + a*(x + 1/c - 1)",),
        "x = -(lambert_wm1(-exp(a - a/c - 1)) + a/c + 1 - a)/a | c < 1",
    ),
    right("of either sign", Solve(symbol("r"), by_lambert=True), ("r*exp(r) = -a",),
          "r = lambert_wm1(-a) | a*exp(1) <= 1"),
    right("a slope of either sign", Solve(symbol("r"), by_lambert=True), ("s*r*exp(r) = a",),
          "r = lambert_w0(a/s) | 0 <= exp(1)*a*s + s^2 | 0 < s^2"),
    right("an inequality", Solve(symbol("x")), ("a*x >= b",), "x >= b/a"),
    right("an inequality that turns round", Solve(symbol("x")), ("c - a*x >= b",), "x <= (c - b)/a"),
    # --- rewrite
    right("grouped", Rewrite(of("t = (a/b)*(c/d)")), ("t = a*c/(b*d)",), "t = (a/b)*(c/d)"),
    right("with a definition", Rewrite(of("t = x*c")), ("t = a*c/b", "x = a/b"), "t = x*c"),
    right(
        "with its condition", Rewrite(of("t = a/(c*(1 - L/u))"), of("L < u")),
        ("t = a*b/(c*b - c*d*L) | d*L < b", "u = b/d"), "t = a/(c*(1 - L/u)) | L < u",
    ),
    right("symbolic exponents", Rewrite(of("t = a*x*x^p")), ("t = a*x^(p + 1)",), "t = a*x*x^p"),
    right("a common factor of a max", Rewrite(of("t = c*max(a, b)")), ("t = max(a*c, b*c)",), "t = c*max(a, b)"),
    # --- state
    right("multiplied out", State(of("t*b = a")), ("t = a/b",), "t*b = a"),
    right("a weaker bound", State(of("t > a")), ("t = a + b",), "t > a"),
    right("from a condition", State(of("a*c <= b*c")), ("t = a/b | a < b",), "a*c <= b*c | a < b"),
    # --- reject
    right("a factor upside down", Reject("t = b/a"), ("t = a/b",), "t = b/a", Finding.REFUTED),
    right("unlike terms", Reject("T = w + C"), (), "", Finding.REFUTED),
    # --- boundary
    right("of a max", Boundary(), ("t >= max(a, b + c)",), "a = b + c"),
    right("of a min", Boundary(), ("t <= min(a, b)",), "a = b"),
    right(
        "between two of three", Boundary((symbol("a"), symbol("c"))), ("t >= max(a, b, c)",), "a = c"
    ),
    # --- split
    right("the first regime", Split(), ("t >= max(a, b)",), "t >= a | b <= a"),
    right("the second regime", Split(), ("t >= max(a, b)",), "t >= b | a <= b"),
    right("of a min", Split(), ("t = c*min(a, b)",), "t = c*a | b >= a"),
    right("one of three", Split(), ("t >= max(a, b, c)",), "t >= b | a <= b | c <= b"),
    # --- isolate
    right("the edge of a condition", Isolate(symbol("L"), symbol("u")), ("t = a/(b - c*L) | c*L < b",), "u = b/c"),
    right(
        "an edge that is there on a condition of its own", Isolate(symbol("L"), symbol("u")),
        ("t = a/(b - c*L + d*L) | c*L < b + d*L | d < c",), "u = b/(c - d) | d < c",
    ),
    # --- limit
    right("to zero", Limit(symbol("L")), ("t = a/(b + c*L)",), "t = a/b"),
    right("to infinity", Limit(symbol("x"), True), ("t = a*x/(b + c*x)",), "t = a/c"),
    right("a condition that is met there", Limit(symbol("L")), ("t = a/(b - c*L) | c*L < b",), "t = a/b"),
    right("a condition that stays", Limit(symbol("L")), ("t = a/(b + L) | c < d",), "t = a/b | c < d"),
    right("of a root", Limit(symbol("L")), ("t = a + b*sqrt(L)",), "t = a"),
    # --- differentiate
    right("a quotient", Differentiate(symbol("x"), symbol("r")), ("t = a/(b + c*x)",), "r = -a*c/(b + c*x)^2"),
    right("a symbolic power", Differentiate(symbol("x"), symbol("u")), ("t = a*x^p",), "u = a*p*x^(p - 1)"),
    right("a positive name", Differentiate(symbol("x"), symbol("u")), ("r = a*x - b*x",), "u = a - b | b < a"),
    right("a positive name for what is positive", Differentiate(symbol("x"), symbol("u")), ("t = a*x - b*x",),
          "u = a - b"),
    right("a fraction", Differentiate(symbol("x"), symbol("f")), ("t = a*x",), "f = a | a <= 1"),
    # --- minimise
    right("at a kink", Minimise(symbol("x")), ("t = max(a*x, b)/x",), "x = b/a"),
    right("at a kink, on a condition", Minimise(symbol("x")), _KINK, "x = b/(a - c) | c < a"),
    right("the kink of two out of three", Minimise(symbol("x")), ("t = max(x/a, a/x, 1/2)",), "x = a"),
    right("the start of a flat part", Minimise(symbol("x")), ("t = max(x/a, a/x, 2)",), "x = a/2"),
    right("a smooth power law", Minimise(symbol("x")), _SMOOTH, "x = (c*q/(a*p))^(1/(p + q))"),
    right("a smooth sum", Minimise(symbol("x")), ("t = a*x + b/x",), "x = sqrt(b/a)"),
    right("inside a share", Minimise(symbol("f")), ("t = f/a + a/f",), "f = a | a <= 1"),
    right("no finite optimum", Minimise(symbol("x")), ("t = a + b/x",), "", Finding.REFUTED),
    right("no optimum at the other end", Minimise(symbol("x")), ("t = a + b*x",), "", Finding.REFUTED),
    # --- minimise_subject_to
    right("sides of an area", _ALONG, _AREA, "p*x = q*b"),
    right("parts of a sum", _ALONG, ("t = p/x + q/b", "u = x + b"), "p*b^2 = q*x^2"),
    right("a law of two powers", _ALONG, _SCALED, "b*c + c*d = c*b*(f*p/x^f)/(mfu*q/b^mfu)"),
    right("the greatest, not the least", _ALONG, ("t = b*x", "u = b + x"), "", Finding.REFUTED),
    right("one way along a curve", _ALONG, ("t = p*x + q/b", "u = b*x"), "", Finding.REFUTED),
    # --- sum
    right("whole numbers", _sum("i", "1", "n"), (), "t = n*(n + 1)/2"),
    right("a geometric series", _sum("f^i", "0", "n - 1"), (), "t = (1 - f^n)/(1 - f) | f < 1"),
    right("a constant", _sum("a*b", "0", "n"), (), "t = a*b*(n + 1)"),
    right("a geometric series from one", _sum("f^i", "1", "n"), (), "t = (f - f^(n + 1))/(1 - f) | f < 1"),
    right("a geometric series with a factor", _sum("a*f^(i + 1)", "0", "n - 1"), (),
          "t = a*f*(1 - f^n)/(1 - f) | f < 1"),
    right("a geometric series of what is below one anyway", _sum("(f/2)^i", "0", "n - 1"), (),
          "t = (1 - (f/2)^n)/(1 - f/2)"),
    right("an arithmetic-geometric series", _sum("i*f^i", "0", "n - 1", "L"), (),
          "L = (f - n*f^n + (n - 1)*f^(n + 1))/(1 - f)^2 | f < 1"),
    right("a sum that may be zero", _sum("i - 1", "1", "n", "L"), (), "L = n*(n - 1)/2"),
    right("a positive name for what may be zero", _sum("i - 1", "1", "n"), (), "t = n*(n - 1)/2 | 1 < n"),
    right("a whole number of terms", _sum("i", "1", "n", "N"), (), "N = n*(n + 1)/2"),
    # --- round_up
    right("a quotient", RoundUp(), ("N >= a/b",), "N = ceil(a/b)"),
    right("from the other side", RoundUp(), ("a/b + c <= N",), "N = ceil(a/b + c)"),
    right("what may be negative", RoundUp(), ("N >= (a - b)/c",), "N = ceil((a - b)/c) | b < a"),
    right("a condition travels", RoundUp(), ("N >= a/(b - c) | c < b",), "N = ceil(a/(b - c)) | c < b"),
    right("whole numbers come out", RoundUp(), ("N >= n + a",), "N = n + ceil(a)"),
    right("with a unit", RoundUp(), ("H >= a*G",), "H = ceil(a*G/1[GPU])*1[GPU]"),
    # --- independence
    right("what cancels", Independence(symbol("G")), _POOLED, "t = C_gpu*b/(W_gpu*1[FLOP/byte])"),
    right("out of a max", Independence(symbol("x")), ("t = max(a*x, b*x)/x",), "t = max(a, b)"),
)
WRONG: tuple[Case, ...] = (
    *WRONG_OF_FUNCTIONS,
    # --- take
    twin("another left side", Take("time", of("T = w/C"), of("T = w/C")), (), "w = T*C"),
    twin("another right side", _PICKED, (), "T = mfu*w/C"),
    # --- suppose
    twin("another assumption", Suppose("time", of("T = w/C"), of("T = w/C")), (), "w = T*C"),
    # --- equate
    twin("dropped factor", Equate(), ("t = a*b", "t = c/d"), "a = c/d"),
    twin("upside down", Equate(), ("t = a*b", "t = c/d"), "a*b = d/c"),
    twin("missing condition", Equate(), ("t = a/b | a < b", "t = c"), "a/b = c"),
    # --- substitute
    twin("dropped factor", Substitute(), ("t = a*x", "x = b/c"), "t = a*b"),
    twin("inverted efficiency", Substitute(), _EFFICIENCY, "T = w*mfu/C"),
    twin("flipped sign", Substitute(), ("t = a + x", "x = b - c"), "t = a - b + c"),
    twin("flipped operator", Substitute(), ("t >= max(x, u)", "x = a*b", "u = c/d"), "t <= max(a*b, c/d)"),
    twin("min for max", Substitute(), ("t >= max(x, u)", "x = a*b", "u = c/d"), "t >= min(a*b, c/d)"),
    twin("missing condition", Substitute(), ("t = a/x | x < b", "x = c*d"), "t = a/(c*d)"),
    # --- solve
    twin("dropped factor", Solve(symbol("x")), ("a*x = b*x + c",), "x = 1/(a - b) | b < a"),
    twin("flipped sign", Solve(symbol("x")), ("a*x = b*x + c",), "x = c/(a + b) | b < a"),
    twin("missing condition", Solve(symbol("x")), ("a*x = b*x + c",), "x = c/(a - b)"),
    twin("condition upside down", Solve(symbol("x")), ("a*x = b*x + c",), "x = c/(a - b) | a < b"),
    twin("condition stronger than needed", Solve(symbol("x")), ("a*x = b*x + c",), "x = c/(a - b) | 2*b < a"),
    twin("more than a share", Solve(symbol("f")), ("a*f = b",), "f = b/a"),
    twin("the root that is negative", Solve(symbol("x")), ("x^2 = a*x + b",), "x = a/2 - sqrt(a^2 + 4*b)/2"),
    twin("roots that are not there", Solve(symbol("x")), ("x^2 + b = a*x",), "x = a/2 + sqrt(a^2 - 4*b)"),
    twin("squared without its sign", Solve(symbol("x")), ("sqrt(x) = (a - b)/c",), "x = ((a - b)/c)^2"),
    twin(
        "the spurious branch", Solve(symbol("x")), ("sqrt(x + a) = x - a",),
        "x = (2*a + 1)/2 - sqrt(8*a + 1)/2 | sqrt(8*a + 1) < 2*a + 1",
    ),
    twin("power upside down", Solve(symbol("x")), ("a*x^p = b*x^(-q)",), "x = (a/b)^(1/(p + q))"),
    twin("wrong root of a power", Solve(symbol("x")), ("a*x^p = b*x^(-q)",), "x = (b/a)^(1/(p - q)) | q < p"),
    twin("flipped operator", Solve(symbol("x")), ("a*x >= b",), "x <= b/a"),
    twin("operator not turned round", Solve(symbol("x")), ("c - a*x >= b",), "x >= (c - b)/a"),
    twin("another unknown", Solve(symbol("x")), ("a*x = b",), "a = b/x"),
    # by Lambert's W
    twin("the other branch", _BY_LAMBERT, ("a = (a - x)*exp(x/a + b)",), "x = a*(lambert_wm1(-exp(-1 - b)) + 1)"),
    twin("the upper for the lower branch", _BY_LAMBERT, ("exp(a*x) = 1 + a*(x + 1/c - 1)",),
         "x = -(lambert_w0(-exp(a - a/c - 1)) + a/c + 1 - a)/a | c < 1"),
    twin("an argument upside down", _BY_LAMBERT, ("x*exp(x) = a",), "x = lambert_w0(1/a)"),
    twin("a sign lost", _BY_LAMBERT, ("x*exp(-x) = a",), "x = -lambert_w0(a) | a*exp(1) <= 1"),
    twin("the domain of the branch left out", _BY_LAMBERT, ("x*exp(-x) = a",), "x = -lambert_w0(-a)"),
    twin("a slope that may be zero", Solve(symbol("r"), by_lambert=True), ("s*r*exp(r) = a",),
         "r = lambert_w0(a/s) | 0 <= exp(1)*a*s + s^2"),
    # --- rewrite
    twin("dropped factor", Rewrite(of("t = (a/b)*c")), ("t = a*c/(b*d)",), "t = (a/b)*c"),
    twin("inverted definition", Rewrite(of("t = c/x")), ("t = a*c/b", "x = a/b"), "t = c/x"),
    twin("flipped sign", Rewrite(of("t = a*b + a*c")), ("t = a*(b - c)",), "t = a*b + a*c"),
    twin("missing condition", Rewrite(of("t = c*a/b")), ("t = a*c/b | a < b",), "t = c*a/b"),
    twin(
        "condition widened", Rewrite(of("t = a/(c*(1 - L/u))"), of("L < 2*u")),
        ("t = a*b/(c*b - c*d*L) | d*L < b", "u = b/d"), "t = a/(c*(1 - L/u)) | L < 2*u",
    ),
    twin(
        "condition narrowed", Rewrite(of("t = a/(c*(1 - L/u))"), of("2*L < u")),
        ("t = a*b/(c*b - c*d*L) | d*L < b", "u = b/d"), "t = a/(c*(1 - L/u)) | 2*L < u",
    ),
    twin("only weaker", Rewrite(of("t >= a")), ("t >= a + b",), "t >= a"),
    twin("power of a sum", Rewrite(of("t = a^p + b^p")), ("t = (a + b)^p",), "t = a^p + b^p"),
    # --- state
    twin("dropped factor", State(of("t = a")), ("t = a/b",), "t = a"),
    twin("a bound too strong", State(of("t > a + b")), ("t = a + b",), "t > a + b"),
    twin("zero forgotten", State(of("t > a")), ("t = a + L",), "t > a"),
    twin("missing condition", State(of("a*c <= b*c")), ("t = a/b | a < b",), "a*c <= b*c"),
    # --- reject: what is true is not refuted
    twin("a true statement", Reject("t*b = a"), ("t = a/b",), "t*b = a", Finding.PROVEN),
    # --- boundary
    twin("a point beside it", Boundary(), ("t >= max(a, b)",), "a = 2*b"),
    twin("a dropped term", Boundary(), ("t >= max(a, b + c)",), "a = b"),
    twin("a side and not the edge", Boundary(), ("t >= max(a, b)",), "a >= b"),
    twin("the wrong two", Boundary((symbol("a"), symbol("c"))), ("t >= max(a, b, c)",), "a = b"),
    # --- split
    twin("missing condition", Split(), ("t >= max(a, b)",), "t >= a"),
    twin("the other's condition", Split(), ("t >= max(a, b)",), "t >= a | a <= b"),
    twin("one condition of two", Split(), ("t >= max(a, b, c)",), "t >= b | a <= b"),
    twin("max taken for min", Split(), ("t = c*min(a, b)",), "t = c*a | b <= a"),
    # --- isolate
    twin("upside down", Isolate(symbol("L"), symbol("u")), ("t = a/(b - c*L) | c*L < b",), "u = c/b"),
    twin("dropped factor", Isolate(symbol("L"), symbol("u")), ("t = a/(b - c*L) | c*L < b",), "u = b"),
    twin(
        "missing condition", Isolate(symbol("L"), symbol("u")),
        ("t = a/(b - c*L + d*L) | c*L < b + d*L | d < c",), "u = b/(c - d)",
    ),
    twin("a bound and no edge", Isolate(symbol("L"), symbol("u")), ("t = a/(b - c*L) | c*L < b",), "u <= b/c"),
    # --- limit
    twin("dropped factor", Limit(symbol("L")), ("t = a/(b + c*L)",), "t = 1/b"),
    twin("the other end", Limit(symbol("x"), True), ("t = a*x/(b + c*x)",), "t = a/b"),
    twin("flipped operator", Limit(symbol("L")), ("t >= a/(b + c*L)",), "t <= a/b"),
    twin("another left side", Limit(symbol("L")), ("t = a/(b + c*L)",), "u = a/b"),
    twin("not gone", Limit(symbol("L")), ("t = a/(b + c*L)",), "t = a/b + L"),
    twin("missing condition", Limit(symbol("L")), ("t = a/(b + L) | c < d",), "t = a/b"),
    twin("a condition that is not met there", Limit(symbol("L")), ("t = a/(b + L) | c < d + L",), "t = a/b"),
    # --- differentiate
    twin("flipped sign", Differentiate(symbol("x"), symbol("r")), ("t = a/(b + c*x)",), "r = a*c/(b + c*x)^2"),
    twin("dropped inner factor", Differentiate(symbol("x"), symbol("r")), ("t = a/(b + c*x)",), "r = -a/(b + c*x)^2"),
    twin("dropped exponent", Differentiate(symbol("x"), symbol("u")), ("t = a*x^p",), "u = a*x^(p - 1)"),
    twin("another name", Differentiate(symbol("x"), symbol("u")), ("t = a*x^p",), "d = a*p*x^(p - 1)"),
    twin("missing condition", Differentiate(symbol("x"), symbol("u")), ("t = a*x | a < b",), "u = a"),
    twin("a positive name for what may be negative", Differentiate(symbol("x"), symbol("u")), ("r = a*x - b*x",),
         "u = a - b"),
    # --- minimise
    twin("past the kink", Minimise(symbol("x")), ("t = max(a*x, b)/x",), "x = 2*b/a"),
    twin("short of the kink", Minimise(symbol("x")), ("t = max(a*x, b)/x",), "x = b/(2*a)"),
    twin("upside down", Minimise(symbol("x")), ("t = max(a*x, b)/x",), "x = a/b"),
    twin("missing condition", Minimise(symbol("x")), _KINK, "x = b/(a - c)"),
    twin("the end of the flat part", Minimise(symbol("x")), ("t = max(x/a, a/x, 2)",), "x = 2*a"),
    twin("inverted exponents", Minimise(symbol("x")), _SMOOTH, "x = (c*p/(a*q))^(1/(p + q))"),
    twin("dropped exponents", Minimise(symbol("x")), _SMOOTH, "x = (c/a)^(1/(p + q))"),
    twin("beyond a share", Minimise(symbol("f")), ("t = f/a + a/f",), "f = a"),
    twin("equal sides at unequal prices", _ALONG, _AREA, "x = b"),
    twin("prices upside down", _ALONG, _AREA, "q*x = p*b"),
    twin("the exponents forgotten", _ALONG, _SCALED, "c*(b + d) = c*b*(p/x^f)/(q/b^mfu)"),
    twin("the service forgotten", _ALONG, _SCALED, "c*b = c*b*(f*p/x^f)/(mfu*q/b^mfu)"),
    twin("the greatest for the least", _ALONG, ("t = b*x", "u = b + x"), "b = x"),
    twin("an optimum where there is none", Minimise(symbol("x")), ("t = a + b/x",), "x = b/a"),
    # --- sum
    twin("dropped term", _sum("i", "1", "n"), (), "t = n*(n - 1)/2"),
    twin("a positive name for what may be zero", _sum("i - 1", "1", "n"), (), "t = n*(n - 1)/2"),
    twin("one term too many", _sum("f^i", "0", "n - 1"), (), "t = (1 - f^(n + 1))/(1 - f) | f < 1"),
    twin("missing condition", _sum("f^i", "0", "n - 1"), (), "t = (1 - f^n)/(1 - f)"),
    twin("flipped sign", _sum("f^i", "0", "n - 1"), (), "t = (1 - f^n)/(1 + f) | f < 1"),
    twin("right at the first term only", _sum("i", "1", "n"), (), "t = n^2"),
    twin("one term too few", _sum("f^i", "1", "n"), (), "t = (f - f^n)/(1 - f) | f < 1"),
    twin("the factor i forgotten", _sum("i*f^i", "0", "n - 1"), (), "t = (1 - f^n)/(1 - f) | f < 1"),
    twin("missing condition, with a factor", _sum("i*f^i", "0", "n - 1"), (),
         "t = (f - n*f^n + (n - 1)*f^(n + 1))/(1 - f)^2"),
    # --- round_up
    twin("not rounded", RoundUp(), ("N >= a/b",), "N = a/b"),
    twin("one too many", RoundUp(), ("N >= a/b",), "N = ceil(a/b) + 1"),
    twin("one too few", RoundUp(), ("N >= a/b + 1",), "N = ceil(a/b)"),
    twin("rounded before it is divided", RoundUp(), ("N >= a/b",), "N = ceil(a)/ceil(b)"),
    twin("rounded in parts", RoundUp(), ("N >= a + b",), "N = ceil(a) + ceil(b)"),
    twin("still a bound", RoundUp(), ("N >= a/b",), "N >= ceil(a/b)"),
    twin("missing condition", RoundUp(), ("N >= (a - b)/c",), "N = ceil((a - b)/c)"),
    twin("condition stronger than needed", RoundUp(), ("N >= (a - b)/c",), "N = ceil((a - b)/c) | 2*b < a"),
    twin("a condition lost", RoundUp(), ("N >= a/c | c < b",), "N = ceil(a/c)"),
    # --- independence
    twin("what does not cancel", Independence(symbol("x")), ("t = (a*x + b)/(c*x + d)",), "t = (a*x + b)/(c*x + d)"),
    twin("one of two left out", Independence(symbol("G")), _POOLED, "t = b/(W_gpu*1[FLOP/byte])*1[FLOP/s/GPU]"),
    twin("a special value", Independence(symbol("x")), ("t = a + b*x",), "t = a + b"),
    twin("only weaker", Independence(symbol("x")), ("t >= (a + b)*x/x",), "t >= a"),
    twin("missing condition", Independence(symbol("x")), ("t = a*x/x | a < b",), "t = a"),
)


def right_uses(rule: type) -> list[Case]:
    """The right uses of one rule."""
    return [case for case in RIGHT if isinstance(case.rule, rule)]


def wrong_twins(rule: type) -> list[Case]:
    """The wrong twins of one rule."""
    return [case for case in WRONG if isinstance(case.rule, rule)]
