import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { Decoded } from '#server/modules/speech/pipeline/state.ts';
import type { Step } from '#server/pipeline/step.ts';
import { recordingsFolder, type Variant, variants } from './variants.ts';

/** What `scripts/console/record.ts` keeps of a step. */
interface RecordedStep {
  step: string;
  output: unknown;
  durationMs: number;
}

interface Recording {
  durationMs: number;
  outputs: ReadonlyMap<string, unknown>;
}

/** The steps that hear: minutes of work, which the recordings spare. All others are done for real. */
export const heardSteps: ReadonlySet<string> = new Set([
  'cutSilence',
  'detectSpeech',
  'transcribe',
  'align',
  'diarise',
  'scoreAccent',
]);

/** What the steps that hear gave for a variant, with how long they took. */
export function recordedSteps(variant: Variant): RecordedStep[] {
  const file = readFileSync(join(recordingsFolder, `${variant}.json.br`));
  return JSON.parse(brotliDecompressSync(file).toString('utf8'));
}

function loadRecordings(): Recording[] {
  return (Object.keys(variants) as Variant[]).map((variant) => {
    const steps = recordedSteps(variant);
    const outputs = new Map(steps.map(({ step, output }) => [step, output]));
    return { durationMs: (outputs.get('decode') as Decoded).pcm.durationMs, outputs };
  });
}

/**
 * A pipeline's steps, of which those that hear give what the real ones gave for the same recording; which it is,
 * its length tells.
 *
 * @param stepMs how long a step that hears takes
 */
// biome-ignore lint/suspicious/noExplicitAny: steps of every input and output
export function replaySteps<Engines, Any extends Step<any, any, Engines>>(
  steps: readonly Any[],
  stepMs: number,
): Any[] {
  const recordings = loadRecordings();
  const nearest = (durationMs: number) =>
    recordings.reduce((best, one) =>
      Math.abs(one.durationMs - durationMs) < Math.abs(best.durationMs - durationMs) ? one : best,
    );
  return steps.map((step) => {
    if (!heardSteps.has(step.name)) return step;
    const run: Any['run'] = async (input: Decoded, { reportProgress, signal }) => {
      for (const fraction of [0.25, 0.5, 0.75, 1]) {
        await delay(stepMs / 4, undefined, { signal });
        reportProgress(fraction);
      }
      return nearest(input.pcm.durationMs).outputs.get(step.name);
    };
    return { ...step, run };
  });
}
