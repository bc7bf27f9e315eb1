"""Writes Moonshine's decoder as a network of ours that decodes many windows side by side, one token a step.

    python3 make_decoder.py decoder_model_merged.onnx OUT.onnx [--heads 5.3,6.1,...] [--all-heads]

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
import onnx
from onnx import TensorProto, helper, numpy_helper

TOP = 16
POSITIONS = 200
WEIGHTS = "decoder_model_merged.onnx"


class Graph:
    def __init__(self, source_path):
        self.bytes = open(source_path, "rb").read()
        self.model = onnx.load(source_path)
        self.source = {i.name: i for i in self.model.graph.initializer}
        # By module path: the quantised weight of every projection. Those of the sound's keys are in one branch only.
        self.weight_of = {}
        for branch in next(n for n in self.model.graph.node if n.op_type == "If").attribute:
            for node in branch.g.node:
                found = re.match(r"/model/decoder/(layers\.\d+/\w+/\w+)/MatMul_quant", node.name)
                if node.op_type == "MatMulInteger" and found:
                    self.weight_of[found[1]] = node.input[1].removesuffix("_quantized")
        self.nodes, self.initializers, self.count = [], [], 0

    def value(self, name):
        return numpy_helper.to_array(self.source[name])

    def constant(self, array, name=None):
        self.count += 1
        name = name or f"c{self.count}"
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def published(self, name):
        """A tensor that stays where it is: its bytes are referred to."""
        if any(i.name == name for i in self.initializers):
            return name
        tensor = self.source[name]
        raw = tensor.raw_data
        if len(raw) < 4096:
            self.initializers.append(numpy_helper.from_array(numpy_helper.to_array(tensor), name))
            return name
        offset = self.bytes.find(raw)
        assert offset >= 0 and self.bytes.find(raw, offset + 1) < 0, name
        out = TensorProto(name=name, data_type=tensor.data_type, dims=tensor.dims, data_location=TensorProto.EXTERNAL)
        for key, value in (("location", WEIGHTS), ("offset", str(offset)), ("length", str(len(raw)))):
            out.external_data.add(key=key, value=value)
        self.initializers.append(out)
        return name

    def add(self, op, *inputs, outputs=1, domain="", **attributes):
        self.count += 1
        names = [f"{op}_{self.count}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, name=f"{op}_{self.count}", domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    # Parts of the network. Shapes: W windows, B rows (K for each window), H heads, D numbers a head, E = H * D, T frames, P tokens so far.

    def linear(self, module, quantised, bias=None):
        """x W with 8 bits on both sides, as published. `quantised` is what `quantise` gave for x."""
        q, scale, zero = quantised
        weight = self.weight_of[module]
        product = self.add("MatMulInteger", q, self.published(f"{weight}_quantized"), zero, self.published(f"{weight}_zero_point"))
        factor = self.add("Mul", scale, self.published(f"{weight}_scale"))
        out = self.add("Mul", self.add("Cast", product, to=TensorProto.FLOAT), factor)
        return self.add("Add", out, self.published(bias)) if bias else out

    def quantise(self, x):
        return self.add("DynamicQuantizeLinear", x, outputs=3)

    def norm(self, x, name):
        size = self.value(name).shape[0]
        return self.add("LayerNormalization", x, self.published(name), axis=-1, epsilon=1e-5) if size else x

    def plain(self, module, shape, perm):
        """A weight as floats, per head; folded once when the network is loaded."""
        weight = self.weight_of[module]
        whole = self.add("Cast", self.published(f"{weight}_quantized"), to=TensorProto.FLOAT)
        zero = self.add("Cast", self.published(f"{weight}_zero_point"), to=TensorProto.FLOAT)
        scaled = self.add("Mul", self.add("Sub", whole, zero), self.published(f"{weight}_scale"))
        return self.add("Transpose", self.add("Reshape", scaled, self.constant(np.array(shape, np.int64))), perm=perm)


def build(source_path, heads, all_heads):
    g = Graph(source_path)
    shapes = {i.name: [d.dim_param or d.dim_value for d in i.type.tensor_type.shape.dim] for i in g.model.graph.input}
    layers = 1 + max(int(re.match(r"past_key_values\.(\d+)", n)[1]) for n in shapes if n.startswith("past_key"))
    H, D = shapes["past_key_values.0.decoder.key"][1], shapes["past_key_values.0.decoder.key"][3]
    E = H * D
    # cos and sin of every position, from the frequencies in the published file.
    frequencies = next(v for v in map(numpy_helper.to_array, g.source.values()) if v.ndim == 3 and v.shape[0] == 1 and v.shape[2] == 1).reshape(-1)
    angles = np.arange(POSITIONS, dtype=np.float32)[:, None] * frequencies[None, :].astype(np.float32)
    cos, sin = g.constant(np.cos(angles).astype(np.float32)), g.constant(np.sin(angles).astype(np.float32))
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

    looked = []
    for layer in range(layers):
        path = f"layers.{layer}"
        name = f"model.decoder.layers.{layer}"
        h = g.quantise(g.norm(x, f"{name}.input_layernorm.weight_merged_0"))

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
        x = g.add("Add", x, g.linear(f"{path}/self_attn/dense", g.quantise(mixed)))

        h = g.quantise(g.norm(x, f"{name}.post_attention_layernorm.weight_merged_0"))
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
        x = g.add("Add", x, g.linear(f"{path}/encoder_attn/dense", g.quantise(mixed)))

        h = g.quantise(g.norm(x, f"{name}.final_layernorm.weight_merged_0"))
        up = g.linear(f"{path}/mlp/up_proj", h, f"{name}.mlp.up_proj.bias_merged_0")
        half = g.value(f"{name}.mlp.up_proj.bias_merged_0").shape[0] // 2
        inside, gate = g.add("Split", up, g.constant(np.array([half, half], np.int64)), outputs=2, axis=-1)
        gated = g.add("Mul", inside, g.add("Mul", gate, g.add("Sigmoid", gate)))
        x = g.add("Add", x, g.linear(f"{path}/mlp/down_proj", g.quantise(gated), f"{name}.mlp.down_proj.bias_merged_0"))

    x = g.norm(x, "model.decoder.norm.weight_merged_0")
    # The table of embeddings, turned round when the network is loaded: 8 bits on both sides here as well.
    table = g.add("Transpose", g.published(f"{embed}_quantized"), perm=[1, 0])
    q, scale, point = g.quantise(g.add("Reshape", x, g.constant(np.array([-1, E], np.int64))))
    product = g.add("Cast", g.add("MatMulInteger", q, table, point, g.published(f"{embed}_zero_point")), to=TensorProto.FLOAT)
    logits = g.add("Mul", product, g.add("Mul", scale, g.published(f"{embed}_scale")))
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

    F, I = TensorProto.FLOAT, TensorProto.INT64
    info = helper.make_tensor_value_info
    caches = [(layer, kind) for layer in range(layers) for kind in ("key", "value")]
    inputs = [info("tokens", I, ["B", 1]), info("positions", I, ["B", 1]), info("rows", I, ["B"])]
    inputs += [info("states", F, ["W", "T", E]), info("mask", F, ["W", 1, "T"])]
    inputs += [info(f"past.{layer}.{kind}", F, ["B0", H, "P", D]) for layer, kind in caches]
    outputs = [info("top_probabilities", F, ["B", TOP]), info("top_tokens", I, ["B", TOP])]
    outputs += [info("probabilities", F, ["B", g.source[f"{embed}_quantized"].dims[0]])]
    outputs += [info("attention", F, ["B", "N", "T"] if all_heads else ["B", "T"])]
    outputs += [info(f"present.{layer}.{kind}", F, ["B", H, "P1", D]) for layer, kind in caches]
    graph = helper.make_graph(g.nodes, "moonshine-decoder", inputs, outputs, g.initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
    model.ir_version = 9
    model.producer_name = "assay"
    return model


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("out")
    parser.add_argument("--heads", default="")
    parser.add_argument("--all-heads", action="store_true")
    args = parser.parse_args()
    heads = [tuple(map(int, h.split("."))) for h in args.heads.split(",") if h]
    with open(args.out, "wb") as file:
        file.write(build(args.source, heads, args.all_heads).SerializeToString())
