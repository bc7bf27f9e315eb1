"""What lab/validity/hear-corpus.ts kept of a corpus, and the experts' ratings beside it, as arrays to learn from."""

import base64
import json
import os
import re
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "ctc_en"))
from alphabet import PHONE_CLASS  # noqa: E402
from ratings import read_ratings  # noqa: E402

WIDTH, CUES = 416, 12
SETTINGS = ["knownText", "ownTranscript"]
RATINGS = ["total", "accuracy", "fluency", "prosodic"]


def numbers(text: str, columns: int) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), np.float16).astype(np.float32).reshape(-1, columns)


def same_phones(said: list, rated: list) -> list:
    """For each phone of a word as aligned, the rated phone it is, or -1: minimum edit distance."""
    cost = np.zeros((len(said) + 1, len(rated) + 1))
    cost[:, 0], cost[0] = np.arange(len(said) + 1), np.arange(len(rated) + 1)
    for i, a in enumerate(said):
        for j, b in enumerate(rated):
            cost[i + 1, j + 1] = min(cost[i, j] + 1.5 * (a != b), cost[i, j + 1] + 1, cost[i + 1, j] + 1)
    found, i, j = [-1] * len(said), len(said), len(rated)
    while i and j:
        if cost[i, j] == cost[i - 1, j - 1] + 1.5 * (said[i - 1] != rated[j - 1]):
            if said[i - 1] == rated[j - 1]:
                found[i - 1] = j - 1
            i, j = i - 1, j - 1
        elif cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
        else:
            j -= 1
    return found


def word_ratings(path: str) -> dict:
    """utterance -> per word (mean accuracy, mean stress) of the raters, 0 to 10."""
    found = {}
    for line in open(path, encoding="utf8"):
        name, rest = line.rstrip("\n").split("\t")
        if rest.startswith("{"):
            found[name] = [[np.mean(word.get(key) or [np.nan]) for key in ("accuracy", "stess")] for word in json.loads(rest)["words"]]
    return found


def rating_of_phones(words: list, rated: list, word_rated: list) -> tuple:
    """Per aligned phone: its quality 0 to 1, and its word's two ratings; NaN where nobody rated that."""
    quality, of_word = [], []
    fits = rated is not None and len(rated) == len(words)
    for at, word in enumerate(words):
        phones = [PHONE_CLASS[phone["phone"]] for phone in word.get("phones", [])]
        if fits:
            pairs = same_phones(phones, rated[at][0])
            quality += [rated[at][1][p] if p >= 0 else np.nan for p in pairs]
            of_word += [word_rated[at]] * len(phones)
        else:
            quality += [np.nan] * len(phones)
            of_word += [[np.nan] * 2] * len(phones)
    return np.array(quality, np.float32), np.array(of_word, np.float32).reshape(-1, 2)


def read_heard(path: str, corpus: str) -> tuple:
    """-> (utterances: id, speaker, scores; per setting a list of inputs and labels), in the order of ids."""
    phone_ratings, word_rated = read_ratings(os.path.join(corpus, "ratings.tsv")), word_ratings(os.path.join(corpus, "ratings.tsv"))
    utterances, views = [], {setting: [] for setting in SETTINGS}
    lines = (json.loads(line) for line in open(path, encoding="utf8") if line.endswith("}}\n"))
    for one in sorted(lines, key=lambda one: one["utterance"]["id"]):
        utterance = one["utterance"]
        name = utterance["id"]
        utterances.append((name, utterance["speaker"], [utterance["scores"][rating] for rating in RATINGS]))
        for setting in SETTINGS:
            tokens, evidence = (one["hearings"][setting][key] for key in ("tokens", "evidence"))
            known = setting == "knownText"
            quality, of_word = rating_of_phones(evidence["words"], phone_ratings.get(name) if known else None, word_rated.get(name))
            views[setting].append({
                "phones": np.array(tokens["phones"], np.int64),
                "states": numbers(tokens["states"], WIDTH),
                "cues": numbers(tokens["cues"], CUES),
                "whole": numbers(tokens["whole"], 2 * WIDTH)[0],
                "quality": quality,
                "of_word": of_word,
            })
    return utterances, views
