"""Writes a trained network as ONNX in 8 bits with its small files: see README.md."""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main(trained: str, out: str) -> None:
    made = f"{out}.made"
    subprocess.check_call([sys.executable, os.path.join(HERE, "../sentence_embeddings/make_onnx.py"), trained, made])
    os.makedirs(os.path.join(out, "1_Pooling"), exist_ok=True)
    shutil.move(os.path.join(made, "onnx/model_quantized.onnx"), os.path.join(out, "model_quantized.onnx"))
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "1_Pooling/config.json"):
        shutil.copyfile(os.path.join(made, name), os.path.join(out, name))
    shutil.rmtree(made)


main(sys.argv[1], sys.argv[2])
