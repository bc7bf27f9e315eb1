"""
Trains all weights of Moonshine base on read utterances of learners, on a graphics processor: four minutes for 2,000 utterances.

    python3 whole.py --corpus DIR --weights DIR --tokenizer tokenizer.json --out OUT.npz [--replay DIR] [--without FOLD ...] [--minutes 4] [--seed 7]

--corpus, --weights, --tokenizer, --without: as for lora.py. --replay: recordings of fluent, spontaneous speech without labels; what the
published weights make of them is kept (Kullback-Leibler divergence of the next token). OUT.npz: a thin correction of rank 32 in 8-bit numbers.
Needs torch, transformers, tokenizers, onnx, soundfile, scipy.
"""

import argparse
import copy
import glob
import os
import random
import time

import numpy as np
import scipy.signal
import soundfile
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

import lora
import published
from correction import thin_parts

RATE, RANK = 16_000, 32
PEAK, WARM_UP, LABEL_SMOOTHING, REPLAYED_WEIGHT = 1e-4, 60, 0.05, 0.5
# Sound of a step, how long its recordings are, and the lengths they are padded to: few, so that the plans of the Fourier transform are few.
STEP_SECONDS, WANTED, LENGTHS = 200, [3, 5, 8, 11, 14], [int(RATE * s) for s in (2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18)]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def replayed(folder, network, tokenizer):
    """Overlapping pieces of 4 to 12 s with what the published weights write; those that they cannot write down are left out."""
    sounds = []
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
        sound = scipy.signal.resample_poly(sound.mean(1), RATE, rate) if rate != RATE else sound.mean(1)
        at = 0
        while at + 2 * RATE < len(sound):
            size = int(random.uniform(4, 12) * RATE)
            sounds.append(torch.tensor(sound[at : at + size], dtype=torch.float32))
            at += size // 2
    texts = lora.write_down(network, tokenizer, sounds)
    return [(s, t) for s, t in zip(sounds, texts) if 3 <= len(t.split()) <= 5 * len(s) / RATE]


def joined(own, wanted):
    """Utterances of one person in another pace, up to `wanted` seconds."""
    sounds, texts, size, pace = [], [], 0, random.choice([1, *(random.uniform(0.88, 1.15) for _ in range(3))])
    for one in random.sample(own, len(own)):
        sound = lora.spoken_part(one["sound"], random.uniform(0.03, 0.5))
        sound = F.interpolate(sound[None, None], scale_factor=1 / pace, mode="linear")[0, 0]
        if sounds and size + len(sound) > wanted * RATE:
            break
        pause = torch.zeros(int(random.uniform(0, 0.4) * RATE))
        sounds += [sound, pause]
        texts.append(one["target"])
        size += len(sound) + len(pause)
    return torch.cat(sounds), " ".join(texts)


def step_of(by_speaker, replay, tokenizer):
    """-> sounds, mask, tokens given, tokens wanted, and how many of the last rows are replayed."""
    wanted, rows, speakers = random.choice(WANTED), [], list(by_speaker.values())
    while len(rows) < max(2, 0.85 * STEP_SECONDS / wanted):
        sound, text = joined(random.choice(speakers), wanted * random.uniform(0.6, 1))
        if random.random() < 0.12:
            other = random.choice(random.choice(speakers))["sound"]
            other = F.pad(other, (0, max(0, len(sound) - len(other))))[: len(sound)]
            sound = sound + other * sound.std() / (other.std() + 1e-5) * 10 ** (-random.uniform(10, 25) / 20)
        if len(sound) <= LENGTHS[-1]:
            rows.append((sound, text))
    length = next(size for size in LENGTHS if size >= max(len(sound) for sound, _ in rows))
    fitting = [one for one in replay if len(one[0]) <= length]
    again = random.sample(fitting, min(len(fitting), max(1, len(rows) // 6)))
    rows += again
    ids = [[*tokenizer.encode(text, add_special_tokens=False).ids, lora.END] for _, text in rows]
    most = max(map(len, ids))
    sounds, mask = torch.zeros(len(rows), length), torch.zeros(len(rows), length, dtype=torch.long)
    wanted_ids, given = torch.full((len(rows), most), -100), torch.full((len(rows), most), lora.END)
    for row, (sound, _) in enumerate(rows):
        sounds[row, : len(sound)], mask[row, : len(sound)] = sound, 1
        wanted_ids[row, : len(ids[row])] = torch.tensor(ids[row])
        given[row, : len(ids[row])] = torch.tensor([lora.START, *ids[row][:-1]])
    return sounds, mask, given, wanted_ids, len(again)


@torch.no_grad()
def spoilt(sounds):
    """Another level, room, microphone, telephone band, notch, noise, clipping, holes: of each row by chance."""
    rows, size = sounds.shape
    between = lambda low, high: torch.empty(rows, 1, device=sounds.device).uniform_(low, high)  # noqa: E731
    chance = lambda share: (torch.rand(rows, 1, device=sounds.device) < share).float()  # noqa: E731
    peak = lambda some: some.abs().amax(1, keepdim=True) + 1e-4  # noqa: E731
    sounds = sounds / peak(sounds) * between(0.1, 1)
    time_s = torch.arange(6400, device=sounds.device) / RATE
    room = torch.randn(rows, 6400, device=sounds.device) * torch.exp(-6.9 * time_s / between(0.05, 0.6)) * between(0.01, 0.2) * chance(0.36)
    room[:, 0] = 1
    bands = torch.fft.rfft(sounds) * torch.fft.rfft(room, size)
    hertz = torch.linspace(0, RATE / 2, bands.shape[1], device=sounds.device)[None]
    bands = bands * (hertz / 1000).clamp(min=0.1) ** (between(-0.35, 0.35) * chance(0.5))
    bands = bands * (1 - chance(0.15) * ((hertz < 300) | (hertz > 3400)).float())
    bands = bands * (hertz <= RATE / 2 - 4200 * chance(0.12) * between(0, 1)).float()
    low = between(300, 6000)
    bands = bands * (1 - chance(0.25) * ((hertz > low) & (hertz < low + between(50, 500))).float())
    sounds = torch.fft.irfft(bands, size)
    noise = torch.fft.rfft(torch.randn_like(sounds))
    noise = torch.fft.irfft(noise / (torch.arange(noise.shape[1], device=sounds.device) + 1) ** between(0, 0.8), size)
    sounds = sounds + 10 ** (-between(6, 35) / 20) * chance(0.6) * noise / (noise.std(1, keepdim=True) + 1e-6) * sounds.std(1, keepdim=True)
    sounds = torch.where(chance(0.1) > 0, (2 * sounds / peak(sounds)).clamp(-1, 1), sounds)
    place = torch.arange(size, device=sounds.device)[None]
    for share in (0.35, 0.2):
        begin = between(0, size)
        sounds = sounds * (1 - ((place > begin) & (place < begin + between(600, 3600) * chance(share))).float())
    return sounds.clamp(-1, 1)


def train(network, by_speaker, replay, tokenizer, seconds):
    """-> differences by name, averaged over the second half of the training."""
    names = [name for name in network.state_dict() if name != "proj_out.weight"]
    before = {name: network.state_dict()[name].clone() for name in names}
    teacher, learning = copy.deepcopy(network).eval(), list(network.parameters())
    optimiser = torch.optim.AdamW(learning, lr=PEAK, weight_decay=0.01, betas=(0.9, 0.98))
    average, done, began = None, 0, time.time()
    network.train()
    while (share := (time.time() - began) / seconds) < 1:
        optimiser.param_groups[0]["lr"] = PEAK * min(1, (done + 1) / WARM_UP) * max(0.02, 1 - share)
        *tensors, again = step_of(by_speaker, replay, tokenizer)
        clean, mask, given, wanted = (some.to(DEVICE) for some in tensors)
        own = len(clean) - again
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            heard = {"attention_mask": mask, "decoder_input_ids": given, "use_cache": False}
            logits = network(input_values=spoilt(clean) * mask, **heard).logits.float()
            with torch.no_grad():
                was = teacher(input_values=clean[own:], **{k: v if k == "use_cache" else v[own:] for k, v in heard.items()}).logits if again else None
        loss = F.cross_entropy(logits[:own].flatten(0, 1), wanted[:own].flatten(), ignore_index=-100, label_smoothing=LABEL_SMOOTHING)
        if again:
            real = wanted[own:] != -100
            new, old = logits[own:].log_softmax(-1)[real], was.float().log_softmax(-1)[real]
            loss = loss + REPLAYED_WEIGHT * F.kl_div(new, old, log_target=True, reduction="batchmean")
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learning, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        done += 1
        if share > 0.5 and done % 4 == 0:
            now = [network.state_dict()[name] for name in names]
            average = average or [value.clone() for value in now]
            torch._foreach_lerp_(average, now, 0.03)
        if done % 25 == 0:
            print(f"{time.time() - began:.0f} s, step {done}, loss {loss.item():.3f}", flush=True)
    after = average or [network.state_dict()[name] for name in names]
    return {name: (value - before[name]).cpu().numpy() for name, value in zip(names, after)}


def in_8_bits(differences):
    """Thin parts with a scale for each row; vectors as they are."""
    out = {}
    for name, value in differences.items():
        if value.ndim < 2:
            out[name] = value
            continue
        key = name.removesuffix(".weight")
        for part, numbers in zip((f"{key}.b", f"{key}.a"), thin_parts(value.reshape(len(value), -1), RANK)):
            scale = np.abs(numbers).max(1, keepdims=True) / 127 + 1e-12
            out[part], out[f"{part}#s"] = np.round(numbers / scale).astype(np.int8), scale.astype(np.float32)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "weights", "tokenizer", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--replay")
    parser.add_argument("--without", type=int, nargs="*", default=[])
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    tokenizer, network = Tokenizer.from_file(args.tokenizer), published.model(args.weights)
    utterances = lora.read_corpus(args.corpus, args.without)
    replay = replayed(args.replay, network, tokenizer) if args.replay else []
    heard = lora.write_down(network, tokenizer, [lora.spoken_part(one["sound"], 0.4) for one in utterances])
    by_speaker = {}
    for one, text in zip(utterances, heard):
        by_speaker.setdefault(one["speaker"], []).append({**one, "target": lora.in_own_style(one["text"], text)})
    differences = train(network.to(DEVICE), by_speaker, replay, tokenizer, 60 * args.minutes)
    np.savez(args.out, **in_8_bits(differences))


if __name__ == "__main__":
    main()
