"""Speaks lines of text with espeak-ng and tells when each word sounds.

    python3 espeak_words.py VOICE RATE FOLDER < lines

Writes FOLDER/0000.pcm (s16le, 22,050 Hz, mono), FOLDER/0001.pcm … and prints one JSON array a line: [[word, startMs, endMs], …].
A word is what espeak-ng reads as one: "in the" may be. It ends where its last phone ends.
"""

import ctypes as C
import json
import os
import re
import sys

WORD_EVENT, PHONEME_EVENT, RATE_HZ = 1, 7, 22050


class Id(C.Union):
    _fields_ = [("number", C.c_int), ("name", C.c_char_p), ("string", C.c_char * 8)]


class Event(C.Structure):
    _fields_ = [("type", C.c_int), ("uid", C.c_uint), ("text_position", C.c_int), ("length", C.c_int),
                ("audio_position", C.c_int), ("sample", C.c_int), ("user_data", C.c_void_p), ("id", Id)]


def main() -> None:
    voice, rate, folder = sys.argv[1:]
    espeak = C.CDLL("libespeak-ng.so.1")
    espeak.espeak_Initialize(1, 0, None, 1)  # synchronous, with phoneme events
    # The library knows "fr-fr" as "fr" only.
    names = (voice, re.sub("^([a-z]+)-[a-z]+", r"\1", voice))
    if all(espeak.espeak_SetVoiceByName(name.encode()) != 0 for name in names):
        sys.exit(f'espeak-ng has no voice "{voice}"')
    espeak.espeak_SetParameter(1, int(rate), 0)
    audio, events = [], []

    def receive(samples, count, list_of_events):
        if count > 0:
            audio.append(C.string_at(samples, count * 2))
        i = 0
        while list_of_events[i].type != 0:
            event = list_of_events[i]
            if event.type == WORD_EVENT:
                events.append((event.sample, "word", event.text_position - 1))
            elif event.type == PHONEME_EVENT:
                name = event.id.string.decode("utf8", "ignore").rstrip("'%,;=")
                events.append((event.sample, "pause" if name == "" or name.startswith("_") else "phone", -1))
            i += 1
        return 0

    callback = C.CFUNCTYPE(C.c_int, C.POINTER(C.c_short), C.c_int, C.POINTER(Event))(receive)
    espeak.espeak_SetSynthCallback(callback)
    for number, line in enumerate(sys.stdin):
        audio.clear()
        events.clear()
        text = line.strip()
        encoded = text.encode()
        espeak.espeak_Synth(encoded, len(encoded) + 1, 0, 1, 0, 1, None, None)
        espeak.espeak_Synchronize()
        samples = b"".join(audio)
        with open(os.path.join(folder, f"{number:04d}.pcm"), "wb") as file:
            file.write(samples)
        words = []
        for (sample, kind, position), following in zip(events, events[1:] + [(len(samples) // 2, "end", -1)]):
            if kind == "word":
                words.append([position, None, None])
            elif kind == "phone" and words:
                if words[-1][1] is None:
                    words[-1][1] = sample * 1000 / RATE_HZ
                words[-1][2] = following[0] * 1000 / RATE_HZ
        ends = [position for position, _, _ in words[1:]] + [len(text)]
        said = [[text[position:end].strip(), start, stop]
                for (position, start, stop), end in zip(words, ends) if start is not None]
        print(json.dumps(said, ensure_ascii=False), flush=True)


main()
