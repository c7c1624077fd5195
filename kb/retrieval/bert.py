"""A BERT sentence encoder as an ONNX graph, built from its weights.

Devlin et al., "BERT" (arXiv 1810.04805), as sentence-transformers use it: the last layer's vectors
are averaged over the tokens and normalized to unit length.  All texts of a batch have the same
number of tokens, so that neither padding nor a mask is needed.

Only standard operators are used (opset 17).  The weights are outside the graph, which has only some
kilobytes; the runtime receives them as arrays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from kb.retrieval.model_files import Weights

OPSET = 17
IR_VERSION = 8
TOKENS, VECTORS = "tokens", "vectors"
"""The graph's input, int64 of shape (batch, tokens), and output, float32 of (batch, width)."""
_LEAST_NORM = 1e-12


@dataclass(frozen=True)
class Shape:
    """The sizes of a BERT encoder."""

    layers: int
    heads: int
    width: int
    epsilon: float
    """Epsilon of the layer normalization."""

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Shape:
        """The sizes that a `config.json` gives; ValueError or KeyError if it is no such model."""
        wanted = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
        for name, value in wanted.items():
            if config.get(name) != value:
                raise ValueError(f"{name} is {config.get(name)!r} and not {value!r}")
        return cls(
            layers=int(config["num_hidden_layers"]),
            heads=int(config["num_attention_heads"]),
            width=int(config["hidden_size"]),
            epsilon=float(config["layer_norm_eps"]),
        )


@dataclass(frozen=True)
class Encoder:
    """A graph, and the arrays that its runtime has to be given."""

    model: bytes
    """Serialized ONNX ModelProto; its tensors of `weights` are external."""
    weights: Weights


def build_encoder(weights: Weights, shape: Shape) -> Encoder:
    """The encoder of `shape`; raises KeyError if a weight is missing."""
    graph = _Graph(weights, shape)
    vectors = graph.normalized(graph.average(graph.encoded(graph.embedded(TOKENS))))
    graph.nodes.append(helper.make_node("Identity", [vectors], [VECTORS]))
    tokens = helper.make_tensor_value_info(TOKENS, TensorProto.INT64, ["batch", "length"])
    output = helper.make_tensor_value_info(VECTORS, TensorProto.FLOAT, ["batch", shape.width])
    tensors = [*graph.small, *(_external(name, a) for name, a in graph.arrays.items())]
    made = helper.make_graph(graph.nodes, "sentence_encoder", [tokens], [output], tensors)
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(made, opset_imports=[opset], ir_version=IR_VERSION)
    return Encoder(model.SerializeToString(), graph.arrays)


@dataclass
class _Graph:
    """Nodes as they are added; every method returns the name of a value."""

    weights: Weights
    shape: Shape
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    small: list[onnx.TensorProto] = field(default_factory=list)
    arrays: dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)

    def embedded(self, tokens: str) -> str:
        """Word, position and (always the first) segment, summed and normalized."""
        place = self.weights["embeddings.position_embeddings.weight"]
        segment = self.weights["embeddings.token_type_embeddings.weight"][0]
        words = self.array("words", self.weights["embeddings.word_embeddings.weight"])
        bounds = self.ints("zero", [0]), self.op("Shape", tokens, start=1)
        places = self.op("Slice", self.array("places", place + segment), *bounds)
        total = self.op("Add", self.op("Gather", words, tokens), places)
        return self.layer_norm(total, "embeddings.LayerNorm")

    def encoded(self, x: str) -> str:
        """`x` after all layers."""
        self.ints("apart", [0, 0, self.shape.heads, self.shape.width // self.shape.heads])
        self.ints("joined", [0, 0, self.shape.width])
        for index in range(self.shape.layers):
            x = self._layer(x, f"encoder.layer.{index}.")
        return x

    def average(self, x: str) -> str:
        """The mean over the tokens."""
        return self.op("ReduceMean", x, axes=[1], keepdims=0)

    def normalized(self, x: str) -> str:
        """Rows of unit length."""
        norm = self.op("ReduceL2", x, axes=[1], keepdims=1)
        return self.op("Div", x, self.op("Max", norm, self.scalar("least_norm", _LEAST_NORM)))

    def _layer(self, x: str, prefix: str) -> str:
        attended = self.dense(self._attention(x, prefix), prefix + "attention.output.dense")
        x = self.layer_norm(self.op("Add", attended, x), prefix + "attention.output.LayerNorm")
        inner = self.gelu(self.dense(x, prefix + "intermediate.dense"))
        outer = self.dense(inner, prefix + "output.dense")
        return self.layer_norm(self.op("Add", outer, x), prefix + "output.LayerNorm")

    def _attention(self, x: str, prefix: str) -> str:
        parts = [f"{prefix}attention.self.{name}" for name in ("query", "key", "value")]
        # One product for all three, and the division by the root of the head's width done here.
        scale = np.float32(1 / math.sqrt(self.shape.width // self.shape.heads))
        scales = (scale, np.float32(1), np.float32(1))
        matrices = [self.weights[f"{p}.weight"].T * s for p, s in zip(parts, scales, strict=True)]
        offsets = [self.weights[f"{p}.bias"] * s for p, s in zip(parts, scales, strict=True)]
        matrix = self.array(f"{prefix}qkv.weight", np.concatenate(matrices, axis=1))
        offset = self.array(f"{prefix}qkv.bias", np.concatenate(offsets))
        product = self.op("Add", self.op("MatMul", x, matrix), offset)
        query, key, value = self.split(product, 3)
        query, value = (self.heads(each, [0, 2, 1, 3]) for each in (query, value))
        scores = self.op("MatMul", query, self.heads(key, [0, 2, 3, 1]))
        mixed = self.op("MatMul", self.op("Softmax", scores, axis=-1), value)
        return self.op("Reshape", self.op("Transpose", mixed, perm=[0, 2, 1, 3]), "joined")

    def heads(self, x: str, order: list[int]) -> str:
        """(batch, token, width) as (batch, token, head, part), in another order of axes."""
        return self.op("Transpose", self.op("Reshape", x, "apart"), perm=order)

    def dense(self, x: str, name: str) -> str:
        """A linear layer; its weight is stored as (out, in)."""
        matrix = np.ascontiguousarray(self.weights[f"{name}.weight"].T)
        product = self.op("MatMul", x, self.array(f"{name}.weight", matrix))
        return self.op("Add", product, self.array(f"{name}.bias", self.weights[f"{name}.bias"]))

    def layer_norm(self, x: str, name: str) -> str:
        """Layer normalization over the last axis."""
        scale = self.array(f"{name}.weight", self.weights[f"{name}.weight"])
        offset = self.array(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.op("LayerNormalization", x, scale, offset, epsilon=self.shape.epsilon)

    def gelu(self, x: str) -> str:
        """GELU, x * (1 + erf(x / sqrt 2)) / 2 (Hendrycks and Gimpel, arXiv 1606.08415)."""
        error = self.op("Erf", self.op("Div", x, self.scalar("root_of_two", math.sqrt(2))))
        gate = self.op("Add", error, self.scalar("one", 1))
        return self.op("Mul", self.op("Mul", x, gate), self.scalar("half", 0.5))

    def split(self, x: str, parts: int) -> list[str]:
        """Equal parts of the last axis."""
        outputs = [f"v{len(self.nodes)}_{part}" for part in range(parts)]
        self.nodes.append(helper.make_node("Split", [x], outputs, axis=-1))
        return outputs

    def op(self, operator: str, *inputs: str, **attributes: object) -> str:
        """One node with one output."""
        output = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def array(self, name: str, values: npt.NDArray[np.float32]) -> str:
        """A weight that stays outside the graph."""
        self.arrays[name] = np.ascontiguousarray(values)
        return name

    def scalar(self, name: str, value: float) -> str:
        """A number within the graph."""
        return self._constant(name, np.array(value, np.float32))

    def ints(self, name: str, values: list[int]) -> str:
        """Whole numbers within the graph, such as a shape."""
        return self._constant(name, np.array(values, np.int64))

    def _constant(self, name: str, values: npt.NDArray[Any]) -> str:
        if all(tensor.name != name for tensor in self.small):
            self.small.append(numpy_helper.from_array(values, name))
        return name


def _external(name: str, values: npt.NDArray[np.float32]) -> onnx.TensorProto:
    tensor = TensorProto(
        name=name,
        dims=values.shape,
        data_type=TensorProto.FLOAT,
        data_location=TensorProto.EXTERNAL,
    )
    tensor.external_data.add(key="location", value="given_to_the_runtime")
    return tensor
