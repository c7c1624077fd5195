"""The graph against a plain numpy encoder, on small random weights."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("onnx", reason="onnx is not installed")
onnxruntime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")

from kb.retrieval.bert import TOKENS, VECTORS, Shape, build_encoder  # noqa: E402

Array = npt.NDArray[np.float64]
SHAPE = Shape(layers=2, heads=3, width=12, epsilon=1e-5)
INNER, WORDS, PLACES = 20, 30, 9


def random_weights() -> dict[str, npt.NDArray[np.float32]]:
    sizes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (WORDS, SHAPE.width),
        "embeddings.position_embeddings.weight": (PLACES, SHAPE.width),
        "embeddings.token_type_embeddings.weight": (2, SHAPE.width),
        "embeddings.LayerNorm.weight": (SHAPE.width,),
        "embeddings.LayerNorm.bias": (SHAPE.width,),
    }
    for layer in range(SHAPE.layers):
        for name, out, into in [
            ("attention.self.query", SHAPE.width, SHAPE.width),
            ("attention.self.key", SHAPE.width, SHAPE.width),
            ("attention.self.value", SHAPE.width, SHAPE.width),
            ("attention.output.dense", SHAPE.width, SHAPE.width),
            ("intermediate.dense", INNER, SHAPE.width),
            ("output.dense", SHAPE.width, INNER),
        ]:
            sizes[f"encoder.layer.{layer}.{name}.weight"] = (out, into)
            sizes[f"encoder.layer.{layer}.{name}.bias"] = (out,)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            sizes[f"encoder.layer.{layer}.{name}.weight"] = (SHAPE.width,)
            sizes[f"encoder.layer.{layer}.{name}.bias"] = (SHAPE.width,)
    generator = np.random.default_rng(1)
    return {name: generator.standard_normal(size, np.float32) for name, size in sizes.items()}


class Reference:
    """One text at a time, in double precision, head by head."""

    def __init__(self, weights: dict[str, npt.NDArray[np.float32]]) -> None:
        self.weights = {name: array.astype(np.float64) for name, array in weights.items()}

    def __call__(self, tokens: list[int]) -> Array:
        kinds = self.weights["embeddings.token_type_embeddings.weight"]
        words = self.weights["embeddings.word_embeddings.weight"][tokens]
        places = self.weights["embeddings.position_embeddings.weight"][: len(tokens)]
        x = self.norm(words + places + kinds[0], "embeddings.LayerNorm")
        for layer in range(SHAPE.layers):
            x = self.layer(x, f"encoder.layer.{layer}.")
        mean = x.mean(axis=0)
        vector: Array = mean / math.sqrt((mean * mean).sum())
        return vector

    def layer(self, x: Array, at: str) -> Array:
        query, key, value = (
            self.linear(x, f"{at}attention.self.{name}") for name in ("query", "key", "value")
        )
        size = SHAPE.width // SHAPE.heads
        heads = []
        for head in range(SHAPE.heads):
            part = slice(head * size, (head + 1) * size)
            scores = np.exp(query[:, part] @ key[:, part].T / math.sqrt(size))
            heads.append(scores / scores.sum(axis=1, keepdims=True) @ value[:, part])
        told = self.linear(np.concatenate(heads, axis=1), f"{at}attention.output.dense")
        x = self.norm(x + told, f"{at}attention.output.LayerNorm")
        inner = self.linear(x, f"{at}intermediate.dense")
        gelu = inner * np.vectorize(lambda each: 0.5 * math.erfc(-each / math.sqrt(2)))(inner)
        return self.norm(x + self.linear(gelu, f"{at}output.dense"), f"{at}output.LayerNorm")

    def linear(self, x: Array, name: str) -> Array:
        product: Array = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return product

    def norm(self, x: Array, name: str) -> Array:
        centerd = x - x.mean(axis=1, keepdims=True)
        spread = np.sqrt((centerd * centerd).mean(axis=1, keepdims=True) + SHAPE.epsilon)
        normed: Array = centerd / spread * self.weights[f"{name}.weight"]
        return normed + self.weights[f"{name}.bias"]


def run(weights: dict[str, npt.NDArray[np.float32]], tokens: list[list[int]]) -> Any:
    encoder = build_encoder(weights, SHAPE)
    options = onnxruntime.SessionOptions()
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(each) for each in encoder.weights.values()]
    options.add_external_initializers(list(encoder.weights), values)
    session = onnxruntime.InferenceSession(
        encoder.model, options, providers=["CPUExecutionProvider"]
    )
    return session.run([VECTORS], {TOKENS: np.array(tokens, np.int64)})[0]


@pytest.mark.parametrize("length", [1, 2, PLACES])
def test_it_computes_what_the_reference_computes(length: int) -> None:
    weights = random_weights()
    tokens = np.random.default_rng(length).integers(0, WORDS, (4, length)).tolist()
    expected = np.array([Reference(weights)(each) for each in tokens])
    assert run(weights, tokens) == pytest.approx(expected, abs=2e-6)


def test_a_missing_weight_is_named() -> None:
    weights = random_weights()
    del weights["encoder.layer.1.output.dense.weight"]
    with pytest.raises(KeyError, match=r"encoder\.layer\.1\.output\.dense\.weight"):
        build_encoder(weights, SHAPE)


def test_the_weights_stay_outside_the_graph() -> None:
    encoder = build_encoder(random_weights(), SHAPE)
    assert len(encoder.model) < 20_000
    assert encoder.weights["words"].shape == (WORDS, SHAPE.width)


CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "position_embedding_type": "absolute",
    "num_hidden_layers": 6,
    "num_attention_heads": 12,
    "hidden_size": 384,
    "layer_norm_eps": 1e-12,
}


def test_the_sizes_are_read_from_the_configuration() -> None:
    assert Shape.of(CONFIG) == Shape(6, 12, 384, 1e-12)


@pytest.mark.parametrize("key", ["model_type", "hidden_act", "position_embedding_type"])
def test_another_kind_of_model_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=f"{key} is 'other'"):
        Shape.of({**CONFIG, key: "other"})
