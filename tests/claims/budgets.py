"""What the tests of pre-training beyond the rule share: the ratio once more, in plain fractions."""

from fractions import Fraction

DAY = 24 * 3600


def over(
    traffic: Fraction = Fraction(50 * 10**6), days: int = 60, active: int = 100 * 10**9, rule: int = 20,
    eta: Fraction = Fraction(1, 3), forward: int = 2, trained: int = 6,
) -> Fraction:
    """From trained*N*D_pre = forward*N*D_inf/eta, over rule*N."""
    served = traffic * days * DAY
    pretrained = forward * active * served / eta / (trained * active)
    return pretrained / (rule * active)
