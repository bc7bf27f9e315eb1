import { hasTitleWord } from '../cv/title-words.ts';
import type { RequirementsConfig } from '../requirements/types.ts';

/** Advertisements may begin with a page about the company; the job is named by then. */
const readChars = 4000;
const maxTitleWords = 10;
const maxClauseChars = 120;
const maxLines = 40;

// For text whose white space is single. Whatever repeats has an end and can take its signs in one way only, so that no
// text costs more than linear time.

/** "Position: accountant". */
const labelled =
  /^[^\p{L}\p{N}\n]{0,20}(?:job title|title|position|role|vacancy|stellenbezeichnung|poste|puesto) ?: ?([^\n.;]{1,200})/imu;

/** "We are looking for an experienced accountant". */
const introduced =
  /\b(?:looking for|seeking|hiring|recruiting|in search of|role of|position of|job as|work as|need)\s(?:(?:an?|our(?: next)?|the|one|two|several)\s)?([^\n.,;:!?]{1,200})/iu;

/** What follows the name in such a sentence. */
const continuation = /\s(?:to|who|for|with|in|at|that|and will|based)\b/i;

/** "As a night porter you …", "The head of finance will …". */
const inSentence = [
  /(?:^|[.!?\n]\s?)as (?:an?|our|the)(?: new)?\s([^\n.,;:!?]{1,80}?)(?:,|\syou\b)/iu,
  /(?:^|[.!?\n]\s?)(?:the|our|your)\s([^\n.,;:!?]{1,80}?)\s(?:will|is|leads?|manages?|runs?|reports?|works?|looks?)\b/iu,
];

/** Speaks of the company or to the reader. */
const speaking = /\b(?:we|our|you|your|us|join|about|i|is|are|was|has)\b/i;

/**
 * The job's name from its description: the first of a short first line, what a label or a sentence introduces, and what a paragraph begins with
 * ("Primary school teacher in Denver. You teach …") that names an occupation, else a short first line or what is introduced; empty where none is.
 */
export function jobTitleOf(description: string): string {
  const text = description
    .trimStart()
    .slice(0, readChars)
    .trimEnd()
    .replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? '\n' : ' '));
  const [line = ''] = text.split('\n', 1);
  const isShort = line.split(' ').length <= maxTitleWords && !/[.!?]$/.test(line);
  const first = isShort
    ? line.replace(/^[^\p{L}\p{N}]{0,20}(?:job title|title|position|role|vacancy) ?: ?/iu, '')
    : '';
  const told = [
    labelled.exec(text)?.[1]?.trim(),
    introduced.exec(text)?.[1]?.split(continuation, 1)[0]?.trim(),
  ];
  const others = [beginningOf(text), ...inSentence.map((pattern) => pattern.exec(text)?.[1]?.trim())];
  const all = [first, ...told, ...others].map((title) =>
    (title ?? '').split(' ').slice(0, maxTitleWords).join(' '),
  );
  return all.find(hasTitleWord) ?? all.slice(0, 3).find(Boolean) ?? '';
}

/** What the config calls the job, else its description; empty where neither says. */
export const titleOfJob = (description: string, config: RequirementsConfig): string =>
  config.requirements.job_title ?? jobTitleOf(description);

/** What a text or a line of it begins with, where that names an occupation and is no sentence. */
function beginningOf(text: string): string {
  for (const line of text.split('\n', maxLines)) {
    const [clause = ''] = line.slice(0, maxClauseChars).split(/[.,;:!?(]|\s[–—-]\s/u, 1);
    const title = clause.split(continuation, 1)[0]!.trim();
    if (title.split(' ').length <= maxTitleWords && !speaking.test(title) && hasTitleWord(title))
      return title;
  }
  return '';
}
