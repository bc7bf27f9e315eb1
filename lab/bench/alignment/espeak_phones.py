"""Speaks lines of text with espeak-ng and tells when each phone sounds.

    python3 espeak_phones.py VOICE RATE FOLDER < lines

Writes FOLDER/0000.pcm (s16le, 22,050 Hz, mono), FOLDER/0001.pcm … and prints one JSON array a line: [[phone, startMs, endMs], …] in
the aligner's names, pauses left out; null where espeak says a phone that has no such name.
"""

import json
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(root / "models/training/ctc_en"), str(root / "testkit")]
from alphabet import ESPEAK_PHONES  # noqa: E402
from espeak_events import spoken  # noqa: E402

for _, events, length_ms in spoken(sys.argv[1], int(sys.argv[2]), sys.argv[3]):
    phones = [event for event in events if event.name is not None]
    ends = [event.ms for event in phones[1:]] + [length_ms]
    said = [[ESPEAK_PHONES.get(phone.name), phone.ms, end] for phone, end in zip(phones, ends) if phone.name]
    print(json.dumps(said if all(name for name, _, _ in said) else None), flush=True)
