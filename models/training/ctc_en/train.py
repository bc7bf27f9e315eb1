"""Trains the recogniser; resumable (--state), deterministic data order for a seed, a GPU where there is one.

    python3 train.py --data DIR [--real DIR] --hours 60 --peak 2e-3 --out base.pt --state base.state
    python3 train.py --data DIR --real DIR --real-share .5 --init base.pt --hours 12 --peak 6e-4 --hold-out 0/3 --out fold0.pt

`--hours` is audio hours seen, not wall-clock: the learning rate is a cosine over them. `--hold-out k/n` keeps the
speakers of fold k out of training altogether (folds by a fixed shuffle of speaker names, written to folds.json beside the model).
Loss: character CTC + 0.5 phone CTC + 0.3 framewise cross-entropy (a badly said phone counts less) + 0.3 acceptability (the
experts' rating of the meant phone; a random other phone is not acceptable). Batch shapes are few because oneDNN compiles per shape.
"""

import argparse
import glob
import json
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from alphabet import CHARACTER_CLASS, PHONE_CLASSES
from features import BANDS
from network import Recogniser, framewise

LENGTHS = [192, 256, 320, 384, 448, 512, 640, 768, 960, 1216, 1472, 1728]


def speaker_folds(speakers: list, count: int) -> dict:
    names = sorted(set(speakers))
    random.Random(0).shuffle(names)
    return {name: i % count for i, name in enumerate(names)}


class Shards:
    """Shards are kept compressed in memory as float16; a pool lists (shard, item, frames) that CTC can align."""

    def __init__(self):
        self.shards, self.names = [], set()

    def load(self, pattern: str, allowed=lambda speaker: True) -> list:
        pool = []
        for path in sorted(glob.glob(pattern)):
            file = np.load(path)
            meta = json.loads(str(file["meta"]))
            quality = file["quality"] if "quality" in file else np.full(len(file["labels"]), 100, np.int8)
            self.shards.append((file["mel"], np.r_[0, file["mel_ends"]], file["labels"], np.r_[0, file["label_ends"]], meta, quality))
            ends = self.shards[-1][1]
            for i, m in enumerate(meta):
                frames = int(ends[i + 1] - ends[i])
                steps = (frames + 3) // 4
                characters = len(m["text"]) + sum(a == b for a, b in zip(m["text"], m["text"][1:]))
                if characters <= steps and m["phones"] and len(m["phones"]) * 1.15 <= steps and frames <= LENGTHS[-1] and allowed(m["speaker"]):
                    pool.append((len(self.shards) - 1, i, frames))
        return pool

    def item(self, entry):
        mel, mel_ends, labels, label_ends, meta, quality = self.shards[entry[0]]
        i = entry[1]
        here = slice(label_ends[i], label_ends[i + 1])
        text = [CHARACTER_CLASS[c] for c in meta[i]["text"]]
        return mel[mel_ends[i]:mel_ends[i + 1]], labels[here], text, meta[i]["phones"], quality[here]


def spec_augment(mel: np.ndarray, r: np.random.RandomState) -> np.ndarray:
    if r.rand() < 0.5:  # vocal tract length: stretch the frequency axis
        source = np.clip(np.arange(BANDS) * r.uniform(0.92, 1.09), 0, BANDS - 1)
        low = source.astype(int)
        high, weight = np.minimum(low + 1, BANDS - 1), (source - low).astype(np.float32)
        mel = mel[:, low] * (1 - weight) + mel[:, high] * weight
    mel = mel.copy()
    for _ in range(r.randint(0, 3)):
        width = r.randint(0, 13)
        start = r.randint(0, BANDS - width + 1)
        mel[:, start:start + width] = 0
    for _ in range(r.randint(0, 2 + len(mel) // 250)):
        width = r.randint(0, 22)
        start = r.randint(0, max(1, len(mel) - width))
        mel[start:start + width] = 0
    return mel


def collate(items: list, r: np.random.RandomState):
    frames = next(n for n in LENGTHS if max(len(i[0]) for i in items) <= n)
    steps = (frames + 3) // 4
    mel = np.zeros((len(items), BANDS, frames), np.float32)
    labels = np.full((len(items), steps * 2), -1, np.int64)
    quality = np.ones((len(items), steps * 2), np.float32)
    for j, (m, l, _, _, q) in enumerate(items):
        mel[j, :, : len(m)] = spec_augment(m.astype(np.float32), r).T
        count = min(len(l), steps * 2)
        labels[j, :count] = l[:count]
        quality[j, :count] = q[:count] / 100
    lengths = torch.tensor([(len(i[0]) + 3) // 4 for i in items])
    flat = lambda k: (torch.tensor(sum((i[k] for i in items), [])), torch.tensor([len(i[k]) for i in items]))
    return torch.from_numpy(mel), lengths, flat(2), flat(3), torch.from_numpy(labels), torch.from_numpy(quality)


def framewise_losses(frames, acceptable, labels, quality):
    """Cross-entropy of the phones, each weighed by how well it was said; binary cross-entropy of the meant phone's acceptability."""
    spoken = labels.clamp(min=0)
    entropy = F.cross_entropy(frames.transpose(1, 2), spoken, reduction="none")
    known = (labels >= 0).float()
    phone_loss = (entropy * known * quality).sum() / (known * quality).sum().clamp(min=1)
    meant = (labels > 0).float()
    right = F.binary_cross_entropy_with_logits(acceptable.gather(2, spoken[..., None])[..., 0], quality, reduction="none")
    other = 1 + (spoken - 1 + torch.randint(1, PHONE_CLASSES - 1, spoken.shape, device=spoken.device)) % (PHONE_CLASSES - 1)
    wrong = F.binary_cross_entropy_with_logits(acceptable.gather(2, other[..., None])[..., 0], torch.zeros_like(quality), reduction="none")
    return phone_loss, ((right + 0.25 * wrong) * meant).sum() / meant.sum().clamp(min=1)


def batches(shards: Shards, synthetic: list, real: list, real_share: float, batch_s: float, r: random.Random, noise: np.random.RandomState):
    waiting = {}
    while True:
        ready = []
        for _ in range(1600):
            pool = real if real and r.random() < real_share else synthetic
            entry = r.choice(pool)
            length = next(n for n in LENGTHS if entry[2] <= n)
            group = waiting.setdefault(length, [])
            group.append(entry)
            if len(group) == min(100, int(batch_s * 100 / length)):
                ready.append(waiting.pop(length))
        r.shuffle(ready)
        for group in ready:
            yield collate([shards.item(e) for e in group], noise)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--real")
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--hold-out", help="k/n: fold k of n speakers is not trained on")
    parser.add_argument("--hours", type=float, required=True)
    parser.add_argument("--batch", type=float, default=300.0, help="seconds of audio in a batch")
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--peak", type=float, default=2e-3)
    parser.add_argument("--init")
    parser.add_argument("--state", help="written every 5 minutes; training goes on from it when it exists")
    parser.add_argument("--out", required=True)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    a = parser.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"

    shards = Shards()
    synthetic = shards.load(os.path.join(a.data, "synthetic-*.npz"))
    real = []
    if a.real:
        allowed = lambda speaker: True
        if a.hold_out:
            k, n = map(int, a.hold_out.split("/"))
            everyone = [m["speaker"] for p in glob.glob(os.path.join(a.real, "real-0.npz")) for m in json.loads(str(np.load(p)["meta"]))]
            folds = speaker_folds(everyone, n)
            allowed = lambda speaker: folds[speaker] != k
            json.dump(folds, open(os.path.join(os.path.dirname(os.path.abspath(a.out)), "folds.json"), "w"), indent=0, sort_keys=True)
        real = shards.load(os.path.join(a.real, "real-*.npz"), allowed)
    print(f"{len(synthetic)} synthetic and {len(real)} real utterances, {device}", flush=True)

    model = Recogniser(dropout=a.dropout).to(device)
    if a.init:
        model.load_state_dict(torch.load(a.init, map_location=device), strict=False)  # a head the file lacks starts fresh
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 1e-2}, {"params": plain, "weight_decay": 0.0}],
                                  a.peak, betas=(0.9, 0.98))
    seen_s, step = 0.0, 0
    if a.state and os.path.exists(a.state):
        saved = torch.load(a.state, map_location=device)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        seen_s, step = saved["seen_s"], saved["step"]
    ctc = nn.CTCLoss(zero_infinity=True, reduction="sum")
    model.train()
    order = random.Random(a.seed * 1_000_003 + step)
    noise = np.random.RandomState((a.seed * 1_000_003 + step) % 2**32)
    sums, began, saved_at, total_s = np.zeros(5), time.time(), time.time(), a.hours * 3600
    for mel, lengths, (text, text_n), (phones, phones_n), labels, quality in batches(shards, synthetic, real, a.real_share, a.batch, order, noise):
        done = seen_s / total_s
        if done >= 1:
            break
        warm = 0.06
        rate = min(1.0, max(done, 1e-3) / warm) if done < warm else 0.5 * (1 + math.cos(math.pi * (done - warm) / (1 - warm))) + 0.004
        for group in optimiser.param_groups:
            group["lr"] = a.peak * rate
        with torch.autocast(device, dtype=torch.bfloat16):
            c, p, f, q = model(mel.to(device))
        c = c.float().permute(2, 0, 1).log_softmax(-1)
        p = p.float().permute(2, 0, 1).log_softmax(-1)
        f, q = framewise(f.float()), framewise(q.float())
        lengths = lengths.clamp(max=c.shape[0])
        loss_c = ctc(c, text.to(device), lengths, text_n) / text_n.sum()
        loss_p = ctc(p, phones.to(device), lengths, phones_n) / phones_n.sum()
        loss_f, loss_q = framewise_losses(f, q, labels[:, : f.shape[1]].to(device), quality[:, : f.shape[1]].to(device))
        loss = loss_c + 0.5 * loss_p + 0.3 * loss_f + 0.3 * loss_q
        optimiser.zero_grad()
        if torch.isfinite(loss):
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 3.0)
            optimiser.step()
        step += 1
        seen_s += mel.shape[0] * mel.shape[2] / 100
        sums += [loss_c.item(), loss_p.item(), loss_f.item(), loss_q.item(), 1]
        if step % 50 == 0:
            c_, p_, f_, q_ = sums[:4] / sums[4]
            print(f"step {step} hours {seen_s / 3600:.1f} char {c_:.3f} phone {p_:.3f} frame {f_:.3f} acceptable {q_:.3f} min {(time.time() - began) / 60:.1f}", flush=True)
            sums[:] = 0
        if a.state and time.time() - saved_at > 300:
            saved_at = time.time()
            torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "seen_s": seen_s, "step": step}, a.state + ".part")
            os.replace(a.state + ".part", a.state)
    torch.save(model.state_dict(), a.out)


if __name__ == "__main__":
    main()
