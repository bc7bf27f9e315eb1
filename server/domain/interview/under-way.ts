/** What goes on in an interview, in words that say nothing of what was said. */
export const doings = ['arriving', 'listening', 'answering', 'asking-again', 'storing'] as const;
export type Doing = (typeof doings)[number];

/** An interview as people see it who are not in it. */
export interface UnderWay {
  isHere: boolean;
  /** Since when the candidate is here, or gone; ISO 8601 UTC, null before they came. */
  since: string | null;
  isMuted: boolean;
  /** What the candidate has answered so far. */
  answers: number;
  doing: Doing;
  /** When the last of it happened. */
  lastAt: string | null;
}

const doingAfter: Readonly<Record<string, Doing>> = {
  consented: 'arriving',
  begun: 'answering',
  'turn-ended': 'answering',
  typed: 'answering',
  spoke: 'listening',
  interrupted: 'listening',
  'resumed-turn': 'listening',
  'silence-prompt': 'asking-again',
  ended: 'storing',
};

/** @param events as they were noted, in their order; `at` is ISO 8601 UTC */
export function underWay(
  events: readonly { kind: string; at: string; data: Readonly<Record<string, unknown>> }[],
): UnderWay {
  const coming = events.filter(({ kind }) => kind === 'joined' || kind === 'left');
  const last = coming.at(-1);
  // A connection that was lost and is back says "joined" once more: here since the first of them.
  const arrival = coming.findLastIndex(({ kind }) => kind === 'left') + 1;
  const isHere = last?.kind === 'joined';
  return {
    isHere,
    since: (isHere ? coming[arrival] : last)?.at ?? null,
    isMuted: events.findLast(({ kind }) => kind === 'muted')?.data.on === true,
    answers: events.filter(({ kind }) => kind === 'turn-ended' || kind === 'typed').length,
    doing: doingAfter[events.findLast(({ kind }) => kind in doingAfter)?.kind ?? ''] ?? 'arriving',
    lastAt: events.at(-1)?.at ?? null,
  };
}
