import type { Span } from '../transcript/types.ts';
import type { HeldInterview, PlannedNote, QuestionEntry } from './by-question.ts';
import { slowTurnsOf } from './courtesy.ts';

/** Times in milliseconds. */
export interface InterviewReport {
  /** What was said aloud, pauses of a second and more left out; typed answers take no time. */
  speaking: { candidateMs: number; interviewerMs: number };
  /** How many questions were put, prepared and thought of alike. */
  asked: number;
  answered: number;
  /** Null where a language model led, or nothing was kept of a plan. */
  plan: { count: number; notReached: PlannedNote[]; mustAsk: { count: number; asked: number } } | null;
  followUps: number;
  repeated: number;
  /** Whether the candidate was invited to ask. */
  wasInvitedToAsk: boolean;
  /** As the events say; null where they do not. */
  endedBy: string | null;
  /** Answers that the interviewer took more than five seconds to react to. */
  slowTurns: number;
  /** The candidate's page was gone. */
  away: { times: number; totalMs: number };
  microphoneOff: { times: number; totalMs: number };
  /** How often nothing could be heard, and how often another process took over. */
  hearingFailed: number;
  restarted: number;
}

const pauseMs = 1000;

/** How an interview went, of its interviewer and of the way there; nothing of what was said is judged. */
export function interviewReport(held: HeldInterview, entries: readonly QuestionEntry[]): InterviewReport {
  const { events, questions } = held;
  const asked = entries.filter(({ kind }) => kind === 'planned' || kind === 'free');
  const turns = entries.flatMap((entry) => entry.turns);
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const parts = (part: string) => turns.filter((turn) => turn.part === part).length;
  return {
    speaking: {
      candidateMs: speakingMs(held, 'candidate'),
      interviewerMs: speakingMs(held, 'interviewer'),
    },
    asked: asked.length,
    answered: asked.filter(({ state }) => state === 'answered').length,
    plan: questions && !entries.some(({ kind }) => kind === 'free') ? planReport(questions, asked) : null,
    followUps: parts('follow-up'),
    repeated: parts('again'),
    wasInvitedToAsk: entries.some(({ kind }) => kind === 'candidate-questions'),
    endedBy: (events.findLast(({ kind }) => kind === 'ended')?.by as string | undefined) ?? null,
    slowTurns: slowTurnsOf(events.map((event) => ({ kind: String(event.kind), data: event }))),
    away: between(events, ({ kind }) => (kind === 'left' ? true : kind === 'joined' ? false : undefined)),
    microphoneOff: between(events, ({ kind, on }) => (kind === 'muted' ? on === true : undefined)),
    hearingFailed: count('hearing-failed'),
    restarted: count('restarted'),
  };
}

function planReport(questions: readonly PlannedNote[], asked: readonly QuestionEntry[]) {
  const wasAsked = ({ number }: PlannedNote) => asked.some((entry) => entry.number === number);
  const must = questions.filter(({ mustAsk }) => mustAsk);
  return {
    count: questions.length,
    notReached: questions.filter((question) => !wasAsked(question)),
    mustAsk: { count: must.length, asked: must.filter(wasAsked).length },
  };
}

/** Stretches of speech, joined over short pauses: who breathes has not stopped. */
function speakingMs({ turns }: HeldInterview, speaker: 'candidate' | 'interviewer'): number {
  const spans = turns
    .filter((turn) => turn.speaker === speaker && turn.endMs > turn.startMs)
    .flatMap((turn): readonly Span[] => turn.words ?? [turn])
    .toSorted((a, b) => a.startMs - b.startMs);
  let sumMs = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    const fromMs = span.startMs - endMs < pauseMs ? Math.min(endMs, span.endMs) : span.startMs;
    sumMs += Math.max(0, span.endMs - fromMs);
    endMs = Math.max(endMs, span.endMs);
  }
  return Math.round(sumMs);
}

/** How often and how long something was so, by the clock; until the last event where it did not end. */
function between(
  events: HeldInterview['events'],
  turnsTo: (event: HeldInterview['events'][number]) => boolean | undefined,
): { times: number; totalMs: number } {
  const timeOf = (event: HeldInterview['events'][number]) => Date.parse(String(event.at));
  let sinceMs: number | undefined;
  let times = 0;
  let totalMs = 0;
  const end = (atMs: number) => {
    if (sinceMs !== undefined) totalMs += Math.max(0, atMs - sinceMs) || 0;
    sinceMs = undefined;
  };
  for (const event of events) {
    const isSo = turnsTo(event);
    if (isSo === false) end(timeOf(event));
    if (isSo !== true || sinceMs !== undefined) continue;
    times += 1;
    sinceMs = timeOf(event);
  }
  const last = events.at(-1);
  if (last) end(timeOf(last));
  return { times, totalMs };
}
