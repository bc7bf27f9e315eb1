"""The grapheme-to-phoneme model, from the CMU dictionary: one command, about five minutes, the same bytes every time.

    python3 train.py --out ../../bundled/g2p-en.bin                 # the model that ships: every word
    python3 train.py --hold-out --out held.bin --words held.tsv     # for figures: one word in ten is kept from it

`--words` lists the words kept from it with all their pronunciations, for lab/bench/g2p.ts. Which words those are hangs on
a hash of their letters without a final "s" or "'s", so that a plural does not give its singular away.
"""

import argparse
import re
import zlib

from graphones import align, learn, read_dictionary
from ngrams import count, estimate, prune, write

DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
LEARNT_FROM = 4  # every fourth word is enough to learn what letters say


def is_held_out(word: str) -> bool:
    return zlib.crc32(re.sub(r"'?s$", "", word).encode()) % 10 == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dictionary", default=DICTIONARY)
    parser.add_argument("--out", required=True)
    parser.add_argument("--hold-out", action="store_true")
    parser.add_argument("--words", help="where to write the words held out")
    parser.add_argument("--order", type=int, default=6)
    parser.add_argument("--least", type=float, default=2.0, help="nats an n-gram must be worth to be kept")
    a = parser.parse_args()

    words = read_dictionary(a.dictionary)
    held = {word for word in words if a.hold_out and is_held_out(word)}
    pairs = [(word, phones) for word in sorted(words) if word not in held for phones in words[word]]
    log_chance = learn(pairs[::LEARNT_FROM])
    sequences = [found for word, phones in pairs if (found := align(word, phones, log_chance))]
    print(f"{len(pairs)} pronunciations, {len(pairs) - len(sequences)} of them not spelled as they are said")
    levels = count(sequences, a.order)
    log_p, back_off = estimate(levels)
    prune(levels, log_p, back_off, a.least)
    print("n-grams kept by order:", write(a.out, log_p, back_off))
    if a.words:
        with open(a.words, "w", encoding="utf8") as file:
            for word in sorted(held):
                file.write("\t".join([word, *(" ".join(phones) for phones in words[word])]) + "\n")


if __name__ == "__main__":
    main()
