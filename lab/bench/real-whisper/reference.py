"""What CTranslate2 and faster-whisper hear with the same weights, as one JSON line a sound.

    python reference.py MODEL_FOLDER SOUNDS.json > reference.jsonl

MODEL_FOLDER holds model.bin as published. SOUNDS.json is a list of {"id", "pcm", "language"}: raw s16le, mono, 16 kHz, up to 30 s.
"exact" is CTranslate2's decoder on a spectrogram of the sound with silence behind it up to 30 s, as openai/whisper makes it;
"usual" is faster-whisper as people call it, which puts zeros behind the finished spectrogram instead.
"""

import json
import sys

import ctranslate2
import numpy as np
from faster_whisper import WhisperModel
from faster_whisper.tokenizer import Tokenizer

RATE = 16_000
WINDOW = 30 * RATE

folder, listing = sys.argv[1:3]
whisper = WhisperModel(folder, device="cpu", compute_type="float32", cpu_threads=1)

for sound in json.load(open(listing)):
    samples = np.fromfile(sound["pcm"], dtype="<i2").astype(np.float32) / 32768
    padded = np.zeros(WINDOW, np.float32)
    padded[: len(samples)] = samples[:WINDOW]
    features = whisper.feature_extractor(padded, padding=0)[:, :3000]
    view = ctranslate2.StorageView.from_array(np.ascontiguousarray(features[None]))
    states = whisper.model.encode(view)
    languages = {code[2:-2]: p for code, p in whisper.model.detect_language(states)[0]}
    tokenizer = Tokenizer(whisper.hf_tokenizer, True, task="transcribe", language=sound["language"])
    prompt = [tokenizer.sot, tokenizer.language, tokenizer.transcribe]
    result = whisper.model.generate(
        states,
        [prompt],
        beam_size=1,
        length_penalty=1,
        max_length=448,
        return_scores=True,
        return_no_speech_prob=True,
        suppress_blank=True,
        suppress_tokens=[-1],
        max_initial_timestamp_index=50,
    )[0]
    tokens = result.sequences_ids[0]
    segments, info = whisper.transcribe(
        samples,
        language=sound["language"],
        beam_size=1,
        temperature=0,
        condition_on_previous_text=False,
    )
    usual = list(segments)
    print(
        json.dumps(
            {
                "id": sound["id"],
                "exact": {
                    "tokens": tokens,
                    "meanLogProbability": result.scores[0] * len(tokens) / (len(tokens) + 1),
                    "noSpeech": result.no_speech_prob,
                    "languages": languages,
                },
                "usual": {
                    "text": "".join(segment.text for segment in usual),
                    "meanLogProbability": [segment.avg_logprob for segment in usual],
                },
            }
        ),
        flush=True,
    )
