"""A recogniser's encoder states in; per frame the phone, and for each phone whether it would be accepted as said."""

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, CLASSES = 416, 40


class ChannelDropout(nn.Module):
    """Drops a channel in all of a sequence at once."""

    def __init__(self, share: float):
        super().__init__()
        self.share = share

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not self.training:
            return x
        keep = torch.rand(x.shape[0], 1, x.shape[2]) >= self.share
        return x * keep.float() / (1 - self.share)


class Neighbours(nn.Module):
    """A frame and the two beside it through one layer (one-dimensional convolutions learn wrongly in Debian's PyTorch 1.13)."""

    def __init__(self, width: int):
        super().__init__()
        self.layer = nn.Linear(3 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        nothing = torch.zeros_like(x[:, :1])
        return self.layer(torch.cat([torch.cat([nothing, x[:, :-1]], 1), x, torch.cat([x[:, 1:], nothing], 1)], 2))


class Witness(nn.Module):
    def __init__(self, width: int = 128, dropout: float = 0.25):
        super().__init__()
        self.register_buffer("mean", torch.zeros(WIDTH))
        self.register_buffer("sd", torch.ones(WIDTH))
        self.first, self.norm = nn.Linear(WIDTH, width), nn.LayerNorm(width)
        self.near, self.far = Neighbours(width), Neighbours(width)
        self.phone, self.accepted = nn.Linear(width, CLASSES), nn.Linear(width, CLASSES)
        self.dropout = ChannelDropout(dropout)

    def forward(self, states: torch.Tensor) -> tuple:
        """(B, T, 416) -> logits of phones, logits of acceptability, both (B, T, 40)."""
        x = self.norm(F.relu(self.first(self.dropout((states - self.mean) / self.sd))))
        x = x + self.dropout(F.relu(self.near(x)))
        x = x + self.dropout(F.relu(self.far(x)))
        return self.phone(x), self.accepted(x)
