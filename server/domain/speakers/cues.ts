import type { InterviewWords } from '../languages/pack.ts';
import { endsQuestion, endsSentence, isPunctuated } from '../transcript/sentences.ts';
import type { Span, SpokenWord } from '../transcript/types.ts';

/** A sentence of one speaker where the recogniser marks them, else a stretch of words without a long pause. */
export interface Clause extends Span {
  speaker: string;
  /** Lower case, without punctuation. */
  words: string[];
  /** When each of them begins. */
  wordStartsMs: number[];
  /** It is a question: written with its mark, or by its words. */
  asks?: true;
}

/** A pause this long ends a clause. */
const CLAUSE_PAUSE_MS = 500;
/** The same inside a sentence that the recogniser has not ended: people stop to think. */
const SENTENCE_PAUSE_MS = 2000;
/** By its question mark, or by its words: recognisers forget some marks, and a request has none. */
export const isQuestion = (
  clause: Pick<Clause, 'words' | 'asks'>,
  { questions }: InterviewWords,
): boolean => {
  if (clause.asks) return true;
  const text = clause.words.join(' ');
  return questions.some((question) => question.test(text));
};

/** The phrases as they were said, lower case. */
export const leadingPhrases = (clause: Pick<Clause, 'words'>, { leads }: InterviewWords): string[] =>
  Array.from(clause.words.join(' ').matchAll(leads), ([phrase]) => phrase);

/** Tells of oneself: "I worked on …". A question that says "tell me" is none. */
export const isFirstPerson = (clause: Pick<Clause, 'words' | 'asks'>, words: InterviewWords): boolean =>
  words.firstPerson.test(clause.words.join(' ')) && !isQuestion(clause, words);

/** Words the recogniser was unsure of and hesitations say nothing about roles; they are left out. */
export function clausesOf(words: readonly SpokenWord[], cues: InterviewWords): Clause[] {
  const clauses: Clause[] = [];
  const longestPauseMs = isPunctuated(words) ? SENTENCE_PAUSE_MS : CLAUSE_PAUSE_MS;
  let sentenceEnded = false;
  for (const word of words) {
    const plain = word.text
      .toLowerCase()
      .replaceAll('’', "'")
      .replaceAll(/[^\p{L}\p{N}' ]/gu, '');
    const last = clauses.at(-1);
    const continues =
      last && !sentenceEnded && last.speaker === word.speaker && word.startMs - last.endMs < longestPauseMs;
    if (word.filler || word.unsupported || plain === '') {
      if (continues) last.endMs = word.endMs;
      continue;
    }
    if (continues) {
      last.words.push(plain);
      last.wordStartsMs.push(word.startMs);
      last.endMs = word.endMs;
    } else {
      const { speaker, startMs, endMs } = word;
      clauses.push({ speaker, startMs, endMs, words: [plain], wordStartsMs: [startMs] });
    }
    sentenceEnded = endsSentence(word.text);
    if (endsQuestion(word.text)) clauses.at(-1)!.asks = true;
  }
  for (const clause of clauses) if (isQuestion(clause, cues)) clause.asks = true;
  return clauses;
}
