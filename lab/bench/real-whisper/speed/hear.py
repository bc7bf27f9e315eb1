"""One of those that run in Python, in a process of its own: python hear.py WHO MODEL SOUNDS.json THREADS PRECISION

WHO: faster-whisper (window after window), faster-whisper-batched (windows of speech side by side), whisper.cpp.
Prints what it took and what it heard as one line of JSON, like hear.ts. All decode greedily, without times of words.
"""

import json
import os
import resource
import sys
import time

import numpy as np

who, model, listing, threads, precision = sys.argv[1:]
sounds = json.load(open(listing))


def samples_of(sound):
    return np.fromfile(sound["pcm"], dtype="<i2").astype(np.float32) / 32768


if who == "whisper.cpp":
    from pywhispercpp.model import Model

    quiet = dict(print_progress=False, print_realtime=False, print_timestamps=False)
    cpp = Model(model, n_threads=int(threads), redirect_whispercpp_logs_to=None, **quiet)

    def hear(sound):
        return "".join(segment.text + " " for segment in cpp.transcribe(samples_of(sound), language=sound["language"]))
else:
    from faster_whisper import BatchedInferencePipeline, WhisperModel

    whisper = WhisperModel(model, device="cpu", compute_type="int8" if precision == "int8" else "float32", cpu_threads=int(threads))
    batched = BatchedInferencePipeline(whisper) if who.endswith("batched") else None

    def hear(sound):
        how = dict(language=sound["language"], beam_size=1)
        if batched:
            segments, _ = batched.transcribe(samples_of(sound), batch_size=4, **how)
        else:
            segments, _ = whisper.transcribe(samples_of(sound), vad_filter=True, **how)
        return "".join(segment.text for segment in segments)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


hear(sounds[0])
cpu, begun = processor_seconds(), time.perf_counter()
texts = [hear(sound) for sound in sounds]
seconds = time.perf_counter() - begun
print(json.dumps({"seconds": seconds, "cpuSeconds": processor_seconds() - cpu,
                  "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "texts": texts}))
