/**
 * `node lab/bench/groups.ts HEARD.jsonl … --data FOLDER`: whether people of one sex or age are scored above or below others whom experts rated
 * the same, and how well two recordings of one person agree. Each HEARD is what `lab/bench/asr-hear.ts --folds` wrote; FOLDER is laid out like
 * speechocean762.
 *
 * Bias is the mean distance of a group from the line through everybody's scores and ratings, with its 95 % interval.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { moonshineThresholds } from '../../server/engines/asr/moonshine/engine.ts';
import { loadCalibration } from '../../server/engines/calibration/files.ts';
import { createEnglishText } from '../../server/engines/text/english.ts';
import { predictionsOf, readHeard } from '../calibrate/heard-recordings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') } },
});
const gate = { minMean: 0, minWord: moonshineThresholds.minWordConfidence };
const folder = join(values.data, 'speechocean762');
const sexOf = new Map(
  readFileSync(join(folder, 'spk2gender'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/) as [string, string]),
);
const calibration = loadCalibration(join(import.meta.dirname, '../../models/calibration'));
const text = createEnglishText();

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
const deviation = (list: readonly number[]): number =>
  Math.sqrt(list.reduce((sum, one) => sum + (one - mean(list)) ** 2, 0) / (list.length - 1));
const correlation = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, index) => sum + (one - mean(a)) * (b[index]! - mean(b)), 0) /
  ((a.length - 1) * deviation(a) * deviation(b));

const recordings = readHeard(positionals).flatMap((recording) => {
  const { learner, noiseDb, words } = recording;
  if (!learner || noiseDb) return [];
  const { fluency, accent } = predictionsOf(recording, words, gate, calibration, text);
  return fluency && accent
    ? [{ ...learner, words: words.length, scores: { fluency: fluency.score, accent: accent.score } }]
    : [];
});
const people = [...Map.groupBy(recordings, ({ speaker }) => speaker).values()].map((parts) => ({
  ...parts[0]!,
  parts,
  sex: sexOf.get(parts[0]!.speaker),
}));
type Person = (typeof people)[number];

const groups: readonly [string, (person: Person) => boolean][] = [
  ['women', ({ sex, age }) => sex === 'f' && age >= 18],
  ['men', ({ sex, age }) => sex === 'm' && age >= 18],
  ['girls', ({ sex, age }) => sex === 'f' && age < 18],
  ['boys', ({ sex, age }) => sex === 'm' && age < 18],
  ['up to 10 years', ({ age }) => age <= 10],
  ['11 to 17', ({ age }) => age > 10 && age < 18],
  ['18 to 29', ({ age }) => age >= 18 && age < 30],
  ['30 and older', ({ age }) => age >= 30],
];

console.log(
  `${people.length} people, ${recordings.length} recordings, ${Math.round(mean(recordings.map(({ words }) => words)))} words each`,
);
for (const [dimension, rating] of [
  ['fluency', 'fluency'],
  ['accent', 'accuracy'],
] as const) {
  const scoreOf = ({ parts }: Person) => mean(parts.map(({ scores }) => scores[dimension]));
  const rated = people.map((person) => person[rating]);
  const scored = people.map(scoreOf);
  const r = correlation(rated, scored);
  const slope = (r * deviation(scored)) / deviation(rated);
  const distance = (person: Person) =>
    scoreOf(person) - mean(scored) - slope * (person[rating] - mean(rated));
  const twice = people.filter(({ parts }) => parts.length > 1);
  const [first = [], second = []] = [0, 1].map((part) =>
    twice.map(({ parts }) => parts[part]!.scores[dimension]),
  );
  const error = deviation(first.map((one, index) => one - second[index]!)) / Math.SQRT2;
  console.log(
    `\n${dimension}: r ${r.toFixed(2)} with experts’ ${rating}; two recordings of ${twice.length} people r ${correlation(first, second).toFixed(2)}, standard error of one ${error.toFixed(2)}`,
  );
  for (const [name, isIn] of groups) {
    const distances = people.filter(isIn).map(distance);
    const half = (1.96 * deviation(distances)) / Math.sqrt(distances.length);
    console.log(
      `  ${name.padEnd(15)} ${String(distances.length).padStart(3)}  ${mean(distances).toFixed(2).padStart(5)} ± ${half.toFixed(2)}`,
    );
  }
}
