"""Reads the trigram model of Debian's pocketsphinx-en-us (BSD-2, Carnegie Mellon University) from its binary form.

The file is sphinxbase's "Trie Language Model": counts, a table of quantised values, unigrams, and bit-packed arrays of
bigrams and trigrams. N-grams are stored backwards (word, then the word before it), values as logarithms to base 1.0001.
(Debian's `sphinx_lm_convert` stops at a failed assertion on this file: its header counts six bigrams too many.)
"""

import math
import struct
from dataclasses import dataclass

import numpy as np

MAGIC = b"Trie Language Model"
TABLE = 1 << 16
TO_NATURAL = math.log(1.0001)


@dataclass
class Sphinx:
    """Log probabilities and backoffs are natural logarithms; bigrams are (before, word), trigrams (first, second, word)."""

    words: list
    unigram: np.ndarray
    unigram_backoff: np.ndarray
    bigrams: np.ndarray
    bigram: np.ndarray
    bigram_backoff: np.ndarray
    trigrams: np.ndarray
    trigram: np.ndarray


def required_bits(value: int) -> int:
    return int(value).bit_length()


def field(memory: np.ndarray, entries: int, entry_bits: int, offset: int, width: int) -> np.ndarray:
    """One field of at most 25 bits of every bit-packed entry."""
    first = np.arange(entries, dtype=np.int64) * entry_bits + offset
    byte, shift = first >> 3, first & 7
    value = np.zeros(entries, np.uint64)
    for i in range(5):
        value |= memory[byte + i].astype(np.uint64) << np.uint64(8 * i)
    return ((value >> shift.astype(np.uint64)) & np.uint64((1 << width) - 1)).astype(np.int64)


def read(path: str) -> Sphinx:
    data = open(path, "rb").read()
    assert data.startswith(MAGIC) and data[len(MAGIC)] == 3, "not a trigram model of sphinxbase"
    at = len(MAGIC) + 1
    counts = struct.unpack_from("<3I", data, at)
    at += 12 + 4
    tables = np.frombuffer(data, "<f4", 3 * TABLE, at).astype(np.float64) * TO_NATURAL
    at += 3 * TABLE * 4
    node = np.dtype([("probability", "<f4"), ("backoff", "<f4"), ("next", "<u4")])
    unigrams = np.frombuffer(data, node, counts[0] + 1, at)
    at += node.itemsize * (counts[0] + 1)

    word_bits, next_bits = required_bits(counts[0]), required_bits(counts[2])
    middle_bits, last_bits = word_bits + 32 + next_bits, word_bits + 16
    middle_size = ((1 + counts[1]) * middle_bits + 7) // 8 + 8
    last_size = ((1 + counts[2]) * last_bits + 7) // 8 + 8
    middle = np.frombuffer(data, np.uint8, middle_size, at)
    last = np.frombuffer(data, np.uint8, last_size, at + middle_size)
    at += middle_size + last_size
    length = struct.unpack_from("<I", data, at)[0]
    words = data[at + 4 : at + 4 + length].decode("utf8").split("\0")[: counts[0]]

    # The header counts a few n-grams that occur twice; fewer are stored.
    bigrams = int(unigrams["next"][-1])
    before = field(middle, bigrams, middle_bits, 0, word_bits)
    backoff = tables[TABLE + field(middle, bigrams, middle_bits, word_bits, 16)]
    probability = tables[field(middle, bigrams, middle_bits, word_bits + 16, 16)]
    after = np.repeat(np.arange(counts[0]), np.diff(unigrams["next"].astype(np.int64)))
    # The entry behind the last one closes its range.
    children = field(middle, bigrams + 1, middle_bits, word_bits + 32, next_bits)
    parent = np.repeat(np.arange(bigrams), np.diff(children))
    trigrams = len(parent)
    return Sphinx(
        words=words,
        unigram=unigrams["probability"][:-1] * TO_NATURAL,
        unigram_backoff=unigrams["backoff"][:-1] * TO_NATURAL,
        bigrams=np.stack([before, after], 1),
        bigram=probability,
        bigram_backoff=backoff,
        trigrams=np.stack([field(last, trigrams, last_bits, 0, word_bits), before[parent], after[parent]], 1),
        trigram=tables[2 * TABLE + field(last, trigrams, last_bits, word_bits, 16)],
    )
