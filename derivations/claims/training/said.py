"""Numbers about training that more than one claim begins from: the lecture's, and two fits of one scaling law."""

from derivations.claims.claim import Said
from derivations.claims.lecture import CARDS, LECTURE, POPE

PHI = Said("2 FLOP/parameter/token", "practice card 15", "one multiply, one add", CARDS)
RL_WORK = Said("3 FLOP/parameter/token", "practice card 18", "between 2 and 6", CARDS)
THIRD = Said("1/3", "practice card 18", f"after {POPE}, 1:27:47", CARDS)
TRAFFIC_OF_ONE = Said("50e6 token/s", POPE, "1:29:46 to 1:32:10", LECTURE)
LIFE = Said("60 day", POPE, "1:29:46, two months; in days on practice card 19", LECTURE)
RULE = Said("20 token/parameter", POPE, "1:31:30", LECTURE)
SIZE = Said("100e9 parameter", POPE, "1:31:30, 'maybe a bit larger'", LECTURE)
SERVED = Said("200e12 token", POPE, "1:29:46 to 1:32:10", LECTURE)


def _fit(by: str, where: str, a: str, b: str, alpha: str, beta: str) -> dict[str, Said]:
    """The constants of a fitted scaling law."""
    fitted = {"fit_A": a, "fit_B": b, "fit_alpha": alpha, "fit_beta": beta}
    return {name: Said(text, by, where) for name, text in fitted.items()}


HOFFMANN_FIT = _fit("Hoffmann et al. 2022", "arXiv 2203.15556, approach 3", "406.4", "410.7", "0.34", "0.28")
BESIROGLU_FIT = _fit("Besiroglu et al. 2024", "arXiv 2404.10102", "482.01", "2085.43", "0.3478", "0.3658")
HOFFMANN_FLOOR = Said("1.69", "Hoffmann et al. 2022", "arXiv 2203.15556, approach 3")
BESIROGLU_FLOOR = Said("1.8172", "Besiroglu et al. 2024", "arXiv 2404.10102")
