/**
 * Fits the probability that several people speak (`FITTED` of server/engines/speakers/voices/count.ts) on simulated conversations of the
 * people of `choose`, and says how it does on those of `report`.
 *
 *   node lab/train-voice-model.ts --leave-out 0 --out voices-fold0.json
 *   node lab/fit-speaker-count.ts --voices voices-fold0.json --minutes 3-8 --two 18 --confusable 18 --alone 26
 *
 * The voice model must not have heard the people of `report`. Seeded: the same options give the same numbers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe } from '#server/engines/speakers/clustering.ts';
import { createSegmentationNetwork } from '#server/engines/speakers/segmentation.ts';
import { speechTimeline } from '#server/engines/speakers/speech-timeline.ts';
import { secondsOfSecond, soloStretches } from '#server/engines/speakers/stretches.ts';
import { chooseVoices, probabilityOfSeveral } from '#server/engines/speakers/voices/count.ts';
import { createVoiceEmbedder } from '#server/engines/speakers/voices/embedder.ts';
import { readVoiceFrames } from '#server/engines/speakers/voices/frames.ts';
import { readVoiceModel } from '#server/engines/speakers/voices/model.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { logMel } from '#server/native.ts';
import { sharedDataDir } from '../testkit/conversations/casts.ts';
import { type Part, readVoices } from '../testkit/conversations/voices.ts';
import { bundledModels } from './bench/speakers/engine.ts';
import { simulatedRecordings } from './bench/speakers/simulated.ts';
import { ivectorDistances } from './bench/speakers/voice-distances.ts';

const options = new Command('fit-speaker-count')
  .requiredOption('--voices <file>', 'voice model that has not heard the people of `report`')
  .option('--data <folder>', 'with speechocean762')
  .option('--minutes <from-to>', 'length of a conversation', '3-8')
  .option('--two <n>', 'conversations of any two', '18')
  .option('--confusable <n>', 'of two who sound alike', '18')
  .option('--alone <n>', 'people alone', '26')
  .option('--seed <n>', 'of the conversations', '41')
  .parse()
  .opts<Record<'voices' | 'minutes' | 'two' | 'confusable' | 'alone' | 'seed', string> & { data?: string }>();

interface Heard {
  group: string;
  several: boolean;
  gain: number;
  likeness: number;
  second: number;
}

const { signal } = new AbortController();
const vad = await createSileroVad({ modelPath: join(bundledModels, 'silero-vad-v6.onnx') });
const embedder = await createVoiceEmbedder({ modelPath: join(bundledModels, 'speaker-encoder.onnx') });
const segmentation = await createSegmentationNetwork({ modelPath: join(bundledModels, 'segmentation.onnx') });
const model = await readVoiceModel(options.voices);

async function hear(part: Part, workDir: string): Promise<Heard[]> {
  const [shortest, longest] = options.minutes.split('-').map((minutes) => Number(minutes) * 60_000);
  const lengthsMs = [shortest!, longest ?? shortest!] as const;
  const { two, confusable, alone } = options;
  const all: Heard[] = [];
  for await (const { pcmPath, durationMs, group, name } of simulatedRecordings({
    counts: { two: Number(two), confusable: Number(confusable), alone: Number(alone) },
    people: await readVoices(sharedDataDir(options.data), part, 'adults'),
    seed: Number(options.seed),
    lengthsMs,
    aloneLengthsMs: lengthsMs,
    distances: ivectorDistances(options.voices, workDir),
    workDir,
  })) {
    const speech = await vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });
    const spans = await speechTimeline(pcmPath, speech, signal);
    const frames = await readVoiceFrames(pcmPath, spans, logMel, signal);
    const local = await segmentation.windows(pcmPath, signal);
    const second = secondsOfSecond(local);
    const stretches = soloStretches(local);
    const { points, halves, ...heard } = await describe(model, frames, {
      pcmPath,
      embedder,
      stretches,
      signal,
    });
    const { gainPerWindow } = chooseVoices(heard.model, points, { halves, secondsOfSecond: second }, null);
    const likeness = halves?.likeness ?? 1;
    all.push({ group, several: group !== 'alone', gain: gainPerWindow, likeness, second });
    process.stderr.write(
      `${name}: gain ${gainPerWindow.toFixed(3)}, likeness ${likeness.toFixed(3)}, second ${second.toFixed(3)}\n`,
    );
  }
  return all;
}

const inputsOf = ({ gain, likeness, second }: Heard) => [1, Math.asinh(3 * gain), likeness, second] as const;

/** Logistic regression by gradient descent, with a little pull towards 0; likeness counted from .95 in twentieths and seconds from .6 in halves, for their own scales. */
function fit(all: readonly Heard[]): { constant: number; gain: number; likeness: number; second: number } {
  const rows = all.map((one) => {
    const [constant, gain, likeness, second] = inputsOf(one);
    const inputs = [constant, gain, (likeness - 0.95) * 20, (second - 0.6) * 2];
    return { inputs, several: one.several ? 1 : 0 };
  });
  let weights = [0, 0, 0, 0];
  for (let round = 0; round < 20_000; round++) {
    const slope = weights.map((weight, k) => (k === 0 ? 0 : 0.1 * weight));
    for (const { inputs, several } of rows) {
      const found = 1 / (1 + Math.exp(-inputs.reduce((sum, value, k) => sum + value * weights[k]!, 0)));
      for (const [k, value] of inputs.entries()) slope[k]! += (found - several) * value;
    }
    weights = weights.map((weight, k) => weight - (0.5 * slope[k]!) / rows.length);
  }
  const [constant, gain, likeness, second] = weights as [number, number, number, number];
  return {
    constant: constant - 19 * likeness - 1.2 * second,
    gain,
    likeness: 20 * likeness,
    second: 2 * second,
  };
}

function tell(title: string, all: readonly Heard[], probability: (one: Heard) => number): void {
  process.stdout.write(`${title}\n`);
  for (const [group, some] of Object.entries(Object.groupBy(all, (one) => one.group))) {
    const found = some!.map(probability).sort((a, b) => a - b);
    const at = (share: number) => found[Math.round(share * (found.length - 1))]!.toFixed(2);
    const under = (limit: number) => found.filter((value) => value < limit).length;
    process.stdout.write(
      `  ${group}: ${found.length}; least ${at(0)}, quarter ${at(0.25)}, middle ${at(0.5)}, most ${at(1)}; under .1 ${under(0.1)}, .25 ${under(0.25)}, .3 ${under(0.3)}, .5 ${under(0.5)}\n`,
    );
  }
}

const workDir = await mkdtemp(join(tmpdir(), 'assay-count-'));
try {
  const chosen = await hear('choose', workDir);
  const reported = await hear('report', workDir);
  const fitted = fit(chosen);
  process.stdout.write(`${JSON.stringify(fitted)}\n`);
  const weights = [fitted.constant, fitted.gain, fitted.likeness, fitted.second];
  const byFit = (one: Heard) =>
    1 / (1 + Math.exp(-inputsOf(one).reduce((sum, value, k) => sum + value * weights[k]!, 0)));
  tell('choose, as fitted', chosen, byFit);
  tell('report, as fitted', reported, byFit);
  tell('report, as shipped', reported, ({ gain, likeness, second }) =>
    probabilityOfSeveral({ gainPerWindow: gain, likeness, secondsOfSecond: second }),
  );
} finally {
  await rm(workDir, { recursive: true, force: true });
}
