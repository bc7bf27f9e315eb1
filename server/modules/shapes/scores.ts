import { type Static, Type } from 'typebox';
import { cefrLevels } from '../../domain/scoring/cefr-levels.ts';
import { scale } from './scale.ts';
import { number, orNull, ref, whole } from './schema.ts';

/** "below 0.3 Pre-A1, below 1 A1, …, else C2". */
const levels = [
  ...Object.entries(scale.cutPoints).map(([level, below]) => `below ${below} ${level}`),
  'else C2',
].join(', ');

export const CefrLevel = Type.Enum(cefrLevels, {
  $id: 'CefrLevel',
  description: 'Level of the Common European Framework of Reference; Pre-A1 is below its first.',
});

export const onScale = { minimum: 0, maximum: 5 };
export const score = (what: string, whenNull: string) =>
  orNull(number(`${what}: 0–5, one decimal; high is good. ${whenNull}`, onScale));
export const level = (of: string, whenNull: string) =>
  orNull(ref(CefrLevel, `\`${of}\` as a level: ${levels}. ${whenNull}`));
export const percent = (of: string, whenNull: string) =>
  orNull(whole(`\`${of}\` times 20, rounded: 0–100, no share of anything. ${whenNull}`, { maximum: 100 }));

const noneProduced = 'Null where neither was produced.';
const notProduced = 'Null where it was not produced.';

/** The fields that a run and its row in the list share. */
export const scoreFields = {
  vocabulary: score('How wide and varied the candidate’s words are', notProduced),
  vocabularyCefr: level('vocabulary', notProduced),
  fluency: score('How smoothly the candidate speaks', notProduced),
  fluencyCefr: level('fluency', notProduced),
  accent: score(
    'How easily the candidate’s sounds, stress and rhythm are understood; no distance from any one accent',
    `${notProduced} Null, too, where \`accentUse\` is "hidden".`,
  ),
  accentCefr: level('accent', notProduced),
  overall: score(
    'Mean of the scores that were produced; accent is one of them only where the client’s setting counts it, as it does unless changed',
    notProduced,
  ),
  cefrLevel: level('overall', notProduced),
};

/** A recording's scores in rows of lists; all null until it has some. */
export type RowScores = Static<Type.TObject<typeof scoreFields>>;

export const Scores = Type.Object(
  {
    ...scoreFields,
    vocabularyPercent: percent('vocabulary', notProduced),
    fluencyPercent: percent('fluency', notProduced),
    accentPercent: percent('accent', notProduced),
    overallPercent: percent('overall', notProduced),
    overallWithoutAccent: score('Mean of vocabulary and fluency, as far as they were produced', noneProduced),
    cefrLevelWithoutAccent: level('overallWithoutAccent', noneProduced),
  },
  { $id: 'Scores', description: 'The scores at a glance; all null in a failed run.' },
);
