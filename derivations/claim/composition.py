"""Scenarios composed from cards: an accelerator, a model, and the number formats they work in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from derivations.claim.claim import AS_BUILT, Claim, OnCard, Reading, Said
from derivations.language.quantity import Notation, Quantity
from derivations.language.unit import parse_unit
from derivations.numbers.scenario import Scenario, fitted_value, refuse_without_unit
from derivations.numbers.value import Value, parse_value
from derivations.sources.card import Accelerator, Model
from derivations.sources.catalog import Catalog
from derivations.sources.efficiencies import efficiencies
from derivations.sources.figure import Figure
from derivations.sources.formats import number_format

OWN_NUMBERS = "the claim's own numbers"
DEFAULT_ACCELERATOR = "h200"
DEFAULT_MODEL = "deepseek-v3"
DEFAULT_FORMAT = "bf16"
# beside the letters: the GPUs of a domain, also where a claim leaves their number open
DOMAIN = "domain"
# the letters that cards value, each with the unit of its numbers there
CARD_UNITS = {
    "C_gpu": "FLOP/s/GPU", "C_attn_gpu": "FLOP/s/GPU", "W_gpu": "byte/s/GPU", "M_gpu": "byte/GPU", "G": "GPU",
    "W_up": "byte/s/GPU", "W_out": "byte/s/GPU", "P_gpu": "W/GPU", "P_site": "W/GPU", "p_own": "USD/h/GPU",
    "b_w": "byte/parameter", "b_act": "byte", "b_kv": "byte", "phi": "FLOP/parameter/token",
    "N_total": "parameter", "N_active": "parameter", "D_real": "token", "n_layers": "", "d_model": "1/token",
    "f_attn": "FLOP·sequence/token^2", "x_attn": "",
    "kappa": "byte/token", "kappa_stored": "byte/token", "kappa_all": "byte/token", "R_fixed": "byte/sequence",
    "L_full": "token/sequence",
    "kappa_win": "byte/token", "L_win": "token/sequence", "K_state": "byte/sequence",
    "n_vectors": "1/token", "n_own": "", "n_kv": "", "d_head": "", "d_latent": "1/token", "d_rope": "1/token",
    "N_always": "parameter", "N_experts": "parameter", "k_active": "", "n_experts": "", "n_prod": "",
    "e_flop": "", "e_read": "", "e_link": "", "t_prod": "s",
}
# a claim without these is not about an accelerator
_ATTENTION_BITS = number_format(DEFAULT_FORMAT).bits  # of the format in which attention computes
_HARDWARE = frozenset({"C_gpu", "W_gpu", "M_gpu", "G", "W_up", "W_out"})
# a claim that values one of these is about a model of its own
_SIZES = frozenset({"N_total", "N_active", "n_experts", "k_active"})


def built(
    claim: Claim,
    catalog: Catalog,
    accelerator: str = "",
    model: str = "",
    *,
    compute: str = "",
    weights: str = "",
    cache: str = "",
) -> Scenario:
    """The scenario "as built" for a claim: card values for the quantities it has, and the claim's own defaults.

    Cards and formats that are not named are those of the claim's deployment. Else the compute format is the one that
    the model was released in, where the accelerator computes in it; weights are stored in the compute format and the
    KV cache in bf16. A claim that has a model of its own is evaluated with that one until a card is named, so that one
    company's model does not stand beside another's traffic. Raises `UnknownNameError` for an unknown card or format.
    """
    own = claim.deployment.cards
    chip, network, compute = working(claim, catalog, accelerator, model, compute)
    alone = bool(sizes_of_its_own(claim)) and not model
    weights = weights or own.weights or compute
    cache = cache or own.cache or DEFAULT_FORMAT
    defaults = {name: _fitted(name, _number(item, catalog), claim) for name, item in claim.defaults.items()}
    on_hardware = any(name in claim.notation and name not in claim.not_from_cards for name in _HARDWARE)
    if not uses_cards(claim) or (alone and not on_hardware):
        return Scenario(AS_BUILT, OWN_NUMBERS if defaults else "no numbers given", defaults)
    if not alone:
        defaults = {name: value for name, value in defaults.items() if name not in sizes_of_its_own(claim)}
    cards = hardware_values(chip, compute, weights) if alone else card_values(chip, network, compute, weights, cache)
    if chip.domain is not None:
        cards = {**cards, DOMAIN: chip.domain.as_value(f"card {chip.name}, scale-up domain")}
    # a quantity that an alternative brings along is not in the claim's own notation
    fitting = {
        name: value
        for name, value in cards.items()
        if (name not in claim.notation or valued_by_cards(claim.notation[name])) and name not in claim.not_from_cards
    }
    stored = compute if weights == compute else f"{compute} compute, {weights} weights"
    title = f"as built: {chip.title} ({stored}) with " + (
        OWN_NUMBERS if alone else f"{network.title} ({cache} KV cache)")
    if not on_hardware:
        title = f"as built: {network.title}" + (f", {OWN_NUMBERS} beside it" if defaults else "")
    return Scenario(AS_BUILT, title, {**fitting, **defaults})


def working(
    claim: Claim, catalog: Catalog, accelerator: str = "", model: str = "", compute: str = ""
) -> tuple[Accelerator, Model, str]:
    """The cards that a claim is evaluated on, and the format that they compute in."""
    chip = catalog.accelerator(accelerator or default_accelerator(claim))
    network = catalog.model(model or default_model(claim))
    usual = widest(chip) if sizes_of_its_own(claim) and not model else working_format(chip, network)
    return chip, network, compute or claim.deployment.cards.compute or usual


def reading_scenario(reading: Reading, claim: Claim, catalog: Catalog) -> Scenario:
    """The numbers of a reading as a scenario.

    Raises `UnknownNameError` for a card, or a figure on it, that there is not.
    """
    cards = {} if reading.cards is None else built(claim, catalog, **asdict(reading.cards)).values
    own = {name: _fitted(name, _number(item, catalog), claim) for name, item in reading.numbers.items()}
    return Scenario(reading.name, reading.title, {**cards, **own})


def refuse_bare_numbers(claim: Claim, values: Mapping[str, Sequence[Value]], scenario: Scenario) -> None:
    """Raise `InputError` for a number without a unit where the claim or its cards have numbers in another than its own.
    """
    for name in values.keys() & set(claim.notation.names):
        of_readings = (reading.numbers[name] for reading in claim.readings if name in reading.numbers)
        said = [item.read() for item in (claim.defaults.get(name), *of_readings) if isinstance(item, Said)]
        between = claim.ranges[name].read() if name in claim.ranges else ()
        here = [scenario.values[name]] if name in scenario.values else []
        refuse_without_unit(claim.notation[name], values[name], (*here, *said, *between))


def _fitted(name: str, value: Value, claim: Claim) -> Value:
    """A number as it is meant for the quantity of that name, where the claim itself has it."""
    return fitted_value(claim.notation[name], value) if name in claim.notation else value


def _number(item: Said | OnCard | str, catalog: Catalog) -> Value:
    """A number as it was said, or as a card has it."""
    assert not isinstance(item, str)  # a claim makes what is said of a text
    if isinstance(item, Said):
        return item.read()
    value = catalog.card(item.card).figure(item.key).as_value(f"card {item.card}")
    if not item.per:
        return value
    unit = parse_unit(f"{value.unit}/{item.per}")
    return replace(value, number=value.number / parse_unit(item.per).factor, unit=unit.text, dimension=unit.dimension)


def sizes_of_its_own(claim: Claim) -> frozenset[str]:
    """The letters of a model's size that a claim values itself: until a model's card is named."""
    return _SIZES & claim.defaults.keys()


def uses_cards(claim: Claim) -> bool:
    """True if a claim takes the number of a quantity from cards, under the name and with the dimension it has there."""
    return not set(claim.not_from_cards).issuperset(letters_on_cards(claim.notation))


def letters_on_cards(notation: Notation) -> tuple[str, ...]:
    """The names of the quantities that cards value: as `not_from_cards`, a claim stands on no card.

    >>> letters_on_cards(Notation.of("t [s] time\\nC_gpu [FLOP/s/GPU] rate\\nkappa [] mine"))
    ('C_gpu',)
    """
    return tuple(quantity.name for quantity in notation if valued_by_cards(quantity))


def valued_by_cards(quantity: Quantity) -> bool:
    """True if cards value a quantity of that name and dimension.

    >>> valued_by_cards(Quantity("kappa", "byte/token", "cache read")), valued_by_cards(Quantity("kappa", "", "mine"))
    (True, False)
    """
    unit = CARD_UNITS.get(quantity.name)
    return unit is not None and parse_unit(unit).dimension == quantity.dimension


def default_accelerator(claim: Claim) -> str:
    """The accelerator that a claim is evaluated on as built, by the name of its card."""
    return claim.deployment.cards.accelerator or DEFAULT_ACCELERATOR


def default_model(claim: Claim) -> str:
    """The model that runs on it, by the name of its card."""
    return claim.deployment.cards.model or DEFAULT_MODEL


def working_format(chip: Accelerator, network: Model) -> str:
    """The format in which a model runs on an accelerator: that of its weights, if the accelerator computes in it."""
    return network.weights if network.weights in chip.compute else widest(chip)


def widest(chip: Accelerator) -> str:
    """The compute format to assume where a model names none: bf16 if the card has it, or no rate; else its widest."""
    if DEFAULT_FORMAT in chip.compute or not chip.compute:
        return DEFAULT_FORMAT
    return max(chip.compute, key=lambda name: number_format(name).bits)


def hardware_values(chip: Accelerator, compute: str, weights: str, attention: str = "") -> dict[str, Value]:
    """The values on an accelerator's card, by letter; a card without a rate has no compute rate.

    Attention computes in the format `attention`, in bf16 where none is named.
    """
    return {
        **(_rates(chip, compute, attention) if chip.compute else {}),
        "W_gpu": chip.bandwidth.as_value(f"card {chip.name}"),
        "M_gpu": chip.capacity.as_value(f"card {chip.name}"),
        **({} if chip.domain is None else {"G": chip.domain.as_value(f"card {chip.name}, scale-up domain")}),
        **_network_values(chip),
        **_power_values(chip),
        **efficiencies(chip.name),
        "b_w": number_format(weights).weight_bytes,
        "b_act": Value.of(number_format(compute).byte_count, "byte", origin=f"format {compute}"),
        "phi": parse_value("2 FLOP/parameter/token", "one multiply and one add"),
    }


def _rates(chip: Accelerator, compute: str, attention: str) -> dict[str, Value]:
    """The compute rate of a format, that of the format in which attention computes, and the first over the second."""
    own = attention_format(chip, compute, attention)
    rate, of_attention = chip.rate(compute).as_value(f"card {chip.name}, {compute}"), chip.rate(own).as_value("")
    ratio = f"card {chip.name}, {compute} over {own}, in which attention computes"
    return {
        "C_gpu": rate,
        "C_attn_gpu": replace(of_attention, origin=f"card {chip.name}, {own}, in which attention computes"),
        "x_attn": Value.of(rate.number / of_attention.number, "", origin=ratio),
    }


def attention_format(chip: Accelerator, compute: str, attention: str = "") -> str:
    """The format in which attention computes: the one named, else bf16, unless the weights' is wider or there is none.
    """
    if attention in chip.compute:
        return attention
    narrower = number_format(compute).bits < _ATTENTION_BITS
    return DEFAULT_FORMAT if narrower and DEFAULT_FORMAT in chip.compute else compute


def _network_values(chip: Accelerator) -> dict[str, Value]:
    """The bandwidths of an accelerator's two networks, as far as its card has them."""
    figures = {"W_up": chip.scale_up_bandwidth, "W_out": chip.scale_out_bandwidth}
    return {
        name: figure.as_value(f"card {chip.name}, per direction")
        for name, figure in figures.items()
        if figure is not None
    }


def _power_values(chip: Accelerator) -> dict[str, Value]:
    """What a GPU of an accelerator draws and what its time costs an owner, as far as its card says."""
    figures = {"P_gpu": chip.power, "P_site": chip.site_power, "p_own": chip.owner_cost}
    return {name: figure.as_value(f"card {chip.name}") for name, figure in figures.items() if figure is not None}


def card_values(chip: Accelerator, network: Model, compute: str, weights: str, cache: str) -> Mapping[str, Value]:
    """The values on both cards, by letter; all letters are in `CARD_UNITS`."""
    return {**hardware_values(chip, compute, weights, network.attention_format), **model_values(network, cache)}


def model_values(network: Model, cache: str) -> dict[str, Value]:
    """The values on a model's card, by letter, with a KV cache in that format."""
    return {
        "N_total": network.total.as_value(f"card {network.name}"),
        "N_active": network.active.as_value(f"card {network.name}"),
        "n_layers": network.layers.as_value(f"card {network.name}"),
        **({} if network.width is None else {"d_model": _per_token(network.width, f"card {network.name}")}),
        **({"kappa": _read_as_dense(network, cache)} if network.attention.cached_numbers else {}),
        **({} if (products := network.products) is None else {"n_prod": products}),
        **({"f_attn": work} if (work := network.attention_work) is not None else {}),
        **({} if (trained := network.train_tokens) is None else {"D_real": trained.as_value(f"card {network.name}")}),
        **_cache_values(network, cache),
        **_expert_values(network),
    }


def _per_token(count: Figure, origin: str) -> Value:
    """A count of numbers that each token has."""
    value = count.as_value(origin)
    unit = parse_unit("1/token")
    return replace(value, unit=unit.text, dimension=unit.dimension)


def _expert_values(network: Model) -> dict[str, Value]:
    """A model's routed experts: their counts, and the parameters in them and beside them; none of a dense model."""
    if network.routed is None or network.experts is None or network.active_experts is None:
        return {}
    beside = network.total.number - network.routed.number
    return {
        "N_always": replace(network.routed, number=beside, meaning="all parameters but those of routed experts"),
        "N_experts": network.routed,
        "k_active": network.active_experts.as_value(f"card {network.name}"),
        "n_experts": network.experts.as_value(f"card {network.name}"),
    }


def _read_as_dense(network: Model, cache: str) -> Value:
    """Bytes per token that dense attention reads, all that is stored; its meaning says where a model reads less."""
    stored = network.kv_bytes_per_token(cache)
    if network.read_bytes_per_token(cache).number == stored.number:
        return stored
    return replace(stored, meaning=f"{stored.meaning}; all that is stored, though this model's attention selects")


def _cache_values(network: Model, cache: str) -> dict[str, Value]:
    """A model's KV cache and state: bytes stored, read and fixed, and the layout that these follow from."""
    layout = {
        name: Value.of(count, CARD_UNITS[name], origin=f"card {network.name}", source=network.layers.source)
        for name, count in network.attention.counts.items()
    }
    growing = {
        "kappa_stored": network.stored_bytes_per_token(cache),
        "kappa_all": network.read_bytes_per_token(cache),
    }
    return {
        **(growing if network.attention.cached_numbers else {}),
        "R_fixed": network.fixed_bytes_per_sequence(cache),
        "L_full": Value.of(network.attention.full_from, "token/sequence", origin=f"card {network.name}",
                           source=network.layers.source),
        "kappa_win": network.window_bytes_per_token(cache),
        "L_win": network.window_tokens,
        "K_state": network.state_bytes,
        "b_kv": Value.of(number_format(cache).byte_count, "byte", origin=f"format {cache}"),
        **layout,
    }
