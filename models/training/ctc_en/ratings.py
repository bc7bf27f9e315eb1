"""The experts' phone ratings of speechocean762: what each word should have sounded like, and how well each phone came.

The corpus writes phones in a set of its own; `CORPUS_PHONES` names them in the CMU set. A phone in braces was said
with a slight accent (half a point), one in parentheses wrongly (none), one in brackets was added by the speaker.
"""

import collections
import json
import re

from alphabet import PHONE_CLASS

CORPUS_PHONES = {"TS": "t s", "DZ": "d z", "TR": "t r", "DR": "d r", "IR": "ih r", "UR": "uh r", "AR": "eh r",
                 "AX": "ah", "AXR": "er", "EE": "er", "OO": "aa"}
CREDIT = {"(": 0.0, "{": 0.5}


def rated_phones(line: str) -> list:
    """'DH {AX0} [S]' -> [(class, credit), ...]; phones the speaker added are left out."""
    line = re.sub(r"\[[^\]]*\]?|\]", " ", line)
    out, credit = [], 1.0
    for token in re.findall(r"[(){}]|[A-Z]+", re.sub(r"\d", "", line)):
        if token in CREDIT:
            credit = CREDIT[token]
        elif token in ")}":
            credit = 1.0
        else:
            for name in CORPUS_PHONES.get(token, token.lower()).split():
                out.append((PHONE_CLASS[name], credit))
    return out


def read_ratings(path: str) -> dict:
    """utterance -> per word (phones, quality): classes, and the raters' mean credit of each, 0 (wrong) to 1 (right)."""
    utterances = {}
    for line in open(path, encoding="utf8"):
        name, rest = line.rstrip("\n").split("\t")
        if not rest.startswith("{"):
            continue  # the heading
        words = []
        for word in json.loads(rest)["words"]:
            rated = [rated_phones(phones) for phones in word["phones"]]
            expected = collections.Counter(tuple(p for p, _ in r) for r in rated if r).most_common(1)
            if not expected:
                break
            agreeing = [r for r in rated if tuple(p for p, _ in r) == expected[0][0]]
            quality = [sum(r[i][1] for r in agreeing) / len(agreeing) for i in range(len(expected[0][0]))]
            words.append((list(expected[0][0]), quality))
        else:
            utterances[name] = words
    return utterances
