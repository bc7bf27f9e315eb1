"""
Trains a thin correction of Moonshine base on read utterances of learners, on one core: some 20 minutes for 1,500 utterances.

    python3 lora.py --corpus DIR --weights DIR --tokenizer tokenizer.json --out OUT.npz [--without FOLD ...] [--minutes 20] [--seed 7]

--corpus: laid out as speechocean762 (audio/, text, utt2spk). --weights: the published files. --tokenizer: of the Python package
useful-moonshine-onnx 20251121. --without: folds of models/calibration/experts-folds.json whose speakers are left out, so that they can be
heard by a recogniser that does not know them. Needs torch, transformers, tokenizers, onnx, soundfile, scipy.
"""

import argparse
import difflib
import json
import math
import os
import random
import re
import time

import numpy as np
import scipy.signal
import soundfile
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

import published

RATE, RANK = 16_000, 16
PEAK, SMALL_SHARE, LABEL_SMOOTHING = 1e-3, 0.1, 0.05
# Sound of a step, and how often everything is heard at most.
STEP_SECONDS, ROUNDS = 60, 3
START, END = 1, 2
FOLDS = os.path.join(os.path.dirname(__file__), "..", "..", "calibration", "experts-folds.json")


class Thin(torch.nn.Module):
    """A projection and its correction: x W + (x a) b, of which only a and b learn."""

    def __init__(self, base):
        super().__init__()
        self.base = base
        out, into = base.weight.shape
        self.a = torch.nn.Parameter(torch.randn(RANK, into) / math.sqrt(into))
        self.b = torch.nn.Parameter(torch.zeros(out, RANK))

    def forward(self, x):
        return self.base(x) + F.linear(F.linear(x, self.a), self.b)


def thinly_corrected(network):
    """-> what learns: thin parts, and norms and biases themselves."""
    for parameter in network.parameters():
        parameter.requires_grad_(False)
    for name, module in list(network.named_modules()):
        if isinstance(module, torch.nn.Linear) and "layers." in name:
            parent, last = name.rsplit(".", 1)
            setattr(network.get_submodule(parent), last, Thin(module))
    small = [(n, p) for n, p in network.named_parameters() if ("norm" in n and "groupnorm" not in n) or n.endswith(".base.bias")]
    for _, parameter in small:
        parameter.requires_grad_(True)
    thin = [(n, p) for n, p in network.named_parameters() if n.endswith((".a", ".b"))]
    return thin, small


def read_corpus(folder, without):
    rows = lambda name: (line.rstrip("\n").split(None, 1) for line in open(os.path.join(folder, name)))  # noqa: E731
    speaker_of, folds = dict(rows("utt2spk")), json.load(open(FOLDS))
    found = []
    for name, text in sorted(rows("text")):
        if folds.get(speaker_of[name]) in without:
            continue
        sound, rate = soundfile.read(os.path.join(folder, "audio", f"{name}.opus"), dtype="float32")
        sound = sound if rate == RATE else scipy.signal.resample_poly(sound, RATE, rate)
        found.append({"speaker": speaker_of[name], "text": text, "sound": torch.tensor(sound, dtype=torch.float32)})
    return found


def spoken_part(sound, margin):
    """Without its quiet ends, but for `margin` seconds."""
    count = len(sound) // 160
    if count < 20:
        return sound
    level = sound[: count * 160].reshape(count, 160).pow(2).mean(1).add(1e-9).log10() * 10
    least = max(level.max().item() - 32, level.kthvalue(max(1, count // 10))[0].item() + 6)
    loud = (level > least).nonzero().ravel()
    if len(loud) == 0:
        return sound
    begin, end = int(loud[0]) * 160 - int(margin * RATE), (int(loud[-1]) + 1) * 160 + int(margin * RATE)
    return sound[max(0, begin) : end]


@torch.no_grad()
def write_down(network, tokenizer, sounds, at_once=48):
    """The most probable text of each, token by token."""
    order = sorted(range(len(sounds)), key=lambda i: len(sounds[i]))
    texts = [""] * len(sounds)
    for start in range(0, len(order), at_once):
        rows = order[start : start + at_once]
        longest = max(4800, max(len(sounds[i]) for i in rows))
        batch, mask = torch.zeros(len(rows), longest), torch.zeros(len(rows), longest, dtype=torch.long)
        for row, i in enumerate(rows):
            batch[row, : len(sounds[i])] = sounds[i]
            mask[row, : max(len(sounds[i]), 4000)] = 1
        most = min(60, max(8, int(longest / RATE * 5) + 2))
        ends = {"bos_token_id": START, "eos_token_id": END, "pad_token_id": END, "decoder_start_token_id": START}
        written = network.generate(input_values=batch, attention_mask=mask, max_new_tokens=most, do_sample=False, num_beams=1, **ends)
        for row, i in enumerate(rows):
            texts[i] = tokenizer.decode([t for t in written[row].tolist() if t > END]).strip()
    return texts


def in_own_style(text, heard):
    """The words that were to be read, in the case and punctuation of what was heard where the words agree."""
    words, spoken = text.lower().split(), heard.split()
    bare = lambda some: [re.sub(r"[^a-z']", "", word.lower()) for word in some]  # noqa: E731
    for a, b, size in difflib.SequenceMatcher(None, bare(words), bare(spoken), autojunk=False).get_matching_blocks():
        words[a : a + size] = spoken[b : b + size]
    words = ["I" + word[1:] if word == "i" or word.startswith("i'") else word for word in words]
    line = " ".join(words)
    if len(line) > 1:
        line = re.sub(r"([.!?])\s+(?=[a-z])", " ", line[:-1]) + line[-1:]
    line = line[0].upper() + line[1:]
    return line if line[-1] in ".?!" else line.rstrip(",") + "."


def joined(utterances):
    """Utterances of one person joined to between 2 and 12 s, at another pace and with other pauses each time."""
    by_speaker, found = {}, []
    for one in random.sample(utterances, len(utterances)):
        by_speaker.setdefault(one["speaker"], []).append(one)
    for own in by_speaker.values():
        at = 0
        while at < len(own):
            wanted, parts, texts, size = random.choice([2, 3, 5, 8, 12]) * RATE, [], [], 0
            while at < len(own):
                sound = spoken_part(own[at]["sound"], random.uniform(0.05, 0.5))
                if parts and size + len(sound) > wanted:
                    break
                pace = random.choice([0.9, 0.95, 1, 1, 1.05, 1.1])
                sound = sound if pace == 1 else F.interpolate(sound[None, None], scale_factor=1 / pace, mode="linear")[0, 0]
                pause = torch.zeros(int(random.uniform(0, 0.4) * RATE))
                parts += [sound, pause]
                texts.append(own[at]["target"])
                size += len(sound) + len(pause)
                at += 1
            found.append((torch.cat(parts)[: 15 * RATE], " ".join(texts)))
    random.shuffle(found)
    return found


def steps_of(utterances):
    some, steps = joined(utterances), []
    for start in range(0, len(some), 128):
        current = []
        for one in sorted(some[start : start + 128], key=lambda one: len(one[0])):
            current.append(one)
            if sum(len(sound) for sound, _ in current) > STEP_SECONDS * RATE or len(current) == 24:
                steps.append(current)
                current = []
        if current:
            steps.append(current)
    random.shuffle(steps)
    return steps


def spoilt(sound):
    """Another level; at times a room, noise, a narrow band, a hole."""
    sound, size = sound / (sound.abs().max() + 1e-4) * random.uniform(0.1, 1), len(sound)
    if random.random() < 0.4:
        length = 3200
        room = torch.randn(length) * torch.exp(-6.9 * torch.arange(length) / RATE / random.uniform(0.05, 0.5)) * random.uniform(0.02, 0.25)
        room[0] = 1
        whole = size + length
        sound = torch.fft.irfft(torch.fft.rfft(sound, whole) * torch.fft.rfft(room, whole), whole)[:size]
    if random.random() < 0.5:
        bands = torch.fft.rfft(torch.randn(size))
        noise = torch.fft.irfft(bands / (torch.arange(len(bands)) + 1) ** random.uniform(0, 0.6), size)
        sound = sound + 10 ** (-random.uniform(8, 35) / 20) * noise / noise.std() * sound.std()
    if random.random() < 0.15:
        bands = torch.fft.rfft(sound)
        bands[int(len(bands) * random.uniform(0.45, 0.8)) :] = 0
        sound = torch.fft.irfft(bands, size)
    if random.random() < 0.3:
        at = random.randrange(size)
        sound[at : at + random.randrange(400, 2400)] = 0
    return sound.clamp(-1, 1)


def tensors(step, tokenizer):
    longest = max(len(sound) for sound, _ in step)
    sounds, mask = torch.zeros(len(step), longest), torch.zeros(len(step), longest, dtype=torch.long)
    ids = [[*tokenizer.encode(text, add_special_tokens=False).ids, END] for _, text in step]
    most = max(map(len, ids))
    wanted, given = torch.full((len(step), most), -100), torch.full((len(step), most), END)
    for row, (sound, _) in enumerate(step):
        sounds[row, : len(sound)] = spoilt(sound)
        mask[row, : len(sound)] = 1
        wanted[row, : len(ids[row])] = torch.tensor(ids[row])
        given[row, : len(ids[row])] = torch.tensor([START, *ids[row][:-1]])
    return sounds, mask, given, wanted


def train(network, utterances, tokenizer, seconds):
    """-> differences by name, averaged over the second half of the training."""
    thin, small = thinly_corrected(network)
    first = {name: parameter.detach().clone() for name, parameter in small}
    learning = dict(thin + small)
    groups = [{"params": [p for _, p in thin], "weight_decay": 0.01}, {"params": [p for _, p in small], "weight_decay": 0.0}]
    optimiser, average, done, began = torch.optim.AdamW(groups, lr=PEAK, betas=(0.9, 0.98)), None, 0, time.time()
    steps = steps_of(utterances)
    total = ROUNDS * len(steps)
    network.train()
    while True:
        if not steps:
            steps = steps_of(utterances)
        share = max(done / total, (time.time() - began) / seconds)
        if share >= 1:
            break
        rate = PEAK * min(1, (done + 1) / 20) * max(0.03, 1 - share)
        optimiser.param_groups[0]["lr"], optimiser.param_groups[1]["lr"] = rate, rate * SMALL_SHARE
        sounds, mask, given, wanted = tensors(steps.pop(), tokenizer)
        logits = network(input_values=sounds, attention_mask=mask, decoder_input_ids=given, use_cache=False).logits
        loss = F.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=-100, label_smoothing=LABEL_SMOOTHING)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(learning.values()), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        done += 1
        if share > 0.5:
            with torch.no_grad():
                average = average or {name: p.detach().clone() for name, p in learning.items()}
                for name, p in learning.items():
                    average[name].mul_(0.97).add_(p, alpha=0.03)
        if done % 25 == 0:
            print(f"{time.time() - began:.0f} s, step {done}, loss {loss.item():.3f}", flush=True)
    found = average or {name: p.detach() for name, p in learning.items()}
    return {name.replace(".base.bias", ".bias"): (value - first[name] if name in first else value).numpy() for name, value in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "weights", "tokenizer", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--without", type=int, nargs="*", default=[])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    tokenizer = Tokenizer.from_file(args.tokenizer)
    utterances, network = read_corpus(args.corpus, args.without), published.model(args.weights)
    heard = write_down(network, tokenizer, [spoken_part(one["sound"], 0.4) for one in utterances])
    for one, text in zip(utterances, heard):
        one["target"] = in_own_style(one["text"], text)
    np.savez(args.out, **train(network, utterances, tokenizer, 60 * args.minutes))


if __name__ == "__main__":
    main()
