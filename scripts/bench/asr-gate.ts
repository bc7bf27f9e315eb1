/**
 * How far the recogniser's confidence can be trusted: mean confidence against true word error rate for each
 * recording of asr-hear.ts, and share of right words by confidence. Prints the tables of server/engines/asr/README.md.
 *
 *   node scripts/bench/asr-hear.ts OUT.jsonl [--engine base|tiny] && node scripts/bench/asr-gate.ts OUT.jsonl [--min-mean 0.8] [--min-word 0.3]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { meanConfidence, surroundingConfidence } from '../../server/domain/transcript/confidence.ts';
import { confidenceGate } from '../../server/domain/transcript/confidence-gate.ts';
import { isImprobableLanguage } from '../../server/domain/transcript/language.ts';
import type { Word } from '../../server/domain/transcript/types.ts';
import { describeMoonshine } from '../../server/engines/asr/moonshine/engine.ts';
import type { HeardRecording } from './asr-hear.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'min-mean': { type: 'string' },
    'min-word': { type: 'string' },
  },
});
const engine = await describeMoonshine({ id: '', dir: '', size: 'base', threads: 1, batch: 1 });
const gate = {
  minMean: Number(values['min-mean'] ?? engine.minMeanConfidence),
  minWord: Number(values['min-word'] ?? engine.minWordConfidence),
};
const recordings = readFileSync(positionals[0] ?? '', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as HeardRecording);

const judged = recordings
  .map((recording) => {
    const { mean, lostShare, trusted } = confidenceGate(recording.words, gate);
    const { detectedLanguage, languageProbability } = recording;
    const isEnglish = !isImprobableLanguage('en', detectedLanguage, languageProbability);
    return { ...recording, mean, lostShare, passes: trusted && isEnglish };
  })
  .sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0));

const percent = (share: number) => `${Math.round(100 * share)} %`;
console.log('| recording | group | words heard | WER | mean confidence | lost words | English | passes |');
console.log('|---|---|---|---|---|---|---|---|');
for (const { name, group, words, rate, mean, lostShare, languageProbability, passes } of judged) {
  const wer = group === 'foreign' ? 'foreign' : percent(rate);
  const cells = [name, group, words.length, wer, mean?.toFixed(3) ?? 'none', percent(lostShare)];
  cells.push(languageProbability?.toFixed(2) ?? '–');
  console.log(`| ${[...cells, passes ? 'yes' : 'no'].join(' | ')} |`);
}

const real = judged.filter(({ group }) => ['learner', 'fluent', 'foreign'].includes(group));
const bad = judged.filter(({ rate }) => rate > 0.4);
const badReal = real.filter(({ rate }) => rate > 0.4);

/** By group: how many pass, and the worst of them. */
console.log(
  '\n| group | number | WER, median | mean confidence | pass | worst WER that passes |\n|---|---|---|---|---|---|',
);
for (const [group, own] of Map.groupBy(judged, (one) => one.group)) {
  const rates = own.map(({ rate }) => rate).sort((a, b) => a - b);
  const means = own.map(({ mean }) => mean ?? 0).sort((a, b) => a - b);
  const passing = own.filter(({ passes }) => passes);
  const cells = [group, own.length, percent(rates[Math.floor(rates.length / 2)]!)];
  cells.push(`${means[0]!.toFixed(2)} – ${means.at(-1)!.toFixed(2)}`, passing.length);
  cells.push(passing.length > 0 ? percent(Math.max(...passing.map(({ rate }) => rate))) : '–');
  console.log(`| ${cells.join(' | ')} |`);
}

const highest = (list: typeof judged) => Math.max(...list.map(({ mean }) => mean ?? 0)).toFixed(3);
const heardMs = judged.reduce((sum, { durationMs }) => sum + durationMs, 0);
console.log(`
${judged.length} recordings, ${(heardMs / 60_000).toFixed(0)} min; ${real.length} of real people.
WER above 40 %: ${bad.length}, of which ${bad.filter(({ passes }) => passes).length} pass; highest mean ${highest(bad)}.
Of real people: ${badReal.length}, of which ${badReal.filter(({ passes }) => passes).length} pass; highest mean ${highest(badReal)}.
WER up to 25 %: ${judged.filter(({ rate }) => rate <= 0.25).length}, of which ${judged.filter(({ rate, passes }) => rate <= 0.25 && passes).length} pass.
`);

function sharesRight(
  title: string,
  of: typeof judged,
  value: (recording: (typeof judged)[number]) => number[],
) {
  const bins = Array.from({ length: 10 }, () => ({ words: 0, right: 0 }));
  for (const recording of of) {
    value(recording).forEach((confidence, i) => {
      const bin = bins[Math.min(9, Math.floor(confidence * 10))]!;
      bin.words++;
      if (recording.words[i]!.correct) bin.right++;
    });
  }
  const cell = (bin: (typeof bins)[number]) =>
    bin.words ? `${percent(bin.right / bin.words)} of ${bin.words}` : '–';
  console.log(`| ${title} | ${bins.map(cell).join(' | ')} |`);
}

console.log(
  `| right words by confidence | ${Array.from({ length: 10 }, (_, i) => `from .${i}`).join(' | ')} |`,
);
console.log(`|---|${'---|'.repeat(10)}`);
const passing = judged.filter(({ passes }) => passes);
const refused = judged.filter(({ passes, group }) => !passes && group !== 'foreign');
const own = ({ words }: (typeof judged)[number]) => words.map(({ confidence }) => confidence);
const around = ({ words }: (typeof judged)[number]) => surroundingConfidence(words, 10);
sharesRight('the word itself, transcripts that pass', passing, own);
sharesRight('the word itself, transcripts refused', refused, own);
sharesRight('10 words either side, transcripts that pass', passing, around);
sharesRight('10 words either side, transcripts refused', refused, around);

/** A clear interviewer and a speaker nobody understands, turn by turn: may the mean hide the second? */
const clear = judged.find(({ group }) => group === 'sample')!.words;
let mixed = 0;
let refusedByMean = 0;
let refusedAltogether = 0;
let refusedForCandidate = 0;
for (const { words, group, rate } of judged) {
  if (group === 'sample' || rate <= 0.4 || words.length === 0) continue;
  mixed++;
  const mixture: Word[] = [];
  for (let at = 0; at < words.length; at += 20) {
    mixture.push(...clear.slice(1.5 * at, 1.5 * (at + 20)), ...words.slice(at, at + 20));
  }
  const verdict = confidenceGate(mixture, gate);
  if ((verdict.mean ?? 0) < gate.minMean) refusedByMean++;
  if (!verdict.trusted) refusedAltogether++;
  else if ((meanConfidence(words as Word[]) ?? 0) < gate.minMean) refusedForCandidate++;
}
console.log(
  `\nMixed with 1.5 times as many words of the sample, in turns of 30 and 20: ${mixed} recordings with WER above 40 %; ` +
    `the mean refuses ${refusedByMean}, mean and lost passages together ${refusedAltogether}, the candidate's own mean ${refusedForCandidate} of the rest.`,
);
