"""Who spoke when by published parts, as a peer: Silero's speech detector, Resemblyzer's encoder (its weights lie in its package), and
the spectral clustering of Wang et al. (ICASSP 2018, package spectralcluster). Writes NAME.rttm for every recording of a folder.

    python3 resemblyzer_peer.py AUDIO_DIR OUT_DIR
    assay bench speakers --rttm AUDIO_DIR --found OUT_DIR

Needs ffmpeg, torch, and from the Python registry: resemblyzer 0.1.4, spectralcluster 0.2.22, librosa, onnxruntime, webrtcvad-wheels (which
Resemblyzer imports).
"""

import os
import subprocess
import sys
import time

import numpy as np
import torch
import onnxruntime
from resemblyzer import VoiceEncoder
from spectralcluster import configs

RATE_HZ = 16000
# Embeddings a second; each sees 1.6 s.
PER_SECOND = 8
FRAME_MS = 32
FRAME, CONTEXT = 512, 64
# Silero's usual limits: speech begins at one probability and ends under the other; shorter silences and sounds do not count.
BEGINS, ENDS = 0.5, 0.35
SHORTEST_SILENCE, SHORTEST_SOUND = 3, 8
SILERO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "models", "bundled", "silero-vad-v6.onnx")


def read(path: str) -> np.ndarray:
    raw = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(RATE_HZ), "-"],
                         stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(raw, np.int16)


def speech(detector: onnxruntime.InferenceSession, pcm: np.ndarray) -> np.ndarray:
    """Per 32 ms."""
    sound = np.r_[np.zeros(CONTEXT, np.float32), pcm.astype(np.float32) / 32768]
    state, rate = np.zeros((2, 1, 128), np.float32), np.array(RATE_HZ, np.int64)
    on, speaks = [], False
    for at in range(0, len(pcm) - FRAME + 1, FRAME):
        heard, state = detector.run(["output", "stateN"], {"input": sound[None, at : at + CONTEXT + FRAME], "state": state, "sr": rate})
        speaks = heard[0, 0] > (ENDS if speaks else BEGINS)
        on.append(speaks)
    on = np.array(on)
    for value, shortest in ((0, SHORTEST_SILENCE), (1, SHORTEST_SOUND)):
        edges = np.flatnonzero(np.diff(np.r_[1 - value, on.astype(int), 1 - value] == value))
        for start, end in zip(edges[::2], edges[1::2]):
            if end - start <= shortest:
                on[start:end] = not value
    return on


def who(encoder: VoiceEncoder, detector: onnxruntime.InferenceSession, pcm: np.ndarray) -> list:
    """(start, end, person) in seconds."""
    on = speech(detector, pcm)
    # A level that the encoder knows: its own preparation brings speech to -30 dB.
    wav = pcm.astype(np.float32) / 32768
    wav *= 10 ** (-30 / 20) / max(1e-4, np.sqrt((wav**2).mean()))
    _, partials, places = encoder.embed_utterance(wav, return_partials=True, rate=PER_SECOND)
    middles = np.array([(place.start + place.stop) / 2 / RATE_HZ for place in places])
    frames = (np.arange(len(on)) + 0.5) * FRAME_MS / 1000
    spoken = on[np.minimum(len(on) - 1, (middles * 1000 / FRAME_MS).astype(int))]
    if spoken.sum() < 4:
        labels, middles = np.zeros(1, int), np.zeros(1)
    else:
        labels, middles = configs.icassp2018_clusterer.predict(partials[spoken]), middles[spoken]
    nearest = labels[np.abs(frames[:, None] - middles[None, :]).argmin(1)]
    held = np.where(on, nearest, -1)
    edges = np.r_[0, np.flatnonzero(np.diff(held)) + 1, len(held)]
    return [(a * FRAME_MS / 1000, b * FRAME_MS / 1000, held[a]) for a, b in zip(edges[:-1], edges[1:]) if held[a] >= 0]


def main() -> None:
    folder, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    torch.set_num_threads(1)
    encoder = VoiceEncoder("cpu", verbose=False)
    one_thread = onnxruntime.SessionOptions()
    one_thread.intra_op_num_threads = one_thread.inter_op_num_threads = 1
    detector = onnxruntime.InferenceSession(SILERO, one_thread)
    seconds = audio = 0.0
    for file in sorted(os.listdir(folder)):
        name, kind = os.path.splitext(file)
        if kind not in (".flac", ".wav", ".mp3", ".opus", ".ogg", ".m4a"):
            continue
        pcm = read(os.path.join(folder, file))
        if len(pcm) < RATE_HZ:
            continue
        began = time.monotonic()
        spans = who(encoder, detector, pcm)
        seconds += time.monotonic() - began
        audio += len(pcm) / RATE_HZ
        with open(os.path.join(out, f"{name}.rttm"), "w", encoding="utf8") as f:
            f.writelines(f"SPEAKER {name} 1 {a:.3f} {b - a:.3f} <NA> <NA> {person} <NA> <NA>\n" for a, b, person in spans)
    print(f"{audio:.0f} s of audio in {seconds:.1f} s: {audio / seconds:.0f} times real time")


if __name__ == "__main__":
    main()
