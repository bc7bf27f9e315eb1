import type { CvDocument, CvProfile, YearMonth } from '../cv/types.ts';
import type { RequirementsConfig } from '../requirements/types.ts';
import { titleOfJob } from '../titles/job-title.ts';
import { type Meanings, noMeanings } from './meaning.ts';
import { indexPassages, type PassageIndex } from './passage-index.ts';
import { passagesOf } from './passages.ts';
import { plantedLines } from './planted-lines.ts';
import { matchingStemmerFor, type Stemmer } from './stem.ts';
import type { Taxonomies } from './taxonomy.ts';
import { nothingTold, type Told } from './told.ts';

/** Lines in which things are looked for. */
export interface Searched {
  index: PassageIndex;
  /** What the CV says that the candidate lacks. */
  denials: PassageIndex;
  stem: Stemmer;
  meanings: Meanings;
  told: Told;
  book: Taxonomies;
}

/** What every requirement is scored from. */
export interface Reading extends Searched {
  profile: CvProfile;
  /** The month that "present" stands for. */
  asOf: YearMonth & { month: number };
  /** What the job is called, e.g. "Senior accountant"; empty where its description does not say. */
  jobTitle: string;
  config: RequirementsConfig;
}

export interface MatchQuestion {
  document: CvDocument;
  profile: CvProfile;
  jobDescription: string;
  config: RequirementsConfig;
  /** ISO 8601. */
  submittedAt: string;
}

export function readForMatch(question: MatchQuestion, book: Taxonomies): Reading {
  const { document, profile, jobDescription, config, submittedAt } = question;
  const [year = 1970, month = 1] = submittedAt.split('-').map(Number);
  const stem = matchingStemmerFor(profile.language ?? 'en');
  const passages = passagesOf(document, profile, plantedLines(document.lines, jobDescription));
  return {
    index: indexPassages(passages, stem),
    denials: indexPassages(
      passages.flatMap((passage) =>
        passage.denied === null ? [] : [{ ...passage, claimed: passage.denied }],
      ),
      stem,
    ),
    stem,
    meanings: noMeanings,
    told: nothingTold,
    profile,
    book,
    asOf: { year, month },
    jobTitle: titleOfJob(jobDescription, config),
    config,
  };
}
