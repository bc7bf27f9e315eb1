import { quantileOf } from '../scoring/distribution.ts';

/** Something that the live process noted; times in `data` are milliseconds on the recording's clock. */
export interface NotedEvent {
  kind: string;
  data: Readonly<Record<string, unknown>>;
}

export interface Spread {
  count: number;
  p50Ms: number;
  p95Ms: number;
}

/** How well the interviewer kept its turns. */
export interface CourtesyReport {
  /** How often the candidate was taken to have ended. */
  turns: number;
  /** Of those, how often the candidate went on within two seconds. */
  falseCutOffs: number;
  /** From the end of what the candidate said to the interviewer's first sound; null where there was none. */
  responses: Spread | null;
  /** Silences between two stretches of speech, the candidate's or the interviewer's; null where there were none. */
  deadAir: Spread | null;
  /** How often the candidate spoke over the interviewer. */
  interruptions: number;
  /** How long the interviewer then went on. */
  stopping: Spread | null;
  /** How often the interviewer spoke because the candidate was silent. */
  silencePrompts: number;
}

/** Who has ended is not left waiting for longer, in milliseconds, by a machine that keeps up. */
export const mostLateMs = 5000;

/** How often the interviewer reacted later than that to an answer it knew to have ended. */
export const slowTurnsOf = (events: readonly NotedEvent[]): number =>
  events.filter(({ kind, data }) => kind === 'spoke' && Number(data.lateMs) > mostLateMs).length;

/** After these, a silence counts for neither side: the candidate was away, typed or had the microphone off, or the process began anew. */
const silencesNobodys = new Set(['left', 'joined', 'restarted', 'typed', 'muted']);

/** What the events of an interview say of its course, in the order in which they were noted. */
export function courtesyOf(events: readonly NotedEvent[]): CourtesyReport {
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const times = (kind: string, name: string) =>
    events.flatMap((event) => (event.kind === kind ? timeIn(event, name) : []));
  return {
    turns: count('turn-ended'),
    falseCutOffs: count('resumed-turn'),
    responses: spreadOf(times('spoke', 'responseMs')),
    deadAir: spreadOf(deadAirOf(events)),
    interruptions: count('interrupted'),
    stopping: spreadOf(times('interrupted', 'stoppedMs')),
    silencePrompts: count('silence-prompt'),
  };
}

function deadAirOf(events: readonly NotedEvent[]): number[] {
  const silences: number[] = [];
  let quietFromMs: number | undefined;
  for (const event of events) {
    if (silencesNobodys.has(event.kind)) quietFromMs = undefined;
    if (event.kind !== 'spoke' && event.kind !== 'turn-ended') continue;
    const [startMs] = timeIn(event, 'startMs');
    const [endMs] = timeIn(event, 'endMs');
    if (startMs === undefined || endMs === undefined) continue;
    if (quietFromMs !== undefined && startMs > quietFromMs) silences.push(startMs - quietFromMs);
    quietFromMs = Math.max(quietFromMs ?? 0, endMs);
  }
  return silences;
}

function timeIn({ data }: NotedEvent, name: string): [number] | [] {
  const value = data[name];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? [value] : [];
}

const spreadOf = (times: readonly number[]): Spread | null =>
  times.length === 0
    ? null
    : {
        count: times.length,
        p50Ms: Math.round(quantileOf(times, 0.5)),
        p95Ms: Math.round(quantileOf(times, 0.95)),
      };
