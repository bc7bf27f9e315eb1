"""Trains the activity network on what lab/make-activity-training.ts wrote; deterministic for a seed, resumable (--state).

    python3 train.py --data DIR,DIR --tuning DIR --steps 4000 --out activity.pt --state activity.state

Loss: binary cross-entropy of every voice at every step, + 0.3 × cross-entropy of how many speak (none, one, several), which the layers that
hear the sound answer by themselves. Every so many steps it prints, on people it does not learn from: missed and false alarm as shares of the
speech (a person at a time, as DER counts them without confusion, which is a miss here and a false alarm there), and the same where nobody or
one person speaks, and where several do.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from network import BANDS, TRACKS, Activity

SCALE = 24.0
CROP_STEPS = 500
BATCH = 8


class Conversations:
    """Memory maps of one or more folders."""

    def __init__(self, folders):
        self.items = []
        for folder in folders:
            mel = np.memmap(f"{folder}/mel.i8", np.int8, "r")
            tracks = np.memmap(f"{folder}/tracks.i8", np.int8, "r")
            labels = np.memmap(f"{folder}/labels.u8", np.uint8, "r")
            m = t = l = 0
            for line in open(f"{folder}/index.jsonl"):
                one = json.loads(line)
                steps, voices = one["steps"], one["voices"]
                if m + steps * 2 * BANDS > len(mel) or l + voices * steps > len(labels):
                    break
                self.items.append(
                    (
                        mel[m : m + steps * 2 * BANDS].reshape(steps * 2, BANDS),
                        tracks[t : t + voices * TRACKS * steps].reshape(voices, TRACKS, steps),
                        labels[l : l + voices * steps].reshape(voices, steps),
                        len(one["people"]) > voices,
                    )
                )
                m += steps * 2 * BANDS
                t += voices * TRACKS * steps
                l += voices * steps

    def crop(self, item, at, steps):
        mel, tracks, labels, _ = self.items[item]
        return (
            mel[2 * at : 2 * (at + steps)].T.astype(np.float32) / SCALE,
            tracks[:, :, at : at + steps].astype(np.float32) / SCALE,
            labels[:, at : at + steps],
        )


def disturbed(mel, tracks, r):
    """A smooth random tone control, level, masks over bands and time; tracks lose their certainty now and then."""
    mel = mel + np.interp(np.arange(BANDS), np.linspace(0, BANDS - 1, 7), r.randn(7) * 0.2)[:, None]
    mel = mel * r.uniform(0.85, 1.15) + r.randn() * 0.1
    if r.rand() < 0.5:
        low = r.randint(BANDS - 4)
        mel[low : low + r.randint(1, 8)] = 0
    tracks = tracks.copy()
    tracks[:, 0:2] *= r.uniform(0.6, 1.2)
    tracks[:, 2:4] = tracks[:, 2:4] * r.uniform(0.6, 1.2) + r.randn() * 0.3
    if r.rand() < 0.25:
        tracks[:, 5:7] = 0
    if r.rand() < 0.15:
        tracks[:, 4] = 0
    # Clustering may be wrong for a while: an early or late change.
    for _ in range(r.randint(3)):
        at, length = r.randint(tracks.shape[2]), r.randint(10, 60)
        tracks[:, 5:7, at : at + length] = tracks[:, [6, 5], at : at + length]
    return mel, tracks


def batch_of(data, r):
    mels, tracks, labels, owner, merged = [], [], [], [], []
    while len(mels) < BATCH:
        item = r.randint(len(data.items))
        steps = data.items[item][2].shape[1]
        if steps <= CROP_STEPS:
            continue
        m, t, y = data.crop(item, r.randint(steps - CROP_STEPS), CROP_STEPS)
        m, t = disturbed(m, t, r)
        for v in range(len(t)):
            owner.append(len(mels))
        mels.append(m)
        tracks.append(t)
        labels.append(y)
        merged.append(data.items[item][3])
    return (
        torch.from_numpy(np.stack(mels).astype(np.float32)),
        torch.from_numpy(np.concatenate(tracks).astype(np.float32)),
        labels,
        torch.tensor(owner),
        merged,
    )


def evaluate(model, data, threshold=0.5):
    model.eval()
    missed = alarm = speech = 0
    by = np.zeros((3, 3))
    with torch.no_grad():
        for item in range(len(data.items)):
            steps = data.items[item][2].shape[1]
            m, t, y = data.crop(item, 0, steps)
            heard = model.hear(torch.from_numpy(m)[None])
            p = model.look(heard.expand(len(t), -1, -1), torch.from_numpy(t)).sigmoid().numpy()
            scored = y[0] != 255
            truth, found = y[:, scored] == 1, p[:, scored] > threshold
            n, k = truth.sum(0), found.sum(0)
            right = (truth & found).sum(0)
            missed += np.maximum(0, n - k).sum()
            alarm += np.maximum(0, k - n).sum()
            speech += n.sum()
            for level in range(3):
                at = np.minimum(n, 2) == level
                by[level] += [np.maximum(0, n - k)[at].sum(), np.maximum(0, k - n)[at].sum(), (np.minimum(n, k) - right)[at].sum()]
    model.train()
    shares = " ".join(f"{name}: missed {100 * a / speech:.1f} alarm {100 * b / speech:.1f} confused {100 * c / speech:.1f};" for name, (a, b, c) in zip(("nobody", "one", "several"), by))
    return f"DER {100 * (by.sum()) / speech:.2f} % ({shares})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folders, with commas")
    parser.add_argument("--tuning", required=True, help="a folder of other people")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--peak", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", required=True)
    parser.add_argument("--state", required=True)
    a = parser.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    data, tuning = Conversations(a.data.split(",")), Conversations([a.tuning])
    print(f"{len(data.items)} conversations, {sum(i[2].shape[1] for i in data.items) / 50 / 3600:.1f} h; tuning {len(tuning.items)}", flush=True)
    model = Activity()
    optimiser = torch.optim.AdamW(model.parameters(), lr=a.peak, weight_decay=0.02)
    first, started, running = 0, time.time(), np.zeros(2)
    if os.path.exists(a.state):
        kept = torch.load(a.state)
        model.load_state_dict(kept["model"])
        optimiser.load_state_dict(kept["optimiser"])
        first = kept["step"]
    for step in range(first, a.steps):
        r = np.random.RandomState(a.seed * 100003 + step)
        rate = a.peak * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / a.steps))
        for group in optimiser.param_groups:
            group["lr"] = rate
        mel, tracks, labels, owner, merged = batch_of(data, r)
        # A voice that is two people does not say how many speak.
        unknown = [(y[0] == 255) | two for y, two in zip(labels, merged)]
        how_many = torch.from_numpy(np.stack([np.where(u, -100, np.minimum((y == 1).sum(0), 2)) for y, u in zip(labels, unknown)])).long()
        truth = torch.from_numpy(np.concatenate(labels)).float()
        scored = truth != 255
        heard = model.hear(mel)
        telling = F.binary_cross_entropy_with_logits(model.look(heard[owner], tracks)[scored], truth[scored])
        counting = F.cross_entropy(model.several(heard), how_many, ignore_index=-100)
        optimiser.zero_grad()
        (telling + 0.3 * counting).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        running += [float(telling), float(counting)]
        if step % 50 == 49:
            print(f"{step + 1} {time.time() - started:.0f}s activity {running[0] / 50:.4f} count {running[1] / 50:.3f}", flush=True)
            running[:] = 0
        if step % 400 == 399 or step + 1 == a.steps:
            print(evaluate(model, tuning), flush=True)
            torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "step": step + 1}, a.state + ".new")
            os.replace(a.state + ".new", a.state)
            torch.save(model.state_dict(), a.out)


if __name__ == "__main__":
    main()
