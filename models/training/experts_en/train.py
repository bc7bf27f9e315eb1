"""Trains the networks that judge read English as experts do: for each fold of speakers some that never heard them.

    python3 train.py --heard heard.jsonl --corpus DIR --out DIR [--folds 5] [--seeds 2] [--epochs 8]

Writes <out>/<fold>-<seed>.pt, folds.json (speaker -> fold), and held-out.json: what networks that never heard the speaker say.
What exists already is not trained again.
"""

import argparse
import json
import os

import numpy as np
import torch
import torch.nn.functional as F

from network import CUES, WIDTH, Expert
from tokens import RATINGS, SETTINGS, read_heard

CENTRE, UNIT = np.array([6.6, 7.0, 7.0, 6.9], np.float32), 1.8
BATCH, PEAK, DECAY = 32, 1.5e-3, 0.05


def batch_of(items: list) -> tuple:
    steps, rows = max(1, max(len(item["phones"]) for item in items)), len(items)
    states, cues, whole = torch.zeros(rows, steps, WIDTH), torch.zeros(rows, steps, CUES), torch.zeros(rows, 2 * WIDTH)
    phones, mask = torch.zeros(rows, steps, dtype=torch.long), torch.zeros(rows, steps)
    quality, of_word = torch.full((rows, steps), float("nan")), torch.full((rows, steps, 2), float("nan"))
    for row, item in enumerate(items):
        count = len(item["phones"])
        whole[row] = torch.from_numpy(item["whole"])
        if count:
            for target, name in ((states, "states"), (cues, "cues"), (phones, "phones"), (quality, "quality"), (of_word, "of_word")):
                target[row, :count] = torch.from_numpy(item[name])
            mask[row, :count] = 1
    return (states, phones, cues, whole, mask), quality, of_word


def loss_of(outputs: tuple, ratings: torch.Tensor, quality: torch.Tensor, of_word: torch.Tensor) -> torch.Tensor:
    """Ratings of the utterance, and beside them those of its phones and words where there are any."""
    loss = F.mse_loss(outputs[0], ratings)
    for weight, found, wanted in ((2.0, outputs[1], 2 * quality - 1.94), (0.25, outputs[2], (of_word - 9.4) / 1.5)):
        rated = torch.isfinite(wanted)
        if rated.any():
            loss = loss + weight * F.mse_loss(found[rated], wanted[rated])
    return loss


def train(views: list, scores: np.ndarray, chosen: list, seed: int, epochs: int) -> Expert:
    torch.manual_seed(seed)
    random = np.random.RandomState(seed)
    network = Expert()
    for name, least in (("states", 1e-3), ("cues", 1e-2), ("whole", 1e-3)):
        rows = np.concatenate([np.atleast_2d(view[i][name]) for view in views for i in chosen])
        getattr(network, f"{name}_mean").copy_(torch.from_numpy(rows.mean(0)))
        getattr(network, f"{name}_sd").copy_(torch.from_numpy(rows.std(0) + least))
    optimiser = torch.optim.AdamW(network.parameters(), PEAK, weight_decay=DECAY)
    pool = [(setting, i) for setting in range(len(views)) for i in chosen]
    batches_an_epoch = -(-len(pool) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK, epochs * batches_an_epoch, pct_start=0.15)
    targets = torch.from_numpy(((scores - CENTRE) / UNIT).astype(np.float32))
    length = lambda one: len(views[one[0]][one[1]]["phones"])  # noqa: E731
    network.train()
    for _ in range(epochs):
        order = [pool[k] for k in random.permutation(len(pool))]
        groups = [sorted(order[k:k + 8 * BATCH], key=length) for k in range(0, len(order), 8 * BATCH)]
        batches = [group[k:k + BATCH] for group in groups for k in range(0, len(group), BATCH)]
        random.shuffle(batches)
        for batch in batches:
            inputs, quality, of_word = batch_of([views[setting][i] for setting, i in batch])
            outputs = network(*inputs, torch.tensor([setting for setting, _ in batch]))
            loss = loss_of(outputs, targets[[i for _, i in batch]], quality, of_word)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return network.eval()


@torch.no_grad()
def judge(network: Expert, view: list, setting: int, chosen: list) -> np.ndarray:
    """0 to 10, rows × ratings."""
    found = []
    for k in range(0, len(chosen), 64):
        inputs, _, _ = batch_of([view[i] for i in chosen[k:k + 64]])
        found.append(network(*inputs, torch.full((len(inputs[0]),), setting))[0].numpy())
    return np.concatenate(found) * UNIT + CENTRE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heard", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=8)
    a = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(a.out, exist_ok=True)
    utterances, by_setting = read_heard(a.heard, a.corpus)
    views = [by_setting[setting] for setting in SETTINGS]
    scores = np.array([row[2] for row in utterances], np.float32)
    speakers = sorted({speaker for _, speaker, _ in utterances})
    shuffled = np.random.RandomState(20264).permutation(len(speakers))
    fold_of = {speakers[at]: order % a.folds for order, at in enumerate(shuffled)}
    json.dump(dict(sorted((s, int(f)) for s, f in fold_of.items())), open(os.path.join(a.out, "folds.json"), "w"), indent=1)
    fold = np.array([fold_of[speaker] for _, speaker, _ in utterances])
    held = {setting: np.zeros((a.seeds, len(utterances), len(RATINGS))) for setting in SETTINGS}
    for seed in range(a.seeds):
        for out in range(a.folds):
            path = os.path.join(a.out, f"{out}-{seed}.pt")
            if not os.path.exists(path):
                trained = train(views, scores, list(np.where(fold != out)[0]), 100 * seed + out, a.epochs)
                torch.save(trained.state_dict(), path)
            network = Expert()
            network.load_state_dict(torch.load(path))
            network.eval()
            unheard = list(np.where(fold == out)[0])
            for at, setting in enumerate(SETTINGS):
                held[setting][seed, unheard] = judge(network, views[at], at, unheard)
                own = held[setting][seed, unheard]
                figures = [f"{np.corrcoef(own[:, r], scores[unheard, r])[0, 1]:.3f}" for r in range(len(RATINGS))]
                print(f"fold {out}, seed {seed}, {setting}: {' '.join(figures)}", flush=True)
    for setting in SETTINGS:
        mean = held[setting].mean(0)
        figures = [f"{RATINGS[r]} {np.corrcoef(mean[:, r], scores[:, r])[0, 1]:.3f} (residual {np.std(mean[:, r] - scores[:, r]):.2f})"
                   for r in range(len(RATINGS))]
        print(f"unheard speakers, {setting}: {', '.join(figures)}")
    names = [name for name, _, _ in utterances]
    held_out = {setting: dict(zip(names, held[setting].mean(0).round(4).tolist())) for setting in SETTINGS}
    json.dump(held_out, open(os.path.join(a.out, "held-out.json"), "w"))


if __name__ == "__main__":
    main()
