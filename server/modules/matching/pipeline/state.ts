import type { CvDocument, CvProfile } from '../../../domain/cv/types.ts';
import type { MatchScore } from '../../../domain/matching/types.ts';
import type { RequirementsConfig } from '../../../domain/requirements/types.ts';
import type { CvReading } from '../../cvs/types.ts';

/**
 * What each step of CV matching gives to those after it. Everything is plain data: it crosses a thread boundary and
 * is stored as JSON, so that a restarted worker resumes behind the last finished step.
 */

/** What a CV is read from. */
export interface ReadingInput {
  runId: string;
  /** The uploaded file. */
  cvPath: string;
  /** What an earlier run made of the same file; null where there was none. */
  known: CvReading | null;
  /** ISO 8601: the day that "present" means in the CV, so that a repeated step gives the same. */
  submittedAt: string;
}

/** What a match is made from: the CV as it came, and the job as it stood when the match was submitted. */
export interface MatchInput extends ReadingInput {
  jobDescription: string;
  config: RequirementsConfig;
}

/** `extractText`: the text of the pages with its places on them. */
export interface TextExtracted {
  document: CvDocument;
  /** What the client was told of the parts that could not be read. */
  readingWarnings: string[];
  /** Of the parser that read it. */
  parserVersion: string;
}

/** `parseCv`: what the CV says of the person, each field with its evidence. */
export interface CvParsed {
  profile: CvProfile;
}

/** `scoreRequirements`: a score and quotes for every requirement, and the score of the whole. */
export interface RequirementsScored {
  match: MatchScore;
}

/** `narrate`: sentences about the match. They explain and never change a score. */
export interface Narrated {
  narrative: {
    summary: string;
    /** Name of the language model that wrote it. */
    model: string;
  } | null;
}
