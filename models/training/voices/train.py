"""Trains the voice network on simulated conversations; deterministic for a seed, resumable (--state).

    python3 train.py --data DIR/training.npz --tuning DIR/tuning.npz --steps 1500 --out voices.pt --state voices.state
    python3 train.py --count-only --init voices.state --data A.npz,B.npz ... (several files take turns)

`--count-only` leaves the voices out: the whole network then learns where several people speak, which it does twice as well.

Loss: additive-margin softmax over people × speeds on windows of 1.5 s in which one person speaks, + cross-entropy of
how many speak at each 40 ms. Every so many steps it prints, on people it does not learn from: equal error rate of pairs of
windows *within one conversation* (what diarisation needs), and precision and recall of overlap.
"""

import argparse
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from voice_network import Voices

BATCH = 8
# Steps of 40 ms taken from each conversation: 20 of its 30 seconds.
CROP_STEPS = 500
WINDOW_STEPS = 38
WINDOWS = 24
SCALE, MARGIN = 16.0, 0.15


def normalised(mel: np.ndarray) -> np.ndarray:
    mel = mel.astype(np.float32)
    mel -= mel.mean(2, keepdims=True)
    return mel / (mel.std((1, 2), keepdims=True) + 1e-3)


def colour_and_mask(mel: np.ndarray, r: np.random.RandomState) -> np.ndarray:
    """A smooth random tone control per conversation; SpecAugment's masks over bands."""
    for x in mel:
        x += np.interp(np.arange(64), np.linspace(0, 63, 7), r.randn(7) * 0.15)[:, None]
        x *= r.uniform(0.9, 1.1)
        if r.rand() < 0.5:
            low = r.randint(60)
            x[low : low + r.randint(1, 8)] = 0
    return mel


def windows_of_one(active: np.ndarray, r: np.random.RandomState, count: int) -> list:
    """(conversation, first step, voice) of stretches in which one voice holds at least half the steps and others under a tenth."""
    chosen = []
    for b, rows in enumerate(active):
        alone = rows & (rows.sum(0) == 1)
        for _ in range(count):
            voice = r.choice(np.flatnonzero(rows.any(1))) if rows.any() else 0
            starts = np.flatnonzero(alone[voice][:-WINDOW_STEPS])
            if len(starts) == 0:
                continue
            at = r.choice(starts)
            if alone[voice, at : at + WINDOW_STEPS].mean() >= 0.5 and np.delete(rows, voice, 0)[:, at : at + WINDOW_STEPS].any(0).mean() < 0.1:
                chosen.append((b, at, voice))
    return chosen


def pooled(model, features, active, chosen):
    parts = torch.stack([features[b, :, first : first + WINDOW_STEPS] for b, first, _ in chosen])
    weights = torch.stack([active[b, v, first : first + WINDOW_STEPS] for b, first, v in chosen])
    return model.embedding(parts.float(), weights)


def voice_loss(model, features, centres, active, voices, margin, r):
    """(additive-margin softmax over the people of single-voiced windows, share of windows named rightly)."""
    chosen = windows_of_one(active, r, WINDOWS)
    e = F.normalize(pooled(model, features, torch.from_numpy(active.astype(np.float32)), chosen), dim=1)
    who = torch.tensor([int(voices[b, v]) for b, _, v in chosen])
    cosine = e @ F.normalize(centres, dim=1).T
    loss = F.cross_entropy(SCALE * (cosine - margin * F.one_hot(who, len(centres))), who)
    return loss, float((cosine.argmax(1) == who).float().mean())


def evaluate(model, data) -> str:
    model.eval()
    r = np.random.RandomState(0)
    same, different, hits, claims, truths, speech = [], [], 0, 0, 0, []
    with torch.no_grad():
        for at in range(0, len(data["mel"]), BATCH):
            active = data["active"][at : at + BATCH]
            count, features = model(torch.from_numpy(normalised(data["mel"][at : at + BATCH])))
            chosen = windows_of_one(active, r, WINDOWS)
            e = F.normalize(pooled(model, features, torch.from_numpy(active.astype(np.float32)), chosen), dim=1).numpy()
            for i, a in enumerate(chosen):
                for j, b in enumerate(chosen[:i]):
                    if a[0] == b[0] and abs(a[1] - b[1]) > WINDOW_STEPS:
                        (same if a[2] == b[2] else different).append(float(e[i] @ e[j]))
            p = count.softmax(1).numpy()
            truth = active.sum(1)
            claimed = p[:, 2] > 0.5
            hits += (claimed & (truth > 1)).sum()
            claims += claimed.sum()
            truths += (truth > 1).sum()
            speech.append(((p[:, 0] < 0.5) != (truth > 0)).mean())
    thresholds = np.sort(same)
    misses = np.arange(len(thresholds)) / len(thresholds)
    alarms = 1 - np.searchsorted(np.sort(different), thresholds) / len(different)
    i = np.argmin(abs(misses - alarms))
    model.train()
    return f"EER {100 * (misses[i] + alarms[i]) / 2:.1f} %  overlap precision {100 * hits / max(1, claims):.0f} recall {100 * hits / truths:.0f}  speech wrong {100 * np.mean(speech):.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--tuning", required=True)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--peak", type=float, default=2e-3)
    parser.add_argument("--init", help="a state to go on from with a new cosine")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--count-only", action="store_true")
    parser.add_argument("--out", required=True)
    parser.add_argument("--state", required=True)
    a = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    sets = [dict(np.load(path)) for path in a.data.split(",")]
    tuning = dict(np.load(a.tuning))
    batch, crop_steps = (12, 250) if a.count_only else (BATCH, CROP_STEPS)
    classes = int(sets[0]["voices"].max()) + 1
    model = Voices()
    centres = torch.nn.Parameter(torch.randn(classes, model.embed[1].out_features) * 0.1)
    optimiser = torch.optim.AdamW([*model.parameters(), centres], lr=a.peak, weight_decay=0.02)
    first, started = 0, time.time()
    if a.init:
        kept = torch.load(a.init)
        model.load_state_dict(kept["model"])
        centres.data = kept["centres"]
    if os.path.exists(a.state):
        kept = torch.load(a.state)
        model.load_state_dict(kept["model"])
        centres.data = kept["centres"]
        optimiser.load_state_dict(kept["optimiser"])
        first = kept["step"]
    running = np.zeros(3)
    for step in range(first, a.steps):
        r = np.random.RandomState(a.seed * 100003 + step)
        rate = a.peak * min(1, (step + 1) / 50) * (0.5 + 0.5 * math.cos(math.pi * step / a.steps))
        for group in optimiser.param_groups:
            group["lr"] = rate
        data = sets[step % len(sets)]
        picked = np.sort(r.choice(len(data["mel"]), batch, replace=False))
        at = r.randint(data["active"].shape[2] - crop_steps + 1)
        mel = normalised(data["mel"][picked])[:, :, 4 * at : 4 * (at + crop_steps)]
        mel = torch.from_numpy(colour_and_mask(np.ascontiguousarray(mel), r))
        active = data["active"][picked][:, :, at : at + crop_steps]
        with torch.autocast("cpu", torch.bfloat16):
            count, features = model(mel)
        how_many = torch.from_numpy(np.minimum(active.sum(1), 2)).long()
        counting = F.cross_entropy(count.float(), how_many)
        telling, right = torch.zeros(()), 0.0
        if not a.count_only:
            margin = MARGIN * (1 if a.init else min(1, max(0, step / a.steps - 0.3) / 0.3))
            telling, right = voice_loss(model, features, centres, active, data["voices"][picked], margin, r)
        loss = counting + telling
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        running += [float(counting), float(telling), right]
        if step % 50 == 49:
            print(f"{step + 1} {time.time() - started:.0f}s count {running[0] / 50:.3f} voice {running[1] / 50:.3f} right {running[2] / 50:.2f}", flush=True)
            running[:] = 0
        if step % 300 == 299 or step + 1 == a.steps:
            print(evaluate(model, tuning), flush=True)
            torch.save({"model": model.state_dict(), "centres": centres.data, "optimiser": optimiser.state_dict(), "step": step + 1}, a.state)
            torch.save(model.state_dict(), a.out)


if __name__ == "__main__":
    main()
