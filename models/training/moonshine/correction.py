"""
A correction of Moonshine base in its smallest form: of every projection's weight (in, out) a product of two thin matrices, of every norm
and bias the difference itself.

    python3 correction.py DELTA.npz OUT.npz [--rank 32] [--share 1]

DELTA.npz: for each weight of the PyTorch model a difference: numbers of 8 bits under its name and a scale for each row under name + "#s"
(a whole correction), or `name.a` (rank, in) and `name.b` (out, rank) of a thin one, as lora.py writes it. OUT.npz has thin ones only.
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


def whole(stored, name):
    """Of the product of numbers and scales the tensor itself."""
    numbers, scale = stored[name].astype(np.float32), stored[f"{name}#s"]
    return (numbers.reshape(len(scale), -1) * scale).reshape(numbers.shape)


def thin_parts(difference, rank):
    """difference (out, in) ~ wide (out, rank) narrow (rank, in), the best of all such (Eckart and Young 1936)."""
    if difference.shape[0] > 10 * difference.shape[1]:
        _, directions = np.linalg.eigh(difference.T @ difference)
        directions = directions[:, ::-1][:, :rank]
        return difference @ directions, directions.T
    left, sizes, right = np.linalg.svd(difference, full_matrices=False)
    root = np.sqrt(sizes[:rank])
    return left[:, :rank] * root, root[:, None] * right[:rank]


def thinned(path, rank, share):
    stored, out = np.load(path), {}
    for name in stored.files:
        if name.endswith("#s"):
            continue
        difference = share * whole(stored, name)
        if len(difference) == 1:
            out[name] = difference.ravel()
        else:
            key = name.removesuffix(".weight")
            out[f"{key}.b"], out[f"{key}.a"] = thin_parts(difference.reshape(len(difference), -1), rank)
    return out


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("delta")
    parser.add_argument("out")
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--share", type=float, default=1)
    args = parser.parse_args()
    np.savez(args.out, **thinned(args.delta, args.rank, args.share))
