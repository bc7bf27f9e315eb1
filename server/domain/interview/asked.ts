import type { InterviewPlan } from './types.ts';

/** What a turn of the interviewer is for; `candidate-questions`: it invites the candidate's own. */
export const purposes = ['question', 'follow-up', 'again', 'candidate-questions'] as const;
export type Purpose = (typeof purposes)[number];

/** What a turn asks. */
export interface Asked {
  asks?: Purpose;
  /** Of the plan, from 1; absent where a language model asks what it likes. */
  question?: number;
}

const followUps: ReadonlySet<string> = new Set(['more', 'example', 'result', 'ownPart', 'measure', 'tool']);
const invitations: ReadonlySet<string> = new Set(['candidateQuestions', 'otherQuestions']);
const asking = /[?？؟]|か。?$/u;

/** Whether a text asks something, in any of our languages. */
export const asksSomething = (text: string): boolean => asking.test(text);

/**
 * What each turn asks, told by the names of its sentences and so the same in every language.
 *
 * @param turns of both, in time order; `said`: ids of the sentences that were spoken
 */
export function askedIn(
  turns: readonly { text: string; said?: readonly string[] }[],
  { questions, language }: Pick<InterviewPlan, 'questions' | 'language'>,
): Asked[] {
  const heard = new Set<string>();
  let question: number | undefined;
  return turns.map(({ text, said = [] }) => {
    let asks: Purpose | undefined;
    for (const id of said) {
      const name = id.replace(/\/\d+$/, '');
      const at = questions.findIndex((one) => one.id === name);
      const kind = name.startsWith(`${language}/`) ? name.split('/')[1]! : '';
      const isModels = name.startsWith('model/') && asksSomething(text);
      if (asks !== undefined || !(at >= 0 || followUps.has(kind) || invitations.has(kind) || isModels))
        continue;
      if (at >= 0) question = at + 1;
      else if (!followUps.has(kind)) question = undefined;
      asks = invitations.has(kind)
        ? 'candidate-questions'
        : heard.has(id)
          ? 'again'
          : followUps.has(kind)
            ? 'follow-up'
            : 'question';
    }
    for (const id of said) heard.add(id);
    return { ...(asks && { asks }), ...(asks && question !== undefined && { question }) };
  });
}
