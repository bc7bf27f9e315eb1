"""Writes the trained network as ONNX.

    python3 export.py --model activity.pt --onnx ../../bundled/voice-activity.onnx

mel (1, 64, 2·T), tracks (voices, 7, T) -> activity (voices, T): the probability that each voice is heard in each 20 ms.
"""

import argparse

import torch

from network import BANDS, TRACKS, Activity


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--onnx", required=True)
    a = parser.parse_args()
    torch.set_num_threads(1)
    network = Activity().eval()
    network.load_state_dict(torch.load(a.model, map_location="cpu"))
    torch.onnx.export(network, (torch.zeros(1, BANDS, 400), torch.zeros(2, TRACKS, 200)), a.onnx, opset_version=13,
                      input_names=["mel", "tracks"], output_names=["activity"],
                      dynamic_axes={"mel": {2: "frames"}, "tracks": {0: "voices", 2: "steps"}, "activity": {0: "voices", 1: "steps"}})


if __name__ == "__main__":
    main()
