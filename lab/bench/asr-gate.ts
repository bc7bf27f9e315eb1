/**
 * How far the recogniser's confidence can be trusted: expected against true word error rate for each recording of asr-hear.ts, who is
 * refused, and share of right words by confidence. Prints the tables of server/engines/asr/hearing.md.
 *
 *   node lab/bench/asr-hear.ts OUT.jsonl [--engine base|tiny] && node lab/bench/asr-gate.ts OUT.jsonl … [--max-errors 0.5]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { surroundingConfidence } from '../../server/domain/transcript/confidence.ts';
import { expectedErrors } from '../../server/domain/transcript/expected-errors.ts';
import { fitOfSound } from '../../server/domain/transcript/fits-sound.ts';
import { isImprobableLanguage } from '../../server/domain/transcript/language.ts';
import { loadCalibration } from '../../server/engines/calibration/files.ts';
import { heardSpeechOf, readHeard } from '../calibrate/heard-recordings.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'max-errors': { type: 'string', default: '0.5' } },
});
const maxErrors = Number(values['max-errors']);
const { wordErrors } = loadCalibration(join(import.meta.dirname, '../../models/calibration'));

const judged = readHeard(positionals)
  .map((recording) => {
    const { detectedLanguage, languageProbability, words } = recording;
    const expected = expectedErrors(heardSpeechOf(recording), wordErrors);
    const sound = fitOfSound(words);
    const isEnglish = !isImprobableLanguage('en', detectedLanguage, languageProbability);
    const passes =
      isEnglish && (sound?.isBorneOut ?? true) && expected !== null && expected.rate <= maxErrors;
    return { ...recording, expected, fit: sound?.fit, passes };
  })
  .sort((a, b) => (a.expected?.rate ?? 1) - (b.expected?.rate ?? 1));

const percent = (share: number) => `${Math.round(100 * share)} %`;
console.log('| recording | group | words heard | WER | expected | 90 % | fit | passes |');
console.log('|---|---|---|---|---|---|---|---|');
for (const { name, group, words, rate, expected, fit, passes } of judged) {
  const wer = group === 'foreign' ? 'foreign' : percent(rate);
  const cells = [name, group, words.length, wer, expected ? percent(expected.rate) : 'none'];
  cells.push(expected ? expected.interval.map(percent).join(' – ') : '–', fit?.toFixed(2) ?? '–');
  console.log(`| ${[...cells, passes ? 'yes' : 'no'].join(' | ')} |`);
}

/** By group: how many pass, and the worst of them. */
console.log(
  '\n| group | number | WER, median | expected, mean | in the interval | pass | worst WER that passes |\n|---|---|---|---|---|---|---|',
);
for (const [group, own] of Map.groupBy(judged, (one) => one.group)) {
  const rates = own.map(({ rate }) => rate).sort((a, b) => a - b);
  const passing = own.filter(({ passes }) => passes);
  const held = own.filter(
    ({ rate, expected }) =>
      expected && expected.interval[0] <= rate && Math.min(1, rate) <= expected.interval[1],
  );
  const mean = own.reduce((sum, { expected }) => sum + (expected?.rate ?? 1), 0) / own.length;
  const cells = [group, own.length, percent(rates[Math.floor(rates.length / 2)]!), percent(mean)];
  cells.push(percent(held.length / own.length), passing.length);
  cells.push(passing.length > 0 ? percent(Math.max(...passing.map(({ rate }) => rate))) : '–');
  console.log(`| ${cells.join(' | ')} |`);
}

const heardMs = judged.reduce((sum, { durationMs }) => sum + durationMs, 0);
console.log(`\n${judged.length} recordings, ${(heardMs / 60_000).toFixed(0)} min.\n`);

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
