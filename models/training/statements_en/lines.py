"""Reads lines.txt: what people write who have done a thing, how it is asked for, and what only looks like it."""

import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))


def skills() -> list[dict]:
    found, one = [], None
    with open(os.path.join(HERE, "lines.txt"), encoding="utf-8") as file:
        for line in file:
            sign, text = line[:1], line[1:].strip()
            if sign == "=":
                one = {"name": text, "shows": [], "lacks": [], "asks": []}
                found.append(one)
            elif sign in "+-?" and one:
                one[{"+": "shows", "-": "lacks", "?": "asks"}[sign]].append(text)
    return found


def generic() -> list[str]:
    with open(os.path.join(HERE, "generic.txt"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def taxonomy() -> dict[str, dict]:
    """Names and near things of models/skills/skills.txt, by the first name."""
    known = {}
    listed = lambda text: [item.strip() for item in text.split(",") if item.strip()]
    with open(os.path.join(HERE, "../../skills/skills.txt"), encoding="utf-8") as file:
        for line in file:
            line = re.sub(r"^#.*|\s#\s.*", "", line).strip()
            if not line:
                continue
            wider, _, narrower = line.partition(">")
            own, _, near = wider.partition("~")
            name, _, others = own.partition("=")
            names = [name.strip()] + [other for other in listed(others) if other.isascii()]
            known[name.strip().lower()] = {"names": names, "near": listed(near) + listed(narrower)}
    return known
