"""Dilated convolutions with squeeze-and-excitation; no recurrence (27 times slower on CPUs in the prototype)."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from alphabet import CHARACTER_CLASSES, PHONE_CLASSES
from features import BANDS


class Block(nn.Module):
    def __init__(self, channels: int, kernel: int, dilation: int, dropout: float):
        super().__init__()
        pad = dilation * (kernel // 2)
        self.conv1 = nn.Conv1d(channels, channels, kernel, padding=pad, dilation=dilation, bias=False)
        self.norm1 = nn.BatchNorm1d(channels)
        self.conv2 = nn.Conv1d(channels, channels, kernel, padding=pad, dilation=dilation, bias=False)
        self.norm2 = nn.BatchNorm1d(channels)
        self.squeeze = nn.Linear(channels, channels // 8)
        self.excite = nn.Linear(channels // 8, channels)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        y = self.dropout(F.relu(self.norm1(self.conv1(x))))
        y = self.norm2(self.conv2(y))
        gate = torch.sigmoid(self.excite(F.relu(self.squeeze(y.mean(2)))))
        return self.dropout(F.relu(x + y * gate.unsqueeze(2)))


class Recogniser(nn.Module):
    """mel (B, 64, T) -> logits: characters (B, 29, T/4), phones (B, 40, T/4), framewise phones and acceptability (B, 2·40, T/4).

    The last two give two sets of classes per 40 ms step, one each 20 ms. Acceptability: were this phone meant here, would
    experts accept how it was said? (logit per phone).
    """

    def __init__(self, channels=256, dilations=(1, 1, 2, 2, 3, 3, 1), phones_after=5, kernel=5, dropout=0.15):
        super().__init__()
        self.phones_after = phones_after
        self.front1 = nn.Conv1d(BANDS, channels, 5, stride=2, padding=2, bias=False)
        self.front_norm1 = nn.BatchNorm1d(channels)
        self.front2 = nn.Conv1d(channels, channels, 5, stride=2, padding=2, bias=False)
        self.front_norm2 = nn.BatchNorm1d(channels)
        self.blocks = nn.ModuleList([Block(channels, kernel, d, dropout) for d in dilations])
        self.characters = nn.Conv1d(channels, CHARACTER_CLASSES, 1)
        self.phones = nn.Conv1d(channels, PHONE_CLASSES, 1)
        self.frames = nn.Conv1d(channels, 2 * PHONE_CLASSES, 1)
        self.acceptable = nn.Conv1d(channels, 2 * PHONE_CLASSES, 1)

    def forward(self, mel):
        x = F.relu(self.front_norm1(self.front1(mel)))
        x = F.relu(self.front_norm2(self.front2(x)))
        phones = frames = acceptable = None
        for i, block in enumerate(self.blocks, 1):
            x = block(x)
            if i == self.phones_after:
                phones, frames, acceptable = self.phones(x), self.frames(x), self.acceptable(x)
        return self.characters(x), phones, frames, acceptable


def framewise(logits: torch.Tensor) -> torch.Tensor:
    """(B, 2·40, T/4) -> (B, T/2, 40)."""
    batch, _, steps = logits.shape
    return logits.view(batch, 2, PHONE_CLASSES, steps).permute(0, 3, 1, 2).reshape(batch, 2 * steps, PHONE_CLASSES)
