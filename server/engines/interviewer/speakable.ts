import { InterviewerError } from './port.ts';

/** Letters in a row that are in a sentence of the prompts by no accident; words without spaces say more in fewer. */
const leakLetters = { spaced: 40, unspaced: 14 };
const maxSentenceChars = 400;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** What an interviewer never says aloud: markup, roles, addresses, and talk about prompts. */
const unspeakable =
  /[<>{}|\\`*_#]|https?:|www\.|^\s*(?:assistant|system|user|interviewer|candidate)\s*:|\bsystem (?:prompt|message)\b|\b(?:my|your|these) (?:instructions|prompts?|rules)\b|\bas an? (?:ai|large) language model\b/iu;

const scripts: Readonly<Record<string, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ko: /\p{Script=Hangul}/gu,
  ar: /\p{Script=Arabic}/gu,
  hi: /\p{Script=Devanagari}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  sr: /[\p{Script=Cyrillic}\p{Script=Latin}]/gu,
};

/**
 * A model's sentence as it may be spoken: one line of plain text.
 *
 * @throws InterviewerError when it is markup, tells of the prompts, is far too long or is written in another script
 */
export function speakable(sentence: string, language: string, secrets: readonly string[]): string {
  const text = sentence.replaceAll(/\s+/gu, ' ').trim();
  if (text.length > maxSentenceChars) throw new InterviewerError('The language model speaks without end.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (unspeakable.test(text) || /[\u0000-\u001f\u007f]/.test(text)) {
    throw new InterviewerError('The language model said more than words of an interview.');
  }
  if (tells(text, secrets)) throw new InterviewerError('The language model told of its prompt.');
  const written = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(scripts[language] ?? /\p{Script=Latin}/gu)?.length ?? 0;
  // Names of products are Latin everywhere.
  if (written > 20 && own < written * 0.4) {
    throw new InterviewerError('The language model answered in another language.');
  }
  return text;
}

function tells(text: string, secrets: readonly string[]): boolean {
  const said = letters(text);
  return secrets.some((secret) => {
    const hidden = letters(secret);
    const size = Math.min(unspaced.test(secret) ? leakLetters.unspaced : leakLetters.spaced, hidden.length);
    if (size < 8) return false;
    for (let at = 0; at + size <= hidden.length; at++) {
      if (said.includes(hidden.slice(at, at + size))) return true;
    }
    return false;
  });
}
