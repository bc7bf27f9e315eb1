"""Trains the network of statements: see README.md."""

import argparse
import os
import random
import shutil
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

from lines import generic, skills, taxonomy
from network import Texts, load, save, vectors

CLASSES, OTHERS, PLAIN = 48, 36, 3
ASKED, TOLD = 26, 38
FORMS = ["{}", "{}", "{}", "Experience in {}", "Experience with {}", "Knowledge of {}", "{} experience", "Has experience of {}"]
JOINTS = ["{}; {}", "{}, {}", "{}. {}", "{} {}", "{} and {}"]


class Batches:
    def __init__(self, entries: list[dict], texts: Texts, seed: int):
        self.random = random.Random(seed)
        self.entries, self.texts, self.generic, self.order = entries, texts, generic(), []
        known = taxonomy()
        place = {}
        for n, entry in enumerate(entries):
            place.setdefault(entry["name"].lower(), n)
            entry["names"] = known.get(entry["name"].lower(), {"names": [entry["name"]]})["names"]
            for name in entry["names"]:
                place.setdefault(name.lower(), n)
        self.near = [
            {place[name.lower()] for name in known.get(entry["name"].lower(), {"near": []})["near"] if name.lower() in place}
            for entry in entries
        ]
        for n, near in enumerate(self.near):
            for other in list(near):
                self.near[other].add(n)

    def asked(self, entry: dict, told: str) -> str:
        chance = self.random.random()
        if entry["asks"] and chance < 0.72:
            return self.random.choice(entry["asks"])
        others = [line for line in entry["shows"] if line != told]
        if others and chance < 0.82:
            return self.random.choice(others)
        name = self.random.choice(entry["names"][:6])
        return self.random.choice(FORMS).format(name if name[:2].isupper() else name[0].lower() + name[1:])

    def cut(self, line: str) -> str:
        """CVs break lines where they like."""
        words = line.split(" ")
        if len(words) < 10 or self.random.random() > 0.15:
            return line
        kept = self.random.randint(7, len(words) - 1)
        return " ".join(words[:kept] if self.random.random() < 0.7 else words[-kept:])

    def next(self):
        """Texts that ask and tell; who shows what (1), what of it is left open (0 in `counts`), and how much it counts."""
        if len(self.order) < CLASSES:
            self.order += self.random.sample(range(len(self.entries)), len(self.entries))
        own, self.order = self.order[:CLASSES], self.order[CLASSES:]
        shown = np.zeros((CLASSES, CLASSES + OTHERS), np.float32)
        counts, weight = np.ones_like(shown), np.ones_like(shown)
        asked, told, members = [], [], []
        lines = [self.random.choice(self.entries[one]["shows"]) for one in own]
        for row, one in enumerate(own):
            asked.append(self.asked(self.entries[one], lines[row]))
            line, both = self.cut(lines[row]), [row]
            other = self.random.randrange(CLASSES)
            if other != row and self.random.random() < 0.2:
                two = [line, self.random.choice(self.entries[own[other]]["shows"])]
                self.random.shuffle(two)
                line = self.random.choice(JOINTS).format(*two)
                both.append(other)
            told.append(line)
            members.append(both)
        lacking = []
        for row in self.random.sample(range(CLASSES), CLASSES):
            if len(lacking) < OTHERS - PLAIN and self.entries[own[row]]["lacks"]:
                lacking.append((row, self.random.choice(self.entries[own[row]]["lacks"])))
        lacking += [(None, self.random.choice(self.generic)) for _ in range(OTHERS - len(lacking))]
        for column, both in enumerate(members):
            for row in both:
                shown[row, column] = 1
        for row, one in enumerate(own):
            for column, both in enumerate(members):
                if shown[row, column] == 0 and any(own[other] in self.near[one] or own[other] == one for other in both):
                    counts[row, column] = 0
            for column, (other, _) in enumerate(lacking, CLASSES):
                if other == row:
                    weight[row, column] = 8
                elif other is not None and (own[other] in self.near[one] or own[other] == one):
                    counts[row, column] = 0
        return (
            *self.texts.tokens(asked, ASKED),
            *self.texts.tokens(told + [line for _, line in lacking], TOLD),
            *(jnp.asarray(table) for table in (shown, counts, weight)),
        )


def loss(weights, asked, asked_mask, told, told_mask, shown, counts, weight, key):
    """Each pair by itself (sigmoid, so that a cosine has a meaning of its own) and each requirement's own statement against all others."""
    first, second = jax.random.split(key)
    cosine = vectors(weights, asked, asked_mask, first) @ vectors(weights, told, told_mask, second).T
    odds = jnp.exp(weights["scale"]) * cosine + weights["shift"]
    each = -(shown * jax.nn.log_sigmoid(odds) + (1 - shown) * jax.nn.log_sigmoid(-odds)) * counts * weight
    own = jnp.eye(*shown.shape)
    rivals = jnp.where(counts * (1 - jnp.clip(shown - own, 0, 1)) > 0, 20 * cosine, -1e9)
    return (each.sum() - 0.5 * (jax.nn.log_softmax(rivals, 1) * own).sum()) / shown.shape[0]


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("source", help="folder of all-MiniLM-L6-v2, or of an earlier run")
    arguments.add_argument("out")
    arguments.add_argument("--steps", type=int, default=900)
    arguments.add_argument("--minutes", type=float, help="instead of steps")
    arguments.add_argument("--peak", type=float, default=1.2e-4)
    arguments.add_argument("--end", type=float, default=0.03, help="of the peak")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--without", type=int, default=0, help="leave out every so-manieth skill, for figures on unseen skills")
    options = arguments.parse_args()
    entries = [one for n, one in enumerate(skills()) if not options.without or n % options.without != 3]
    batches = Batches(entries, Texts(options.source), options.seed)
    weights = load(options.source)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(b2=0.98), optax.add_decayed_weights(0.01))
    state = optimiser.init(weights)

    @jax.jit
    def step(weights, state, rate, *batch):
        value, gradient = jax.value_and_grad(loss)(weights, *batch)
        update, state = optimiser.update(gradient, state, weights)
        return optax.apply_updates(weights, jax.tree.map(lambda one: -rate * one, update)), state, value

    os.makedirs(options.out, exist_ok=True)
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "sentence_bert_config.json"):
        shutil.copyfile(os.path.join(options.source, name), os.path.join(options.out, name))
    shutil.copytree(os.path.join(options.source, "1_Pooling"), os.path.join(options.out, "1_Pooling"), dirs_exist_ok=True)
    key, losses, began, done = jax.random.PRNGKey(options.seed), [], time.time(), 0
    while True:
        share = (time.time() - began) / 60 / options.minutes if options.minutes else done / options.steps
        if share >= 1:
            break
        key, own = jax.random.split(key)
        rate = options.peak * min(1, (done + 1) / 30) * max(options.end, 1 - share)
        weights, state, value = step(weights, state, rate, *batches.next(), own)
        losses.append(float(value))
        done += 1
        if done % 50 == 0:
            print(f"step {done}, {time.time() - began:.0f} s, loss {np.mean(losses[-50:]):.3f}", flush=True)
            save(weights, options.out)
    save(weights, options.out)
    print(f"{done} steps, loss {np.mean(losses[-50:]):.3f}")


main()
