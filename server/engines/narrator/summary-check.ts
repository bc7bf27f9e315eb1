import { isInstruction } from '../../domain/matching/instructions.ts';
import { NarrationError, type NarrationRequest } from './port.ts';
import { maxSummaryChars } from './prompt.ts';

/** Numbers that a reader takes for a score: "score of 97", "97 out of 100", "97/100", "97 %", "rated 9". */
const scores =
  /\b(?:scor\p{L}*|rat(?:ed|ing)|grade\p{L}*|points?)\b[^\d.!?]{0,25}(\d+(?:[.,]\d+)?)|(\d+(?:[.,]\d+)?)\s*(?:out of|of|\/)\s*100\b|(\d+(?:[.,]\d+)?)\s*(?:%|per ?cent\b|points\b)/giu;

/**
 * The text of an answer, if a recruiter may see it: exactly the agreed shape, plain text of a sane length, and no score
 * but the one that was calculated. Throws NarrationError otherwise.
 */
export function checkedSummary(content: string, { score, requirements }: NarrationRequest): string {
  let answer: unknown;
  try {
    answer = JSON.parse(content);
  } catch (cause) {
    throw new NarrationError('The language model answered in another shape.', { cause });
  }
  const keys = typeof answer === 'object' && answer !== null ? Object.keys(answer) : [];
  const summary = (answer as { summary?: unknown } | null)?.summary;
  if (keys.length !== 1 || typeof summary !== 'string') {
    throw new NarrationError('The language model answered in another shape.');
  }
  const text = summary.replaceAll(/\s+/g, ' ').trim();
  if (text.length === 0 || text.length > maxSummaryChars) {
    throw new NarrationError('The summary of the language model has an unusable length.');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f<>]|https?:/i.test(text) || isInstruction(text)) {
    throw new NarrationError('The summary of the language model holds more than sentences about the match.');
  }
  // A share that a verdict or the customer's own wording names is no score.
  const said = new Set(requirements.flatMap(({ name, reason }) => numbersIn(`${name} ${reason}`)));
  for (const [, ...found] of text.matchAll(scores)) {
    const stated = Number((found.find((number) => number !== undefined) ?? '').replace(',', '.'));
    if (Math.abs(stated - score) > 0.5 && !said.has(stated)) {
      throw new NarrationError('The summary of the language model states a score that was not calculated.');
    }
  }
  return text;
}

const numbersIn = (text: string): number[] =>
  (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => Number(number.replace(',', '.')));
