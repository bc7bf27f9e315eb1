import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createLanes } from '#server/lanes/lanes.ts';
import { speechPipeline } from '#server/modules/speech/pipeline/pipeline.ts';
import type { SpeechInput } from '#server/modules/speech/pipeline/state.ts';
import { runPipeline } from '#server/pipeline/run-pipeline.ts';
import { systemClock } from '#server/time.ts';
import { moonshineOptions } from '../../testkit/moonshine.ts';
import { heardSteps } from '../../testkit/recorded-speech/steps.ts';
import {
  makeVariant,
  recordingsFolder,
  type Variant,
  variants,
} from '../../testkit/recorded-speech/variants.ts';

/**
 * Runs the real pipeline with the embedded recogniser on the sample interview and its variants, and keeps what each
 * step gave for `testkit/recorded-speech`: node scripts/console/record.ts [VARIANT…]. Needed again only when
 * the output of a step changes its shape.
 */
const laneEntry = resolve(import.meta.dirname, '../../server/lanes/entry/speech.ts');
const settings = {
  modelsDir: '/nonexistent',
  recogniser: { kind: 'moonshine', ...moonshineOptions('base') },
  minMeanConfidence: null,
  minWordConfidence: null,
  maxWordErrors: 0.5,
};
const lane = { entryPath: laneEntry, threads: 1, settings };
const lanes = createLanes({
  lanes: { speech: lane, cpu: lane },
  onStuck: ({ step }) => {
    throw new Error(`The step "${step}" is stuck.`);
  },
});
const folder = await mkdtemp(join(tmpdir(), 'assay-record-'));
try {
  const wanted = process.argv.slice(2);
  const chosen = (wanted.length > 0 ? wanted : Object.keys(variants)) as Variant[];
  await mkdir(recordingsFolder, { recursive: true });
  for (const variant of chosen) await record(variant);
} finally {
  await lanes.close();
  await rm(folder, { recursive: true, force: true });
}

async function record(variant: Variant): Promise<void> {
  const workDir = join(folder, variant);
  await mkdir(workDir);
  const input: SpeechInput = {
    runId: variant,
    language: 'en',
    audioPath: await makeVariant(variant, folder),
    hotwords: [],
    includeCutAudio: false,
    cutSettings: { silenceThresholdDb: -38, minSilenceMs: 800, keepSilenceMs: 250 },
  };
  const end = await runPipeline({
    pipeline: speechPipeline,
    input,
    stored: [],
    execute: (step, state, { signal, onStarted, onProgress }) =>
      lanes.run({ lane: step.lane, step: step.name, input: state, workDir, signal, onStarted, onProgress }),
    save: async () => true,
    signal: new AbortController().signal,
    clock: systemClock,
  });
  if (end.end !== 'finished') throw new Error(`The ${variant} sample ended: ${JSON.stringify(end)}`);
  const kept = end.outcomes
    .filter(({ step }) => step === 'decode' || heardSteps.has(step))
    .map(({ step, output, durationMs }) => ({ step, output, durationMs }));
  const text = JSON.stringify(kept, slim);
  await writeFile(join(recordingsFolder, `${variant}.json.br`), brotliCompressSync(text));
  console.log(
    `${variant}: ${end.outcomes.map(({ step, durationMs }) => `${step} ${durationMs} ms`).join(', ')}`,
  );
}

/** Paths are this machine's, and more than three decimals only take room. */
function slim(key: string, value: unknown): unknown {
  if (key === 'path') return undefined;
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}
