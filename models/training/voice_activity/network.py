"""Who is heard when, given what clustering knows of each voice (target-speaker voice activity, Medennikov et al. 2020)."""

import torch
import torch.nn as nn
import torch.nn.functional as F

BANDS = 64
TRACKS = 7


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


class Activity(nn.Module):
    """mel (B, 64, 2T), tracks (B·V, 7, T) -> logits (B·V, T), voice by voice of each recording; a step is 20 ms.

    The sound is heard once; every voice is then looked for in it by the same layers, which know the voice by its tracks alone.
    """

    def __init__(self, channels=96, sound=(1, 2, 4, 8), voice=(1, 2, 4, 8, 16, 32, 64), dropout=0.1):
        super().__init__()
        self.front1 = nn.Conv1d(BANDS, channels, 5, padding=2, bias=False)
        self.front_norm1 = nn.BatchNorm1d(channels)
        self.front2 = nn.Conv1d(channels, channels, 5, stride=2, padding=2, bias=False)
        self.front_norm2 = nn.BatchNorm1d(channels)
        self.sound = nn.ModuleList([Block(channels, d, dropout) for d in sound])
        self.several = nn.Conv1d(channels, 3, 1)
        self.join = nn.Conv1d(channels + TRACKS, channels, 3, padding=1, bias=False)
        self.join_norm = nn.BatchNorm1d(channels)
        self.voice = nn.ModuleList([Block(channels, d, dropout) for d in voice])
        self.answer = nn.Conv1d(channels, 1, 1)

    def hear(self, mel):
        x = F.relu(self.front_norm1(self.front1(mel)))
        x = F.relu(self.front_norm2(self.front2(x)))
        for block in self.sound:
            x = block(x)
        return x

    def look(self, heard, tracks):
        """heard (B·V, C, T), a copy for each voice."""
        x = F.relu(self.join_norm(self.join(torch.cat([heard, tracks], 1))))
        for block in self.voice:
            x = block(x)
        return self.answer(x)[:, 0]

    def forward(self, mel, tracks):
        heard = self.hear(mel)
        return self.look(heard.expand(tracks.shape[0], -1, -1), tracks).sigmoid()
