"""A model counted from its configuration: parameters by part, what a token leaves in the cache, and what is not known.

Nothing is taken from anywhere else. What follows from a rule and not from a key is said among the `notes`, and so is
what the file tells of and is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.errors import InputError, nearest
from derivations.language.display import listed
from derivations.mapping import FrozenMapping
from derivations.sources.formats import number_format
from derivations.sources.model_configuration import Configuration, on_one_line
from derivations.sources.model_families import (
    DENSE,
    FAMILIES,
    FULL,
    LINEAR,
    NOT_COUNTED,
    NOTHING,
    ROUTED,
    WINDOW,
    Experts,
    Family,
    latent_widths,
)
from derivations.sources.parameter_count import (
    Heads,
    LinearLayer,
    feed_forward,
    grouped_attention,
    index_of_latent,
    latent_attention,
)
from derivations.sources.released_format import ReleasedFormat, released_format

# the keys that say how the layers of a model are built
DECIDING = (
    "hidden_size", "num_hidden_layers", "num_key_value_heads", "intermediate_size", "kv_lora_rank", "layer_types",
    "num_experts", "num_local_experts", "n_routed_experts", "head_dim", "num_attention_heads", "vocab_size",
)
_MOST_NAMED = 6
_EXPERT_KEYS = ("num_experts", "num_local_experts", "n_routed_experts")
_FURTHER = ("num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules")
_STATE_FORMATS = {"float32": 4, "bfloat16": 2, "float16": 2}  # bytes of a number
_USUAL_STATE = "float32"
_OTHERS = 2  # bytes of a number in 16 bits: of what is not in the format of the weights
_MOST = Fraction(1, 2)  # of the parameters, that a format is called the model's own from

EMBEDDING, OUTPUT, ATTENTION, INDEX, LINEAR_LAYERS = "embedding", "output", "attention", "index", "linear layers"
MLP, EXPERTS, SHARED, ROUTER, NORMS = "MLP", "experts", "shared experts", "router", "norms"
_IN_WORDS = {ATTENTION: "attn", INDEX: "attn", LINEAR_LAYERS: "attn", MLP: "mlp", SHARED: "shared", EXPERTS: "experts"}


@dataclass(frozen=True)
class Part:
    """A part of a model: all of its parameters, and those used for one token."""

    name: str
    total: int
    active: int


@dataclass(frozen=True)
class State:
    """What layers without a growing cache hold for one sequence [byte]; `left_out` are the inputs of convolutions."""

    held: int
    left_out: int
    meaning: str


@dataclass(frozen=True)
class CountedExperts:
    """Routed experts of a layer, those that a token uses, and shared ones; `layers` of the model have them."""

    routed: int
    used: int
    shared: int
    layers: int


@dataclass(frozen=True)
class Weights:
    """The number format that the model was released in, and what all of its parameters take.

    `format` is one of the cards, or empty where they have none or where less than half of the parameters are in it.
    """

    format: str
    told: str


@dataclass(frozen=True)
class CountedModel:
    """What a configuration says of its model. `attention` has the keys of a card for it, whole numbers all."""

    file: str
    model_type: str
    path: str
    parts: tuple[Part, ...]
    layers: int
    width: int
    attention: Mapping[str, int]
    experts: CountedExperts | None
    state: State | None
    weights: Weights
    chunked: bool
    notes: tuple[str, ...]

    @property
    def total(self) -> int:
        """All parameters."""
        return sum(part.total for part in self.parts)

    @property
    def active(self) -> int:
        """The parameters used for one token, tables for embedding and output in full."""
        return sum(part.active for part in self.parts)

    @property
    def grows(self) -> bool:
        """True if some layers have a cache that grows with the context."""
        return self.attention.get("cached_layers") != 0

    @property
    def looked_up(self) -> int:
        """The parameters of an embedding table of which a token uses a row; 0 where the table is the output, too."""
        return 0 if any(part.name == OUTPUT and not part.total for part in self.parts) else self.parts[0].total


def count_model(read: Configuration) -> CountedModel:
    """The model of a configuration, counted.

    Raises `InputError` for a `model_type` whose layers are not known here, and `CardError` for keys that are missing,
    wrong, or of parts that are not counted.
    """
    family = FAMILIES.get(read.model_type)
    if family is None:
        raise InputError(_unknown(read))
    read = read.with_defaults(family.defaults)
    _refuse_uncounted(read, family)
    counting = _Counting(read, family, _mixers(read, family), family.feeds(read))
    parts = tuple(counting.parts())
    state = counting.state
    weights = _weights(released_format(read), parts, str(read.get("torch_dtype") or read.get("dtype") or ""))
    return CountedModel(
        read.file, read.model_type, read.path, parts, read.layers, counting.width, FrozenMapping(counting.attention()),
        counting.experts, state, weights, WINDOW in counting.mixers and family.window == "attention_chunk_size",
        tuple(_notes(read, family, counting)),
    )


def _unknown(read: Configuration) -> str:
    """One sentence: which type is not known, and which keys of the file say how its layers are built."""
    kind = read.model_type[:60]
    if kind in NOT_COUNTED:
        return (f"{read.file}: a model of model_type {kind!r} is not counted: {NOT_COUNTED[kind]}; derive cards "
                "--template model takes what its publisher says by hand")
    near = nearest(kind, FAMILIES)
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    keys = ([key for key in DECIDING if read.has(key)] or DECIDING)[:_MOST_NAMED]
    return (f"{read.file}: the layers of model_type {kind!r} are not known{meant}, so its parameters are not counted; "
            f"what decides is how {listed(keys)} make up a layer: derive cards --template model takes a card by hand")


def _refuse_uncounted(read: Configuration, family: Family) -> None:
    for key in family.uncounted:
        if read.is_set(key):
            raise read.error(key, f"the parameters that this adds to a model of type {read.model_type} are not counted")
    for key in _EXPERT_KEYS:
        if family.experts is None and read.is_set(key) and read.get(key) != 1:
            raise read.error(key, f"a model of type {read.model_type} has no experts that are known here")
    if read.is_set("kv_lora_rank") and not family.latent:
        raise read.error("kv_lora_rank", f"a model of type {read.model_type} has no latent attention known here")


def _mixers(read: Configuration, family: Family) -> tuple[str, ...]:
    """What mixes the tokens of each layer; a window that no context exceeds is none."""
    mixers = family.mixers(read)
    return tuple(FULL if each == WINDOW else each for each in mixers) if _never_full(read, family, mixers) else mixers


def _never_full(read: Configuration, family: Family, mixers: tuple[str, ...]) -> bool:
    longest = read.count("max_position_embeddings", 0)
    return WINDOW in mixers and 0 < longest <= read.count(family.window)


@dataclass(frozen=True)
class _Counting:
    """A configuration under the rules of its family, with what each layer is made of."""

    read: Configuration
    family: Family
    mixers: tuple[str, ...]
    feeds: tuple[str, ...]

    @property
    def width(self) -> int:
        return self.read.count("hidden_size")

    @property
    def linear(self) -> LinearLayer | None:
        """A layer with a state; None if there is none."""
        return self.family.linear(self.read) if self.family.linear and LINEAR in self.mixers else None

    @property
    def experts(self) -> CountedExperts | None:
        keys = self.family.experts
        if keys is None or ROUTED not in self.feeds:
            return None
        routed, used = self.read.count(keys.all_of), self.read.count(keys.used)
        if used > routed:
            raise self.read.error(keys.used, f"{used:,} experts for a token are more than {routed:,} of a layer")
        return CountedExperts(routed, used, self._shared(keys), self.feeds.count(ROUTED))

    def _shared(self, keys: Experts) -> int:
        if keys.shared:
            return self.read.count(keys.shared, 0, zero=True)
        wide = self.read.count(keys.shared_width, 0, zero=True) if keys.shared_width else 0
        return 1 if wide or keys.one_shared else 0

    def parts(self) -> Iterator[Part]:
        """The parts that the model has, in the order in which a token meets them."""
        table = self.read.count("vocab_size") * self.width
        tied = self.family.tied if self.read.is_tied is None else self.read.is_tied
        yield _all(EMBEDDING, table)
        yield _all(OUTPUT, 0 if tied else table)
        own = [part for part in (*self._mixing(), *self._feeding(), self._norms()) if part.total]
        yield from own

    def _mixing(self) -> Iterator[Part]:
        yield _all(ATTENTION, sum(self.mixers.count(sort) * self._attention(sort) for sort in (FULL, WINDOW)
                                  if sort in self.mixers))
        if self._selects:
            sizes = (self.read.count(key) for key in ("q_lora_rank", "index_n_heads", "index_head_dim"))
            yield _all(INDEX, len(self.mixers) * index_of_latent(self.width, *sizes))
        if self.linear is not None:
            yield _all(LINEAR_LAYERS, self.mixers.count(LINEAR) * self.linear.parameters)

    @property
    def _selects(self) -> bool:
        """True where an index selects what latent attention reads."""
        return self.family.index or (self.family.latent and self.read.has("index_topk"))

    def _attention(self, sort: str) -> int:
        if self.family.latent:
            return latent_attention(self.width, latent_widths(self.read))
        biases, norms = self.family.biases, self.family.query_norms
        if biases.endswith("?"):
            biases = biases[:-1] if self.read.flag("attention_bias") else ""
        if norms.endswith("?"):
            norms = norms[:-1] if self.read.flag("use_qk_norm") else ""
        return grouped_attention(
            self.width, self.family.heads(self.read, sort), biases_in=bool(biases), bias_out=biases == "all",
            gate=self.family.gated, norms=norms, sinks=self.family.sinks,
        )

    def _feeding(self) -> Iterator[Part]:
        if DENSE in self.feeds:
            inner = self.read.count(self.family.dense_width)
            bias = self.read.flag("mlp_bias")
            yield _all(MLP, self.feeds.count(DENSE) * self._part(inner, bias=bias))
        keys, found = self.family.experts, self.experts
        if keys is None or found is None:
            return
        inner, layers = self.read.count(keys.width), found.layers
        each = self._part(inner)
        if keys.biases:
            each += 2 * inner + self.width  # of gate, up and down
        yield Part(EXPERTS, layers * found.routed * each, layers * found.used * each)
        if found.shared:
            wide = self.read.count(keys.shared_width) if keys.shared_width else inner
            gate = self.width if keys.shared_gate else 0
            yield _all(SHARED, layers * (found.shared * self._part(wide) + gate))
        beside = found.routed * (keys.correction + keys.biases)
        yield _all(ROUTER, layers * (self.width * found.routed + beside))

    def _part(self, inner: int, *, bias: bool = False) -> int:
        return feed_forward(self.width, inner, matrices=self.family.matrices, bias=bias)

    def _norms(self) -> Part:
        return _all(NORMS, (self.family.norms * len(self.mixers) + 1) * self.width)

    def attention(self) -> Iterator[tuple[str, int]]:
        """The keys of a card, and their numbers."""
        growing, windowed, linear = (self.mixers.count(sort) for sort in (FULL, WINDOW, LINEAR))
        if NOTHING in self.mixers or not growing:
            yield "cached_layers", growing
        usual = self.family.heads(self.read, FULL) if growing and not self.family.latent else None
        if usual is not None:
            yield from (("kv_vectors", usual.vectors), ("kv_heads", usual.kv), ("head_dim", usual.width))
            yield "query_heads", usual.query
        elif growing:
            latent = latent_widths(self.read)
            yield from (("latent_rank", latent.rank), ("rope_dim", latent.positional), ("query_heads", latent.query))
            if self._selects:
                yield from (("index_heads", self.read.count("index_n_heads")),
                            ("index_dim", self.read.count("index_head_dim")), ("top_k", self.read.count("index_topk")))
        if windowed:
            yield from (("window_layers", windowed), ("window", self.read.count(self.family.window)))
            yield from _own_shape(self.family.heads(self.read, WINDOW), usual)
        if linear:
            yield "linear_layers", linear

    @property
    def state(self) -> State | None:
        """What the layers with a state hold."""
        one, layers = self.linear, self.mixers.count(LINEAR)
        if one is None:
            return None
        named = [self.read.get(key) for key in ("mamba_ssm_cache_dtype", "mamba_ssm_dtype")]
        said = next((form for form in _STATE_FORMATS if form in named), "")
        form = said or _USUAL_STATE
        by = "as the configuration says" if said else "by the rule that servers keep it so"
        meaning = f"{layers} layers x {one.state:,} numbers in {form}, {by}"
        held, left_out = layers * one.state * _STATE_FORMATS[form], layers * one.convolution * _OTHERS
        if left_out:
            meaning += f"; {left_out:,} bytes in 16 bits for the inputs of convolutions are left out"
        return State(held, left_out, meaning)


def _own_shape(heads: Heads, usual: Heads | None) -> Iterator[tuple[str, int]]:
    """The heads of windowed layers, where those of the others are not the same."""
    if usual is None or (heads.vectors, heads.kv, heads.width) != (usual.vectors, usual.kv, usual.width):
        yield from (("window_vectors", heads.vectors), ("window_heads", heads.kv), ("window_dim", heads.width))


def _all(name: str, parameters: int) -> Part:
    return Part(name, parameters, parameters)


def _weights(released: ReleasedFormat | None, parts: tuple[Part, ...], dtype: str) -> Weights:
    """The format of the matrices in layers, but those that the file keeps in 16 bits; tables and norms are kept."""
    if released is None:
        return Weights("", f"in {on_one_line(dtype)}" if dtype else "no number format is in the configuration")
    if not released.format:
        return Weights("", f"quantized by {released.method}, whose number format is not told or none of the cards'")
    inside = sum(part.total for part in parts if _IN_WORDS.get(part.name, "") not in released.kept
                 and part.name in _IN_WORDS)
    total = sum(part.total for part in parts)
    share, bits = Fraction(inside, total), number_format(released.format).bits
    mean = share * Fraction(bits, 8) + (1 - share) * _OTHERS
    told = (f"{released.format} for {float(100 * share):.1f}% of the parameters and 16 bits for the others: "
            f"{float(mean):.2f} bytes per parameter on average, block scales left out")
    return Weights(released.format if share > _MOST else "", told)


def _notes(read: Configuration, family: Family, counting: _Counting) -> Iterator[str]:
    """What follows from a rule, what stands in the library and not in the file, and what is not counted."""
    if read.filled:
        named = listed([f"{key} = {value}" for key, value in read.filled.items()])
        yield f"{named}: not in the file, the defaults of its class in Transformers"
    if read.is_tied is None:
        yield (f"tie_word_embeddings is not in the file: {'true' if family.tied else 'false'}, "
               f"as usual for model_type {read.model_type}")
    heads = any(sort in counting.mixers for sort in (FULL, WINDOW)) and not family.latent
    if heads and not (read.has("head_dim") or read.has("attention_head_dim")):
        yield "head_dim is not in the file: hidden_size over num_attention_heads"
    if heads and not read.has("num_key_value_heads"):
        yield "num_key_value_heads is not in the file: as many as query heads"
    if _never_full(read, family, family.mixers(read)):
        yield f"{family.window} is no shorter than max_position_embeddings, so every layer sees all"
    if media := read.other_media:
        yield f"not counted: what {listed(map(on_one_line, media))} describe{'s' if len(media) == 1 else ''}"
    for key in _FURTHER:
        if read.count(key, 0, zero=True):
            yield f"not counted: the layers that predict further tokens, {key} = {read.count(key):,}"
