import type { RunStatus } from '../../db/tables.ts';

export const sessionStates = ['initiated', 'active', 'completed', 'failed'] as const;
export type SessionState = (typeof sessionStates)[number];

/** What is left of an interview, which decides whether it can be held again. */
export interface SessionTraces {
  hasRecording: boolean;
  hasTranscript: boolean;
}

interface Transition {
  /** Null: there is no session yet. */
  from: SessionState | null;
  to: SessionState;
  /** Only where nothing of the interview is left. */
  onlyWithoutTraces?: true;
}

/** Every move there is. A session moves in no other way. */
export const sessionTransitions = {
  create: { from: null, to: 'initiated' },
  /** The candidate starts the interview. */
  begin: { from: 'initiated', to: 'active' },
  complete: { from: 'active', to: 'completed' },
  /** Also when its time is over without a word from the process that holds it: SESSION_TIMEOUT. */
  fail: { from: 'active', to: 'failed' },
  /** Nothing came of it: it waits for its candidate as before, with the same link. */
  startOver: { from: 'active', to: 'initiated' },
  /** Another link in place of the one that waits. */
  renewLink: { from: 'initiated', to: 'initiated' },
  reinvite: { from: 'failed', to: 'initiated', onlyWithoutTraces: true },
} as const satisfies Record<string, Transition>;

export type SessionMove = keyof typeof sessionTransitions;

/** Where a move leads from a state; undefined where it may not be made. */
export function stateAfter(
  move: SessionMove,
  from: SessionState | null,
  { hasRecording, hasTranscript }: SessionTraces = { hasRecording: false, hasTranscript: false },
): SessionState | undefined {
  const transition: Transition = sessionTransitions[move];
  if (transition.from !== from) return undefined;
  if (transition.onlyWithoutTraces && (hasRecording || hasTranscript)) return undefined;
  return transition.to;
}

/** A session's state is that of its run, so that there is one of them only. No interview ends in part. */
export const runStatusOf = {
  initiated: 'queued',
  active: 'processing',
  completed: 'success',
  failed: 'failed',
} as const satisfies Record<SessionState, RunStatus>;

const stateOf: Readonly<Partial<Record<RunStatus, SessionState>>> = Object.fromEntries(
  sessionStates.map((state) => [runStatusOf[state], state]),
);

/** Throws for a status that no interview has. */
export function sessionStateOf({ id, status }: { id: string; status: RunStatus }): SessionState {
  const state = stateOf[status];
  if (!state) throw new Error(`Interview ${id} is "${status}", which no interview can be.`);
  return state;
}
