"""Writes models/bundled/wordllama-256.bin from the weights of the Python package `wordllama`: see README.md."""

import argparse
import json
import struct

import numpy as np

MAGIC = b"ASYTOKN1"


def read_tensor(path: str) -> np.ndarray:
    with open(path, "rb") as file:
        header_size = struct.unpack("<Q", file.read(8))[0]
        entry = json.loads(file.read(header_size))["embedding.weight"]
        assert entry["dtype"] == "F16", entry
        start, end = entry["data_offsets"]
        data = file.read()[start:end]
    return np.frombuffer(data, dtype="<f2").reshape(entry["shape"]).astype(np.float32)


def check_vocabulary(tokenizer_path: str, pieces_path: str) -> None:
    with open(tokenizer_path, encoding="utf-8") as file:
        numbers = json.load(file)["model"]["vocab"]
    with open(pieces_path, encoding="utf-8", newline="") as file:
        pieces = file.read().split("\n")[:-1]
    assert len(pieces) == len(numbers), "the lists of pieces differ in length"
    for number, piece in enumerate(pieces):
        assert numbers.get(piece) == number, f"piece {number} differs"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("weights")
    arguments.add_argument("tokenizer")
    arguments.add_argument("pieces")
    arguments.add_argument("out")
    options = arguments.parse_args()
    check_vocabulary(options.tokenizer, options.pieces)
    table = read_tensor(options.weights)
    rows, dimensions = table.shape
    scale = (np.abs(table).max(axis=1) / 127).astype("<f4")
    scale[scale == 0] = 1
    quantised = np.clip(np.rint(table / scale[:, None]), -127, 127).astype(np.int8)
    error = np.linalg.norm(quantised * scale[:, None] - table) / np.linalg.norm(table)
    print(f"{rows} × {dimensions}, relative error of the table {error:.5f}")
    with open(options.out, "wb") as file:
        file.write(MAGIC + struct.pack("<II", rows, dimensions))
        file.write(scale.tobytes())
        file.write(quantised.tobytes())


main()
