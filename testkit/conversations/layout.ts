import type { Span } from '#server/domain/transcript/types.ts';
import { gaussian, shuffled } from '../random.ts';
import { cutTo, laugh, reply } from './sounds.ts';
import { PER_MS, type Utterance } from './voices.ts';

const QUESTION_MS = [1000, 6000] as const;
export const ANSWER_MS = [2000, 40_000] as const;
/** From the end of one person's words to the beginning of the other's; below nothing the two overlap. */
const GAP_MS = [-500, 1500] as const;
/** Pauses within a turn are skewed: this median and deviation of the logarithm. */
const PAUSE_MEDIAN_MS = 420;
const PAUSE_LOG_DEVIATION = 0.6;
const PAUSE_MS = [100, 2500] as const;
/** A speaker who talks alone now and then stops to think. */
const LONG_PAUSE_MS = [1500, 4000] as const;
const LONG_PAUSE_SHARE = 0.12;
const LAUGHS_PER_TURN = 0.04;
/** A speaker who talks over the other goes on for this long; otherwise words thrown in are replies of under a second. */
const TALK_OVER_MS = [900, 2200] as const;

export interface Said extends Utterance {
  /** Place in the cast. */
  person: number;
  startMs: number;
  kind: 'turn' | 'reply' | 'laugh';
}

export interface LayoutPlan {
  durationMs: number;
  /** How many times as long as the others together the last of the cast speaks, 1–8. */
  talkRatio: number;
  /** Time in which two speak, as a share of all speaking time. */
  overlapShare: number;
  /** Shortest and longest answer. */
  answersMs: readonly [number, number];
  laughs: boolean;
}

/**
 * Who says what when: the first of the cast ask in turn, the last answers; the listener throws in replies and sometimes talks over
 * the speaker until the planned share of the speech is overlapped. A cast of one talks with pauses.
 */
export function layOut(
  cast: readonly (readonly Utterance[])[],
  plan: LayoutPlan,
  random: () => number,
): Said[] {
  const draws = cast.map((utterances) => drawFrom(utterances, random));
  const said: Said[] = [];
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * random();
  const candidate = cast.length - 1;
  const spokenMs = cast.map(() => 0);
  let endMs = between([300, 1200]);
  let unionMs = 0;
  let overlapMs = 0;

  const place = (person: number, startMs: number, sound: Utterance, kind: Said['kind']): Said => {
    const one = { ...sound, person, startMs: Math.max(0, Math.round(startMs)), kind };
    if (kind !== 'laugh') {
      const own = soundingOf(one);
      const lengthMs = total(own);
      const shared = shareOf(own, said, person);
      spokenMs[person]! += lengthMs;
      overlapMs += shared;
      unionMs += lengthMs - shared;
    }
    said.push(one);
    return one;
  };

  const speak = (person: number, wantedMs: number): Said[] => {
    const turn: Said[] = [];
    let saidMs = 0;
    while (saidMs < wantedMs * 0.85) {
      const utterance = cutTo(draws[person]!(), Math.max(700, wantedMs - saidMs));
      if (utterance.sounding.length === 0) continue;
      const [firstMs, wholeMs] = [utterance.sounding[0]!.startMs, utterance.samples.length / PER_MS];
      const gapMs =
        turn.length > 0
          ? pause(random, cast.length === 1)
          : clamp(350 + 450 * gaussian(random), said.length === 0 ? [0, 1500] : GAP_MS);
      const one = place(person, endMs + gapMs - firstMs, utterance, 'turn');
      endMs = one.startMs + one.sounding.at(-1)!.endMs;
      saidMs += wholeMs;
      turn.push(one);
    }
    return turn;
  };

  /** Lays the listener's words over a turn until enough of the speech is overlapped. */
  const interrupt = (listener: number, turn: readonly Said[]) => {
    for (let tries = 0; tries < 8 && overlapMs < plan.overlapShare * unionMs; tries++) {
      const owedMs = plan.overlapShare * unionMs - overlapMs;
      const talksOver = owedMs > 1500 && random() < 0.5;
      const words = talksOver
        ? cutTo(draws[listener]!(), between(TALK_OVER_MS))
        : reply(draws[listener]!(), random);
      const over = turn[Math.floor(random() * turn.length)]!;
      const freeMs = over.samples.length / PER_MS - words.samples.length / PER_MS;
      if (words.sounding.length === 0 || freeMs < 200) continue;
      const startMs = over.startMs + between([100, freeMs]);
      const near = { startMs: startMs - 400, endMs: startMs + words.samples.length / PER_MS + 400 };
      const taken = said.some((other) => other.person === listener && meets(other, near));
      // The listener's own turn may begin before this one ends.
      if (!taken && near.endMs < endMs + GAP_MS[0] + 400) place(listener, startMs, words, 'reply');
    }
  };

  for (let round = 0; endMs < plan.durationMs; round++) {
    if (cast.length === 1) {
      speak(0, between([4000, 40_000]));
      endMs += random() < 0.5 ? between(LONG_PAUSE_MS) : 0;
    } else {
      const asker = round % candidate;
      const asked = speak(asker, between(QUESTION_MS));
      if (random() < 0.3) interrupt(candidate, asked);
      const othersMs = spokenMs.slice(0, candidate).reduce((sum, ms) => sum + ms, 0);
      const owedMs = plan.talkRatio * othersMs - spokenMs[candidate]!;
      const answered = speak(candidate, clamp(owedMs * (0.7 + 0.6 * random()), plan.answersMs));
      interrupt(asker, answered);
    }
    if (plan.laughs && random() < LAUGHS_PER_TURN) {
      const who = Math.floor(random() * cast.length);
      const one = place(who, endMs + between([50, 300]), laugh(draws[who]!(), random), 'laugh');
      endMs = one.startMs + one.samples.length / PER_MS;
    }
  }
  return said.toSorted((a, b) => a.startMs - b.startMs);
}

/** Where one thing said is heard, on the conversation's clock. */
export const soundingOf = ({ startMs, sounding }: Pick<Said, 'startMs' | 'sounding'>): Span[] =>
  sounding.map((span) => ({ startMs: startMs + span.startMs, endMs: startMs + span.endMs }));

const total = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0);

const clamp = (value: number, [low, high]: readonly [number, number]) => Math.min(high, Math.max(low, value));

const meets = (one: Said, span: Span) =>
  one.startMs < span.endMs && one.startMs + one.samples.length / PER_MS > span.startMs;

/** Milliseconds of `own` in which another speaks. Only the latest can lie so far on. */
function shareOf(own: readonly Span[], said: readonly Said[], person: number): number {
  let shared = 0;
  for (const other of said.slice(-30)) {
    if (other.person === person || other.kind === 'laugh') continue;
    for (const a of own)
      for (const b of soundingOf(other))
        shared += Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs));
  }
  return shared;
}

function pause(random: () => number, alone: boolean): number {
  if (alone && random() < LONG_PAUSE_SHARE)
    return LONG_PAUSE_MS[0] + random() * (LONG_PAUSE_MS[1] - LONG_PAUSE_MS[0]);
  return clamp(PAUSE_MEDIAN_MS * Math.exp(PAUSE_LOG_DEVIATION * gaussian(random)), PAUSE_MS);
}

/** Utterances in random order; again in another order when all have been said. */
function drawFrom(utterances: readonly Utterance[], random: () => number): () => Utterance {
  if (!utterances.some(({ sounding }) => sounding.length > 0))
    throw new Error('A conversation needs an utterance with sound.');
  let queue: Utterance[] = [];
  return () => {
    if (queue.length === 0) queue = shuffled(utterances, random);
    return queue.pop()!;
  };
}
