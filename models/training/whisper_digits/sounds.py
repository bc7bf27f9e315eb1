"""Spoken digits: every word by every voice and speed once, then sequences of them mixed on the fly, with their times."""
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

RATE = 16_000
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
VOICES = ["rms", "slt", "awb", "kal16"]
STRETCHES = [0.85, 1.0, 1.2]
PITCHES = [None, 95, 150]


def read_wave(path):
    with wave.open(str(path)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768
    if rate != RATE:
        at = np.arange(int(len(samples) * RATE / rate)) * rate / RATE
        samples = np.interp(at, np.arange(len(samples)), samples).astype(np.float32)
    return samples


def trimmed(samples):
    """Without the silence around the word: 35 dB below its loudest 10 ms."""
    size = RATE // 100
    frames = samples[: len(samples) // size * size].reshape(-1, size)
    level = 10 * np.log10((frames**2).mean(1) + 1e-12)
    loud = np.flatnonzero(level > level.max() - 35)
    return samples[loud[0] * size : (loud[-1] + 1) * size]


def speak(voice, stretch, pitch, text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "word.wav"
        settings = ["--setf", f"duration_stretch={stretch}"]
        if pitch and voice != "awb":
            settings += ["--setf", f"int_f0_target_mean={pitch}"]
        subprocess.run(["flite", "-voice", voice, *settings, "-t", text, "-o", str(path)], check=True)
        return trimmed(read_wave(path))


def all_words(voices=VOICES):
    """[digit] → takes of it."""
    return [
        [speak(voice, stretch, pitch, word) for voice in voices for stretch in STRETCHES for pitch in PITCHES]
        for word in WORDS
    ]


def sequence(takes, rng, seconds, least=1, most=7):
    """A stretch of sound with a few digits in it, and [digit, start s, end s] of each."""
    sound = np.zeros(seconds * RATE, np.float32)
    at = int(rng.uniform(0.1, 0.6) * RATE)
    spans = []
    gain = 10 ** (rng.uniform(-18, 0) / 20)
    for _ in range(rng.integers(least, most + 1)):
        digit = int(rng.integers(len(takes)))
        take = takes[digit][rng.integers(len(takes[digit]))]
        if at + len(take) > len(sound) - RATE // 5:
            break
        sound[at : at + len(take)] += take * gain
        spans.append((digit, at / RATE, (at + len(take)) / RATE))
        at += len(take) + int(rng.uniform(0.05, 0.6) * RATE)
    end = min(len(sound), at + int(rng.uniform(0.0, 0.5) * RATE))
    noise = 10 ** (rng.uniform(-70, -40) / 20)
    sound[:end] += rng.normal(0, noise, end).astype(np.float32)
    return sound, spans
