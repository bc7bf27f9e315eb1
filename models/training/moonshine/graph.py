"""Parts of a network that is written anew from a published one: its weights stay in the published file, a correction of them lies beside."""

import re

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def all_graphs(graph):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from all_graphs(attribute.g)


class Graph:
    """
    source_path: the published network. The written graph refers to its large tensors by offset and length, so that file has to lie
    beside it under the name `file_name`. correction: what `correction.py` gives, or None for the network as it is published.
    """

    def __init__(self, source_path, file_name, correction=None):
        self.bytes = open(source_path, "rb").read()
        self.file_name = file_name
        self.correction = correction or {}
        model = onnx.load(source_path)
        self.inputs = model.graph.input
        self.source, self.weight_of = {}, {}
        for graph in all_graphs(model.graph):
            self.source.update({i.name: i for i in graph.initializer})
            for node in graph.node:
                # By module path: the quantised weight of every projection.
                found = re.match(r"/(?:model/decoder/)?(layers\.\d+/\w+/\w+)/MatMul_quant", node.name)
                if node.op_type == "MatMulInteger" and found:
                    self.weight_of[found[1]] = node.input[1].removesuffix("_quantized")
        self.nodes, self.initializers, self.count, self.products = [], [], 0, {}

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
        for key, value in (("location", self.file_name), ("offset", str(offset)), ("length", str(len(raw)))):
            out.external_data.add(key=key, value=value)
        self.initializers.append(out)
        return name

    def add(self, op, *inputs, outputs=1, domain="", out=None, **attributes):
        self.count += 1
        names = [out] if out else [f"{op}_{self.count}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, name=f"{op}_{self.count}", domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    # Parts of the network.

    def linear(self, module, x, bias=None):
        """x W with 8 bits on both sides, as published, and beside it the correction of W: two thin products in 32 bits."""
        weight = self.weight_of[module]
        q, scale, zero = self.quantised(x)
        product = self.add("MatMulInteger", q, self.published(f"{weight}_quantized"), zero, self.published(f"{weight}_zero_point"))
        factor = self.add("Mul", scale, self.published(f"{weight}_scale"))
        out = self.add("Mul", self.add("Cast", product, to=FLOAT), factor)
        thin = self.thin(module)
        if thin:
            out = self.add("Add", out, self.add("MatMul", self.add("MatMul", x, thin[1]), thin[0]))
        return self.add("Add", out, self.corrected(bias, ("bias", module))) if bias else out

    def thin(self, module):
        """(wide (rank, out), narrow (in, rank)) of a weight's correction, or None."""
        parts = self.correction.get(("weight", module))
        return parts and tuple(self.eight_bits(part) for part in parts)

    def eight_bits(self, part):
        """(rows, columns) as 8 bits with a scale for each row; 32 bits once the network is loaded."""
        scale = np.maximum(np.abs(part).max(1), 1e-12) / 127
        numbers = np.rint(part / scale[:, None]).astype(np.int8)
        return self.add("Mul", self.add("Cast", self.constant(numbers), to=FLOAT), self.constant(scale[:, None].astype(np.float32)))

    def quantised(self, x):
        """8 bits with one scale for the whole batch; once for all products of x."""
        if x not in self.products:
            self.products[x] = self.add("DynamicQuantizeLinear", x, outputs=3)
        return self.products[x]

    def corrected(self, name, key):
        """A small published tensor (of a norm, a bias) with its correction."""
        difference = self.correction.get(key)
        if difference is None:
            return self.published(name)
        return self.constant(self.value(name) + difference.reshape(self.value(name).shape).astype(np.float32))

    def norm(self, x, name, module):
        return self.add("LayerNormalization", x, self.corrected(name, ("weight", module)), axis=-1, epsilon=1e-5)

    def plain(self, module, shape, perm):
        """A weight as floats, per head, corrected; folded once when the network is loaded."""
        weight = self.weight_of[module]
        whole = self.add("Cast", self.published(f"{weight}_quantized"), to=FLOAT)
        zero = self.add("Cast", self.published(f"{weight}_zero_point"), to=FLOAT)
        scaled = self.add("Mul", self.add("Sub", whole, zero), self.published(f"{weight}_scale"))
        thin = self.thin(module)
        if thin:
            scaled = self.add("Add", scaled, self.add("MatMul", thin[1], thin[0]))
        return self.add("Transpose", self.add("Reshape", scaled, self.constant(np.array(shape, np.int64))), perm=perm)

    def rotation(self, frequencies, positions):
        """cos and sin of every position."""
        angles = np.arange(positions, dtype=np.float32)[:, None] * frequencies[None, :].astype(np.float32)
        return self.constant(np.cos(angles).astype(np.float32)), self.constant(np.sin(angles).astype(np.float32))

    def frequencies(self):
        """Those of the rotary embedding, from the published file."""
        return next(v for v in map(numpy_helper.to_array, self.source.values()) if v.ndim == 3 and v.shape[0] == 1 and v.shape[2] == 1).reshape(-1)

    def model(self, name, inputs, outputs):
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
        model.ir_version = 9
        model.producer_name = "assay"
        return model
