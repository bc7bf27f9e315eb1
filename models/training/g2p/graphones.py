"""Letters and phones in step: each letter of a word says no, one or two phones. Learnt by expectation-maximisation."""

import math
from collections import defaultdict

PASSES = 6
# A letter that says nothing is common in English ("knight"), two phones are rare ("box", "use").
FIRST_GUESS = {0: 0.2, 1: 0.7, 2: 0.1}


def read_dictionary(path: str) -> dict:
    """word -> its pronunciations (tuples of phones, lower case, no stress), in the dictionary's order."""
    words = defaultdict(list)
    for line in open(path, encoding="utf8"):
        fields = line.split()
        word = fields[0].split("(")[0]
        phones = tuple(p.rstrip("012").lower() for p in fields[1:])
        if word.replace("'", "").isalpha() and word.isascii() and word[0] != "'" and phones not in words[word]:
            words[word].append(phones)
    return words


def chunks(phones: tuple, at: int):
    """What a letter may say when `at` phones have been said."""
    yield at, "_"
    if at < len(phones):
        yield at + 1, phones[at]
    if at + 1 < len(phones):
        yield at + 2, phones[at] + "+" + phones[at + 1]


def spread(word: str, phones: tuple, chance) -> list:
    """Forward and backward probabilities: which chunk each letter says, as (letter, chunk, share)."""
    n, m = len(word), len(phones)
    ahead = [[0.0] * (m + 1) for _ in range(n + 1)]
    behind = [[0.0] * (m + 1) for _ in range(n + 1)]
    ahead[0][0] = behind[n][m] = 1.0
    for i in range(n):
        for at in range(min(m, 2 * i) + 1):
            if ahead[i][at]:
                for to, chunk in chunks(phones, at):
                    ahead[i + 1][to] += ahead[i][at] * chance(word[i], chunk)
    for i in range(n - 1, -1, -1):
        for at in range(m + 1):
            behind[i][at] = sum(chance(word[i], chunk) * behind[i + 1][to] for to, chunk in chunks(phones, at))
    total = ahead[n][m]
    if total == 0.0:
        return []
    found = []
    for i in range(n):
        for at in range(min(m, 2 * i) + 1):
            if ahead[i][at]:
                for to, chunk in chunks(phones, at):
                    share = ahead[i][at] * chance(word[i], chunk) * behind[i + 1][to] / total
                    if share > 1e-4:
                        found.append((word[i], chunk, share))
    return found


def learn(pairs: list) -> dict:
    """pairs: (word, phones). Returns log p(chunk | letter)."""
    table = {}

    def chance(letter, chunk):
        if not table:
            return FIRST_GUESS[0 if chunk == "_" else 1 + chunk.count("+")]
        return table.get((letter, chunk), 1e-6)

    for _ in range(PASSES):
        counts, totals = defaultdict(float), defaultdict(float)
        for word, phones in pairs:
            for letter, chunk, share in spread(word, phones, chance):
                counts[letter, chunk] += share
                totals[letter] += share
        table = {key: count / totals[key[0]] for key, count in counts.items()}
    return {key: math.log(p) for key, p in table.items()}


def align(word: str, phones: tuple, log_chance: dict, floor: float = -14.0):
    """The best chunk for every letter, as "letter:chunk", or None where the word has too many phones to be spelled so."""
    n, m = len(word), len(phones)
    best = [{0: (0.0, None)}] + [{} for _ in range(n)]
    for i in range(n):
        for at, (score, _) in best[i].items():
            for to, chunk in chunks(phones, at):
                new = score + log_chance.get((word[i], chunk), floor)
                if to not in best[i + 1] or new > best[i + 1][to][0]:
                    best[i + 1][to] = (new, (at, chunk))
    if m not in best[n] or best[n][m][0] < floor:
        if m not in best[n] or best[n][m][0] < 4 * n * -2.0:
            return None
    graphones, at = [], m
    for i in range(n, 0, -1):
        at, chunk = best[i][at][1]
        graphones.append(f"{word[i - 1]}:{chunk}")
    return graphones[::-1]
