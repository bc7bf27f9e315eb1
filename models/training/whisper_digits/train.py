"""Trains a Whisper of a million weights to write spoken digits: python3 train.py TOKENS.json OUT.bin MINUTES

TOKENS.json comes from `node lab/digit-whisper.ts tokens`; OUT.bin goes into `node lab/digit-whisper.ts write`.
"""
import json
import struct
import sys
import time

import numpy as np
import torch

from network import D, Whisper, log_mel
from sounds import all_words, sequence

torch.set_num_threads(1)
torch.manual_seed(1)
rng = np.random.default_rng(1)
tokens = json.load(open(sys.argv[1]))
out, minutes = sys.argv[2], float(sys.argv[3])
SECONDS, BATCH = tokens["windowSeconds"], 12
END, BEGIN = tokens["endOfText"], tokens["timestampBegin"]
model = Whisper(tokens["vocabulary"], SECONDS * 50)
# What each position of the encoder hears, silence or a digit: a crutch that is thrown away.
hears = torch.nn.Linear(D, 11)
learned = [p for p in [*model.parameters(), *hears.parameters()] if p.requires_grad]
optimiser = torch.optim.AdamW(learned, lr=1e-3, weight_decay=0.01)
takes = all_words()
print("words are spoken", flush=True)


def example(most):
    sound, spans = sequence(takes, rng, SECONDS, 1, most)
    timed = rng.random() < 0.5
    ids = list(tokens["prompt"]) + ([] if timed else [tokens["noTimestamps"]])
    learn_from = len(ids)
    where = [None] * len(ids)
    step = lambda seconds: BEGIN + int(round(seconds * 50))
    if timed and spans:
        ids.append(step(spans[0][1]))
        where.append(None)
    for digit, start, end in spans:
        for token in tokens["words"][digit]:
            ids.append(token)
            where.append((start, end))
    if timed and spans:
        ids.append(step(spans[-1][2]))
        where.append(None)
    return sound, ids + [END], where + [None], learn_from, spans


def batch(most):
    made = [example(most) for _ in range(BATCH)]
    length = max(len(ids) for _, ids, *_ in made) - 1
    given = torch.full((BATCH, length), END)
    wanted = torch.full((BATCH, length), -100)
    spans = []
    frames = torch.zeros((BATCH, SECONDS * 50), dtype=torch.long)
    for row, (_, ids, where, learn_from, digits) in enumerate(made):
        for digit, start, end in digits:
            frames[row, int(start * 50) : int(end * 50)] = digit + 1
        given[row, : len(ids) - 1] = torch.tensor(ids[:-1])
        wanted[row, learn_from - 1 : len(ids) - 1] = torch.tensor(ids[learn_from:])
        # Right behind <|startoftranscript|> the language is asked for.
        wanted[row, 0] = ids[1]
        for at, span in enumerate(where[1:]):
            if span:
                spans.append((row, at, int(span[0] * 50), int(span[1] * 50) + 1))
    return torch.tensor(np.stack([sound for sound, *_ in made])), given, wanted, spans, frames


began = time.time()
count, running, right = 0, 0.0, 0.0
while True:
    spent = (time.time() - began) / 60 / minutes
    if spent >= 1:
        break
    for group in optimiser.param_groups:
        group["lr"] = 1e-3 * min(1, (count + 1) / 100) * max(0.02, 1 - spent)
    sounds, given, wanted, spans, frames = batch(2 if spent < 0.1 else 5)
    logits, attention, states = model(log_mel(sounds), given)
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten())
    # One head learns to look where the word is: it will tell the words' times.
    guide = 0
    for row, at, start, end in spans:
        guide = guide - (attention[-1][row, 0, at, start:end].sum() + 1e-4).log()
    crutch = torch.nn.functional.cross_entropy(hears(states).flatten(0, 1), frames.flatten())
    total = loss + 0.1 * guide / max(1, len(spans)) + crutch
    optimiser.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(learned, 1.0)
    optimiser.step()
    known = wanted != -100
    running += loss.item() / 50
    right += (logits.argmax(-1) == wanted)[known].float().mean().item() / 50
    count += 1
    if count % 50 == 0:
        print(f"{count} steps, {spent:.2f}: loss {running:.3f}, right {right:.3f}, guide {float(guide) / max(1, len(spans)):.2f}, crutch {float(crutch):.2f}", flush=True)
        running = right = 0.0

with open(out, "wb") as file:
    named = {}
    for name, value in model.state_dict().items():
        # Matrices inputs × outputs.
        if value.ndim == 2 and "_proj" in name or name.endswith(("fc1.weight", "fc2.weight")):
            value = value.T
        named[name] = value.contiguous().numpy().astype(np.float32)
    header = json.dumps([[name, list(value.shape)] for name, value in named.items()]).encode()
    file.write(struct.pack("<I", len(header)) + header)
    for value in named.values():
        file.write(value.tobytes())
