"""Interpolated Kneser-Ney n-grams over graphones, pruned by what each n-gram is worth, written as a trie of bytes."""

import json
import math
import struct
from collections import defaultdict

START, END = "<s>", "</s>"
# Nats a step of the stored bytes: 255 steps reach 15.3 nats.
STEP = 0.06


def count(sequences: list, order: int) -> list:
    """levels[k]: n-gram of k + 1 tokens -> count; below the highest order, how many different tokens stand before it."""
    levels = [defaultdict(int) for _ in range(order)]
    for sequence in sequences:
        padded = [START] + sequence + [END]
        for end in range(1, len(padded) + 1):
            for length in range(1, min(order, end) + 1):
                levels[length - 1][tuple(padded[end - length:end])] += 1
    for length in range(1, order):
        continued = defaultdict(int)
        for gram in levels[length]:
            continued[gram[1:]] += 1
        for gram in levels[length - 1]:
            if gram[0] != START:  # nothing stands before the beginning
                levels[length - 1][gram] = continued[gram]
    levels[0].pop((START,), None)
    return levels


def estimate(levels: list):
    """log p of every n-gram, and log back-off weight of every context."""
    log_p, back_off = [{} for _ in levels], [{} for _ in levels]
    total = sum(levels[0].values())
    for gram, c in levels[0].items():
        log_p[0][gram] = math.log(c / total)
    for k in range(1, len(levels)):
        ones = sum(1 for c in levels[k].values() if c == 1)
        twos = sum(1 for c in levels[k].values() if c == 2)
        threes = sum(1 for c in levels[k].values() if c == 3)
        base = ones / (ones + 2 * twos)
        discounts = [0.0, 1 - 2 * base * twos / ones, 2 - 3 * base * threes / max(twos, 1)]
        fours = sum(1 for c in levels[k].values() if c == 4)
        discounts.append(3 - 4 * base * fours / max(threes, 1))
        sums, taken = defaultdict(int), defaultdict(float)
        for gram, c in levels[k].items():
            sums[gram[:-1]] += c
            taken[gram[:-1]] += discounts[min(c, 3)]
        for gram, c in levels[k].items():
            context = gram[:-1]
            rest = taken[context] / sums[context]
            lower = math.exp(log_p[k - 1][gram[1:]])
            log_p[k][gram] = math.log((c - discounts[min(c, 3)]) / sums[context] + rest * lower)
        for context in sums:
            back_off[k - 1][context] = math.log(taken[context] / sums[context])
    return log_p, back_off


def prune(levels: list, log_p: list, back_off: list, least: float) -> None:
    """Drops n-grams whose loss costs the training text fewer than `least` nats, highest order first."""
    needed = set()
    for k in range(len(log_p) - 1, 0, -1):
        still = set()
        for gram in list(log_p[k]):
            worth = levels[k][gram] * (log_p[k][gram] - back_off[k - 1][gram[:-1]] - log_p[k - 1][gram[1:]])
            if gram in needed or worth >= least:
                still.add(gram[:-1])
            else:
                del log_p[k][gram]
        needed = still
    for k in range(1, len(log_p)):
        seen, lower = defaultdict(float), defaultdict(float)
        for gram, p in log_p[k].items():
            seen[gram[:-1]] += math.exp(p)
            lower[gram[:-1]] += math.exp(log_of(gram[1:], log_p, back_off))
        back_off[k - 1] = {
            context: math.log(max(1e-6, 1 - seen[context]) / max(1e-6, 1 - lower[context])) for context in seen
        }


def log_of(gram: tuple, log_p: list, back_off: list) -> float:
    k = len(gram) - 1
    if gram in log_p[k]:
        return log_p[k][gram]
    if k == 0:
        return -15.0
    return back_off[k - 1].get(gram[:-1], 0.0) + log_of(gram[1:], log_p, back_off)


def write(path: str, log_p: list, back_off: list) -> list:
    """
    One line of JSON {order, step, graphones, counts}, padded to a multiple of four bytes, then level by level, in the order of
    their parents: for each node its graphone (uint16), -log p and back-off (uint8 each, steps; back-off 128 is 0; none in the last
    level) and its number of children (uint16; none in the last level).
    """
    names = sorted({gram[0] for gram in log_p[0]} | {START})
    index = {name: i for i, name in enumerate(names)}
    children = defaultdict(list)
    for level in log_p:
        for gram in level:
            children[gram[:-1]].append(gram)
    children[()].append((START,))
    for grams in children.values():
        grams.sort(key=lambda gram: index[gram[-1]])
    body, counts, parents = b"", [], [()]
    for k in range(len(log_p)):
        nodes = [gram for parent in parents for gram in children[parent]]
        counts.append(len(nodes))
        body += struct.pack(f"<{len(nodes)}H", *(index[g[-1]] for g in nodes))
        if k + 1 < len(log_p):
            body += struct.pack(f"<{len(nodes)}H", *(len(children[g]) for g in nodes))
        body += bytes(min(255, round(-log_p[k].get(g, -15.0) / STEP)) for g in nodes)
        if k + 1 < len(log_p):
            body += bytes(max(0, min(255, 128 + round(back_off[k].get(g, 0.0) / STEP))) for g in nodes)
        body += b"\0" * (-len(body) % 4)
        parents = nodes
    header = json.dumps({"order": len(log_p), "step": STEP, "graphones": names, "counts": counts}, separators=(",", ":"))
    header += " " * (-(len(header) + 1) % 4) + "\n"
    with open(path, "wb") as file:
        file.write(header.encode() + body)
    return counts
