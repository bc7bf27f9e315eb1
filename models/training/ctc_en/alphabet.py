"""The symbols the model writes: characters, and the 39 phones of the CMU set."""

CHARACTERS = " abcdefghijklmnopqrstuvwxyz'"  # class 0 is the CTC blank, so " " is 1
PHONES = (
    "aa ae ah ao aw ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw v w y z zh"
).split()  # class 0 is the CTC blank, and silence for the framewise head

CHARACTER_CLASS = {c: i + 1 for i, c in enumerate(CHARACTERS)}
PHONE_CLASS = {p: i + 1 for i, p in enumerate(PHONES)}
# Reduced vowels that flite distinguishes and the CMU set does not.
PHONE_CLASS.update({"ax": PHONE_CLASS["ah"], "axr": PHONE_CLASS["er"], "ix": PHONE_CLASS["ih"]})

CHARACTER_CLASSES = len(CHARACTERS) + 1
PHONE_CLASSES = len(PHONES) + 1

# espeak-ng's English mnemonics (stress and length marks removed) to CMU phones.
ESPEAK_PHONES = {
    name: phone
    for phone, names in {
        "aa": "0 0# A: A@ A# A~", "ae": "a aa a2 &", "ah": "V @ @2 @5 @- a#", "ao": "O: O O@ o@ O2 o:",
        "aw": "aU aU@", "ay": "aI aI@ aI3 aI# aI2", "b": "b", "ch": "tS", "d": "d d#", "dh": "D",
        "eh": "E e e@ e# E2 E#", "er": "3 3: IR VR", "ey": "eI e:", "f": "f", "g": "g", "hh": "h C",
        "ih": "I I2 I# I2# i@ i@3 I@ I3", "iy": "i: i", "jh": "dZ", "k": "k x", "l": "l l# L l- @L", "m": "m m-",
        "n": "n n-", "ng": "N", "ow": "oU o oU# @U o2", "oy": "OI", "p": "p", "r": "r r- R R2", "s": "s",
        "sh": "S", "t": "t t# t2 * ?", "th": "T", "uh": "U U@ U2 u2", "uw": "u: u uw", "v": "v", "w": "w w#",
        "y": "j", "z": "z z#", "zh": "Z",
    }.items()
    for name in names.split()
}
