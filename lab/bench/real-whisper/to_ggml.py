"""Writes whisper.cpp's form (ggml, 16-bit matrices) of published weights in CTranslate2's form.

    python to_ggml.py CT2_FOLDER OUT.bin

The layout is whisper.cpp's: numbers of the header, mel filters, tokens, then tensors by the names of openai/whisper, the largest
dimension last. whisper.cpp's `quantize` makes 8 bits of it where it is at hand.
"""

import json
import os
import struct
import sys

import numpy as np
from faster_whisper.feature_extractor import FeatureExtractor

folder, out = sys.argv[1:]
TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


def variables(path):
    """Name -> array; CTranslate2's binary format, version 6."""
    data = open(path, "rb").read()
    at = 0

    def number(form):
        nonlocal at
        (value,) = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return value

    def text():
        nonlocal at
        length = number("H")
        value = data[at:at + length - 1].decode()
        at += length
        return value

    number("I"), text(), number("I")
    found = {}
    for _ in range(number("I")):
        name = text()
        dims = [number("I") for _ in range(number("B"))]
        kind, length = number("B"), number("I")
        found[name] = np.frombuffer(data, TYPES[kind], offset=at, count=length // np.dtype(TYPES[kind]).itemsize).reshape(dims)
        at += length
    for _ in range(number("I")):
        alias = text()
        found[alias] = found[text()]
    return found


def tensors(model):
    """(name, array) as openai/whisper has them. Queries, keys and values are one matrix in CTranslate2's form."""
    layers = {side: sum(f"{side}/layer_{n}/ffn/linear_0/weight" in model for n in range(64)) for side in ("encoder", "decoder")}
    for side, last in (("encoder", "ln_post"), ("decoder", "ln")):
        yield f"{side}.positional_embedding", model[f"{side}/position_encodings/encodings"]
        if side == "encoder":
            for conv in ("conv1", "conv2"):
                yield f"encoder.{conv}.weight", model[f"encoder/{conv}/weight"]
                yield f"encoder.{conv}.bias", model[f"encoder/{conv}/bias"].reshape(-1, 1)
        else:
            yield "decoder.token_embedding.weight", model["decoder/embeddings/weight"]
        for n in range(layers[side]):
            base, name = f"{side}/layer_{n}", f"{side}.blocks.{n}"
            yield from attention(model, f"{base}/self_attention", f"{name}.attn", [("query", "key", "value"), ("out",)])
            yield from norm(model, f"{base}/self_attention/layer_norm", f"{name}.attn_ln")
            if side == "decoder":
                yield from attention(model, f"{base}/attention", f"{name}.cross_attn", [("query",), ("key", "value"), ("out",)])
                yield from norm(model, f"{base}/attention/layer_norm", f"{name}.cross_attn_ln")
            for part, place in (("linear_0", 0), ("linear_1", 2)):
                for kind in ("weight", "bias"):
                    yield f"{name}.mlp.{place}.{kind}", model[f"{base}/ffn/{part}/{kind}"]
            yield from norm(model, f"{base}/ffn/layer_norm", f"{name}.mlp_ln")
        yield from norm(model, f"{side}/layer_norm", f"{side}.{last}")


def norm(model, place, name):
    yield f"{name}.weight", model[f"{place}/gamma"]
    yield f"{name}.bias", model[f"{place}/beta"]


def attention(model, place, name, linears):
    for n, parts in enumerate(linears):
        for kind in ("weight", "bias"):
            for part, values in zip(parts, np.split(model[f"{place}/linear_{n}/{kind}"], len(parts))):
                # openai/whisper has no bias of keys; CTranslate2 keeps zeros.
                if (part, kind) != ("key", "bias"):
                    yield f"{name}.{part}.{kind}", values


def token_bytes(symbol):
    """A token of the vocabulary as bytes: GPT-2's table of letters for bytes, read backwards."""
    return bytes(BYTE_OF[letter] for letter in symbol)


shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
hidden = [byte for byte in range(256) if byte not in shown]
BYTE_OF = {chr(byte): byte for byte in shown} | {chr(256 + n): byte for n, byte in enumerate(hidden)}

model = variables(os.path.join(folder, "model.bin"))
vocabulary = json.load(open(os.path.join(folder, "tokenizer.json")))["model"]["vocab"]
words = [token_bytes(symbol) for symbol, n in sorted(vocabulary.items(), key=lambda item: item[1]) if not symbol.startswith("<|")]
embeddings, positions = model["decoder/embeddings/weight"], model["encoder/position_encodings/encodings"]
mels = model["encoder/conv1/weight"].shape[1]
heads = int(model["decoder/num_heads"])
filters = np.asarray(FeatureExtractor(feature_size=mels).mel_filters, np.float32)
count = lambda side: sum(f"{side}/layer_{n}/ffn/linear_0/weight" in model for n in range(64))

with open(out, "wb") as file:
    write = lambda *numbers: file.write(struct.pack(f"<{len(numbers)}i", *numbers))
    write(0x67676D6C, embeddings.shape[0], positions.shape[0], positions.shape[1], heads, count("encoder"))
    write(model["decoder/position_encodings/encodings"].shape[0], embeddings.shape[1], heads, count("decoder"), mels, 1)
    write(*filters.shape)
    file.write(filters.tobytes())
    write(len(words))
    for word in words:
        write(len(word))
        file.write(word)
    for name, values in tensors(model):
        in_full = values.ndim < 2 or name.endswith("positional_embedding") or name.endswith(("conv1.bias", "conv2.bias"))
        values = np.ascontiguousarray(values, np.float32 if in_full else np.float16)
        write(values.ndim, len(name), 0 if in_full else 1)
        write(*reversed(values.shape))
        file.write(name.encode())
        file.write(values.tobytes())
print(f"{out} written.")
