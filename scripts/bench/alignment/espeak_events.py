"""Speaks lines of text with espeak-ng and tells when each phone sounds.

    python3 espeak_events.py VOICE RATE FOLDER < lines

Writes FOLDER/0000.pcm (s16le, 22,050 Hz, mono), FOLDER/0001.pcm … and prints one JSON array a line: [[phone, startMs, endMs], …] in
the aligner's names, pauses left out; null where espeak says a phone that has no such name.
"""

import ctypes as C
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../models/training/ctc_en"))
from alphabet import ESPEAK_PHONES  # noqa: E402

PHONEME_EVENT, RATE_HZ = 7, 22050


class Id(C.Union):
    _fields_ = [("number", C.c_int), ("name", C.c_char_p), ("string", C.c_char * 8)]


class Event(C.Structure):
    _fields_ = [("type", C.c_int), ("uid", C.c_uint), ("text_position", C.c_int), ("length", C.c_int),
                ("audio_position", C.c_int), ("sample", C.c_int), ("user_data", C.c_void_p), ("id", Id)]


def main() -> None:
    voice, rate, folder = sys.argv[1:]
    espeak = C.CDLL("libespeak-ng.so.1")
    espeak.espeak_Initialize(1, 0, None, 1)  # synchronous, with phoneme events
    if espeak.espeak_SetVoiceByName(voice.encode()) != 0:
        sys.exit(f'espeak-ng has no voice "{voice}"')
    espeak.espeak_SetParameter(1, int(rate), 0)
    audio, events = [], []

    def receive(samples, count, list_of_events):
        if count > 0:
            audio.append(C.string_at(samples, count * 2))
        i = 0
        while list_of_events[i].type != 0:
            if list_of_events[i].type == PHONEME_EVENT:
                events.append((list_of_events[i].sample, list_of_events[i].id.string.decode("utf8", "ignore")))
            i += 1
        return 0

    callback = C.CFUNCTYPE(C.c_int, C.POINTER(C.c_short), C.c_int, C.POINTER(Event))(receive)
    espeak.espeak_SetSynthCallback(callback)
    for number, line in enumerate(sys.stdin):
        audio.clear()
        events.clear()
        text = line.strip().encode()
        espeak.espeak_Synth(text, len(text) + 1, 0, 1, 0, 1, None, None)
        espeak.espeak_Synchronize()
        samples = b"".join(audio)
        with open(os.path.join(folder, f"{number:04d}.pcm"), "wb") as file:
            file.write(samples)
        phones = []
        for (start, name), (end, _) in zip(events, events[1:] + [(len(samples) // 2, "")]):
            name = name.rstrip("'%,;=")
            if name == "" or name.startswith("_"):
                continue
            phones.append([ESPEAK_PHONES.get(name), start * 1000 / RATE_HZ, end * 1000 / RATE_HZ])
        known = all(phone for phone, _, _ in phones)
        print(json.dumps(phones if known else None), flush=True)


main()
