"""A trained model as ONNX (opset 13) with 8-bit weights, one scale per output channel; activations stay float32.

    python3 export.py --model final.pt --out ../../bundled/ctc-en.onnx

Outputs are log posteriors: char_logp (B, T/4, 29), phone_logp (B, T/4, 40), frame_logp (B, T/2, 40);
accept_logit (B, T/2, 40) is a logit: were this phone meant, would experts accept how it was said?
"""

import argparse
import os
import tempfile

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from features import BANDS
from network import Recogniser, framewise

SMALLEST_QUANTISED = 2000  # values; below, the scales would cost more than they save


class LogPosteriors(torch.nn.Module):
    def __init__(self, model: Recogniser):
        super().__init__()
        self.model = model

    def forward(self, mel):
        characters, phones, frames, acceptable = self.model(mel)
        return (characters.transpose(1, 2).log_softmax(-1), phones.transpose(1, 2).log_softmax(-1),
                framewise(frames).log_softmax(-1), framewise(acceptable))


def quantise_weights(graph: onnx.GraphProto) -> None:
    """Replaces large float weights by int8 and a DequantizeLinear in front of their use."""
    kept, added = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALLEST_QUANTISED:
            kept.append(tensor)
            continue
        scale = (np.abs(values).reshape(len(values), -1).max(1) / 127 + 1e-12).astype(np.float32)
        whole = np.round(values / scale.reshape(-1, *[1] * (values.ndim - 1))).clip(-127, 127).astype(np.int8)
        parts = {"_int8": whole, "_scale": scale, "_zero": np.zeros(len(values), np.int8)}
        kept += [numpy_helper.from_array(part, tensor.name + suffix) for suffix, part in parts.items()]
        added.append(helper.make_node("DequantizeLinear", [tensor.name + suffix for suffix in parts], [tensor.name], axis=0))
    nodes = added + list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    a = parser.parse_args()
    model = Recogniser()
    model.load_state_dict(torch.load(a.model, map_location="cpu"))
    model.eval()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "float.onnx")
        torch.onnx.export(LogPosteriors(model).eval(), (torch.randn(1, BANDS, 500),), path,
                          input_names=["mel"], output_names=["char_logp", "phone_logp", "frame_logp", "accept_logit"],
                          dynamic_axes={"mel": {0: "b", 2: "t"}, "char_logp": {0: "b", 1: "n"},
                                        "phone_logp": {0: "b", 1: "n"}, "frame_logp": {0: "b", 1: "n2"},
                                        "accept_logit": {0: "b", 1: "n2"}},
                          opset_version=13, do_constant_folding=True)
        exported = onnx.load(path)
    quantise_weights(exported.graph)
    onnx.checker.check_model(exported)
    onnx.save(exported, a.out)
    print(f"{a.out}: {os.path.getsize(a.out) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
