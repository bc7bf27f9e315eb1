/**
 * Makes models/calibration/usual-sounds.json: how clear each sound of English usually is, because some sounds are less clear in everybody's
 * mouth. From what lab/bench/asr-hear.ts wrote of learners whom no network had heard (--folds, --witnesses).
 *
 *   node lab/usual-sounds.ts HEARD.jsonl
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { UsualSounds } from '../server/domain/explanation/sounds.ts';
import type { HeardRecording } from './bench/asr-hear.ts';

/** Experts' mean rating of accuracy, of 10, from which a reader counts as usual; children's sounds differ. */
const ratedFrom = 8;
const adultFrom = 16;
/** Less sure words may be others. */
const sureFrom = 0.5;
/** Fewer do not tell how much a sound varies. */
const leastCount = 40;

const [path] = process.argv.slice(2);
if (!path) throw new Error('Name what was heard: node lab/usual-sounds.ts HEARD.jsonl');
const heard = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as HeardRecording)
  .filter(({ learner }) => learner && learner.age >= adultFrom && learner.accuracy >= ratedFrom);
const phones = heard
  .flatMap(({ words }) => words)
  .filter(({ filler, confidence }) => !filler && confidence >= sureFrom)
  .flatMap((word) => word.phones ?? []);
const round = (value: number) => Math.round(value * 1000) / 1000;
const sounds = [...Map.groupBy(phones, ({ phone }) => phone)]
  .filter(([, said]) => said.length >= leastCount)
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([phone, said]) => {
    const mean = said.reduce((sum, { gop }) => sum + gop, 0) / said.length;
    const variance = said.reduce((sum, { gop }) => sum + (gop - mean) ** 2, 0) / said.length;
    return [phone, { mean: round(mean), sd: round(Math.sqrt(variance)), count: said.length }] as const;
  });
const file: UsualSounds = {
  id: 'usual-sounds-1',
  method: [
    `Goodness of pronunciation (sounds heard in the recogniser's encoder states) of every sound that ${new Set(heard.map(({ learner }) => learner!.speaker)).size} adult readers of speechocean762 said whom experts rated ${ratedFrom} or more of 10, each heard by networks that had not met them.`,
    'Not measured: other first languages, native speakers, spontaneous speech. Sounds heard by an aligner alone have other means; comparisons are made around the average of whoever is compared.',
  ],
  sounds: Object.fromEntries(sounds),
};
const outPath = join(resolve(import.meta.dirname, '..'), 'models/calibration/usual-sounds.json');
writeFileSync(outPath, `${JSON.stringify(file, null, 2)}\n`);
