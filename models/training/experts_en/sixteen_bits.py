"""Smaller ONNX files."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALLEST = 256  # numbers of a weight that is worth it


def in_16_bits(model: onnx.ModelProto) -> onnx.ModelProto:
    """Weights as 16-bit numbers, cast to 32 when the model is loaded."""
    casts, kept = [], []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type == TensorProto.FLOAT and values.size >= SMALLEST:
            kept.append(numpy_helper.from_array(values.astype(np.float16), f"{weight.name}.half"))
            casts.append(helper.make_node("Cast", [f"{weight.name}.half"], [weight.name], to=TensorProto.FLOAT))
        else:
            kept.append(weight)
    nodes = casts + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    return model
