import { open } from 'node:fs/promises';
import type { Span } from '../../domain/transcript/types.ts';
import { samplesPerMs } from '../audio/pcm.ts';
import type { VoiceSpan } from './turns.ts';
import { FRAME_MS } from './voices/frames.ts';

const HOP = FRAME_MS * samplesPerMs;
/** Levels are compared over this many frames on either side (310 ms in all). */
const SMOOTH_FRAMES = 15;
/** One channel leads when it is this much nearer to its own loud speech than the other is to its own. */
const LEAD_DB = 6;
/** Both speak when neither leads and both come this near to their own loud speech. */
const LOUD_WITHIN_DB = 14;
/** One person per channel: in this share of the speech one of them leads clearly … */
const MIN_LED_SHARE = 0.8;
/** … and each leads at least this often. */
const MIN_SIDE_SHARE = 0.05;
/** A channel whose loud and quiet frames differ by less carries no speech of its own. */
const MIN_RANGE_DB = 12;

/**
 * Who speaks, from the levels of two channels with a person each; undefined when the recording is not of that kind
 * (a room in stereo, one silent channel).
 */
export async function channelActivity(
  paths: readonly [string, string],
  speech: readonly Span[],
  signal: AbortSignal,
): Promise<VoiceSpan[] | undefined> {
  const atMs: number[] = [];
  const span: number[] = [];
  const levels: [number[], number[]] = [[], []];
  for (const [channel, path] of paths.entries()) {
    const file = await open(path, 'r');
    try {
      for (const [index, { startMs, endMs }] of speech.entries()) {
        signal.throwIfAborted();
        const first = Math.floor(startMs / FRAME_MS);
        const bytes = Buffer.alloc((Math.floor(endMs / FRAME_MS) - first) * HOP * 2);
        await file.read(bytes, 0, bytes.length, first * HOP * 2);
        for (let f = 0; f * HOP * 2 < bytes.length; f++) {
          let energy = 1;
          for (let i = 0; i < HOP; i++) energy += bytes.readInt16LE((f * HOP + i) * 2) ** 2 / HOP;
          levels[channel]!.push(10 * Math.log10(energy));
          if (channel === 0) {
            atMs.push((first + f) * FRAME_MS + FRAME_MS / 2);
            span.push(index);
          }
        }
      }
    } finally {
      await file.close();
    }
  }
  if (atMs.length === 0) return undefined;
  const smooth = levels.map((level) => relativeToLoud(smoothed(level, span)));
  const range = (level: Float64Array) => -level.slice().sort()[Math.floor(level.length * 0.1)]!;
  if (smooth.some((level) => range(level) < MIN_RANGE_DB)) return undefined;
  const lead = smooth[0]!.map((value, i) => value - smooth[1]![i]!);
  const shareOf = (holds: (value: number) => boolean) => lead.filter(holds).length / lead.length;
  const [first, second] = [shareOf((value) => value > LEAD_DB), shareOf((value) => value < -LEAD_DB)];
  if (first + second < MIN_LED_SHARE || Math.min(first, second) < MIN_SIDE_SHARE) return undefined;

  const bothLoud = Array.from(
    lead,
    (value, i) =>
      Math.abs(value) < LEAD_DB && smooth[0]![i]! > -LOUD_WITHIN_DB && smooth[1]![i]! > -LOUD_WITHIN_DB,
  );
  return [0, 1].flatMap((voice) => {
    const spans: VoiceSpan[] = [];
    for (const [i, value] of lead.entries()) {
      if (!bothLoud[i] && (value >= 0 ? 0 : 1) !== voice) continue;
      const startMs = atMs[i]! - FRAME_MS / 2;
      const last = spans.at(-1);
      const endMs = span[i] === span[i + 1] ? startMs + FRAME_MS : speech[span[i]!]!.endMs;
      if (last && last.endMs === startMs && span[i] === span[i - 1]) last.endMs = endMs;
      else spans.push({ voice, startMs, endMs });
    }
    return spans;
  });
}

/** Mean level of the frames near each frame, in the same stretch of speech. */
function smoothed(level: readonly number[], span: readonly number[]): Float64Array {
  return Float64Array.from(level, (_, i) => {
    let sum = 0;
    let count = 0;
    for (let j = Math.max(0, i - SMOOTH_FRAMES); j <= Math.min(level.length - 1, i + SMOOTH_FRAMES); j++) {
      if (span[j] !== span[i]) continue;
      sum += level[j]!;
      count++;
    }
    return sum / count;
  });
}

/** 0 dB is the level of the channel's loud speech: microphones of different gain become comparable. */
function relativeToLoud(level: Float64Array): Float64Array {
  const sorted = level.slice().sort();
  const loud = sorted[Math.floor((sorted.length - 1) * 0.98)]!;
  return level.map((value) => value - loud);
}
