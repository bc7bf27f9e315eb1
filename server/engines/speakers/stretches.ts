import type { Span } from '../../domain/transcript/types.ts';
import { LOCAL_VOICES, type LocalVoices, STEP_SECONDS, stepMs, WINDOW_STEPS } from './segmentation.ts';

/** A pause up to this many steps (0.3 s) within one person's speech is part of it. */
const BRIDGED_STEPS = 18;
/** A person heard alone for fewer steps of a window (0.25 s) is not counted in it. */
const LEAST_STEPS = 15;
/** More than so much of a second person in ten seconds says no more. */
const MOST_SECONDS = 2;

/** From this probability of any speaker the segmentation hears speech that a detector has missed … */
const SURE = 0.8;
/** … for so many steps at least (0.1 s). */
const LEAST_SURE_STEPS = 6;

const orders: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/**
 * Where one person speaks alone, from one change, overlap or pause to the next: each step as the window says whose middle is nearest.
 * Windows that follow each other call a person by different numbers; those are made one by what both hear in the time they share.
 */
export function soloStretches(windows: readonly LocalVoices[]): Span[] {
  const stretches: { first: number; end: number }[] = [];
  let current: { first: number; end: number; voice: number } | undefined;
  for (const [i, window] of windows.entries()) {
    const [before, after] = [windows[i - 1], windows[i + 1]];
    if (current && before) current.voice = nextNumbers(before, window)[current.voice]!;
    const first = before ? middleBetween(before, window) : window.firstStep;
    const end = after ? middleBetween(window, after) : window.firstStep + WINDOW_STEPS;
    for (let step = first; step < end; step++) {
      const heard = window.likeliest[step - window.firstStep]!;
      if (heard === 0) continue;
      const voice = soloVoice(heard);
      if (voice === undefined) current = undefined;
      else if (current?.voice === voice && step - current.end <= BRIDGED_STEPS) current.end = step + 1;
      else {
        current = { first: step, end: step + 1, voice };
        stretches.push(current);
      }
    }
  }
  return stretches.map(({ first, end }) => ({ startMs: stepMs(first - 0.5), endMs: stepMs(end - 0.5) }));
}

/** Where the nearer middle changes from one window's to the next's. */
const middleBetween = (one: LocalVoices, two: LocalVoices): number =>
  Math.ceil((one.firstStep + two.firstStep + WINDOW_STEPS) / 2);

/** The only voice of a bit mask. */
const soloVoice = (heard: number): number | undefined =>
  heard === 1 ? 0 : heard === 2 ? 1 : heard === 4 ? 2 : undefined;

/** For each voice of a window, its number in the next one: the order in which most of the shared time agrees. */
function nextNumbers(window: LocalVoices, next: LocalVoices): readonly number[] {
  const apart = next.firstStep - window.firstStep;
  let best = orders[0]!;
  let most = -1;
  for (const order of orders) {
    let agreed = 0;
    for (let voice = 0; voice < LOCAL_VOICES; voice++) {
      const [here, there] = [window.heard[voice]!, next.heard[order[voice]!]!];
      for (let step = apart; step < WINDOW_STEPS; step++) agreed += here[step]! * there[step - apart]!;
    }
    if (agreed > most) [most, best] = [agreed, order];
  }
  return best;
}

/**
 * How much the windows hear of a second person: for each two people of a window the seconds in which the one who says less speaks alone, at
 * most two; the mean over windows. One person has 0 to 0.8 of them, two mostly more.
 */
export function secondsOfSecond(windows: readonly LocalVoices[]): number {
  let total = 0;
  for (const { likeliest } of windows) {
    const alone = new Float64Array(LOCAL_VOICES);
    const heard = new Float64Array(LOCAL_VOICES);
    for (const mask of likeliest)
      for (let voice = 0; voice < LOCAL_VOICES; voice++) {
        if (mask === 1 << voice) alone[voice]!++;
        heard[voice]! += (mask >> voice) & 1;
      }
    for (let one = 0; one < LOCAL_VOICES; one++)
      for (let two = 0; two < one; two++)
        if (Math.min(heard[one]!, heard[two]!) >= LEAST_STEPS)
          total += Math.min(MOST_SECONDS, STEP_SECONDS * Math.min(alone[one]!, alone[two]!));
  }
  return total / Math.max(1, windows.length);
}

/**
 * Where a speaker is surely heard, mean over windows: soft speech far from the microphone, which a speech detector misses.
 * On the meeting clips it brings back 1.6 of the 8.9 % that are missed, for .4 % of false alarms (docs/decisions/0033-who-spoke.md).
 */
export function surelyHeard(windows: readonly LocalVoices[]): Span[] {
  const steps = Math.max(0, ...windows.map(({ firstStep }) => firstStep + WINDOW_STEPS));
  const sum = new Float32Array(steps);
  const over = new Uint16Array(steps);
  for (const { firstStep, heard } of windows)
    for (let at = 0; at < WINDOW_STEPS; at++) {
      sum[firstStep + at]! += Math.min(1, heard[0]![at]! + heard[1]![at]! + heard[2]![at]!);
      over[firstStep + at]!++;
    }
  const spans: Span[] = [];
  for (let first = 0; first < steps; first++) {
    let end = first;
    while (end < steps && sum[end]! >= SURE * Math.max(1, over[end]!)) end++;
    if (end - first >= LEAST_SURE_STEPS)
      spans.push({
        startMs: Math.max(0, Math.round(stepMs(first - 0.5))),
        endMs: Math.round(stepMs(end - 0.5)),
      });
    first = end;
  }
  return spans;
}
