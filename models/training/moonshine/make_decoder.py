"""Writes Moonshine's decoder as a network of ours that decodes many windows side by side, one token a step.

    python3 make_decoder.py decoder_model_merged.onnx OUT.onnx [--heads 5.3,6.1,...] [--all-heads] [--correction THIN.npz]

Needs: pip install onnx==1.23.2 numpy. The file that is read is the published one; the file that is written holds the graph and
small tensors only. Weights are named by their place (offset and length) in the published file, which has to lie beside it
under the name `decoder_model_merged.onnx`.

What is different from the published graph, and why:
- it takes an additive mask over the sound, so that windows of different lengths share a batch;
- several rows may belong to one window (a beam): they share its states, and `rows` says which row of the step before each goes on
  from;
- keys and values of the sound are not kept: scores are (q Wk_h) x and context is Wv_h (a x), which is the same sum in another
  order. Nothing has to be prepared per window, and a row costs frames * 416 numbers of memory instead of 16 times that;
- it answers with the most probable tokens, not with 32,768 logits a row;
- it shows where the attention heads that follow the sound look.
"""

import argparse
import re

import numpy as np
from onnx import helper

from correction import read_thin
from graph import FLOAT, INT64, Graph

TOP = 16
POSITIONS = 200
WEIGHTS = "decoder_model_merged.onnx"


# Parts of the network. Shapes: W windows, B rows (K for each window), H heads, D numbers a head, E = H * D, T frames, P tokens so far.


def build(source_path, heads, all_heads, correction):
    g = Graph(source_path, WEIGHTS, correction)
    shapes = {i.name: [d.dim_param or d.dim_value for d in i.type.tensor_type.shape.dim] for i in g.inputs}
    layers = 1 + max(int(re.match(r"past_key_values\.(\d+)", n)[1]) for n in shapes if n.startswith("past_key"))
    H, D = shapes["past_key_values.0.decoder.key"][1], shapes["past_key_values.0.decoder.key"][3]
    E = H * D
    frequencies = g.frequencies()
    cos, sin = g.rotation(frequencies, POSITIONS)
    rotary = 2 * frequencies.shape[0]
    hd = g.constant(np.array([0, 1, H, D], np.int64))
    flat = g.constant(np.array([0, 1, E], np.int64))
    per_head = g.constant(np.array([0, H, D], np.int64))

    # Rows of one window lie behind each other and share its states: one product for all of them.
    windows = g.add("Slice", g.add("Shape", "states"), g.constant(np.array([0], np.int64)), g.constant(np.array([1], np.int64)))
    frames = g.add("Slice", g.add("Shape", "states"), g.constant(np.array([1], np.int64)), g.constant(np.array([2], np.int64)))
    per_window = g.add("Concat", windows, g.constant(np.array([-1, E], np.int64)), axis=0)
    per_row = g.add("Concat", g.constant(np.array([-1, H], np.int64)), frames, axis=0)

    embed = "model.decoder.embed_tokens.weight_merged_0"
    picked = g.add("Gather", g.published(f"{embed}_quantized"), "tokens", axis=0)
    x = g.add("DequantizeLinear", picked, g.published(f"{embed}_scale"), g.published(f"{embed}_zero_point"))
    # The table's correction: of each word a few numbers, and what they stand for.
    words = g.correction.get(("weight", "embed_tokens"))
    if words:
        of_word, meaning = g.eight_bits(words[0].T), g.eight_bits(words[1].T)
        x = g.add("Add", x, g.add("MatMul", g.add("Gather", of_word, "tokens", axis=0), meaning))

    looked = []
    for layer in range(layers):
        path = f"layers.{layer}"
        name = f"model.decoder.layers.{layer}"
        h = g.norm(x, f"{name}.input_layernorm.weight_merged_0", f"{path}.input_layernorm")

        def rotated(module):
            split = g.add("Transpose", g.add("Reshape", g.linear(f"{path}/self_attn/{module}", h), hd), perm=[0, 2, 1, 3])
            return g.add("RotaryEmbedding", split, "positions", cos, sin, domain="com.microsoft", interleaved=1, num_heads=H, rotary_embedding_dim=rotary)

        query, key = rotated("q_proj"), rotated("k_proj")
        value = g.add("Transpose", g.add("Reshape", g.linear(f"{path}/self_attn/v_proj", h), hd), perm=[0, 2, 1, 3])
        for kind, new in (("key", key), ("value", value)):
            before = g.add("Gather", f"past.{layer}.{kind}", "rows", axis=0)
            g.nodes.append(helper.make_node("Concat", [before, new], [f"present.{layer}.{kind}"], axis=2))
        scores = g.add("FusedMatMul", query, f"present.{layer}.key", domain="com.microsoft", transB=1, alpha=float(D) ** -0.5)
        mixed = g.add("MatMul", g.add("Softmax", scores, axis=-1), f"present.{layer}.value")
        mixed = g.add("Reshape", g.add("Transpose", mixed, perm=[0, 2, 1, 3]), flat)
        x = g.add("Add", x, g.linear(f"{path}/self_attn/dense", mixed))

        h = g.norm(x, f"{name}.post_attention_layernorm.weight_merged_0", f"{path}.post_attention_layernorm")
        query = g.add("Reshape", g.linear(f"{path}/encoder_attn/q_proj", h), per_head)  # B H D
        keys = g.plain(f"{path}/encoder_attn/k_proj", [E, H, D], [1, 2, 0])  # H D E
        values = g.plain(f"{path}/encoder_attn/v_proj", [E, H, D], [1, 0, 2])  # H E D
        asked = g.add("MatMul", g.add("Transpose", query, perm=[1, 0, 2]), keys)  # H B E
        asked = g.add("Reshape", g.add("Transpose", asked, perm=[1, 0, 2]), per_window)  # W KH E
        scores = g.add("FusedMatMul", asked, "states", domain="com.microsoft", transB=1, alpha=float(D) ** -0.5)
        seen = g.add("Softmax", g.add("Add", scores, "mask"), axis=-1)  # W KH T
        looked.append(g.add("Reshape", seen, per_row))
        context = g.add("Reshape", g.add("MatMul", seen, "states"), g.constant(np.array([-1, H, E], np.int64)))
        context = g.add("Transpose", context, perm=[1, 0, 2])  # H B E
        mixed = g.add("Transpose", g.add("MatMul", context, values), perm=[1, 0, 2])  # B H D
        mixed = g.add("Reshape", mixed, g.constant(np.array([0, 1, E], np.int64)))
        x = g.add("Add", x, g.linear(f"{path}/encoder_attn/dense", mixed))

        h = g.norm(x, f"{name}.final_layernorm.weight_merged_0", f"{path}.final_layernorm")
        up = g.linear(f"{path}/mlp/up_proj", h, f"{name}.mlp.up_proj.bias_merged_0")
        half = g.value(f"{name}.mlp.up_proj.bias_merged_0").shape[0] // 2
        inside, gate = g.add("Split", up, g.constant(np.array([half, half], np.int64)), outputs=2, axis=-1)
        gated = g.add("Mul", inside, g.add("Mul", gate, g.add("Sigmoid", gate)))
        x = g.add("Add", x, g.linear(f"{path}/mlp/down_proj", gated, f"{name}.mlp.down_proj.bias_merged_0"))

    x = g.norm(x, "model.decoder.norm.weight_merged_0", "norm")
    # The table of embeddings, turned round when the network is loaded: 8 bits on both sides here as well.
    table = g.add("Transpose", g.published(f"{embed}_quantized"), perm=[1, 0])
    x = g.add("Reshape", x, g.constant(np.array([-1, E], np.int64)))
    q, scale, point = g.quantised(x)
    product = g.add("Cast", g.add("MatMulInteger", q, table, point, g.published(f"{embed}_zero_point")), to=FLOAT)
    logits = g.add("Mul", product, g.add("Mul", scale, g.published(f"{embed}_scale")))
    if words:
        seen = g.add("FusedMatMul", x, meaning, domain="com.microsoft", transB=1)
        logits = g.add("Add", logits, g.add("FusedMatMul", seen, of_word, domain="com.microsoft", transB=1))
    g.nodes.append(helper.make_node("Softmax", [logits], ["probabilities"], axis=-1))
    g.nodes.append(helper.make_node("TopK", ["probabilities", g.constant(np.array([TOP], np.int64))], ["top_probabilities", "top_tokens"], axis=-1))
    if all_heads:
        g.nodes.append(helper.make_node("Concat", looked, ["attention"], axis=1))
    else:
        parts = [
            g.add("Gather", looked[layer], g.constant(np.array([h for l, h in heads if l == layer], np.int64)), axis=1)
            for layer in sorted({l for l, _ in heads})
        ]
        g.nodes.append(helper.make_node("ReduceMean", [g.add("Concat", *parts, axis=1) if len(parts) > 1 else parts[0]], ["attention"], axes=[1], keepdims=0))

    info = helper.make_tensor_value_info
    caches = [(layer, kind) for layer in range(layers) for kind in ("key", "value")]
    inputs = [info("tokens", INT64, ["B", 1]), info("positions", INT64, ["B", 1]), info("rows", INT64, ["B"])]
    inputs += [info("states", FLOAT, ["W", "T", E]), info("mask", FLOAT, ["W", 1, "T"])]
    inputs += [info(f"past.{layer}.{kind}", FLOAT, ["B0", H, "P", D]) for layer, kind in caches]
    outputs = [info("top_probabilities", FLOAT, ["B", TOP]), info("top_tokens", INT64, ["B", TOP])]
    outputs += [info("probabilities", FLOAT, ["B", g.source[f"{embed}_quantized"].dims[0]])]
    outputs += [info("attention", FLOAT, ["B", "N", "T"] if all_heads else ["B", "T"])]
    outputs += [info(f"present.{layer}.{kind}", FLOAT, ["B", H, "P1", D]) for layer, kind in caches]
    return g.model("moonshine-decoder", inputs, outputs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("out")
    parser.add_argument("--heads", default="")
    parser.add_argument("--all-heads", action="store_true")
    parser.add_argument("--correction")
    args = parser.parse_args()
    heads = [tuple(map(int, h.split("."))) for h in args.heads.split(",") if h]
    with open(args.out, "wb") as file:
        file.write(build(args.source, heads, args.all_heads, args.correction and read_thin(args.correction, "decoder")).SerializeToString())
