import type { CvDocument, CvProfile, YearMonth } from '../cv/types.ts';
import type { RequirementsConfig } from '../requirements/types.ts';
import { indexPassages, type PassageIndex } from './passage-index.ts';
import { passagesOf } from './passages.ts';
import type { SkillBook } from './skill-book.ts';
import { stemmerFor } from './stem.ts';

/** What every requirement is scored from. */
export interface Reading {
  index: PassageIndex;
  profile: CvProfile;
  book: SkillBook;
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

export function readForMatch(question: MatchQuestion, book: SkillBook): Reading {
  const { document, profile, jobDescription, config, submittedAt } = question;
  const [year = 1970, month = 1] = submittedAt.split('-').map(Number);
  return {
    index: indexPassages(passagesOf(document, profile), stemmerFor(profile.language ?? 'en')),
    profile,
    book,
    asOf: { year, month },
    jobTitle: jobTitleOf(jobDescription),
    config,
  };
}

const maxTitleWords = 10;

/** "We are looking for an experienced accountant to …", "Position: accountant". */
const introductions: readonly RegExp[] = [
  /^\W*(?:job title|title|position|role|vacancy|stellenbezeichnung|poste|puesto)\s*:\s*([^\n.;]+)/imu,
  /\b(?:looking for|seeking|hiring|recruiting|in search of|role of|position of|job as|work as|need)\s+(?:an?|our(?: next)?|the|one|two|several)?\s*([^\n.,;:!?]+?)(?=\s+(?:to|who|for|with|in|at|that|and will|based)\b|[\n.,;:!?]|$)/iu,
];

/** The job's name from its description: what introduces it, else a short first line. */
export function jobTitleOf(description: string): string {
  const first = description.trim().split('\n')[0]?.trim() ?? '';
  const isShort = first.split(/\s+/).length <= maxTitleWords && !/[.!?]$/.test(first);
  if (first && isShort) return first.replace(/^\W*(?:job title|title|position|role|vacancy)\s*:\s*/i, '');
  for (const introduction of introductions) {
    const title = introduction.exec(description)?.[1]?.trim();
    if (title) return title.split(/\s+/).slice(0, maxTitleWords).join(' ');
  }
  return '';
}
