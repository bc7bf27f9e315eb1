"""The published 8-bit Moonshine base (two ONNX files) as a PyTorch model. Needs torch, transformers and onnx."""

import os
import re

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import MoonshineConfig, MoonshineForConditionalGeneration

from graph import all_graphs


def read(path):
    """-> every tensor by name, every node, those of the branches included."""
    tensors, nodes = {}, []
    for graph in all_graphs(onnx.load(path).graph):
        tensors.update({i.name: numpy_helper.to_array(i) for i in graph.initializer})
        nodes += list(graph.node)
    return tensors, nodes


def projections(nodes, tensors):
    """Module path and weight (out, in) of each product in 8 bits; the zero point is taken away before scaling."""
    for node in nodes:
        name = node.input[1].removesuffix("_quantized") if node.op_type == "MatMulInteger" else ""
        if f"{name}_quantized" not in tensors or "embed" in name:
            continue
        numbers = tensors[f"{name}_quantized"].astype(np.float32) - tensors[f"{name}_zero_point"].astype(np.float32)
        path = ".".join(node.name.split("/")[1:-1])
        yield re.sub("up_proj", "fc1", re.sub("down_proj", "fc2", path.replace(".dense", ".o_proj"))), (numbers * tensors[f"{name}_scale"]).T


def state(folder):
    found = {}
    tensors, nodes = read(os.path.join(folder, "encoder_model.onnx"))
    for conv in ("conv1", "conv2", "conv3"):
        # The zero point of a convolution is added after scaling.
        scale, shift = tensors[f"{conv}.weight_scale"], tensors[f"{conv}.weight_zero_point"]
        found[f"model.encoder.{conv}.weight"] = tensors[f"{conv}.weight_quantized"].astype(np.float32) * scale + shift
    for conv in ("conv2", "conv3"):
        found[f"model.encoder.{conv}.bias"] = tensors[f"{conv}.bias"]
    for last, start in (("weight", "onnx::Mul_"), ("bias", "onnx::Add_")):
        found[f"model.encoder.groupnorm.{last}"] = next(t for name, t in tensors.items() if name.startswith(start)).ravel()
    for path, weight in projections(nodes, tensors):
        found[f"model.encoder.{path}.weight"] = weight
    for name, tensor in tensors.items():
        if re.match(r"(layers\.\d+\..*|layer_norm)\.?(weight|bias)$", name):
            found[f"model.encoder.{name}"] = tensor
    tensors, nodes = read(os.path.join(folder, "decoder_model_merged.onnx"))
    for path, weight in projections(nodes, tensors):
        found[f"{path}.weight"] = weight
    table = "model.decoder.embed_tokens.weight_merged_0"
    words = (tensors[f"{table}_quantized"].astype(np.float32) - tensors[f"{table}_zero_point"]) * tensors[f"{table}_scale"]
    found["model.decoder.embed_tokens.weight"] = found["proj_out.weight"] = words
    for name, tensor in tensors.items():
        match = re.match(r"(model\.decoder\..*(?:weight|bias))_merged_0$", name)
        if match and "embed" not in name:
            found[match[1].replace("up_proj", "fc1").replace("down_proj", "fc2")] = tensor
    return {name: torch.tensor(np.ascontiguousarray(t), dtype=torch.float32) for name, t in found.items()}


def model(folder):
    config = MoonshineConfig(
        hidden_size=416,
        intermediate_size=1664,
        encoder_num_hidden_layers=8,
        decoder_num_hidden_layers=8,
        rope_parameters={"partial_rotary_factor": 0.62, "rope_theta": 10000.0, "rope_type": "default"},
        max_position_embeddings=512,
    )
    network = MoonshineForConditionalGeneration(config)
    missing = network.load_state_dict(state(folder), strict=False)
    assert not missing.missing_keys and not missing.unexpected_keys, missing
    return network.eval()
