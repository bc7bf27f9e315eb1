import { textsOf } from './languages/registry.ts';
import type { PhraseKind, Sentence } from './types.ts';

/** A stop that ends a sentence: with a space behind it, or in scripts that use none. */
const border = /(?<=[.!?؟।])\s+|(?<=[。？！])/u;

/**
 * A text of ours as sentences, each named by the text's id and its place. Slots are filled after the text has been cut, so that a full
 * stop in what fills them ends nothing.
 */
export function sentencesOf(
  id: string,
  text: string,
  slots: Readonly<Record<string, string>> = {},
): Sentence[] {
  return text
    .split(border)
    .filter(Boolean)
    .map((sentence, index) => ({
      id: `${id}/${index}`,
      text: sentence.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot),
      isFixed: !sentence.includes('{'),
    }));
}

/** Everything that is said in the same words in every interview of a language: what may be synthesised ahead, the likeliest first. */
export function fixedSentences(language: string): Sentence[] {
  const { phrases, questions, families } = textsOf(language);
  const kinds = Object.keys(phrases) as PhraseKind[];
  const texts = [
    ...kinds.flatMap((kind) => named(`${language}/${kind}`, phrases[kind])),
    ...questionTexts(`${language}/general`, questions),
    ...Object.entries(families ?? {}).flatMap(([family, own]) => questionTexts(`${language}/${family}`, own)),
  ];
  return texts.flatMap(([id, text]) => sentencesOf(id, text)).filter(({ isFixed }) => isFixed);
}

const named = (id: string, texts: readonly string[] = []): [string, string][] =>
  texts.map((text, index) => [`${id}/${index}`, text]);

function questionTexts(
  id: string,
  { competency, ...rest }: { competency: Readonly<Record<string, readonly string[]>> },
): [string, string][] {
  const groups = { ...(rest as Record<string, readonly string[]>), ...competency };
  return Object.entries(groups).flatMap(([group, texts]) => named(`${id}/${group}`, texts));
}

/** How much is said, in letters of an alphabet: one of Chinese, Japanese or Korean says as much as two or three of them. */
export function weightOf(text: string): number {
  let weight = 0;
  for (const char of text) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char)) weight += 2.5;
    else if (/[\p{L}\p{M}\p{N}\s]/u.test(char)) weight += 1;
  }
  return weight;
}

const lettersPerSecond = 14;

/** About how long it takes to say, in milliseconds. */
export const speakingMs = (sentences: readonly Sentence[]): number =>
  Math.round(sentences.reduce((sum, { text }) => sum + (weightOf(text) / lettersPerSecond) * 1000 + 250, 0));
