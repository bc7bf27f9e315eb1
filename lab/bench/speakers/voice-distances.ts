import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Span } from '#server/domain/transcript/types.ts';
import { voicePoints } from '#server/engines/speakers/clustering.ts';
import { readVoiceFrames } from '#server/engines/speakers/voices/frames.ts';
import { readVoiceModel } from '#server/engines/speakers/voices/model.ts';
import { framePosteriors, layWindows } from '#server/engines/speakers/voices/windows.ts';
import { logMel } from '#server/native.ts';
import type { VoiceDistances } from '../../../testkit/conversations/casts.ts';
import { PER_MS } from '../../../testkit/conversations/voices.ts';

/** Of everybody, enough to know the voice. */
const MS_PER_PERSON = 30_000;

/** Distances between the people's mean i-vectors, all heard as one recording. */
export function ivectorDistances(modelPath: string, workDir: string): VoiceDistances {
  return async (people) => {
    const speech: Span[] = [];
    const personOfSpan: number[] = [];
    const parts: Uint8Array[] = [];
    let atMs = 0;
    for (const [person, { utterances }] of people.entries()) {
      const endMs = atMs + MS_PER_PERSON;
      for (const { samples } of await utterances()) {
        if (atMs > endMs) break;
        const lengthMs = Math.floor(samples.length / PER_MS / 10) * 10;
        parts.push(new Uint8Array(Int16Array.from(samples.subarray(0, lengthMs * PER_MS)).buffer));
        speech.push({ startMs: atMs, endMs: atMs + lengthMs });
        personOfSpan.push(person);
        atMs += lengthMs;
      }
    }
    const pcmPath = join(workDir, 'everybody.pcm');
    await writeFile(pcmPath, Buffer.concat(parts));
    const model = await readVoiceModel(modelPath);
    const frames = await readVoiceFrames(pcmPath, speech, logMel, new AbortController().signal);
    await rm(pcmPath);
    const points = voicePoints(
      model,
      frames,
      framePosteriors(frames, model),
      layWindows(frames, frames.span),
    );
    const means = people.map(() => new Float64Array(model.dims));
    const weights = people.map(() => 0);
    for (const { vector, weight, span } of points) {
      const person = personOfSpan[span]!;
      weights[person]! += weight;
      for (let k = 0; k < model.dims; k++) means[person]![k]! += weight * vector[k]!;
    }
    for (const [person, mean] of means.entries())
      for (let k = 0; k < model.dims; k++) mean[k]! /= Math.max(1e-9, weights[person]!);
    return means.map((one) => means.map((two) => Math.hypot(...one.map((value, k) => value - two[k]!))));
  };
}
