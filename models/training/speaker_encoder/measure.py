"""Equal error rates of the speaker encoder, as its card tells them.

    python3 measure.py --data <folder with speechocean762 and conversations> --onnx ../../bundled/speaker-encoder.onnx

Recordings of two held-out people of speechocean762, the same in one room on one microphone, and the labelled conversations: pieces of
one person's undisturbed speech are compared with one another, those of different utterances only (in the conversations: that do not overlap).
`--only held,room,conversations` leaves parts out.
"""

import argparse
import collections
import glob
import json
import os
import random
import sys
from dataclasses import dataclass

import numpy as np
import onnxruntime as ort
from scipy.signal import fftconvolve

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "voices"))
from corpus import is_held_out, loudness, read_audio  # noqa: E402

RATE_MS = 16
WINDOW_MS = 1500
HOP_MS = 750
LEAST_RMS = 10 ** (-30 / 20)
# AMI clips cut from one meeting: the same people, room and microphone.
MEETINGS = {"trn00": "a", "trn01": "a", "trn02": "a", "trn03": "a", "trn06": "b", "trn09": "b", "trn07": "c", "trn08": "c",
            "dev00": "d", "dev01": "d", "tst00": "e", "tst01": "e"}


@dataclass
class Stretch:
    """One person speaks alone."""

    start_ms: int
    end_ms: int
    who: str
    utterance: str


@dataclass
class Recording:
    name: str
    sound: np.ndarray
    stretches: list


@dataclass
class Piece:
    voice: np.ndarray
    who: str
    utterances: frozenset
    recording: str
    start_ms: int
    end_ms: int


def pairs_of(people, count, same_sex, gender, chance):
    pairs = set()
    while len(pairs) < count:
        one, two = sorted(chance.sample(people, 2))
        if (gender[one] == gender[two]) == same_sex:
            pairs.add((one, two))
    return sorted(pairs)


def trimmed(sound):
    levels = loudness(sound)
    loud = np.flatnonzero(levels > 0.06 * np.percentile(levels, 95))
    sound = sound[max(0, loud[0] - 2) * 160 : (loud[-1] + 4) * 160]
    return sound[: len(sound) // 160 * 160]


def read_pairs(corpus):
    """24 recordings of two of one sex, 12 of two sexes: all utterances of both, shuffled, with pauses of 300 ms."""
    gender = dict(line.split() for line in open(os.path.join(corpus, "spk2gender"), encoding="utf8"))
    files = collections.defaultdict(list)
    for line in open(os.path.join(corpus, "utt2spk"), encoding="utf8"):
        utterance, speaker = line.split()
        files[speaker].append(utterance)
    held_out = [speaker for speaker in sorted(files) if is_held_out(speaker)]
    chance = random.Random(7)
    heard = {}

    def utterances(speaker):
        if speaker not in heard:
            heard[speaker] = [(u, trimmed(read_audio(os.path.join(corpus, "audio", f"{u}.opus")))) for u in files[speaker]]
        return heard[speaker]

    def record(pair):
        said = [(speaker, *utterance) for speaker in pair for utterance in utterances(speaker)]
        chance.shuffle(said)
        stretches, parts, at = [], [], 0
        for speaker, utterance, sound in said:
            stretches.append(Stretch(at // RATE_MS, (at + len(sound)) // RATE_MS, speaker, utterance))
            parts += [sound, np.zeros(4800, np.float32)]
            at += len(sound) + 4800
        return Recording("-".join(pair), np.concatenate(parts), stretches)

    return [[record(pair) for pair in pairs_of(held_out, count, same_sex, gender, chance)] for count, same_sex in ((24, True), (12, False))]


def in_one_room(recording, chance):
    """As if on one microphone: each person's long-term spectrum filtered to the mean of both, then one reverberant room with noise."""
    people = sorted({s.who for s in recording.stretches})
    cut = lambda s: recording.sound[s.start_ms * RATE_MS : s.end_ms * RATE_MS]  # noqa: E731
    spectra = {who: np.log(spectrum(np.concatenate([cut(s) for s in recording.stretches if s.who == who]))) for who in people}
    mean = sum(spectra.values()) / len(people)
    room = np.zeros(len(recording.sound) + 8000)
    seconds = chance.uniform(0.25, 0.5)
    for who in people:
        response = np.exp(np.clip(smoothed(mean - spectra[who]), -2.5, 2.5))
        equaliser = np.roll(np.fft.irfft(response, 1024), 512) * np.hanning(1024)
        length = int(seconds * 16000)
        echo = chance.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
        echo *= 0.45 / np.sqrt((echo**2).sum())
        echo[0] = 1
        level = chance.uniform(0.7, 1.4)
        for s in recording.stretches:
            if s.who != who:
                continue
            sound = cut(s)
            sound = sound * (0.08 / np.sqrt((sound**2).mean() + 1e-9)) * level
            sound = fftconvolve(fftconvolve(sound, equaliser)[512 : 512 + len(sound)], echo)
            at = s.start_ms * RATE_MS
            room[at : at + len(sound)] += sound[: len(room) - at]
    room = room[: len(recording.sound)]
    noise = fftconvolve(chance.standard_normal(len(room)), np.exp(-np.arange(40) / 6), "same")
    room = room + noise * (0.08 * 10 ** (-22 / 20) / noise.std())
    return Recording(recording.name, np.clip(room * 0.6, -1, 1).astype(np.float32), recording.stretches)


def spectrum(sound):
    frames = np.lib.stride_tricks.sliding_window_view(sound / np.sqrt((sound**2).mean()), 1024)[::512] * np.hanning(1024)
    power = np.abs(np.fft.rfft(frames)) ** 2
    energy = power.sum(1)
    return np.sqrt(power[energy > np.percentile(energy, 40)].mean(0) + 1e-12)


def smoothed(values):
    kernel = np.hanning(17)
    return np.convolve(np.pad(values, 8, "edge"), kernel / kernel.sum(), "valid")


def read_conversations(folder):
    turns = collections.defaultdict(list)
    for path in glob.glob(os.path.join(folder, "*.rttm")):
        for line in open(path, encoding="utf8"):
            _, name, _, start, length, _, _, who, *_ = line.split()
            turns[name].append((float(start), float(start) + float(length), who))
    recordings = []
    for path in sorted(glob.glob(os.path.join(folder, "*.flac"))):
        name = os.path.basename(path)[:-5].replace("ñ", "n")
        if name not in turns:
            continue
        sound = read_audio(path)
        people = sorted({who for *_, who in turns[name]})
        speaks = np.zeros((len(sound) // 160, len(people)), int)
        for start, end, who in turns[name]:
            speaks[round(start * 100) : round(end * 100), people.index(who)] = 1
        alone = np.where(speaks.sum(1) == 1, speaks.argmax(1), -1 - np.minimum(speaks.sum(1), 2))
        edges = [0, *(np.flatnonzero(np.diff(alone)) + 1), len(alone)]
        stretches = [Stretch(int(a) * 10, int(b) * 10, people[alone[a]], f"{name} {a}") for a, b in zip(edges, edges[1:]) if alone[a] >= 0]
        recordings.append(Recording(name, sound, stretches))
    return recordings


def encoder(path):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(path, options)

    def embed(recording, windows):
        spoken = np.concatenate([recording.sound[s.start_ms * RATE_MS : s.end_ms * RATE_MS] for s in recording.stretches])
        gain = max(1, LEAST_RMS / np.sqrt((spoken**2).mean()))
        padded = np.concatenate([np.zeros(200, np.float32), recording.sound, np.zeros(WINDOW_MS * RATE_MS, np.float32)])
        voices = []
        for at in range(0, len(windows), 16):
            batch = windows[at : at + 16]
            start, end = batch[0][0] * RATE_MS, (batch[-1][0] + WINDOW_MS) * RATE_MS + 400
            first = np.array([(a * RATE_MS - start) // 160 for a, _ in batch], np.int64)
            frames = np.full(len(batch), WINDOW_MS // 10, np.int32)
            inputs = dict(samples=padded[start:end], first=first, frames=frames, gain=np.full(len(batch), gain, np.float32))
            voices.append(session.run(None, inputs)[0])
        return np.concatenate(voices) if voices else np.zeros((0, 256))

    return embed


def pieces_of(recording, embed):
    """Length in seconds -> pieces: windows of 1.5 s; means over 3 s of an utterance; means over 10 s of one person's utterances."""
    windows = [(at, s) for s in recording.stretches for at in range(s.start_ms, s.end_ms - WINDOW_MS + 1, HOP_MS)]
    voices = embed(recording, windows)
    heard = {(at, s.utterance): voice for (at, s), voice in zip(windows, voices)}
    pieces = {1.5: [], 3: [], 10: []}

    def add(length, chosen, voice):
        times = [at for at, _ in chosen]
        said = frozenset(s.utterance for _, s in chosen)
        pieces[length].append(Piece(voice / np.linalg.norm(voice), chosen[0][1].who, said, recording.name, min(times), max(times) + WINDOW_MS))

    for at, s in windows:
        add(1.5, [(at, s)], heard[at, s.utterance])
        last = at + 2 * HOP_MS
        if (at - s.start_ms) % 3000 == 0 and last + WINDOW_MS <= s.end_ms:
            add(3, [(at, s), (last, s)], sum(heard[at + d, s.utterance] for d in (0, HOP_MS, 2 * HOP_MS)))
    for who in sorted({s.who for _, s in windows}):
        chosen, seconds = [], 0
        for at, s in windows:
            if s.who != who:
                continue
            seconds += 0.75 if chosen and chosen[-1][1] is s else 1.5
            chosen.append((at, s))
            if seconds >= 10:
                add(10, chosen, sum(heard[a, other.utterance] for a, other in chosen))
                chosen, seconds = [], 0
    return pieces


def trials(groups, apart):
    same, other = [], []
    for pieces in groups:
        if len(pieces) < 2:
            continue
        voices = np.array([piece.voice for piece in pieces])
        one, two = np.triu_indices(len(pieces), 1)
        kept = np.array([apart(pieces[i], pieces[j]) for i, j in zip(one, two)])
        alike = np.array([piece.who for piece in pieces])
        is_same = alike[one] == alike[two]
        likeness = (voices @ voices.T)[one, two]
        same.append(likeness[kept & is_same])
        other.append(likeness[kept & ~is_same])
    return np.concatenate(same), np.concatenate(other)


def equal_error_rate(same, other):
    thresholds = np.sort(np.concatenate([same, other]))
    missed = np.searchsorted(np.sort(same), thresholds) / len(same)
    accepted = 1 - np.searchsorted(np.sort(other), thresholds) / len(other)
    at = np.argmin(np.abs(missed - accepted))
    return (missed[at] + accepted[at]) / 2


def report(title, recordings, embed, apart, group=lambda name: name):
    found = [(r.name, pieces_of(r, embed)) for r in recordings]
    for length in (1.5, 3, 10):
        groups = collections.defaultdict(list)
        for name, pieces in found:
            groups[group(name)] += pieces[length]
        same, other = trials(groups.values(), apart) if any(len(g) > 1 for g in groups.values()) else ((), ())
        if min(len(same), len(other)) < 3:
            continue
        quantiles = [[round(float(q), 2) for q in np.quantile(v, (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99))] for v in (same, other)]
        print(json.dumps({"of": title, "seconds": length, "pairs": [len(same), len(other)],
                          "equalErrorRate": round(float(equal_error_rate(same, other)), 4), "same": quantiles[0], "other": quantiles[1]}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--onnx", required=True)
    parser.add_argument("--only", default="held,room,conversations")
    a = parser.parse_args()
    only = a.only.split(",")
    embed = encoder(a.onnx)
    other_utterance = lambda p, q: not p.utterances & q.utterances  # noqa: E731
    other_time = lambda p, q: p.recording != q.recording or p.end_ms <= q.start_ms or q.end_ms <= p.start_ms  # noqa: E731
    if "held" in only or "room" in only:
        one_sex, two_sexes = read_pairs(os.path.join(a.data, "speechocean762"))
        if "held" in only:
            report("held out, one sex", one_sex, embed, other_utterance)
            report("held out, two sexes", two_sexes, embed, other_utterance)
        if "room" in only:
            chance = np.random.default_rng(3)
            report("one room, one sex", [in_one_room(r, chance) for r in one_sex], embed, other_utterance)
    if "conversations" in only:
        all_ = read_conversations(os.path.join(a.data, "conversations"))
        meetings = [r for r in all_ if r.name[:3] in ("trn", "dev", "tst")]
        report("meetings, within a clip", meetings, embed, other_time)
        report("meetings, across clips", meetings, embed, other_time, lambda name: MEETINGS.get(name, name))
        report("sample", [r for r in all_ if r.name == "sample"], embed, other_time)
        report("calls-three, diarizationExample", [r for r in all_ if r.name not in MEETINGS and r.name[:3] not in ("trn", "sam")], embed, other_time)


if __name__ == "__main__":
    main()
