"""The people whose voices are learnt: speechocean762's train split, decoded once, and who of them serves for what."""

import collections
import os
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctc_en"))
from features import SAMPLE_RATE_HZ, resample  # noqa: E402  (the recogniser's front end)

# One person resampled counts as another: pitch and formants move together.
SPEEDS = (1.0, 0.88, 1.13, 0.94, 1.06)


def is_held_out(speaker: str) -> bool:
    """Never heard in training; every measurement uses these people only (as scripts/train-voice-model.ts does)."""
    return int(speaker) % 3 == 0


def is_for_tuning(speaker: str) -> bool:
    """Kept out of training too: thresholds are chosen on conversations of these people."""
    return not is_held_out(speaker) and int(speaker) % 7 == 1


def read_people(corpus: str, wanted) -> dict:
    """speaker -> utterances (float32 at 16 kHz, silence at both ends cut off, common level), for speakers `wanted(speaker)`."""
    files = collections.defaultdict(list)
    for line in open(os.path.join(corpus, "utt2spk"), encoding="utf8"):
        utterance, speaker = line.split()
        if wanted(speaker):
            files[speaker].append(os.path.join(corpus, "audio", f"{utterance}.opus"))
    return {speaker: [tidy(read_audio(path)) for path in paths] for speaker, paths in sorted(files.items())}


def read_audio(path: str) -> np.ndarray:
    raw = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(SAMPLE_RATE_HZ), "-"],
                         stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(raw, np.int16).astype(np.float32) / 32768


def loudness(x: np.ndarray) -> np.ndarray:
    """RMS of each 10 ms."""
    frame = SAMPLE_RATE_HZ // 100
    return np.sqrt((x[: len(x) // frame * frame].reshape(-1, frame) ** 2).mean(1) + 1e-12)


def tidy(x: np.ndarray) -> np.ndarray:
    levels = loudness(x)
    loud = np.percentile(levels, 95)
    heard = np.flatnonzero(levels > 0.06 * loud)
    frame = SAMPLE_RATE_HZ // 100
    x = x[max(0, heard[0] - 2) * frame : (heard[-1] + 4) * frame]
    return x * (0.1 / (np.percentile(levels, 80) + 1e-6))


def speech_mask(x: np.ndarray) -> np.ndarray:
    """Per 10 ms: speech, pauses of up to 250 ms included."""
    levels = loudness(x)
    on = levels > 0.06 * np.percentile(levels, 95)
    edges = np.flatnonzero(np.diff(np.r_[1, on.astype(int), 1]))
    for start, end in zip(edges[::2], edges[1::2]):
        if end - start <= 25:
            on[start:end] = True
    return on


def as_other(x: np.ndarray, speed: float) -> np.ndarray:
    return x if speed == 1.0 else resample(x, speed)
