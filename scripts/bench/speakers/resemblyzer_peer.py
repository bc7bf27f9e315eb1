"""Who spoke when by published parts, as a peer: WebRTC's voice activity detector, Resemblyzer's encoder (its weights lie in its package), and
the spectral clustering of Wang et al. (ICASSP 2018, package spectralcluster). Writes NAME.rttm for every recording of a folder.

    python3 resemblyzer_peer.py AUDIO_DIR OUT_DIR
    assay bench speakers --rttm AUDIO_DIR --found OUT_DIR

Needs ffmpeg, torch, and from the Python registry: resemblyzer 0.1.4, spectralcluster 0.2.22, librosa, webrtcvad-wheels.
"""

import os
import subprocess
import sys
import time

import numpy as np
import torch
import webrtcvad
from resemblyzer import VoiceEncoder
from spectralcluster import configs

RATE_HZ = 16000
# Embeddings a second; each sees 1.6 s.
PER_SECOND = 8
FRAME_MS = 30
HANGOVER_FRAMES = 8


def read(path: str) -> np.ndarray:
    raw = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(RATE_HZ), "-"],
                         stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(raw, np.int16)


def speech(pcm: np.ndarray) -> np.ndarray:
    """Per 30 ms; a pause of under a quarter of a second is speech."""
    detector = webrtcvad.Vad(2)
    size = RATE_HZ * FRAME_MS // 1000
    # It hears little in quiet recordings.
    louder = min(3000 / max(1.0, np.sqrt((pcm.astype(np.float32) ** 2).mean())), 100)
    pcm = np.clip(pcm * louder, -32768, 32767).astype(np.int16)
    on = np.array([detector.is_speech(pcm[i : i + size].tobytes(), RATE_HZ) for i in range(0, len(pcm) - size + 1, size)])
    edges = np.flatnonzero(np.diff(np.r_[1, on.astype(int), 1]))
    for start, end in zip(edges[::2], edges[1::2]):
        on[start:end] = end - start <= HANGOVER_FRAMES
    return on


def who(encoder: VoiceEncoder, pcm: np.ndarray) -> list:
    """(start, end, person) in seconds."""
    on = speech(pcm)
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
    seconds = audio = 0.0
    for file in sorted(os.listdir(folder)):
        name, kind = os.path.splitext(file)
        if kind not in (".flac", ".wav", ".mp3", ".opus", ".ogg", ".m4a"):
            continue
        pcm = read(os.path.join(folder, file))
        if len(pcm) < RATE_HZ:
            continue
        began = time.monotonic()
        spans = who(encoder, pcm)
        seconds += time.monotonic() - began
        audio += len(pcm) / RATE_HZ
        with open(os.path.join(out, f"{name}.rttm"), "w", encoding="utf8") as f:
            f.writelines(f"SPEAKER {name} 1 {a:.3f} {b - a:.3f} <NA> <NA> {person} <NA> <NA>\n" for a, b, person in spans)
    print(f"{audio:.0f} s of audio in {seconds:.1f} s: {audio / seconds:.0f} times real time")


if __name__ == "__main__":
    main()
