"""Writes Resemblyzer's speaker encoder as ONNX, with the mel filter bank it was trained with inside the graph.

    python3 convert.py --checkpoint pretrained.pt --onnx ../../bundled/speaker-encoder.onnx

samples (N), first (B), frames (B), gain (B) -> voice (B, 256): `samples` is sound at 16 kHz; voice b is heard in the 10 ms frames
first[b] to first[b] + frames[b], its samples multiplied by gain[b]. Frame k is centred at sample 160·k + 200. Unit vectors.
The weights of the second and third layer become 8-bit integers; `--float` leaves them as they are.
"""

import argparse
import hashlib
import os
import tempfile

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

# Of `resemblyzer/pretrained.pt` in the Python package Resemblyzer 0.1.4: read with pickle, so nothing else may be opened.
CHECKPOINT_SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e"

SAMPLE_RATE_HZ = 16000
WINDOW = 400
HOP = 160
BANDS = 40
HIDDEN = 256
LAYERS = 3


def mel_of_hz(hz):
    """Slaney's scale: linear up to 1 kHz, logarithmic above."""
    hz = np.asarray(hz, np.float64)
    return np.where(hz < 1000, 3 * hz / 200, 15 + 27 * np.log(np.maximum(hz, 1e-9) / 1000) / np.log(6.4))


def hz_of_mel(mel):
    return np.where(mel < 15, 200 * mel / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))


def mel_bank() -> np.ndarray:
    """(bins, bands): triangles of equal area over the powers of a 400-point transform, 0 to 8 kHz."""
    corners = hz_of_mel(np.linspace(mel_of_hz(0), mel_of_hz(SAMPLE_RATE_HZ / 2), BANDS + 2))
    hz = np.arange(WINDOW // 2 + 1)[:, None] * SAMPLE_RATE_HZ / WINDOW
    low, peak, high = corners[:-2], corners[1:-1], corners[2:]
    triangles = np.maximum(0, np.minimum((hz - low) / (peak - low), (high - hz) / (high - peak)))
    return (triangles * 2 / (high - low)).astype(np.float32)


def transform() -> np.ndarray:
    """(2 · bins, 1, WINDOW): real and imaginary parts of the transform of a Hann window, as a convolution."""
    at = np.arange(WINDOW)
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * at / WINDOW)
    angle = 2 * np.pi * np.outer(np.arange(WINDOW // 2 + 1), at) / WINDOW
    return np.concatenate([np.cos(angle) * hann, np.sin(angle) * hann])[:, None].astype(np.float32)


def gates(matrix: np.ndarray) -> np.ndarray:
    """PyTorch orders the gates input, forget, cell, output; ONNX input, output, forget, cell."""
    i, f, c, o = np.split(matrix, 4)
    return np.concatenate([i, o, f, c])


def build(state: dict) -> onnx.ModelProto:
    weights = {name: tensor.numpy() for name, tensor in state.items()}
    initializers, nodes = [], []

    def constant(name, values):
        initializers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def add(kind, inputs, outputs, **attributes):
        nodes.append(helper.make_node(kind, inputs, outputs, **attributes))

    # Powers of every frame, once for all windows that share it: (2 · bins, T) -> (T, bands).
    add("Reshape", ["samples", constant("as_channel", np.array([1, 1, -1]))], ["sound"])
    add("Conv", ["sound", constant("transform", transform())], ["parts"], strides=[HOP])
    add("Mul", ["parts", "parts"], ["squares"])
    add("Squeeze", ["squares", constant("zero", np.array([0]))], ["flat"])
    add("Transpose", ["flat"], ["rows"], perm=[1, 0])
    bank = mel_bank()
    add("MatMul", ["rows", constant("bank", np.concatenate([bank, bank]))], ["mel"])
    # Each window's frames: steps x windows, those past a window's end repeat the last frame and are not heard.
    add("ReduceMax", ["frames"], ["most"], keepdims=0)
    add("Cast", ["most"], ["most64"], to=TensorProto.INT64)
    add("Range", [constant("none", np.array(0)), "most64", constant("one", np.array(1))], ["steps"])
    add("Unsqueeze", ["steps", constant("last", np.array([1]))], ["column"])
    add("Add", ["column", "first"], ["asked"])
    add("Shape", ["mel"], ["shape"])
    add("Gather", ["shape", "none"], ["count"])
    add("Sub", ["count", "one"], ["lastFrame"])
    add("Min", ["asked", "lastFrame"], ["frame"])
    add("Gather", ["mel", "frame"], ["heard"])
    add("Mul", ["gain", "gain"], ["power"])
    add("Unsqueeze", ["power", constant("second", np.array([1]))], ["level"])
    add("Mul", ["heard", "level"], ["layer0"])
    for layer in range(LAYERS):
        w = gates(weights[f"lstm.weight_ih_l{layer}"])
        r = gates(weights[f"lstm.weight_hh_l{layer}"])
        b = np.concatenate([gates(weights[f"lstm.bias_ih_l{layer}"]), gates(weights[f"lstm.bias_hh_l{layer}"])])
        inputs = [f"layer{layer}", constant(f"w{layer}", w[None]), constant(f"r{layer}", r[None]), constant(f"b{layer}", b[None]), "frames"]
        add("LSTM", inputs, [f"all{layer}", f"end{layer}"], name=f"lstm{layer}", hidden_size=HIDDEN)
        if layer < LAYERS - 1:
            add("Squeeze", [f"all{layer}", "last"], [f"layer{layer + 1}"])
    add("Squeeze", [f"end{LAYERS - 1}", "zero"], ["state"])
    add("Gemm", ["state", constant("linear", weights["linear.weight"]), constant("bias", weights["linear.bias"])], ["linearOut"], transB=1)
    add("Relu", ["linearOut"], ["positive"])
    add("LpNormalization", ["positive"], ["voice"], axis=1, p=2)

    inputs = [
        helper.make_tensor_value_info("samples", TensorProto.FLOAT, ["samples"]),
        helper.make_tensor_value_info("first", TensorProto.INT64, ["windows"]),
        helper.make_tensor_value_info("frames", TensorProto.INT32, ["windows"]),
        helper.make_tensor_value_info("gain", TensorProto.FLOAT, ["windows"]),
    ]
    output = helper.make_tensor_value_info("voice", TensorProto.FLOAT, ["windows", HIDDEN])
    graph = helper.make_graph(nodes, "speaker-encoder", inputs, [output], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--onnx", required=True)
    parser.add_argument("--float", action="store_true")
    a = parser.parse_args()
    found = hashlib.sha256(open(a.checkpoint, "rb").read()).hexdigest()
    if found != CHECKPOINT_SHA256:
        raise SystemExit(f"{a.checkpoint} is not the published checkpoint: its SHA-256 is {found}.")
    model = build(torch.load(a.checkpoint, map_location="cpu")["model_state"])
    if a.float:
        onnx.save(model, a.onnx)
        return
    with tempfile.TemporaryDirectory() as folder:
        exact = os.path.join(folder, "float.onnx")
        onnx.save(model, exact)
        # The first layer hears powers over six decades, which no single step of 8 bits can tell apart: it stays float. Unsigned, since
        # signed 8-bit products overflow on processors without VNNI.
        inner = [f"lstm{layer}" for layer in range(1, LAYERS)]
        quantize_dynamic(exact, a.onnx, op_types_to_quantize=["LSTM"], nodes_to_quantize=inner, weight_type=QuantType.QUInt8, per_channel=True)


if __name__ == "__main__":
    main()
