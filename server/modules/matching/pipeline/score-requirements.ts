import { plantedLines, remarksOn } from '../../../domain/matching/planted-lines.ts';
import { scoreByMeaning } from '../../../domain/matching/score-by-meaning.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvEngines } from './engines.ts';
import type { CvParsed, MatchInput, RequirementsScored, TextExtracted } from './state.ts';

/** A score with quotes for every requirement, by rules and the bundled vectors: no language model has a say, so the same CV scores the same. */
export const scoreRequirements: RequiredStep<
  MatchInput & TextExtracted & CvParsed,
  RequirementsScored,
  CvEngines
> = {
  name: 'scoreRequirements',
  required: true,
  lane: 'cv',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',

  run: async (question, { engines: { taxonomies, embeddings, statements }, signal, degrade }) => {
    const { document, jobDescription } = question;
    for (const remark of remarksOn(plantedLines(document.lines, jobDescription))) degrade(remark);
    return { match: await scoreByMeaning(question, { taxonomies, embeddings, statements }, signal) };
  },
};
