/** Advertisements may begin with a page about the company; the job is named by then. */
const readChars = 4000;
const maxTitleWords = 10;

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

/** The job's name from its description: a short first line, else what introduces it; empty where it does not say. */
export function jobTitleOf(description: string): string {
  const text = description
    .trimStart()
    .slice(0, readChars)
    .trimEnd()
    .replaceAll(/\s+/g, (space) => (/[\n\r\u2028\u2029]/.test(space) ? '\n' : ' '));
  const [first = ''] = text.split('\n', 1);
  const isShort = first.split(' ').length <= maxTitleWords && !/[.!?]$/.test(first);
  if (first && isShort)
    return first.replace(/^[^\p{L}\p{N}]{0,20}(?:job title|title|position|role|vacancy) ?: ?/iu, '');
  const title =
    labelled.exec(text)?.[1]?.trim() || introduced.exec(text)?.[1]?.split(continuation, 1)[0]?.trim();
  return (title ?? '').split(' ').slice(0, maxTitleWords).join(' ');
}
