"""The front end (equal to native/'s log-mel, which tests compare) and augmentation of waveforms."""

import numpy as np
from scipy.signal import fftconvolve, lfilter

SAMPLE_RATE_HZ = 16000
BANDS = 64
WINDOW, HOP, FFT = 400, 160, 512


def mel_filters() -> np.ndarray:
    """(FFT/2+1, BANDS): triangles between 40 and 7800 Hz on the mel scale, each normalised to sum 1."""
    to_mel = lambda f: 2595 * np.log10(1 + f / 700)
    edges = 700 * (10 ** (np.linspace(to_mel(40.0), to_mel(7800.0), BANDS + 2) / 2595) - 1)
    hz = np.arange(FFT // 2 + 1) * SAMPLE_RATE_HZ / FFT
    low, mid, high = edges[:-2], edges[1:-1], edges[2:]
    rising = (hz[:, None] - low) / (mid - low)
    falling = (high - hz[:, None]) / (high - mid)
    filters = np.maximum(0, np.minimum(rising, falling))
    return (filters / filters.sum(0)).astype(np.float32)


FILTERS = mel_filters()
HANN = np.hanning(WINDOW + 2)[1:-1].astype(np.float32)


def log_mel(x: np.ndarray) -> np.ndarray:
    """float32 samples at 16 kHz -> (frames, BANDS), not yet normalised."""
    if len(x) < WINDOW:
        x = np.pad(x, (0, WINDOW - len(x)))
    starts = np.arange((len(x) - WINDOW) // HOP + 1) * HOP
    frames = x[starts[:, None] + np.arange(WINDOW)] * HANN
    mel = (np.abs(np.fft.rfft(frames, FFT)).astype(np.float32) ** 2) @ FILTERS
    return np.log(mel + 1e-7 * mel.max() + 1e-10)


def normalise(mel: np.ndarray) -> np.ndarray:
    mel = mel - mel.mean(0, keepdims=True)
    return mel / (mel.std() + 1e-3)


def resample(x: np.ndarray, ratio: float) -> np.ndarray:
    """Linear resampling; ratio > 1 makes the sound longer and lower. Also how other rates come to 16 kHz."""
    n = max(1, int(len(x) * ratio))
    return np.interp(np.arange(n) / ratio, np.arange(len(x)), x).astype(np.float32)


def augment(x: np.ndarray, r: np.random.RandomState, babble: list) -> np.ndarray:
    """Room, coloured noise, hum, babble of earlier utterances, overload, telephone band, level. Length is kept."""
    n = len(x)
    x = (x - x.mean()) / (np.sqrt((x**2).mean()) + 1e-6)
    clean = x
    if r.rand() < 0.06:
        x = np.tanh(x * r.uniform(0.5, 1.5))
    if r.rand() < 0.4:
        t60 = r.uniform(0.12, 0.7)
        tail = int(SAMPLE_RATE_HZ * min(t60, 0.45))
        impulse = r.randn(tail).astype(np.float32) * np.exp(-6.9 * np.arange(tail) / (t60 * SAMPLE_RATE_HZ))
        impulse *= r.uniform(0.15, 0.9) / np.sqrt((impulse**2).sum())
        impulse[0] += 1
        x = fftconvolve(x, impulse)[:n].astype(np.float32)
    level = np.sqrt((x**2).mean())
    snr_db = r.uniform(5, 25) if r.rand() < 0.45 else r.uniform(25, 55)
    kind = r.rand()
    noise = r.randn(n).astype(np.float32)
    if kind < 0.35:
        noise = lfilter([1], [1, -r.uniform(0.5, 0.97)], noise).astype(np.float32)
    elif kind < 0.55 and babble:
        noise *= 0.05
        for _ in range(r.randint(1, 5)):
            other = babble[r.randint(len(babble))]
            noise += np.resize(np.roll(other, r.randint(len(other))), n)
        snr_db = max(snr_db, 12)
    elif kind < 0.65:
        t = np.arange(n) / SAMPLE_RATE_HZ
        base = r.choice([50, 60, 100, 120])
        for harmonic in range(1, 6):
            noise += (r.uniform(0, 2) * np.sin(2 * np.pi * base * harmonic * t + r.rand() * 6)).astype(np.float32)
    noise *= level * 10 ** (-snr_db / 20) / (np.sqrt((noise**2).mean()) + 1e-9)
    if r.rand() < 0.03 or len(babble) < 30:
        babble.append(clean[: 6 * SAMPLE_RATE_HZ])
        if len(babble) > 60:
            babble.pop(0)
    return (x + noise).astype(np.float32)


def features(x: np.ndarray, r: np.random.RandomState, augmented: bool) -> np.ndarray:
    mel = log_mel(x)
    if augmented and r.rand() < 0.12:  # telephone and low-rate codecs: the upper bands hold only noise
        cut = r.randint(40, 60)
        mel[:, cut:] = np.percentile(mel[:, cut:], 1) + r.randn(len(mel), BANDS - cut) * 0.5
    return normalise(mel).astype(np.float16)
