"""Conversations of one to four people in simulated rooms, as shards of log-mel with who speaks at every 40 ms.

    python3 simulate.py --corpus DIR --out DIR --count 900 [--people training|tuning] [--first K] [--speeds 3|5] [--meetings SHARE] [--audio]

Half are interviews (turns, pauses, some overlap), half meetings (talk over one another, short replies); every person has
a place in the room (echo, distance, microphone colour), then noise, babble, telephone band or Opus. Conversation k depends on k
alone. `--audio` also writes FLAC and RTTM, for the choice of thresholds with the product's own code.
"""

import argparse
import json
import os
import subprocess

import numpy as np
from scipy.signal import fftconvolve, lfilter

from corpus import SAMPLE_RATE_HZ, SPEEDS, as_other, is_for_tuning, is_held_out, read_people, speech_mask
from features import BANDS, log_mel

SECONDS = 30
STEP_MS = 40
MAX_VOICES = 4


def place(r: np.random.RandomState, far: bool) -> np.ndarray:
    """Impulse response: direct sound, exponentially decaying echo (60 dB in t60), and a microphone's colour."""
    colour = lfilter([1, -r.uniform(-0.5, 0.6)], [1, -r.uniform(-0.3, 0.3)], np.r_[1.0, np.zeros(31)])
    if not far and r.rand() < 0.6:
        return colour.astype(np.float32)
    t60 = r.uniform(0.2, 0.8) if far else r.uniform(0.1, 0.35)
    tail = int(SAMPLE_RATE_HZ * min(t60, 0.5))
    echo = r.randn(tail) * np.exp(-6.9 * np.arange(tail) / (t60 * SAMPLE_RATE_HZ))
    echo *= r.uniform(0.3, 1.3 if far else 0.5) / np.sqrt((echo**2).sum())
    echo[0] += 1
    return fftconvolve(echo, colour).astype(np.float32)


def lay_out(r: np.random.RandomState, voices: int, meeting: bool, draw) -> list:
    """(voice, start sample, samples, is speech per 10 ms) of every utterance; `draw(voice)` gives that voice's next one."""
    laid, at, voice = [], r.uniform(0.1, 1.5), r.randint(voices)
    weights = r.dirichlet(np.full(voices, 1.5))
    while at < SECONDS:
        x, mask = draw(voice)
        if r.rand() < (0.3 if meeting else 0.1):  # a short reply, or a sentence broken off
            n = int(r.uniform(0.3, 1.5) * 100)
            x, mask = x[: n * 160], mask[:n]
        laid.append((voice, int(at * SAMPLE_RATE_HZ), x, mask))
        seconds = len(x) / SAMPLE_RATE_HZ
        if meeting and voices > 1 and r.rand() < 0.35:  # somebody says something meanwhile
            other = (voice + 1 + r.randint(voices - 1)) % voices
            y, beside = draw(other)
            n = int(r.uniform(0.3, 2.5) * 100)
            laid.append((other, int((at + r.uniform(0, seconds)) * SAMPLE_RATE_HZ), y[: n * 160], beside[:n]))
        following = r.choice(voices, p=weights) if r.rand() < 0.7 else voice
        gap = r.uniform(-0.8, 0.8) if meeting and following != voice else r.exponential(0.45) + 0.05
        if not meeting and following != voice and r.rand() < 0.25:
            gap = -r.uniform(0.1, 0.8)
        if r.rand() < 0.08:
            gap += r.uniform(1, 4)
        at, voice = max(at + 0.2, at + seconds + gap), following
    return laid


def converse(people: dict, names: list, seed: int, speeds_used: int, meetings: float) -> tuple:
    """(samples, (MAX_VOICES, 10 ms) bool who speaks, the voices' labels: index of person × speed)."""
    r = np.random.RandomState(seed)
    voices = r.choice([1, 2, 3, 4], p=[0.08, 0.42, 0.25, 0.25])
    meeting = r.rand() < meetings
    far = r.rand() < (0.8 if meeting else 0.25)
    chosen = r.choice(len(names), voices, replace=False)
    speeds = r.randint(speeds_used, size=voices)
    queues = [list(r.permutation(len(people[names[c]]))) for c in chosen]

    def draw(v):
        utterances = people[names[chosen[v]]]
        queues[v] = queues[v] or list(r.permutation(len(utterances)))
        x = as_other(utterances[queues[v].pop()], SPEEDS[speeds[v]])
        return x, speech_mask(x)

    total = SECONDS * SAMPLE_RATE_HZ
    mix = np.zeros(total, np.float32)
    active = np.zeros((MAX_VOICES, SECONDS * 100), bool)
    rooms = [place(r, far) for _ in range(voices)]
    levels = 10 ** (r.uniform(-5, 5, voices) * (1 if far else 0.7) / 20)
    for voice, start, x, mask in lay_out(r, voices, meeting, draw):
        heard = fftconvolve(x, rooms[voice])[: max(0, total - start)] * levels[voice] * 10 ** (r.uniform(-2, 2) / 20)
        mix[start : start + len(heard)] += heard
        on = mask[: max(0, SECONDS * 100 - start // 160)]
        active[voice, start // 160 : start // 160 + len(on)] |= on
    mix = spoil(mix, people, names, r, far)
    return mix, active, [int(c) * speeds_used + int(s) for c, s in zip(chosen, speeds)]


def spoil(mix: np.ndarray, people: dict, names: list, r: np.random.RandomState, far: bool) -> np.ndarray:
    level = np.sqrt(np.percentile(mix[::7] ** 2, 90)) + 1e-5
    noise = r.randn(len(mix)).astype(np.float32)
    kind = r.rand()
    if kind < 0.6:
        noise = lfilter([1], [1, -r.uniform(0.5, 0.97)], noise).astype(np.float32)
    elif kind < 0.75:  # babble of many people
        noise *= 0.1 * level
        for _ in range(6):
            x = people[names[r.randint(len(names))]]
            noise += np.resize(np.concatenate([x[r.randint(len(x))] for _ in range(2)]), len(mix))
    snr_db = r.uniform(8, 30) if far else r.uniform(12, 50)
    mix = mix + noise * level * 10 ** (-snr_db / 20) / (np.sqrt((noise**2).mean()) + 1e-9)
    if r.rand() < 0.12:  # telephone: nothing above 3.4 kHz
        mix = np.interp(np.arange(len(mix)) / 2, np.arange(len(mix) // 2), fftconvolve(mix, np.ones(2) / 2)[: len(mix)][::2][: len(mix) // 2])
    gain = 10 ** (r.uniform(-30, 0) / 20) * 0.5 / (np.abs(mix).max() + 1e-6)
    return (mix * gain).astype(np.float32)


def rttm(name: str, active: np.ndarray) -> str:
    lines = []
    for voice, row in enumerate(active):
        edges = np.flatnonzero(np.diff(np.r_[0, row.astype(int), 0])) / 100
        lines += [f"SPEAKER {name} 1 {a:.2f} {b - a:.2f} <NA> <NA> v{voice} <NA> <NA>" for a, b in zip(edges[::2], edges[1::2])]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=900)
    parser.add_argument("--people", default="training", choices=["training", "tuning"])
    parser.add_argument("--first", type=int, default=0, help="number of the first conversation")
    parser.add_argument("--speeds", type=int, default=3, help="how many of the speeds a person may have")
    parser.add_argument("--meetings", type=float, default=0.5, help="share of meetings; the rest are interviews")
    parser.add_argument("--audio", action="store_true")
    a = parser.parse_args()
    os.makedirs(a.out, exist_ok=True)
    wanted = is_for_tuning if a.people == "tuning" else lambda s: not is_held_out(s) and not is_for_tuning(s)
    people = read_people(a.corpus, wanted)
    names = sorted(people)
    mels = np.zeros((a.count, BANDS, SECONDS * 100), np.float16)
    actives = np.zeros((a.count, MAX_VOICES, SECONDS * 1000 // STEP_MS), bool)
    labels = np.full((a.count, MAX_VOICES), -1, np.int16)
    for k in range(a.count):
        samples, active, who = converse(people, names, (0 if a.people == "training" else 10**6) + a.first + k, a.speeds, a.meetings)
        mel = log_mel(samples)
        mels[k, :, : len(mel)] = mel.T
        mels[k, :, len(mel) :] = mel[-1][:, None]
        actives[k] = active.reshape(MAX_VOICES, -1, STEP_MS // 10).mean(2) >= 0.5
        labels[k, : len(who)] = who
        if a.audio:
            stem = os.path.join(a.out, f"sim{k:04d}")
            pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "s16le", "-ar", str(SAMPLE_RATE_HZ), "-ac", "1", "-i", "-", f"{stem}.flac"], input=pcm, check=True)
            with open(f"{stem}.rttm", "w") as f:
                f.write(rttm(f"sim{k:04d}", active))
        if k % 100 == 99:
            print(k + 1, flush=True)
    np.savez(os.path.join(a.out, f"{a.people}.npz"), mel=mels, active=actives, voices=labels, meta=json.dumps({"people": names}))


if __name__ == "__main__":
    main()
