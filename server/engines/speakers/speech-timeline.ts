import type { Span } from '../../domain/transcript/types.ts';
import { openPcm, pcmRateHz, samplesPerMs } from '../audio/pcm.ts';

const FRAME_MS = 10;
const FRAME_SAMPLES = FRAME_MS * samplesPerMs;
const CHUNK_SAMPLES = 20 * pcmRateHz;
/** Sound this far under the loud part of its span is silence … */
const SILENT_UNDER_DB = 24;
/** … in recordings quiet enough to tell: loud speech stands out from the quietest moments by this much. */
const CLEAN_RANGE_DB = 45;
/** In such recordings sounds this near a detected span belong to it: detectors miss soft beginnings and ends. */
const SOFT_EDGE_MS = 200;
/** Levels are averaged over this many frames on either side. */
const SMOOTH_FRAMES = 1;
/** Shorter pauses are part of speech unless the voice changes there, shorter sounds alone are none. */
const BRIDGED_MS = 450;
const SHORTEST_MS = 80;

/**
 * Where voices are heard, for the question whose they are: the speech detector's spans, from first to last sound and
 * without pauses of 450 ms and more inside them, and with shorter pauses between them bridged. The recogniser keeps the
 * detector's spans, which have 120 ms of margin for soft sounds. In recordings with a loud background only the bridging is
 * done: quiet ends of words cannot be told from the room there.
 *
 * @param pcmPath raw s16le mono 16 kHz
 * @param detected in order, apart
 */
export async function speechTimeline(
  pcmPath: string,
  detected: readonly Span[],
  signal: AbortSignal,
): Promise<Span[]> {
  const levels = await levelsDb(pcmPath, signal);
  const range = levelRangeDb(levels, detected);
  const sounding =
    range < CLEAN_RANGE_DB
      ? detected
      : withSoftEdges(detected, levels.length * FRAME_MS).flatMap((span) => soundingParts(levels, span));
  const bridged: Span[] = [];
  for (const { startMs, endMs } of sounding) {
    const last = bridged.at(-1);
    if (last && startMs - last.endMs < BRIDGED_MS) last.endMs = Math.max(last.endMs, endMs);
    else bridged.push({ startMs, endMs });
  }
  return bridged.filter(({ startMs, endMs }) => endMs - startMs >= SHORTEST_MS);
}

/** Level of every 10 ms in dB, 0 is one unit of 16-bit sound; smoothed. */
async function levelsDb(pcmPath: string, signal: AbortSignal): Promise<Float32Array> {
  const pcm = await openPcm(pcmPath);
  try {
    const levels = new Float32Array(Math.floor(pcm.totalSamples / FRAME_SAMPLES));
    for (let from = 0; from < levels.length * FRAME_SAMPLES; from += CHUNK_SAMPLES) {
      signal.throwIfAborted();
      const samples = await pcm.readSamples(from, CHUNK_SAMPLES);
      for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
        let energy = 0;
        for (let i = at; i < at + FRAME_SAMPLES; i++) energy += samples[i]! * samples[i]!;
        levels[(from + at) / FRAME_SAMPLES] = 10 * Math.log10(energy / FRAME_SAMPLES + 1);
      }
    }
    return levels.map((_, i) => {
      const near = levels.subarray(Math.max(0, i - SMOOTH_FRAMES), i + SMOOTH_FRAMES + 1);
      return near.reduce((sum, level) => sum + level, 0) / near.length;
    });
  } finally {
    await pcm.close();
  }
}

const framesOf = (levels: Float32Array, { startMs, endMs }: Span): Float32Array =>
  levels.subarray(Math.floor(startMs / FRAME_MS), Math.floor(endMs / FRAME_MS));

const percentile = (values: Float32Array, share: number): number => {
  const sorted = values.slice().sort();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
};

/** From the quietest moments of the recording to its loud speech. */
function levelRangeDb(levels: Float32Array, detected: readonly Span[]): number {
  const speech = Float32Array.from(detected.flatMap((span) => [...framesOf(levels, span)]));
  return percentile(speech, 0.9) - percentile(levels, 0.05);
}

function withSoftEdges(detected: readonly Span[], durationMs: number): Span[] {
  const wide: Span[] = [];
  for (const span of detected) {
    const startMs = Math.max(0, span.startMs - SOFT_EDGE_MS);
    const endMs = Math.min(durationMs, span.endMs + SOFT_EDGE_MS);
    const last = wide.at(-1);
    if (last && startMs <= last.endMs) last.endMs = endMs;
    else wide.push({ startMs, endMs });
  }
  return wide;
}

function soundingParts(levels: Float32Array, span: Span): Span[] {
  const frames = framesOf(levels, span);
  const least = percentile(frames, 0.9) - SILENT_UNDER_DB;
  const parts: Span[] = [];
  const offsetMs = Math.floor(span.startMs / FRAME_MS) * FRAME_MS;
  for (const [i, level] of frames.entries()) {
    if (level < least) continue;
    const startMs = offsetMs + i * FRAME_MS;
    const last = parts.at(-1);
    if (last && last.endMs === startMs) last.endMs += FRAME_MS;
    else parts.push({ startMs, endMs: startMs + FRAME_MS });
  }
  return parts;
}
