"""Trains the witness of sounds on what lab/calibrate.ts --only hear kept: once without each fold of speakers, and once on all.

    python3 train.py --heard DIR --corpus DIR --out DIR [--epochs 4]

Writes <out>/0.onnx … (networks that have not heard the speakers of a fold: models/calibration/experts-folds.json) and <out>/all.onnx.
What exists already is not trained again.
"""

import argparse
import json
import os
import sys

import numpy as np
import onnx
import torch
import torch.nn.functional as F

from network import WIDTH, Witness

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "experts_en"))
sys.path.append(os.path.join(os.path.dirname(__file__), "..", "ctc_en"))
from alphabet import PHONE_CLASS  # noqa: E402
from ratings import read_ratings  # noqa: E402
from sixteen_bits import in_16_bits  # noqa: E402
from tokens import same_phones  # noqa: E402

FOLDS_PATH = os.path.join(os.path.dirname(__file__), "..", "..", "calibration", "experts-folds.json")
BATCH, PEAK, DECAY = 24, 3e-3, 1e-2


def frames_of(one: dict, rated: list) -> tuple:
    """-> states (T, 416), class of each frame, quality of its phone or -1; from the alignment of the known text."""
    states = np.fromfile(one["states"]["path"], np.float16).reshape(-1, WIDTH)
    middles = np.concatenate([run["firstMiddleMs"] + one["states"]["frameMs"] * np.arange(run["frames"]) for run in one["states"]["runs"]])
    classes, quality = np.zeros(len(states), np.int64), np.full(len(states), -1, np.float32)
    words = one["hearings"]["knownText"]["evidence"]["words"]
    for at, word in enumerate(words):
        phones = word.get("phones", [])
        said = [PHONE_CLASS[phone["phone"]] for phone in phones]
        pairs = same_phones(said, rated[at][0]) if rated is not None and len(rated) == len(words) else [-1] * len(said)
        for phone, label, pair in zip(phones, said, pairs):
            inside = (middles >= phone["startMs"]) & (middles < phone["endMs"])
            if not inside.any():
                inside[np.abs(middles - (phone["startMs"] + phone["endMs"]) / 2).argmin()] = True
            classes[inside] = label
            quality[inside] = rated[at][1][pair] if pair >= 0 else -1
    return torch.from_numpy(states), torch.from_numpy(classes), torch.from_numpy(quality)


def train(data: list, epochs: int, seed: int) -> Witness:
    torch.manual_seed(seed)
    random = np.random.RandomState(seed)
    witness = Witness()
    everything = torch.cat([states for states, _, _ in data]).float()
    witness.mean.copy_(everything.mean(0))
    witness.sd.copy_(everything.std(0) + 1e-3)
    del everything
    optimiser = torch.optim.AdamW(witness.parameters(), PEAK, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK, epochs * (len(data) // BATCH + 10), pct_start=0.2)
    witness.train()
    for _ in range(epochs):
        order = random.permutation(len(data))
        groups = [sorted(order[k:k + 10 * BATCH], key=lambda i: len(data[i][0])) for k in range(0, len(order), 10 * BATCH)]
        batches = [group[k:k + BATCH] for group in groups for k in range(0, len(group), BATCH)]
        random.shuffle(batches)
        for batch in batches:
            steps = max(len(data[i][0]) for i in batch)
            states = witness.mean.repeat(len(batch), steps, 1)
            classes = torch.full((len(batch), steps), -1, dtype=torch.long)
            quality = torch.full((len(batch), steps), -1.0)
            for row, i in enumerate(batch):
                for target, values in zip((states, classes, quality), data[i]):
                    target[row, :len(values)] = values
            phones, accepted = witness(states)
            inside, rated = classes >= 0, quality >= 0
            loss = F.cross_entropy(phones[inside], classes[inside], label_smoothing=0.05)
            meant, logits = classes[rated], accepted[rated]
            loss = loss + F.binary_cross_entropy_with_logits(logits.gather(1, meant[:, None])[:, 0], quality[rated])
            # Another phone, had it been meant there, would not have been accepted: words are misheard, too.
            other = torch.randint(1, 40, (len(meant),))
            wrong = logits.gather(1, other[:, None])[:, 0][other != meant]
            loss = loss + 0.1 * F.binary_cross_entropy_with_logits(wrong, torch.zeros_like(wrong))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(witness.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return witness.eval()


class Outputs(torch.nn.Module):
    def __init__(self, witness: Witness):
        super().__init__()
        self.witness = witness

    def forward(self, states):
        phones, accepted = self.witness(states)
        return phones.log_softmax(-1), accepted


def export(witness: Witness, path: str) -> None:
    whole = f"{path}.whole"
    torch.onnx.export(Outputs(witness).eval(), (torch.randn(1, 9, WIDTH),), whole, input_names=["states"],
                      output_names=["frame_logp", "accept_logit"], opset_version=13,
                      dynamic_axes={name: {1: "frames"} for name in ("states", "frame_logp", "accept_logit")})
    onnx.save(in_16_bits(onnx.load(whole)), path)
    os.remove(whole)


@torch.no_grad()
def report(witness: Witness, data: list) -> str:
    right = speech = right_in_speech = count = 0
    said, meant = [], []
    for states, classes, quality in data:
        phones, accepted = witness(states[None].float())
        same = phones[0].argmax(-1) == classes
        right, count = right + int(same.sum()), count + len(same)
        speech, right_in_speech = speech + int((classes > 0).sum()), right_in_speech + int(same[classes > 0].sum())
        rated = quality >= 0
        said.append(accepted[0][rated].gather(1, classes[rated][:, None])[:, 0].sigmoid())
        meant.append(quality[rated])
    agreement = np.corrcoef(torch.cat(said), torch.cat(meant))[0, 1]
    return f"frames right {right / count:.3f}, in speech {right_in_speech / speech:.3f}, quality of frames' phones PCC {agreement:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heard", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=4)
    a = parser.parse_args()
    torch.set_num_threads(1)
    os.makedirs(a.out, exist_ok=True)
    ratings, fold_of = read_ratings(os.path.join(a.corpus, "ratings.tsv")), json.load(open(FOLDS_PATH))
    lines = (json.loads(line) for line in open(os.path.join(a.heard, "heard.jsonl"), encoding="utf8") if line.endswith("}\n"))
    heard = []
    for one in lines:
        name = one["utterance"]["id"]
        heard.append((name, fold_of[one["utterance"]["speaker"]], frames_of(one, ratings.get(name))))
    heard.sort(key=lambda row: row[0])
    for out in [*sorted(set(fold_of.values())), "all"]:
        path = os.path.join(a.out, f"{out}.onnx")
        if os.path.exists(path):
            continue
        witness = train([data for _, fold, data in heard if fold != out], a.epochs, seed=1)
        export(witness, path)
        if out != "all":
            print(f"unheard fold {out}: {report(witness, [data for _, fold, data in heard if fold == out])}", flush=True)


if __name__ == "__main__":
    main()
