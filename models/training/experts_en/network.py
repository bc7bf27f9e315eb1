"""A network that hears an utterance as the experts did: encoder states of its phones in, four ratings out.

Token 0 is the whole utterance, the others are its phones. Attention has no positions and every pooling is a mean: the network
is told what follows what, never how much there is. Neighbours meet in weighted sums of shifted rows (Debian's PyTorch 1.13 gives wrong
gradients for one-dimensional convolutions on some processors).
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, CUES, CLASSES, RATINGS = 416, 12, 40, 4
FAR = -1e4


class ChannelDropout(nn.Module):
    """Drops a channel in all of a sequence at once."""

    def __init__(self, share: float):
        super().__init__()
        self.share = share

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not self.training or self.share == 0:
            return x
        keep = torch.rand(x.shape[0], *([1] * (x.dim() - 2)), x.shape[-1]) >= self.share
        return x * keep.float() / (1 - self.share)


def with_neighbours(x: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Each step with the two before and the two behind it, a weight per channel."""
    nothing = torch.zeros_like(x[:, :1])
    before = torch.cat([nothing, x[:, :-1]], 1)
    before2 = torch.cat([nothing, before[:, :-1]], 1)
    behind = torch.cat([x[:, 1:], nothing], 1)
    behind2 = torch.cat([behind[:, 1:], nothing], 1)
    return before2 * weights[0] + before * weights[1] + x * weights[2] + behind * weights[3] + behind2 * weights[4]


class Block(nn.Module):
    def __init__(self, width: int, heads: int, dropout: float):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.near = nn.Parameter(torch.randn(5, width) * 0.4)
        self.mix = nn.Linear(width, width)
        self.ask = nn.Linear(width, 3 * width)
        self.answer = nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, steps, width = x.shape
        y = self.norms[0](x) * mask[:, :, None]
        x = x + self.dropout(self.mix(F.gelu(with_neighbours(y, self.near))))
        parts = self.ask(self.norms[1](x)).reshape(rows, steps, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) / (width // self.heads) ** 0.5 + (mask[:, None, None, :] - 1) * -FAR
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(rows, steps, width)
        x = x + self.dropout(self.answer(mixed))
        return x + self.dropout(self.narrow(F.gelu(self.wide(self.norms[2](x)))))


class Expert(nn.Module):
    def __init__(self, width: int = 48, layers: int = 2, heads: int = 4, dropout: float = 0.2, channel_dropout: float = 0.3):
        super().__init__()
        for name, columns in (("states", WIDTH), ("whole", 2 * WIDTH), ("cues", CUES)):
            self.register_buffer(f"{name}_mean", torch.zeros(columns))
            self.register_buffer(f"{name}_sd", torch.ones(columns))
        self.from_states, self.from_whole, self.from_cues = nn.Linear(WIDTH, width), nn.Linear(2 * WIDTH, width), nn.Linear(CUES, width)
        self.phone = nn.Embedding(CLASSES, width)
        self.setting = nn.Embedding(2, width)
        self.blocks = nn.ModuleList(Block(width, heads, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.look = nn.Linear(width, 1)
        self.quality, self.word, self.rating = nn.Linear(width, 1), nn.Linear(width, 2), nn.Linear(3 * width, RATINGS)
        self.dropout, self.channels = nn.Dropout(dropout), ChannelDropout(channel_dropout)

    def forward(self, states, phones, cues, whole, mask, setting):
        """-> ratings in standard units (rows × 4), quality of each phone, ratings of its word."""
        scaled = lambda name, x: (x - getattr(self, f"{name}_mean")) / getattr(self, f"{name}_sd")  # noqa: E731
        x = self.from_states(self.channels(scaled("states", states))) + self.phone(phones) + self.from_cues(scaled("cues", cues))
        all_of_it = self.from_whole(self.channels(scaled("whole", whole))) + self.setting(setting)
        x = torch.cat([all_of_it[:, None], x], 1)
        wide_mask = torch.cat([torch.ones_like(mask[:, :1]), mask], 1)
        for block in self.blocks:
            x = block(x, wide_mask)
        x = self.norm(x)
        tokens = x[:, 1:]
        mean = (tokens * mask[:, :, None]).sum(1) / (mask.sum(1, keepdim=True) + 1e-3)
        weights = (self.look(tokens)[:, :, 0] + (mask - 1) * -FAR).softmax(1) * mask
        looked_at = (tokens * weights[:, :, None]).sum(1)
        ratings = self.rating(self.dropout(torch.cat([x[:, 0], mean, looked_at], 1)))
        return ratings, self.quality(tokens)[:, :, 0], self.word(tokens)
