"""Who speaks (pooled statistics -> embedding) and how many speak (none, one, several), from one stack of dilated convolutions."""

import torch
import torch.nn as nn
import torch.nn.functional as F

import corpus  # noqa: F401  (finds the recogniser's front end)
from features import BANDS


class Block(nn.Module):
    def __init__(self, channels: int, dilation: int, dropout: float):
        super().__init__()
        self.conv1 = nn.Conv1d(channels, channels, 3, padding=dilation, dilation=dilation, bias=False)
        self.norm1 = nn.BatchNorm1d(channels)
        self.conv2 = nn.Conv1d(channels, channels, 1, bias=False)
        self.norm2 = nn.BatchNorm1d(channels)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return F.relu(x + self.dropout(self.norm2(self.conv2(F.relu(self.norm1(self.conv1(x)))))))


class Voices(nn.Module):
    """mel (B, 64, T) -> (count logits (B, 3, T/4), frame features (B, POOLED, T/4)); a step is 40 ms."""

    def __init__(self, channels=128, pooled=96, embedding=64, dilations=(1, 2, 3, 4, 6), count_context=(8, 16), dropout=0.1):
        super().__init__()
        self.front1 = nn.Conv1d(BANDS, channels, 5, stride=2, padding=2, bias=False)
        self.front_norm1 = nn.BatchNorm1d(channels)
        self.front2 = nn.Conv1d(channels, channels, 5, stride=2, padding=2, bias=False)
        self.front_norm2 = nn.BatchNorm1d(channels)
        self.blocks = nn.ModuleList([Block(channels, d, dropout) for d in dilations])
        self.features = nn.Conv1d(channels, pooled, 1)
        self.context = nn.ModuleList([Block(channels, d, dropout) for d in count_context])
        self.count = nn.Conv1d(channels, 3, 1)
        self.embed = nn.Sequential(nn.BatchNorm1d(2 * pooled), nn.Linear(2 * pooled, embedding))

    def forward(self, mel):
        x = F.relu(self.front_norm1(self.front1(mel)))
        x = F.relu(self.front_norm2(self.front2(x)))
        for block in self.blocks:
            x = block(x)
        features = self.features(x)
        for block in self.context:
            x = block(x)
        return self.count(x), features

    def embedding(self, features, weights):
        """features (N, POOLED, S), weights (N, S) >= 0 -> (N, embedding): weighted mean and deviation of a stretch, projected."""
        w = (weights / weights.sum(1, keepdim=True).clamp_min(1e-6)).unsqueeze(1)
        mean = (features * w).sum(2)
        deviation = ((features**2 * w).sum(2) - mean**2).clamp_min(1e-4).sqrt()
        return self.embed(torch.cat([mean, deviation], 1))
