"""Whisper's network as testkit/test-model/network.ts writes it: weights have the names and shapes that file asks for."""
import math

import torch
from torch import nn
import torch.nn.functional as F

D, HEADS, LAYERS, BANDS = 96, 2, 2, 80


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q_proj = nn.Linear(D, D)
        self.k_proj = nn.Linear(D, D, bias=False)
        self.v_proj = nn.Linear(D, D)
        self.out_proj = nn.Linear(D, D)

    def forward(self, x, source, mask=None):
        split = lambda t: t.view(t.shape[0], t.shape[1], HEADS, D // HEADS).transpose(1, 2)
        q, k, v = split(self.q_proj(x)), split(self.k_proj(source)), split(self.v_proj(source))
        match = q @ k.transpose(2, 3) / math.sqrt(D // HEADS)
        if mask is not None:
            match = match + mask
        weights = match.softmax(-1)
        heard = (weights @ v).transpose(1, 2).reshape(x.shape)
        return self.out_proj(heard), weights


class Layer(nn.Module):
    def __init__(self, cross):
        super().__init__()
        self.self_attn, self.self_attn_layer_norm = Attention(), nn.LayerNorm(D)
        if cross:
            self.encoder_attn, self.encoder_attn_layer_norm = Attention(), nn.LayerNorm(D)
        self.fc1, self.fc2, self.final_layer_norm = nn.Linear(D, 4 * D), nn.Linear(4 * D, D), nn.LayerNorm(D)

    def forward(self, x, sound=None, mask=None):
        weights = None
        normed = self.self_attn_layer_norm(x)
        x = x + self.self_attn(normed, normed, mask)[0]
        if sound is not None:
            heard, weights = self.encoder_attn(self.encoder_attn_layer_norm(x), sound)
            x = x + heard
        return x + self.fc2(F.gelu(self.fc1(self.final_layer_norm(x)))), weights


class Half(nn.Module):
    pass


class Whisper(nn.Module):
    def __init__(self, vocabulary, positions, targets=448):
        super().__init__()
        self.encoder, self.decoder = Half(), Half()
        self.encoder.conv1 = nn.Conv1d(BANDS, D, 3, padding=1)
        self.encoder.conv2 = nn.Conv1d(D, D, 3, stride=2, padding=1)
        self.encoder.embed_positions = nn.Parameter(sinusoids(positions), requires_grad=False)
        self.encoder.layers = nn.ModuleList(Layer(False) for _ in range(LAYERS))
        self.encoder.layer_norm = nn.LayerNorm(D)
        self.decoder.embed_tokens = nn.Parameter(torch.randn(vocabulary, D) * 0.05)
        self.decoder.embed_positions = nn.Parameter(torch.randn(targets, D) * 0.02)
        self.decoder.layers = nn.ModuleList(Layer(True) for _ in range(LAYERS))
        self.decoder.layer_norm = nn.LayerNorm(D)

    def encode(self, mel):
        x = F.gelu(self.encoder.conv2(F.gelu(self.encoder.conv1(mel)))).transpose(1, 2)
        x = x + self.encoder.embed_positions
        for layer in self.encoder.layers:
            x, _ = layer(x)
        return self.encoder.layer_norm(x)

    def forward(self, mel, ids):
        sound = self.encode(mel)
        count = ids.shape[1]
        x = self.decoder.embed_tokens[ids] + self.decoder.embed_positions[:count]
        mask = torch.full((count, count), -1e9).triu(1)
        attention = []
        for layer in self.decoder.layers:
            x, weights = layer(x, sound, mask)
            attention.append(weights)
        return self.decoder.layer_norm(x) @ self.decoder.embed_tokens.T, attention, sound


def sinusoids(length):
    scale = torch.exp(-math.log(10_000) / (D // 2 - 1) * torch.arange(D // 2))
    time = torch.arange(length)[:, None] * scale[None]
    return torch.cat([time.sin(), time.cos()], 1)


def mel_filters():
    to_mel = lambda hz: hz * 3 / 200 if hz < 1000 else 15 + math.log(hz / 1000) * 27 / math.log(6.4)
    to_hz = lambda mel: mel * 200 / 3 if mel < 15 else 1000 * math.exp((mel - 15) * math.log(6.4) / 27)
    edges = [to_hz(to_mel(8000) * i / (BANDS + 1)) for i in range(BANDS + 2)]
    bins = torch.arange(201) * 40.0
    rows = []
    for left, middle, right in zip(edges, edges[1:], edges[2:]):
        height = torch.minimum((bins - left) / (middle - left), (right - bins) / (right - middle)).clamp(min=0)
        rows.append(height * 2 / (right - left))
    return torch.stack(rows)


FILTERS = mel_filters()


def log_mel(sounds):
    """batch × samples → batch × bands × frames, as native/src/whisper_mel.cc makes it."""
    spectrum = torch.stft(sounds, 400, 160, window=torch.hann_window(400), center=True, return_complex=True)
    power = spectrum[..., :-1].abs() ** 2
    logs = (FILTERS @ power).clamp(min=1e-10).log10()
    return (torch.maximum(logs, logs.amax((1, 2), keepdim=True) - 8) + 4) / 4
