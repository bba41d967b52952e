"""cheapest-training: the size and the tokens that cost least over a life, for a loss and a service that are given.

The claim overtraining-optimum compares costs at a size that is given, and takes the condition for the optimum as a
premise. Here nothing of it is taken: cost and law are written down, and both unknowns come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import Asserted, Between, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.lifetime import (
    BESIROGLU_FIT,
    COST_OF_BOTH,
    FITTED_LAW,
    INFERENCE_ARITHMETIC,
    INFERENCE_COST,
    PHI,
    PRETRAINING_COST,
    SCALING,
    THIRD,
    TRAINING,
    TRAINING_ARITHMETIC,
)
from derivations.derivation.premise import Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

REFERENCE = (
    Quantity("N_ref", "parameter", "parameters of the model with the same loss that is cheapest to train",
             latex=r"N_{\mathrm{ref}}"),
    Quantity("n_ref", "", "its parameters as a plain number", latex=r"\hat N_{\mathrm{ref}}",
             definition="N_ref/1[parameter]"),
    Quantity("m_ref", "", "its training tokens, as a plain number", latex=r"\hat D_{\mathrm{ref}}"),
    Quantity("D_ref", "token", "its training tokens", latex=r"D_{\mathrm{ref}}",
             definition="m_ref*1[token]"),
    Quantity("cost_ref", "FLOP", "cost of training it", latex=r"C_{\mathrm{ref}}"),
    Quantity("cost_usual", "FLOP", "cost of training and serving it", latex=r"C_{\mathrm{kept}}"),
)
AGAINST = (
    Quantity("y_data", "", "ratio of training tokens: cheapest model over the model that is cheapest to train",
             definition="D_pre/D_ref"),
    Quantity("y_size", "", "parameters of the cheapest model over those of the model that is cheapest to train", definition="N_active/N_ref"),
    Quantity("u_saved", "", "fraction of the cost of training and serving that is saved", "real",
             definition="1 - cost_both/cost_usual"),
)
LETTERS = Notation((
    *TRAINING.only("N_active", "N_total", "phi", "cost_pre", "cost_inf", "a_pre", "a_inf", "eta", "D_pre", "D_inf"),
    *Notation(SCALING).only("fit_loss", "loss_floor", "fit_A", "fit_B", "fit_alpha", "fit_beta", "n_par", "n_tok",
                            "cost_both"),
    *REFERENCE,
    *AGAINST,
))


# --- premises

PARAMETERS = Premise(
    "parameters-counted", "N_active = n_par*1[parameter]",
    because="the law takes parameters as a plain number", source="Hoffmann et al. 2022, arXiv 2203.15556",
)
TOKENS = Premise(
    "tokens-counted", "D_pre = n_tok*1[token]",
    because="tokens as well", source="Hoffmann et al. 2022, arXiv 2203.15556",
)
REFERENCE_COST = Premise(
    "reference-cost", "cost_ref = a_pre*N_ref*D_ref",
    because="every pre-training token meets every parameter, here as elsewhere",
    source="lecture 1:21:56",
)
REFERENCE_LOSS = Premise(
    "reference-loss", "fit_loss = loss_floor + fit_A/n_ref^fit_alpha + fit_B/m_ref^fit_beta",
    because="the target quality is given as that of a model that is cheapest to train",
    source="the fitted law of Hoffmann et al. 2022, arXiv 2203.15556, at one loss",
)
REFERENCE_SERVED = Premise(
    "reference-served", "cost_usual = cost_ref + a_inf*N_ref*D_inf/eta",
    because="that model serves the same tokens", source="after Sardana et al. 2023, arXiv 2401.00448",
)


# --- the argument

class Reference(NamedTuple):
    """The model that is cheapest to train: its loss in its size alone, its cost, and its tokens."""

    loss: Handle
    cost: Handle
    tokens: Handle


def cheapest_training(board: Board) -> Handle:
    """The loss that is wanted; where the cost is least along the law; both unknowns; and what that saves."""
    board.take(TRAINING_ARITHMETIC)
    board.take(INFERENCE_ARITHMETIC)
    reference = _reference(board)
    costs = board.take(PRETRAINING_COST), board.take(INFERENCE_COST)
    counts = board.take(PARAMETERS), board.take(TOKENS)
    total = board.substitute("cost-in-full", board.take(COST_OF_BOTH), (*costs, *counts), because="both, written out")
    law = board.take(FITTED_LAW)
    condition = board.minimise(
        "cheapest", total, over=("n_par", "n_tok"), subject_to=law,
        because="at the optimum, parameters and tokens gain the same quality per unit of cost",
    )
    shares = board.rewrite(
        "cheapest-by-shares", condition,
        "1 + a_inf*D_inf/(eta*a_pre*n_tok*1[token])"
        " = (fit_alpha*fit_A/n_par^fit_alpha)/(fit_beta*fit_B/n_tok^fit_beta)",
        because="total cost over training cost equals the ratio of the two terms of the loss, each times its exponent",
    )
    wanted = board.equate("same-loss", law, reference.loss, because="the quality is that of the reference model")
    best = board.solve_together("model", (shares, wanted), ("n_par", "n_tok"), because="one equation with the tokens as the only unknown")
    _wrong(board, shares, best[0])
    return _against(board, total, counts, best, reference)


def _reference(board: Board) -> Reference:
    """The model that is cheapest to train for its loss: the same question, without service."""
    size, data = board.define("reference-parameters", "n_ref"), board.define("reference-tokens", "D_ref")
    cost, loss = board.take(REFERENCE_COST), board.take(REFERENCE_LOSS)
    counted = board.rewrite("reference-cost-counted", cost, "cost_ref = a_pre*n_ref*m_ref*1[parameter·token]",
                            using=(size, data), because="in plain numbers")
    least = board.minimise(
        "cheapest-to-train", counted, over=("n_ref", "m_ref"), subject_to=loss, because="nothing is served",
    )
    rule = board.solve("rule-of-the-law", least, for_="m_ref", because="the tokens that are best for training alone")
    spelled = board.substitute("loss-in-full", loss, (rule,), because="with its tokens substituted")
    wanted = board.rewrite("loss-that-is-wanted", spelled, "fit_loss = loss_floor + (1 + fit_alpha/fit_beta)*fit_A/n_ref^fit_alpha",
                           because="the quality depends on one size alone: the two terms are inversely as their exponents")
    tokens = board.substitute("tokens-of-reference", data, (rule,), because="trained as the law recommends")
    return Reference(wanted, cost, tokens)


def _wrong(board: Board, shares: Handle, size: Handle) -> None:
    """What is said of the optimum, and does not hold at it."""
    board.reject(
        "as-if-nothing-were-served", "n_par = (fit_A*fit_alpha*n_tok^fit_beta/(fit_B*fit_beta))^(1/fit_alpha)", (size,),
        because="uses the rule for training alone for a model that is served: it is too large and trained on too few tokens",
    )
    board.reject(
        "equal-costs", "a_pre*n_tok*1[token] = a_inf*D_inf/eta", (shares,),
        because="says that training and serving cost the same at the optimum (1:20:19): true for a single number of served tokens only",
    )


def _against(
    board: Board, total: Handle, counts: tuple[Handle, Handle], best: tuple[Handle, ...], reference: Reference
) -> Handle:
    """The cheapest model, beside the one of the same loss that is cheapest to train."""
    parameters = board.substitute("parameters", counts[0], best[:1], because="of the cheapest model")
    tokens = board.substitute("tokens", counts[1], best[1:], because="of the cheapest model")
    data, size, saved = (board.define(name, letter) for name, letter in (
        ("data-over-reference", "y_data"), ("size-over-reference", "y_size"), ("saved", "u_saved")))
    result = board.substitute("times-the-tokens", data, (tokens, reference.tokens), because="a smaller model, trained on more tokens")
    board.substitute("part-of-the-size", size, (parameters,), because="for the same loss")
    kept = board.take(REFERENCE_SERVED)
    board.substitute("part-that-is-saved", saved, (total, kept, reference.cost, *best, reference.tokens),
                     because="both costs, written out")
    return result


# --- numbers

SARDANA = Source(
    "sardana-2023",
    "Beyond Chinchilla-Optimal: Accounting for Inference in Language Model Scaling Laws",
    url="https://arxiv.org/abs/2401.00448",
    date="2023-12-31",
    author="Sardana, Nikhil and others",
    standing="secondary",
)
_BY = "Sardana et al. 2023"
_TABLE = "as printed for a quality and served tokens; transcribed, not checked again"


def _said(number: str, what: str) -> Said:
    return Said(number, _BY, what, SARDANA)


_LAW = {
    "fit_A": _said("406.4", "after Hoffmann et al. 2022"),
    "fit_B": _said("410.7", "after Hoffmann et al. 2022"),
    "fit_alpha": _said("0.336", "after Hoffmann et al. 2022, with a digit more"),
    "fit_beta": _said("0.283", "after Hoffmann et al. 2022, with a digit more"),
    "loss_floor": _said("1.69", "after Hoffmann et al. 2022"),
}
_TWO = {"phi": PHI}
_PLAIN = {**_TWO, **_LAW, "eta": _said("1", "arithmetic is counted, whatever the utilization")}


def _row(name: str, billions: int, served: str, many: str) -> Reading:
    """A row of the paper: the quality of a size that is cheapest to train, and the tokens that are served."""
    return Reading(name, f"the quality of {billions}B parameters, and {many} tokens served", {
        **_PLAIN, "N_ref": _said(f"{billions}e9 parameter", "quality"), "D_inf": _said(f"{served} token", "service"),
    })


READINGS = (
    _row("30b-10t", 30, "1e13", "10 trillion"),
    _row("70b-10t", 70, "1e13", "10 trillion"),
    _row("70b-2t", 70, "2e12", "2 trillion"),
    _row("13b-2t", 13, "2e12", "2 trillion"),
    _row("7b-100g", 7, "1e11", "100 billion"),
    Reading("slow-decode", "the first row, with decode at a third of the utilization", {
        **_PLAIN, "eta": THIRD, "N_ref": _said("30e9 parameter", "quality"), "D_inf": _said("1e13 token", "service"),
    }),
    Reading("besiroglu", "the first row by the refit of Besiroglu et al.", {
        **_PLAIN, **BESIROGLU_FIT, "loss_floor": Said("1.8172", "Besiroglu et al. 2024", "arXiv 2404.10102"),
        "N_ref": _said("30e9 parameter", "quality"), "D_inf": _said("1e13 token", "service"),
    }),
)
DEFAULTS = {**_PLAIN, "N_ref": _said("30e9 parameter", "quality"), "D_inf": _said("1e13 token", "service")}


def _printed(step: str, value: str, rounding: str, reading: str) -> Published:
    return Published(step, value, _BY, _TABLE, rounding, reading)


PUBLISHED = (
    _printed("parameters", "13.6e9 parameter", "three significant figures", "30b-10t"),
    _printed("times-the-tokens", "2.84", "three significant figures", "30b-10t"),
    _printed("part-that-is-saved", "28%", "two significant figures", "30b-10t"),
    _printed("parameters", "41.6e9 parameter", "three significant figures", "70b-10t"),
    _printed("tokens", "7.92e12 token", "three significant figures", "70b-10t"),
    _printed("part-that-is-saved", "12%", "two significant figures", "70b-10t"),
    _printed("part-that-is-saved", "1.3%", "two significant figures", "70b-2t"),
    _printed("part-that-is-saved", "17%", "two significant figures", "13b-2t"),
    _printed("parameters", "6.0e9 parameter", "two significant figures", "7b-100g"),
    _printed("times-the-tokens", "1.18", "three significant figures", "7b-100g"),
)
_ROWS = tuple(item.name for item in READINGS)
GRIDS = (
    Grid(("parameters", "tokens", "times-the-tokens", "part-of-the-size", "part-that-is-saved"), readings=_ROWS,
         title="The cheapest model for a quality, and what it saves relative to the model that is cheapest to train"),
)
ASSERTED = (
    Asserted("at extreme ratios of tokens to parameters, fits from ordinary ratios overestimate what further tokens bring",
             _BY, "arXiv 2401.00448"),
)
RANGES = {
    "D_inf": Between("1e11 token", "1e14 token", "our own", "from a model that is rarely used to one that serves a provider's traffic"),
    "eta": Between("1/5", "1", "the lecture's prices; counted arithmetic", "from decode five times less efficient to equally efficient"),
}


CLAIM = Claim(
    name="cheapest-training",
    title="Cheapest training: size and tokens for a given loss and an expected number of served tokens",
    chapter=chapters.AFTERWARDS,
    question="Which model is cheapest over its life?",
    answer=(
        "About {parameters} and {tokens}: {times-the-tokens} times the data of the model that is cheapest to train, "
        "at {part-that-is-saved:%} less cost."
    ),
    answer_if=("y_data >= 1.05",),
    otherwise="About {parameters} and {tokens}: nearly the model that is cheapest to train, as it serves few tokens.",
    deciding="would take two models of equal loss, the smaller one trained for longer, with what both cost to train and to serve; no such pair is published",
    notation=LETTERS, body=cheapest_training, result="times-the-tokens", outside="no such model",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("parameters", "tokens", "times-the-tokens", "part-that-is-saved"),
    not_from_cards=("N_total", "N_active"),
)
