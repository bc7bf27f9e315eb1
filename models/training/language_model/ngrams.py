"""Backoff trigram models over word numbers: counting, interpolation, pruning. All logarithms are natural."""

import collections
from dataclasses import dataclass

import numpy as np

DISCOUNT = 0.75


@dataclass
class Trigrams:
    """`bigram_keys` = before·V + word and `trigram_keys` = bigram·V + word (bigram: index into `bigram_keys`) are sorted."""

    unigram: np.ndarray
    unigram_backoff: np.ndarray
    bigram_keys: np.ndarray
    bigram: np.ndarray
    bigram_backoff: np.ndarray
    trigram_keys: np.ndarray
    trigram: np.ndarray

    @property
    def size(self) -> int:
        return len(self.unigram)

    def find_bigrams(self, before: np.ndarray, word: np.ndarray) -> np.ndarray:
        return find(self.bigram_keys, before * self.size + word)

    def two(self, before: np.ndarray, word: np.ndarray) -> np.ndarray:
        """log P(word | before)"""
        at = self.find_bigrams(before, word)
        return np.where(at >= 0, self.bigram[at], self.unigram_backoff[before] + self.unigram[word])

    def three(self, first: np.ndarray, second: np.ndarray, word: np.ndarray) -> np.ndarray:
        """log P(word | first, second)"""
        history = self.find_bigrams(first, second)
        at = np.where(history >= 0, find(self.trigram_keys, history * self.size + word), -1)
        backoff = np.where(history >= 0, self.bigram_backoff[history], 0.0)
        found = self.trigram[at] if len(self.trigram) else 0.0
        return np.where(at >= 0, found, backoff + self.two(second, word))


def find(keys: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Index of each wanted key in the sorted keys, -1 where it is missing."""
    if len(keys) == 0:
        return np.full(np.shape(wanted), -1)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, at, -1)


def backoff_weights(histories: int, history: np.ndarray, seen: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """log of (1 − Σ P(seen)) / (1 − Σ lower-order P(seen)) for each history; 0 where nothing was seen."""
    free = 1 - np.bincount(history, np.exp(seen), histories)
    free_lower = 1 - np.bincount(history, np.exp(lower), histories)
    return np.log(np.maximum(free, 1e-4) / np.maximum(free_lower, 1e-4)).clip(-6, 1.6)


def count_model(sentences, size: int, begin: int, end: int) -> tuple[Trigrams, np.ndarray, np.ndarray]:
    """Absolute discounting over sentences of word numbers. Also gives how often each word and bigram was a history."""
    ones, twos, threes = collections.Counter(), collections.Counter(), collections.Counter()
    for sentence in sentences:
        words = [begin, *sentence, end]
        ones.update(words[1:])
        twos.update(zip(words, words[1:]))
        threes.update(zip(words, words[1:], words[2:]))
    unigram = (np.bincount(list(ones), list(ones.values()), size) + 0.01) / (sum(ones.values()) + 0.01 * size)
    unigram[begin] = 1e-30

    pairs = np.array(sorted(twos))
    pair_counts = np.array([twos[tuple(p)] for p in pairs.tolist()], float)
    history = np.bincount(pairs[:, 0], pair_counts, size)
    spread = np.bincount(pairs[:, 0], minlength=size) * DISCOUNT / np.maximum(history, 1)
    bigram = np.log((pair_counts - DISCOUNT) / history[pairs[:, 0]] + spread[pairs[:, 0]] * unigram[pairs[:, 1]])
    model = Trigrams(np.log(unigram), np.log(np.maximum(spread, 1e-12)), pairs[:, 0] * size + pairs[:, 1], bigram,
                     np.zeros(len(pairs)), np.zeros(0, np.int64), np.zeros(0))

    triples = np.array(list(threes))
    counts = np.array(list(threes.values()), float)
    parent = model.find_bigrams(triples[:, 0], triples[:, 1])
    keys = parent * size + triples[:, 2]
    order = np.argsort(keys)
    keys, counts, triples, parent = keys[order], counts[order], triples[order], parent[order]
    pair_history = np.bincount(parent, counts, len(pairs))
    spread = np.bincount(parent, minlength=len(pairs)) * DISCOUNT / np.maximum(pair_history, 1)
    lower = np.exp(model.two(triples[:, 1], triples[:, 2]))
    model.trigram = np.log((counts - DISCOUNT) / pair_history[parent] + spread[parent] * lower)
    model.trigram_keys = keys
    model.bigram_backoff = np.log(np.maximum(spread, 1e-12))
    model.bigram_backoff[pair_history == 0] = 0
    model.unigram_backoff[history == 0] = 0
    return model, history, pair_history


def mix(first: np.ndarray, second: np.ndarray, share: np.ndarray) -> np.ndarray:
    """log of (1 − share)·e^first + share·e^second"""
    return np.log((1 - share) * np.exp(first) + share * np.exp(second))


def interpolate(general: Trigrams, own: Trigrams, own_unigram_share: float, own_share: float,
                histories: np.ndarray, pair_histories: np.ndarray) -> Trigrams:
    """One model over the n-grams of both. A history that `own` has not met leaves all to `general`."""
    size = general.size
    unigram = mix(general.unigram, own.unigram, np.float64(own_unigram_share))
    keys = np.union1d(general.bigram_keys, own.bigram_keys)
    before, word = keys // size, keys % size
    share = own_share * histories / (histories + 20)
    bigram = mix(general.two(before, word), own.two(before, word), share[before])
    model = Trigrams(unigram, backoff_weights(size, before, bigram, unigram[word]), keys, bigram, np.zeros(len(keys)),
                     np.zeros(0, np.int64), np.zeros(0))

    def renumbered(of: Trigrams) -> np.ndarray:
        parent = find(keys, of.bigram_keys[of.trigram_keys // size])
        return parent * size + of.trigram_keys % size

    triple_keys = np.union1d(renumbered(general), renumbered(own))
    parent, word = triple_keys // size, triple_keys % size
    first, second = keys[parent] // size, keys[parent] % size
    own_pair = find(own.bigram_keys, keys[parent])
    met = np.where(own_pair >= 0, pair_histories[own_pair], 0)
    share = own_share * met / (met + 20)
    model.trigram = mix(general.three(first, second, word), own.three(first, second, word), share)
    model.trigram_keys = triple_keys
    model.bigram_backoff = backoff_weights(len(keys), parent, model.trigram, model.two(second, word))
    return model


def prune(model: Trigrams, bigrams: int, trigrams: int) -> Trigrams:
    """Keeps the n-grams whose loss would change the model most: P(n-gram)·|log P − log P of the backoff|."""
    size = model.size
    keys = model.bigram_keys
    parent, word = model.trigram_keys // size, model.trigram_keys % size
    first, second = keys[parent] // size, keys[parent] % size
    joint = model.unigram[first] + model.bigram[parent] + model.trigram
    backed_off = model.bigram_backoff[parent] + model.two(second, word)
    keep = best(np.exp(joint) * np.abs(model.trigram - backed_off), trigrams)
    kept_parents = np.unique(parent[keep])

    before, after = keys // size, keys % size
    joint = model.unigram[before] + model.bigram
    value = np.exp(joint) * np.abs(model.bigram - model.unigram_backoff[before] - model.unigram[after])
    value[kept_parents] = np.inf
    kept = best(value, bigrams)
    renumber = np.full(len(keys), -1)
    renumber[kept] = np.arange(len(kept))

    bigram = model.bigram[kept]
    out = Trigrams(model.unigram, backoff_weights(size, before[kept], bigram, model.unigram[after[kept]]), keys[kept],
                   bigram, np.zeros(len(kept)), renumber[parent[keep]] * size + word[keep], model.trigram[keep])
    out.bigram_backoff = backoff_weights(len(kept), renumber[parent[keep]], out.trigram, out.two(second[keep], word[keep]))
    return out


def best(value: np.ndarray, count: int) -> np.ndarray:
    """Indexes of the `count` largest values, in order of index."""
    if len(value) <= count:
        return np.arange(len(value))
    return np.sort(np.argpartition(-value, count)[:count])
