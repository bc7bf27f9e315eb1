"""Speaks lines of text with espeak-ng and tells when each word sounds.

    python3 espeak_words.py VOICE RATE FOLDER < lines

Writes FOLDER/0000.pcm (s16le, 22,050 Hz, mono), FOLDER/0001.pcm … and prints one JSON array a line: [[word, startMs, endMs], …].
A word is what espeak-ng reads as one: "in the" may be. It ends where its last phone ends.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "testkit"))
from espeak_events import spoken  # noqa: E402

for text, events, length_ms in spoken(sys.argv[1], int(sys.argv[2]), sys.argv[3]):
    words = []
    for event, end_ms in zip(events, [event.ms for event in events[1:]] + [length_ms]):
        if event.name is None:
            words.append([event.position, None, None])
        elif event.name and words:
            if words[-1][1] is None:
                words[-1][1] = event.ms
            words[-1][2] = end_ms
    ends = [position for position, _, _ in words[1:]] + [len(text)]
    said = [[text[position:end].strip(), start, stop]
            for (position, start, stop), end in zip(words, ends) if start is not None]
    print(json.dumps(said, ensure_ascii=False), flush=True)
