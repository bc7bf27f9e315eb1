import type { Span } from '../../domain/transcript/types.ts';
import type { VoiceSpan } from './turns.ts';
import { STEP_MS } from './voice-tracks.ts';

/** A voice is heard from this probability on … */
const HEARD_ABOVE = 0.5;
/** … and where there is speech and no voice reaches it, the likeliest from this one on. */
const LIKELIEST_ABOVE = 0.25;
/** No speaker is heard further outside of detected speech than this: in real rooms the network takes other sounds for voices there. */
const OUTSIDE_MS = 200;
/** Shorter silences of a voice are parts of its words. */
const BRIDGED_MS = 100;

/**
 * The stretches in which each voice is heard.
 *
 * @param activity the probability of each voice by step
 * @param speech in order, apart
 */
export function activeSpans(activity: readonly Float32Array[], speech: readonly Span[]): VoiceSpan[] {
  const steps = activity[0]?.length ?? 0;
  const within = marked(speech, steps, 0);
  const near = marked(speech, steps, OUTSIDE_MS);
  const isHeard = (voice: number, step: number): boolean => {
    const probability = activity[voice]![step]!;
    if (probability >= HEARD_ABOVE) return near[step] === 1;
    return (
      within[step] === 1 &&
      probability >= LIKELIEST_ABOVE &&
      activity.every((other, o) => o === voice || other[step]! < probability)
    );
  };
  return activity.flatMap((_, voice) => {
    const spans: VoiceSpan[] = [];
    for (let step = 0; step < steps; step++) {
      if (!isHeard(voice, step)) continue;
      const startMs = step * STEP_MS;
      const last = spans.at(-1);
      if (last && startMs - last.endMs <= BRIDGED_MS) last.endMs = startMs + STEP_MS;
      else spans.push({ voice, startMs, endMs: startMs + STEP_MS });
    }
    return spans;
  });
}

/** 1 for the steps of the spans and so much around them. */
function marked(spans: readonly Span[], steps: number, aroundMs: number): Uint8Array {
  const marks = new Uint8Array(steps);
  for (const { startMs, endMs } of spans)
    marks.fill(
      1,
      Math.max(0, Math.floor((startMs - aroundMs) / STEP_MS)),
      Math.ceil((endMs + aroundMs) / STEP_MS),
    );
  return marks;
}
