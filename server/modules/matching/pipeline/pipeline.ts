import { pipeline } from '../../../pipeline/pipeline.ts';
import type { CvEngines } from './engines.ts';
import { extractText } from './extract-text.ts';
import { narrate } from './narrate.ts';
import { parseCv } from './parse-cv.ts';
import { scoreRequirements } from './score-requirements.ts';
import type { MatchInput, ReadingInput } from './state.ts';

/** From an uploaded CV to a score with a quote for every requirement. */
export const matchPipeline = pipeline<MatchInput, CvEngines>('cvdeepmatch')
  .add(extractText)
  .add(parseCv, extractText)
  .add(scoreRequirements, extractText, parseCv)
  .add(narrate, scoreRequirements);

/** From an uploaded CV to what it says. */
export const readingPipeline = pipeline<ReadingInput, CvEngines>('cvreading')
  .add(extractText)
  .add(parseCv, extractText);
