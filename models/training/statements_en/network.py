"""The sentence network all-MiniLM-L6-v2 (BERT, six layers of 384) in JAX: its published weights are where the training begins."""

import json
import os

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

HEADS = 12
PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "inner": "intermediate.dense",
    "outer": "output.dense",
}
NORMS = {"after_attention": "attention.output.LayerNorm", "after_inner": "output.LayerNorm"}


def load(folder: str) -> dict:
    """Weights of `model.safetensors`; `scale` and `shift` turn a cosine into the log-odds that a statement shows what is asked for."""
    stored = load_file(os.path.join(folder, "model.safetensors"))
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        layers = json.load(file)["num_hidden_layers"]
    at = lambda name: jnp.asarray(stored[name])
    pair = lambda name: (at(f"{name}.weight"), at(f"{name}.bias"))
    return {
        "words": at("embeddings.word_embeddings.weight"),
        "positions": at("embeddings.position_embeddings.weight"),
        "type": at("embeddings.token_type_embeddings.weight")[0],
        "norm": pair("embeddings.LayerNorm"),
        "layers": [
            {part: pair(f"encoder.layer.{n}.{name}") for part, name in (PARTS | NORMS).items()} for n in range(layers)
        ],
        "scale": at("scale") if "scale" in stored else jnp.array(2.7),
        "shift": at("shift") if "shift" in stored else jnp.array(-7.0),
    }


def save(weights: dict, folder: str) -> None:
    types = np.zeros((2, weights["type"].shape[0]), np.float32)
    types[0] = weights["type"]
    stored = {
        "embeddings.word_embeddings.weight": weights["words"],
        "embeddings.position_embeddings.weight": weights["positions"],
        "embeddings.token_type_embeddings.weight": types,
        "embeddings.LayerNorm.weight": weights["norm"][0],
        "embeddings.LayerNorm.bias": weights["norm"][1],
        "scale": weights["scale"],
        "shift": weights["shift"],
    }
    for n, layer in enumerate(weights["layers"]):
        for part, name in (PARTS | NORMS).items():
            stored[f"encoder.layer.{n}.{name}.weight"], stored[f"encoder.layer.{n}.{name}.bias"] = layer[part]
    save_file({name: np.ascontiguousarray(value, np.float32) for name, value in stored.items()}, os.path.join(folder, "model.safetensors"))


def normalised(x, weights):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-12) * weights[0] + weights[1]


def vectors(weights: dict, ids, mask, key=None, rate=0.1):
    """Unit vectors (texts × 384) of tokens (texts × length); with a key parts are left out by chance, as while training."""
    count, length = ids.shape
    width = weights["words"].shape[1]
    keys = iter(jax.random.split(key, 13)) if key is not None else None

    def thinned(x):
        return x if keys is None else x * jax.random.bernoulli(next(keys), 1 - rate, x.shape) / (1 - rate)

    x = thinned(normalised(weights["words"][ids] + weights["positions"][:length] + weights["type"], weights["norm"]))
    hidden = jnp.where(mask[:, None, None, :] > 0, 0.0, -1e9)
    for layer in weights["layers"]:
        linear = lambda part, y: y @ layer[part][0].T + layer[part][1]
        split = lambda y: y.reshape(count, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)
        query, keyed, value = (split(linear(part, x)) for part in ("query", "key", "value"))
        seen = jax.nn.softmax(query @ keyed.transpose(0, 1, 3, 2) / np.sqrt(width // HEADS) + hidden, -1) @ value
        seen = linear("out", seen.transpose(0, 2, 1, 3).reshape(count, length, width))
        x = normalised(x + thinned(seen), layer["after_attention"])
        x = normalised(x + thinned(linear("outer", jax.nn.gelu(linear("inner", x), approximate=False))), layer["after_inner"])
    kept = mask[..., None]
    total = (x * kept).sum(1) / kept.sum(1)
    return total / jnp.linalg.norm(total, axis=-1, keepdims=True)


class Texts:
    """Texts as tokens of one length, so that the network is compiled once."""

    def __init__(self, folder: str):
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def tokens(self, texts: list[str], length: int):
        ids, mask = np.zeros((len(texts), length), np.int32), np.zeros((len(texts), length), np.float32)
        for row, encoded in enumerate(self.tokenizer.encode_batch(texts)):
            own = encoded.ids if len(encoded.ids) <= length else encoded.ids[: length - 1] + encoded.ids[-1:]
            ids[row, : len(own)] = own
            mask[row, : len(own)] = 1
        return ids, mask
