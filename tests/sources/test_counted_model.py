"""Models counted from their configurations: as published, as on the packaged cards, and refused where not known.

The configurations hold what is needed and no more; they are written from what is published of each architecture.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations.errors import CardError, InputError
from derivations.sources.catalog import Catalog
from derivations.sources.counted_model import CountedModel, count_model
from derivations.sources.model_configuration import read_configuration
from derivations.sources.model_families import FAMILIES

FOLDER = Path(__file__).parent / "configurations"
FILES = sorted(FOLDER.glob("*.json"))
# the parameters in the files of weights, to the last one, as their publishers or their readers count them
EXACT = {
    "Llama-3.2-1B": 1_235_814_400, "Llama-3.1-8B": 8_030_261_248, "Llama-3.1-70B": 70_553_706_496,
    "Llama-3.1-405B": 405_853_388_800, "Mistral-7B-v0.1": 7_241_732_096, "Mixtral-8x7B-v0.1": 46_702_792_704,
    "Qwen2.5-72B": 72_706_203_648, "Qwen3-32B": 32_762_123_264, "Qwen3-235B-A22B": 235_093_634_560,
    "gemma-2-9b": 9_241_705_984, "DeepSeek-V2-Lite": 15_706_484_224, "gpt-oss-120b": 116_829_156_672,
    "gpt-oss-20b": 20_914_757_184, "AI21-Jamba-Mini-1.6": 51_570_323_328, "mamba-2.8b-hf": 2_768_345_600,
    "Mamba-Codestral-7B-v0.1": 7_285_403_648, "OLMoE-1B-7B-0924": 6_919_161_856, "glm-4-9b-chat-hf": 9_399_951_360,
}
# as published and rounded there: total and active, in billions; active with both tables, without the embedding table,
# or without either, as the publisher counts it
TABLES, ROW, NEITHER = range(3)
PUBLISHED = {
    "Mixtral-8x22B-v0.1": (140.6, 39.1, TABLES), "Qwen3-235B-A22B": (235, 22, TABLES),
    "DeepSeek-V2": (236, 21, TABLES), "DeepSeek-V3": (671, 37, TABLES), "Kimi-K2-Instruct": (1040, 32.6, TABLES),
    "gpt-oss-120b": (116.8, 5.1, ROW), "gpt-oss-20b": (20.9, 3.6, ROW),
    "Llama-4-Maverick-17B-128E-Instruct": (400, 17, TABLES), "GLM-4.5": (355, 32, NEITHER), "GLM-5": (744, 40, NEITHER),
    "MiniMax-M2.5": (228.7, 10, NEITHER), "MiniMax-Text-01": (456, 45.9, NEITHER),
    "Qwen3.5-397B-A17B": (397, 17, TABLES), "Qwen2-57B-A14B": (57.4, 14.2, TABLES),
    "Nemotron-3-Nano-30B-A3B": (31.6, 3.6, TABLES), "granite-4.0-h-small": (32, 9, TABLES),
    "AI21-Jamba-Mini-1.6": (52, 12, TABLES), "GLM-4-32B-0414": (32.6, 32.6, TABLES),
    "gemma-3-27b-it": (27, 27, TABLES), "gemma-4-31B-it": (31, 31, TABLES), "Nemotron-H-8B-Base-8K": (8.1, 8.1, TABLES),
    "Qwen3-Next-80B-A3B": (79.7, 3.9, TABLES), "GLM-4.7-Flash": (30, 3, NEITHER), "gemma-3-4b-it": (3.88, 3.88, TABLES),
    "OLMoE-1B-7B-0924": (6.9, 1.3, TABLES), "glm-4-9b-chat-hf": (9.4, 9.4, TABLES),
    "Qwen3-32B": (32.8, 32.8, TABLES), "DeepSeek-V3.2": (671.9, 37.5, ROW), "Qwen2.5-72B": (72.7, 72.7, TABLES),
}
# the packaged card of the same model
PACKAGED = {
    "DeepSeek-V3": "deepseek-v3", "Llama-3.1-70B": "llama-3.1-70b", "Mixtral-8x7B-v0.1": "mixtral-8x7b",
    "Llama-3.1-8B": "llama-3.1-8b", "Llama-3.1-405B": "llama-3.1-405b", "Mixtral-8x22B-v0.1": "mixtral-8x22b",
    "Kimi-K2-Instruct": "kimi-k2", "Qwen3-235B-A22B": "qwen3-235b", "Qwen3-32B": "qwen3-32b",
    "gpt-oss-120b": "gpt-oss-120b", "gpt-oss-20b": "gpt-oss-20b", "DeepSeek-V2": "deepseek-v2",
    "DeepSeek-V3.2": "deepseek-v3.2", "Qwen3.5-397B-A17B": "qwen3.5-397b", "gemma-4-31B-it": "gemma-4-31b",
    "Llama-4-Maverick-17B-128E-Instruct": "llama-4-maverick", "MiniMax-M2.5": "minimax-m2.5",
}
WITHOUT = {"gpt-oss-120b": ROW, "gpt-oss-20b": ROW, "MiniMax-M2.5": NEITHER, "DeepSeek-V3.2": ROW}
CLOSE = Fraction(3, 100)


def counted(name: str) -> CountedModel:
    """The model of a configuration of this folder."""
    return count_model(read_configuration(FOLDER / f"{name}.json"))


def actives(model: CountedModel) -> tuple[int, int, int]:
    """Parameters used for a token: with both tables, without that of the embedding, and without either."""
    tables = {part.name: part.total for part in model.parts}
    rest = model.active - model.looked_up
    return model.active, rest, rest - tables["output"]


def of(folder: Path, **changes: Any) -> CountedModel:
    """A small dense model with these keys changed."""
    keys = {"model_type": "llama", "hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 2, "vocab_size": 32,
            "num_attention_heads": 4, "num_key_value_heads": 2, "tie_word_embeddings": False, **changes}
    file = folder / "config.json"
    file.write_text(json.dumps(keys), encoding="utf-8")
    return count_model(read_configuration(file))


def test_thirty_models_of_many_types() -> None:
    """What is counted below, by type."""
    assert len({counted(file.stem).model_type for file in FILES}) >= 24
    assert {*EXACT, *PUBLISHED, *PACKAGED} == {file.stem for file in FILES}


@pytest.mark.parametrize("name", EXACT)
def test_the_count_is_exact(name: str) -> None:
    """To the last parameter, where that is known: no rounding hides a norm."""
    assert counted(name).total == EXACT[name]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_count_is_as_published(name: str) -> None:
    """Total and active, each as its publisher rounds it; the parts that a publisher leaves out are told apart."""
    total, active, convention = PUBLISHED[name]
    model = counted(name)
    for number, said in ((model.total, total), (actives(model)[convention], active)):
        step = Fraction(1, 10) if said != int(said) else Fraction(1)
        said = Fraction(str(said))
        assert abs(Fraction(number, 10**9) - said) <= max(step / 2, CLOSE * said), (name, number / 1e9)


@pytest.mark.parametrize("name", PACKAGED)
def test_a_counted_card_is_as_the_packaged_one(name: str, catalog: Catalog) -> None:
    """Layers, width, experts and the shape of attention the same; parameters within the rounding of the card."""
    model, card = counted(name), catalog.model(PACKAGED[name])
    assert (model.layers, model.width) == (card.layers.number, card.width and card.width.number)
    figures = {key: figure.number for key, figure in card.attention_figures.items() if key != "state"}
    assert dict(model.attention) == figures
    assert abs(model.total - card.total.number) <= CLOSE * card.total.number
    active = actives(model)[WITHOUT.get(name, TABLES)]
    assert abs(active - card.active.number) <= CLOSE * card.active.number
    assert (model.experts is None) == (card.experts is None)
    if model.experts is not None and card.experts and card.active_experts and card.shared_experts:
        found = (model.experts.routed, model.experts.used, model.experts.shared)
        assert found == (card.experts.number, card.active_experts.number, card.shared_experts.number)
    if card.attention.state_bytes:
        assert model.state is not None
        assert model.state.held == card.attention.state_bytes


def test_parts_of_a_small_model_by_hand(tmp_path: Path) -> None:
    """Two layers, 8 wide, with 4 query heads of 2 and 2 of keys and values."""
    parts = {part.name: part.total for part in of(tmp_path).parts}
    assert parts == {
        "embedding": 32 * 8, "output": 32 * 8, "attention": 2 * (8 * 8 + 8 * 4 + 8 * 4 + 8 * 8), "MLP": 2 * 3 * 8 * 16,
        "norms": (2 * 2 + 1) * 8,
    }


def test_a_tied_table_is_counted_once(tmp_path: Path) -> None:
    """And what the library takes where the file does not say is told."""
    tied = of(tmp_path, tie_word_embeddings=True)
    assert of(tmp_path).total - tied.total == 32 * 8
    assert tied.looked_up == 0
    silent = of(tmp_path, tie_word_embeddings=None)
    assert silent.total == of(tmp_path).total
    assert any("tie_word_embeddings is not in the file: false" in note for note in silent.notes)
    assert any("tie_word_embeddings is not in the file: true" in note for note in counted("gemma-2-9b").notes)


def test_a_bias_is_counted_where_the_type_has_one(tmp_path: Path) -> None:
    """Queries, keys and values; of Llama the output, too."""
    plain = of(tmp_path).total
    assert of(tmp_path, attention_bias=True).total - plain == 2 * (8 + 4 + 4 + 8)
    assert of(tmp_path, model_type="qwen2").total - plain == 2 * (8 + 4 + 4)
    assert of(tmp_path, mlp_bias=True).total - plain == 2 * (16 + 16 + 8)


def test_windows_by_their_pattern(tmp_path: Path) -> None:
    """Every second layer, every sixth, from a layer on, or as listed; none that is longer than any context."""
    window = {"sliding_window": 4, "num_hidden_layers": 12, "max_position_embeddings": 64}
    assert of(tmp_path, model_type="gemma2", head_dim=2, **window).attention["window_layers"] == 6
    assert of(tmp_path, model_type="gemma3_text", head_dim=2, **window).attention["window_layers"] == 10
    qwen = {"model_type": "qwen2", "max_window_layers": 9, **window}
    assert "window_layers" not in of(tmp_path, use_sliding_window=False, **qwen).attention
    assert of(tmp_path, use_sliding_window=True, **qwen).attention["window_layers"] == 3
    listed = ["sliding_attention"] * 11 + ["full_attention"]
    assert of(tmp_path, model_type="gemma2", head_dim=2, layer_types=listed, **window).attention["window_layers"] == 11
    long = of(tmp_path, model_type="mistral", sliding_window=64, max_position_embeddings=64)
    assert "window_layers" not in long.attention
    assert any("every layer sees all" in note for note in long.notes)
    assert of(tmp_path, model_type="mistral", sliding_window=4).attention["window_layers"] == 2


def test_what_the_file_leaves_out_is_said() -> None:
    """Defaults of the library, other media, layers that predict further tokens, the rule for a state."""
    notes = " ".join(counted("gemma-3-4b-it").notes)
    assert "num_attention_heads = 8" in notes
    assert "not counted: what vision_config describes" in notes
    assert "num_nextn_predict_layers = 1" in " ".join(counted("DeepSeek-V3").notes)
    state = counted("Qwen3-Next-80B-A3B").state
    assert state is not None
    assert "by the rule that servers keep it so" in state.meaning
    said = counted("Nemotron-3-Nano-30B-A3B").state
    assert said is not None
    assert "as the configuration says" in said.meaning


def test_an_index_is_not_left_out_unsaid(tmp_path: Path) -> None:
    """A type that has one is refused without its keys: its cache would be that of another model."""
    keys = json.loads((FOLDER / "GLM-5.json").read_text(encoding="utf-8"))
    file = tmp_path / "config.json"
    for key in ("index_topk", "index_n_heads", "index_head_dim"):
        file.write_text(json.dumps({name: keys[name] for name in keys if name != key}), encoding="utf-8")
        with pytest.raises(CardError, match=f"key {key}: this key is missing"):
            count_model(read_configuration(file))


def test_first_layers_that_are_dense_and_shared_experts() -> None:
    """Of DeepSeek-V3: 3 dense layers, then 58 with 256 experts and a shared one."""
    parts = {part.name: part for part in counted("DeepSeek-V3").parts}
    assert parts["MLP"].total == 3 * 3 * 7168 * 18432
    assert parts["experts"].total == 58 * 256 * 3 * 7168 * 2048
    assert parts["experts"].active == 58 * 8 * 3 * 7168 * 2048
    assert parts["shared experts"].total == 58 * 3 * 7168 * 2048
    assert parts["router"].total == 58 * (7168 * 256 + 256)


@pytest.mark.parametrize(
    ("name", "form", "words"),
    [("DeepSeek-V3", "fp8", "fp8 for 99.7% of the parameters"), ("gpt-oss-120b", "fp4", "fp4 for 98.2%"),
     ("Qwen3-32B", "", "no number format"), ("Llama-3.1-8B", "", "in bfloat16")],
)
def test_the_format_of_the_weights(name: str, form: str, words: str) -> None:
    """Of most parameters, with the mean over all of them."""
    weights = counted(name).weights
    assert weights.format == form
    assert words in weights.told


def test_an_unknown_type_is_one_sentence(tmp_path: Path) -> None:
    """Which type, and which keys decide; a slip is told."""
    with pytest.raises(InputError, match=r"model_type 'mpt' are not known, so .* hidden_size, .* --template"):
        of(tmp_path, model_type="mpt")
    with pytest.raises(InputError, match="did you mean qwen3_moe"):
        of(tmp_path, model_type="qwen3moe")


@pytest.mark.parametrize(
    ("kind", "why"),
    [("kimi_linear", "layers of Kimi Delta Attention"), ("falcon_h1", "a state-space mixer side by side"),
     ("gemma3n", "read the cache of others"), ("gemma3n_text", "read the cache of others")],
)
def test_a_type_that_a_card_cannot_hold_is_refused_with_the_reason(tmp_path: Path, kind: str, why: str) -> None:
    """In one sentence, and no other type is offered in its place."""
    with pytest.raises(InputError, match=why) as refused:
        of(tmp_path, model_type=kind)
    assert "did you mean" not in str(refused.value)
    assert str(refused.value).endswith("derive cards --template model takes what its publisher says by hand")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hidden_size": None}, "key hidden_size: this key is missing"),
        ({"hidden_size": "4096"}, "expected a whole number, not a text"),
        ({"hidden_size": -8}, "expected a whole number from 1 to"),
        ({"hidden_size": 0}, "expected a whole number from 1 to"),
        ({"hidden_size": 10**40}, "expected a whole number from 1 to"),
        ({"hidden_size": True}, "not true or false"),
        ({"hidden_size": [8]}, "not a list"),
        ({"hidden_size": 8.5}, "expected a whole number, not 8.5"),
        ({"num_hidden_layers": 10**6}, "from 1 to 10,000"),
        ({"num_attention_heads": 3, "num_key_value_heads": 3}, "no multiple of num_attention_heads"),
        ({"num_key_value_heads": 3}, "do not divide 4 query heads"),
        ({"attention_bias": "no"}, "expected true or false"),
        ({"model_type": ["llama"]}, "key model_type: expected a text"),
        ({"model_type": None}, "key model_type: this key is missing"),
        ({"num_experts": 64}, "has no experts that are known here"),
        ({"kv_lora_rank": 64}, "has no latent attention known here"),
        ({"model_type": "gemma2", "sliding_window": 4, "layer_types": ["full_attention"]}, "each of 2 layers"),
        ({"model_type": "gemma2", "layer_types": [{}, "x"]}, "no sort of layer that is known"),
        ({"model_type": "gemma2", "layer_types": "full_attention"}, "expected a list"),
        ({"model_type": "gemma4", "enable_moe_block": True}, "are not counted"),
        ({"model_type": "mixtral", "num_local_experts": 2, "num_experts_per_tok": 3}, "are more than 2 of a layer"),
        ({"model_type": "nemotron_h", "hybrid_override_pattern": "MX"}, "for each of 2 layers"),
        ({"model_type": "qwen3_moe", "mlp_only_layers": 3}, "expected a list of layers"),
    ],
)
def test_a_wrong_key_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    """Where it stands, what was expected and what was found."""
    with pytest.raises(CardError, match=r"config\.json") as refused:
        of(tmp_path, **changes)
    assert words in str(refused.value)


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_no_type_of_a_key_breaks_the_count(name: str, tmp_path: Path) -> None:
    """Each key as a list, an object, a text, a negative number or nothing: counted, or refused in words."""
    whole = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    inner = whole.get("text_config", whole)
    file = tmp_path / "config.json"
    for key in inner:
        for wrong in ([], {}, "x\n\x1b[0m", -1, None, 1.5, [[]], [{}] * 4, 10**30, True):
            changed = {**inner, key: wrong}
            file.write_text(json.dumps({**whole, "text_config": changed} if inner is not whole else changed))
            told = ""
            try:
                assert count_model(read_configuration(file)).total > 0
            except InputError as refused:
                told = str(refused)
            assert told.isprintable()


def test_every_type_is_a_family_that_is_named() -> None:
    """The table holds what is counted; each of its types is one of Hugging Face's, in small letters."""
    assert len(FAMILIES) > 40
    assert all(kind == kind.lower() and " " not in kind for kind in FAMILIES)
