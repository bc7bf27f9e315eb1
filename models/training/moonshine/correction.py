"""
A correction of Moonshine base in its smallest form, the sum of shares of several: of every projection's weight (in, out) a product of two
thin matrices, of every norm and bias the difference itself.

    python3 correction.py OUT.npz SHARE:DELTA.npz … [--rank 32]

DELTA.npz: for each weight of the PyTorch model a difference (a whole correction), or `name.a` (rank, in) and `name.b` (out, rank) of a thin
one, as lora.py and whole.py write it. Numbers of 8 bits have a scale for each row under their name + "#s". OUT.npz has thin ones only.
"""

import argparse
import re

import numpy as np

PUBLISHED = {"encoder": {"o_proj": "dense"}, "decoder": {"o_proj": "dense", "fc1": "up_proj", "fc2": "down_proj"}}


def module_of(name):
    """model.encoder.layers.0.mlp.fc1.weight -> layers.0/mlp/fc1, as the published networks call it."""
    side, layer, part, projection = re.match(r"model\.(\w+)\.(layers\.\d+)\.(\w+)\.(\w+)\.(?:weight|bias)$", name).groups()
    return f"{layer}/{part}/{PUBLISHED[side].get(projection, projection)}"


def module_of_weight(name):
    """Of the table of words and of convolutions their own name."""
    return name.split(".", 2)[2] if re.search(r"embed_tokens|conv\d", name) else module_of(f"{name}.weight")


def read_thin(path, side):
    """
    side: "encoder" or "decoder" -> ("weight", module): (wide (rank, out), narrow (in, rank)); ("bias" or "norm", module): the difference
    """
    stored, found = np.load(path), {}
    for key in stored.files:
        if not key.startswith(f"model.{side}."):
            continue
        name, last = key.rsplit(".", 1)
        if last == "a":
            found["weight", module_of_weight(name)] = (stored[f"{name}.b"].T.astype(np.float32), stored[key].T.astype(np.float32))
        elif last != "b":
            is_layer = last == "bias" and "layers." in name
            found[("bias", module_of(key)) if is_layer else (last, name.split(".", 2)[2])] = stored[key].astype(np.float32)
    return found


def numbers(stored, name):
    """The tensor of that name, of 8-bit numbers the product with their scales."""
    values = stored[name].astype(np.float32)
    if f"{name}#s" not in stored.files:
        return values
    scale = stored[f"{name}#s"]
    return (values.reshape(len(scale), -1) * scale).reshape(values.shape)


def differences(path):
    """-> name of the PyTorch model: matrix (out, in) or vector."""
    stored, found = np.load(path), {}
    for name in stored.files:
        key, last = name.rsplit(".", 1)
        if last == "a":
            found[f"{key}.weight"] = numbers(stored, f"{key}.b") @ numbers(stored, name)
        elif last != "b" and not name.endswith("#s"):
            value = numbers(stored, name)
            found[name] = value.ravel() if value.ndim == 1 or len(value) == 1 else value.reshape(len(value), -1)
    return found


def thin_parts(difference, rank):
    """difference (out, in) ~ wide (out, rank) narrow (rank, in), the best of all such (Eckart and Young 1936)."""
    if difference.shape[0] > 10 * difference.shape[1]:
        _, directions = np.linalg.eigh(difference.T @ difference)
        directions = directions[:, ::-1][:, :rank]
        return difference @ directions, directions.T
    left, sizes, right = np.linalg.svd(difference, full_matrices=False)
    root = np.sqrt(sizes[:rank])
    return left[:, :rank] * root, root[:, None] * right[:rank]


def thinned(shares, rank):
    total, out = {}, {}
    for share, path in shares:
        for name, value in differences(path).items():
            total[name] = total.get(name, 0) + share * value
    for name, value in total.items():
        if value.ndim == 1:
            out[name] = value
        else:
            key = name.removesuffix(".weight")
            out[f"{key}.b"], out[f"{key}.a"] = thin_parts(value, rank)
    return out


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("parts", nargs="+", metavar="SHARE:DELTA.npz")
    parser.add_argument("--rank", type=int, default=32)
    args = parser.parse_args()
    np.savez(args.out, **thinned([(float(share), path) for share, path in (part.split(":", 1) for part in args.parts)], args.rank))
