"""Writes Moonshine's encoder as a network of ours, with a correction beside its weights.

    python3 make_encoder.py encoder_model.onnx OUT.onnx --correction THIN.npz

Needs: pip install onnx==1.23.2 numpy. As make_decoder.py: weights stay in the published file, which has to lie beside the graph.
"""

import argparse

import numpy as np
from onnx import helper

from correction import read_thin
from graph import FLOAT, Graph

WEIGHTS = "encoder_model.onnx"
HEADS = 8
# A window of 15 s has 625.
POSITIONS = 1024


def build(source_path, correction):
    g = Graph(source_path, WEIGHTS, correction)
    layers = sum(name.endswith("self_attn/q_proj") for name in g.weight_of)
    E = g.value("layer_norm.weight").shape[0]
    D = E // HEADS
    frequencies = g.frequencies()
    cos, sin = g.rotation(frequencies, POSITIONS)
    per_head = g.constant(np.array([0, -1, HEADS, D], np.int64))
    flat = g.constant(np.array([0, -1, E], np.int64))

    def convolution(x, name, stride, bias=None):
        """Published in 8 bits; the zero point is added after scaling, other than a projection's."""
        weight = g.add("Mul", g.add("Cast", g.published(f"{name}.weight_quantized"), to=FLOAT), g.published(f"{name}.weight_scale"))
        weight = g.add("Add", weight, g.published(f"{name}.weight_zero_point"))
        thin = g.thin(name)
        if thin:
            difference = g.add("Transpose", g.add("MatMul", thin[1], thin[0]), perm=[1, 0])
            weight = g.add("Add", weight, g.add("Reshape", difference, g.constant(np.array(g.value(f"{name}.weight_quantized").shape, np.int64))))
        return g.add("Conv", *([x, weight] + ([g.corrected(bias, ("bias", name))] if bias else [])), strides=[stride])

    def gelu(x):
        return g.add("Gelu", x, domain="com.microsoft")

    x = g.add("Unsqueeze", "input_values", g.constant(np.array([1], np.int64)))
    x = g.add("Tanh", convolution(x, "conv1", 64))
    rows = g.add("Reshape", x, g.constant(np.array([0, 1, -1], np.int64)))
    one, none = g.constant(np.ones(1, np.float32)), g.constant(np.zeros(1, np.float32))
    rows = g.add("Reshape", g.add("InstanceNormalization", rows, one, none, epsilon=1e-5), g.add("Shape", x))
    scale, shift = (next(n for n in g.source if n.startswith(start)) for start in ("onnx::Mul_", "onnx::Add_"))
    x = g.add("Add", g.add("Mul", rows, g.corrected(scale, ("weight", "groupnorm"))), g.corrected(shift, ("bias", "groupnorm")))
    x = gelu(convolution(x, "conv2", 3, "conv2.bias"))
    x = gelu(convolution(x, "conv3", 2, "conv3.bias"))
    x = g.add("Transpose", x, perm=[0, 2, 1])
    frames = g.add("Squeeze", g.add("Slice", g.add("Shape", x), g.constant(np.array([1], np.int64)), g.constant(np.array([2], np.int64))))
    positions = g.add("Range", g.constant(np.array(0, np.int64)), frames, g.constant(np.array(1, np.int64)))
    positions = g.add("Unsqueeze", positions, g.constant(np.array([0], np.int64)))
    for layer in range(layers):
        path = f"layers.{layer}"
        h = g.norm(x, f"{path}.input_layernorm.weight", f"{path}.input_layernorm")

        def split(module):
            return g.add("Transpose", g.add("Reshape", g.linear(f"{path}/self_attn/{module}", h), per_head), perm=[0, 2, 1, 3])

        def rotated(module):
            return g.add("RotaryEmbedding", split(module), positions, cos, sin, domain="com.microsoft", interleaved=1, num_heads=HEADS, rotary_embedding_dim=2 * frequencies.shape[0])

        scores = g.add("FusedMatMul", rotated("q_proj"), rotated("k_proj"), domain="com.microsoft", transB=1, alpha=float(D) ** -0.5)
        mixed = g.add("MatMul", g.add("Softmax", scores, axis=-1), split("v_proj"))
        mixed = g.add("Reshape", g.add("Transpose", mixed, perm=[0, 2, 1, 3]), flat)
        x = g.add("Add", x, g.linear(f"{path}/self_attn/dense", mixed))
        h = g.norm(x, f"{path}.post_attention_layernorm.weight", f"{path}.post_attention_layernorm")
        inside = gelu(g.linear(f"{path}/mlp/fc1", h, f"{path}.mlp.fc1.bias"))
        x = g.add("Add", x, g.linear(f"{path}/mlp/fc2", inside, f"{path}.mlp.fc2.bias"))
    g.add("LayerNormalization", x, g.corrected("layer_norm.weight", ("weight", "layer_norm")), axis=-1, epsilon=1e-5, out="last_hidden_state")
    value = helper.make_tensor_value_info
    return g.model("moonshine-encoder", [value("input_values", FLOAT, ["W", "S"])], [value("last_hidden_state", FLOAT, ["W", "T", E])])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("out")
    parser.add_argument("--correction")
    args = parser.parse_args()
    with open(args.out, "wb") as file:
        file.write(build(args.source, args.correction and read_thin(args.correction, "encoder")).SerializeToString())
