"""espeak-ng's library, asked what it says and when: for the benches that need true times."""

import ctypes as C
import os
import re
import sys
from typing import Iterator, NamedTuple

RATE_HZ = 22050
_WORD_EVENT, _PHONEME_EVENT = 1, 7


class Event(NamedTuple):
    """A word begins, or a phone: `name` is the phone's, "" for a pause, None for a word; `position` is the word's first character, -1 for phones."""

    ms: float
    name: str | None
    position: int


class _Id(C.Union):
    _fields_ = [("number", C.c_int), ("name", C.c_char_p), ("string", C.c_char * 8)]


class _Event(C.Structure):
    _fields_ = [("type", C.c_int), ("uid", C.c_uint), ("text_position", C.c_int), ("length", C.c_int),
                ("audio_position", C.c_int), ("sample", C.c_int), ("user_data", C.c_void_p), ("id", _Id)]


def spoken(voice: str, rate: int, folder: str) -> Iterator[tuple[str, list[Event], float]]:
    """Speaks each line of standard input into FOLDER/0000.pcm … (s16le, 22,050 Hz, mono); gives the line, its events, and the sound's length in ms."""
    espeak = C.CDLL("libespeak-ng.so.1")
    espeak.espeak_Initialize(1, 0, None, 1)  # synchronous, with phoneme events
    # The library knows "fr-fr" as "fr" only.
    names = (voice, re.sub("^([a-z]+)-[a-z]+", r"\1", voice))
    if all(espeak.espeak_SetVoiceByName(name.encode()) != 0 for name in names):
        sys.exit(f'espeak-ng has no voice "{voice}"')
    espeak.espeak_SetParameter(1, rate, 0)
    audio: list[bytes] = []
    events: list[Event] = []

    def receive(samples, count, list_of_events):
        if count > 0:
            audio.append(C.string_at(samples, count * 2))
        i = 0
        while list_of_events[i].type != 0:
            event = list_of_events[i]
            ms = event.sample * 1000 / RATE_HZ
            if event.type == _WORD_EVENT:
                events.append(Event(ms, None, event.text_position - 1))
            elif event.type == _PHONEME_EVENT:
                name = event.id.string.decode("utf8", "ignore").rstrip("'%,;=")
                events.append(Event(ms, "" if name.startswith("_") else name, -1))
            i += 1
        return 0

    callback = C.CFUNCTYPE(C.c_int, C.POINTER(C.c_short), C.c_int, C.POINTER(_Event))(receive)
    espeak.espeak_SetSynthCallback(callback)
    for number, line in enumerate(sys.stdin):
        audio.clear()
        events.clear()
        encoded = line.strip().encode()
        espeak.espeak_Synth(encoded, len(encoded) + 1, 0, 1, 0, 1, None, None)
        espeak.espeak_Synchronize()
        samples = b"".join(audio)
        with open(os.path.join(folder, f"{number:04d}.pcm"), "wb") as file:
            file.write(samples)
        yield line.strip(), list(events), len(samples) / 2 * 1000 / RATE_HZ
