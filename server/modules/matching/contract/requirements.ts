import { Type } from 'typebox';
import type { Met, RequirementKind } from '../../../domain/matching/types.ts';
import { orNull, ref, share, text, whole } from '../../shapes/schema.ts';

/** What matches and searches say of a requirement. */

const met: Record<Met, true> = { yes: true, partly: true, no: true, unknown: true };
const kinds: Record<RequirementKind, true> = {
  work_experience: true,
  industry: true,
  hard_skill: true,
  soft_skill: true,
  language: true,
  education: true,
  minimal_qualification: true,
  preferable_qualification: true,
};

const Verdict = Type.Enum(Object.keys(met) as Met[], {
  $id: 'Verdict',
  description:
    'yes: the CV shows it; always with a quote. partly: it shows something of it, or something near. no: it shows the opposite, or nothing where it would have to. unknown: it does not let it be told, which counts neither for nor against.',
});
const Kind = Type.Enum(Object.keys(kinds) as RequirementKind[], {
  $id: 'RequirementKind',
  description: 'Which part of the requirements it comes from.',
});
/** Of a requirement in the results of matches and searches, but for its evidence. */
export const requirementFields = {
  name: text(
    'The requirement, as you worded it; for experience and education put together from what you asked for.',
  ),
  kind: ref(Kind, 'Which part of the requirements it comes from.'),
  importance: whole('As you set it: 1 barely matters, 5 critical.', { minimum: 1, maximum: 5 }),
  score: orNull(share('How far it is met, 0–1, three decimals; 1 is wholly. Null where `met` is "unknown".')),
  met: ref(Verdict, 'The verdict, for programs.'),
  reason: text('What was asked and what was found, for people. The wording may change.'),
};
export const knownShare = share(
  'Share of the total importance that could be told from the CV, 0–1. Low: the score rests on little.',
);
export const method = text('Version of what decided. Scores of another method do not compare exactly.');
