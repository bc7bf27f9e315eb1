"""Writes the trained network's counting half as ONNX.

    python3 export.py --model voices.pt --onnx ../../bundled/voices-overlap.onnx

mel (1, 64, T) -> count (1, T/4, 3): probabilities of nobody, one person, several. The embedding half stays behind: on
people the network did not learn from it tells voices apart less well than the i-vectors of voices.json (README).
"""

import argparse

import torch

from voice_network import BANDS, Voices


class Counting(torch.nn.Module):
    def __init__(self, voices):
        super().__init__()
        self.voices = voices

    def forward(self, mel):
        return self.voices(mel)[0].softmax(1).transpose(1, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--onnx", required=True)
    a = parser.parse_args()
    torch.set_num_threads(1)
    voices = Voices()
    voices.load_state_dict(torch.load(a.model, map_location="cpu"))
    counting = Counting(voices).eval()
    torch.onnx.export(counting, torch.zeros(1, BANDS, 400), a.onnx, opset_version=13, input_names=["mel"], output_names=["count"],
                      dynamic_axes={"mel": {2: "frames"}, "count": {1: "steps"}})


if __name__ == "__main__":
    main()
