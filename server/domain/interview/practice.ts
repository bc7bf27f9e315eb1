import { hear } from './heard.ts';
import { textsOf } from './languages/registry.ts';
import { sentencesOf } from './sentences.ts';
import type { InterviewEvent, Sentence } from './types.ts';

/** What is said in a practice of one question: `question` first. */
export interface PracticeWords {
  question: readonly Sentence[];
  thanks: readonly Sentence[];
}

export function practiceWords(language: string): PracticeWords {
  const { question, thanks } = textsOf(language).practice;
  const named = (name: string, text: string) => sentencesOf(`${language}/practice/${name}`, text);
  return { question: named('question', question), thanks: named('thanks', thanks) };
}

/**
 * What comes of an event in a practice: the question again where that is wished, nothing where time is, else thanks, and its end. A second
 * silence ends it, too.
 *
 * @param silences in a row before this event
 */
export function practise(
  event: InterviewEvent,
  language: string,
  silences: number,
): { say: keyof PracticeWords | null; isOver: boolean } {
  if (event.type === 'time') return { say: null, isOver: false };
  const { isEmpty, wants } =
    event.type === 'answer' ? hear(event.text, language) : { isEmpty: true, wants: null };
  if (wants === 'repeat') return { say: 'question', isOver: false };
  if (wants === 'wait') return { say: null, isOver: false };
  if (isEmpty && silences === 0) return { say: 'question', isOver: false };
  return { say: 'thanks', isOver: true };
}
