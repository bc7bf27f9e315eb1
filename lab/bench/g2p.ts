/**
 * Phone and word error of the grapheme-to-phoneme model on words it was not trained on:
 *
 *     node lab/bench/g2p.ts --model held.bin --words held.tsv [--unlisted LEXICON] [--theirs FILE] [--json]
 *
 * `--words` has a word and its right pronunciations in a line, tabs between (models/training/g2p/train.py --hold-out writes it);
 * `--unlisted` keeps only words that this lexicon lacks; `--theirs` measures another program's answers, a word, tab, phones a line.
 * A word is right when its first answer is one of the right pronunciations; phone errors are counted against the nearest of them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSpeller } from '../../server/engines/align/g2p.ts';
import { readPronunciations } from '../../server/engines/align/pronunciation.ts';
import { type PhoneErrors, phoneErrorRate, sumPhoneErrors } from './phone-errors.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    words: { type: 'string' },
    unlisted: { type: 'string' },
    theirs: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
if (!values.words || !(values.model || values.theirs))
  throw new Error('--words and one of --model, --theirs are needed');

const read = (path: string) => readPronunciations(readFileSync(path, 'utf8'));
const listed = values.unlisted ? read(values.unlisted) : undefined;
const words = [...read(values.words)].filter(([word]) => !listed?.has(word));
const answer = values.theirs ? answersOf(values.theirs) : await answersOfModel(values.model!);

const started = performance.now();
let right = 0;
const errors: PhoneErrors[] = [];
for (const [word, pronunciations] of words) {
  const said = answer(word);
  const counted = pronunciations.map((expected) => phoneErrorRate(expected, said));
  const best = counted.reduce((a, b) => (b.rate < a.rate ? b : a));
  if (best.rate === 0) right++;
  errors.push(best);
}
const result = {
  words: words.length,
  wordErrorRate: 1 - right / words.length,
  phoneErrorRate: sumPhoneErrors(errors).rate,
  msPerWord: (performance.now() - started) / words.length,
};
console.log(
  values.json
    ? JSON.stringify(result)
    : `${result.words} words: word error ${percent(result.wordErrorRate)}, phone error ${percent(result.phoneErrorRate)}, ${result.msPerWord.toFixed(2)} ms a word`,
);

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

async function answersOfModel(path: string): Promise<(word: string) => readonly string[]> {
  const speller = await createSpeller(path);
  return (word) => speller.spell(word, 1)[0] ?? [];
}

function answersOf(path: string): (word: string) => readonly string[] {
  const given = read(path);
  return (word) => given.get(word)?.[0] ?? [];
}
