"""All trained networks as one ONNX file with 16-bit weights.

    python3 export.py --networks DIR --out experts-en.onnx --folds-out experts-folds.json

In: states (1 × phones × 416), phones (1 × phones), cues (1 × phones × 12), whole (1 × 832), mask (1 × phones), setting (1).
Out: networks (networks × 1 × 4), 0 to 10; in the order of their seeds, within a seed in the order of the folds they have not heard.
"""

import argparse
import glob
import os
import shutil

import onnx
import torch
import torch.nn as nn

from network import CUES, WIDTH, Expert
from sixteen_bits import in_16_bits
from train import CENTRE, UNIT

class Panel(nn.Module):
    def __init__(self, experts: list):
        super().__init__()
        self.experts = nn.ModuleList(experts)
        self.register_buffer("centre", torch.from_numpy(CENTRE))

    def forward(self, *inputs):
        return torch.stack([expert(*inputs)[0] for expert in self.experts]) * UNIT + self.centre


def order_of(path: str) -> tuple:
    fold, seed = os.path.basename(path)[:-3].split("-")
    return int(seed), int(fold)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--networks", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--folds-out", required=True)
    a = parser.parse_args()
    experts = []
    for path in sorted(glob.glob(os.path.join(a.networks, "*-*.pt")), key=order_of):
        expert = Expert()
        expert.load_state_dict(torch.load(path))
        experts.append(expert.eval())
    inputs = (torch.randn(1, 7, WIDTH), torch.zeros(1, 7, dtype=torch.long), torch.randn(1, 7, CUES), torch.randn(1, 2 * WIDTH),
              torch.ones(1, 7), torch.zeros(1, dtype=torch.long))
    names = ["states", "phones", "cues", "whole", "mask", "setting"]
    whole = f"{a.out}.whole"
    torch.onnx.export(Panel(experts).eval(), inputs, whole, input_names=names, output_names=["networks"], opset_version=13,
                      dynamic_axes={name: {1: "phones"} for name in names if name not in ("whole", "setting")})
    onnx.save(in_16_bits(onnx.load(whole)), a.out)
    os.remove(whole)
    shutil.copy(os.path.join(a.networks, "folds.json"), a.folds_out)
    print(f"{len(experts)} networks, {os.path.getsize(a.out)} bytes")


if __name__ == "__main__":
    main()
