"""Real speech of a corpus laid out like speechocean762, as shards of augmented features with self-aligned phone times.

    python3 real.py --corpus DIR --base base.pt --out DIR

The base model (synthetic speech only) aligns each utterance with the phones the experts expected; the alignment gives the
framewise labels and carries the experts' rating of each phone. Every utterance goes in once clean and `COPIES - 1` times
augmented, under its speaker's name, so that folds by speaker can be held out of training.
"""

import argparse
import os
import re
import subprocess

import numpy as np
import torch

from features import SAMPLE_RATE_HZ, augment, features, log_mel, normalise, resample
from network import Recogniser, framewise
from ratings import read_ratings
from synthesise import save_shard

COPIES = 6
FRAME_SECONDS = 0.02


def read_audio(path: str) -> np.ndarray:
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(SAMPLE_RATE_HZ), "-"],
                         stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(raw, np.int16).astype(np.float32) / 32768


def align(log_posteriors: np.ndarray, pronunciations: list) -> tuple:
    """(T, 40) framewise log posteriors and phones per word -> (class, which phone or -1) of each frame; silence between words is optional."""
    classes, phone_of, may_skip, count = [0], [-1], [False], 0
    for phones in pronunciations:
        for i, phone in enumerate(phones):
            may_skip.append(i == 0 and len(classes) > 1)
            classes.append(phone)
            phone_of.append(count)
            count += 1
        classes.append(0)
        phone_of.append(-1)
        may_skip.append(False)
    classes, phone_of = np.array(classes), np.array(phone_of)
    emit = log_posteriors[:, classes]
    steps, states = emit.shape
    score = np.full(states, -1e30)
    score[:2] = emit[0, :2]
    back = np.zeros((steps, states), np.int8)
    skip_cost = np.where(may_skip, 0, -1e30)
    for t in range(1, steps):
        options = np.stack([score, np.r_[-1e30, score[:-1]], np.r_[-1e30, -1e30, score[:-2]] + skip_cost])
        back[t] = options.argmax(0)
        score = options.max(0) + emit[t]
    state = states - 1 if score[-1] >= score[-2] else states - 2
    path = np.zeros(steps, int)
    for t in range(steps - 1, -1, -1):
        path[t] = state
        state -= back[t, state]
    return classes[path], phone_of[path]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    a = parser.parse_args()
    torch.set_num_threads(1)
    model = Recogniser()
    model.load_state_dict(torch.load(a.base, map_location="cpu"), strict=False)
    model.eval()
    ratings = read_ratings(os.path.join(a.corpus, "ratings.tsv"))
    texts = dict(line.split(None, 1) for line in open(os.path.join(a.corpus, "text"), encoding="utf8"))
    speakers = dict(line.split() for line in open(os.path.join(a.corpus, "utt2spk"), encoding="utf8"))
    noise, babble, shards = np.random.RandomState(7), [], [[] for _ in range(COPIES)]
    for n, (utterance, text) in enumerate(sorted(texts.items())):
        words = re.sub("[^a-z' ]", "", text.lower()).split()
        if len(ratings.get(utterance, [])) != len(words):
            continue
        x = read_audio(os.path.join(a.corpus, "audio", f"{utterance}.opus"))
        with torch.no_grad():
            _, _, frames, _ = model(torch.from_numpy(normalise(log_mel(x)).T[None]))
            posteriors = framewise(frames)[0].log_softmax(-1).numpy()
        pronunciations = [phones for phones, _ in ratings[utterance]]
        credit = np.array([q for _, quality in ratings[utterance] for q in quality] + [1.0])  # the last is silence's
        if sum(map(len, pronunciations)) + 2 > len(posteriors):
            continue
        aligned, phone_of = align(posteriors, pronunciations)
        quality = np.round(100 * credit[phone_of]).astype(np.int8)
        for copy in range(COPIES):
            pitch = 1.0 if copy == 0 else noise.uniform(0.88, 1.13)
            y = resample(x, pitch)
            mel = features(y if copy == 0 else augment(y, noise, babble), noise, copy > 0)
            centres = ((np.arange((len(mel) + 1) // 2 + 2) + 0.5) * FRAME_SECONDS / pitch / FRAME_SECONDS).astype(int)
            at = np.minimum(centres, len(aligned) - 1)
            labels = np.where(centres < len(aligned), aligned[at], 0).astype(np.int8)
            shards[copy].append((mel, labels, " ".join(words), [p for w in pronunciations for p in w], speakers[utterance], quality[at]))
        if n % 250 == 0:
            print(n, flush=True)
    os.makedirs(a.out, exist_ok=True)
    for copy, items in enumerate(shards):
        save_shard(os.path.join(a.out, f"real-{copy}.npz"), items)


if __name__ == "__main__":
    main()
