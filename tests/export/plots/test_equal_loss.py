"""What models of one loss cost over the tokens that they are trained on."""

import pytest

from derivations import derive, equal_loss_plot


@pytest.mark.long
def test_the_costs_are_equal_at_the_tokens_that_follow() -> None:
    """And both together are their sum, which is least before, as the exchange rate of that fit is above two."""
    report = derive("chinchilla")
    training, inference, both, derived, least = equal_loss_plot(report).axes[0].lines
    sums = [sum(pair) for pair in zip(training.get_ydata(), inference.get_ydata(), strict=True)]
    assert list(both.get_ydata()) == pytest.approx(sums)
    tokens = list(training.get_xdata())
    at = min(range(len(tokens)), key=lambda place: abs(tokens[place] - derived.get_xdata()[0]))
    assert training.get_ydata()[at] == pytest.approx(inference.get_ydata()[at], rel=0.05)
    assert derived.get_xdata()[0] == pytest.approx(float(report["data-by-inference"].value) / 1e12)
    assert least.get_xdata()[0] == tokens[list(both.get_ydata()).index(min(both.get_ydata()))]
    assert least.get_xdata()[0] < derived.get_xdata()[0]


@pytest.mark.long
def test_where_it_is_least_the_ratio_of_the_costs_is_that_of_overtraining_optimum() -> None:
    """Inference over pre-training is the exchange rate less one, by the law at the model there."""
    fit = derive("chinchilla").readings["besiroglu"].values
    a, b, alpha, beta = (float(fit[name].number) for name in ("fit_A", "fit_B", "fit_alpha", "fit_beta"))
    report = derive("chinchilla")
    training, inference, both, _, _ = equal_loss_plot(report).axes[0].lines
    at = list(both.get_ydata()).index(min(both.get_ydata()))
    tokens, cost = training.get_xdata()[at] * 1e12, training.get_ydata()[at] * 1e24
    size = cost / (6 * tokens)
    rho = alpha * a * tokens**beta / (beta * b * size**alpha)
    assert inference.get_ydata()[at] / training.get_ydata()[at] == pytest.approx(rho - 1, rel=0.03)
