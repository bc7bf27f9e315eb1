import type { Span } from '../../../domain/transcript/types.ts';
import { FRAME_MS } from './frames.ts';

/** A change of voice this near a pause happens in the pause. */
const NEAR_MS = 300;

/**
 * People change where it is silent: moves changes of voice within a stretch of speech into the nearest pause and marks that pause
 * as nobody's. A voice keeps at least half of the stretch it had.
 *
 * @param atMs middle of each frame, ascending
 * @param voice the voice of each frame
 * @param pauses in order, apart
 * @returns the voice of each frame, and 1 where nobody speaks
 */
export function bordersInPauses(
  atMs: Int32Array,
  span: Int32Array,
  voice: Int32Array,
  pauses: readonly Span[],
): { voice: Int32Array; silent: Uint8Array } {
  const moved = voice.slice();
  const silent = new Uint8Array(voice.length);
  const changes = Array.from(voice.keys()).filter((i) => i > 0 && voice[i] !== voice[i - 1]);
  let firstPause = 0;
  for (const [c, change] of changes.entries()) {
    if (span[change] !== span[change - 1]) continue;
    const borderMs = atMs[change]! - FRAME_MS / 2;
    // Half way to the neighbouring changes at most.
    const earliestMs = (borderMs + atMs[changes[c - 1] ?? 0]!) / 2;
    const latestMs = (borderMs + atMs[changes[c + 1] ?? voice.length - 1]!) / 2;
    while (firstPause < pauses.length && pauses[firstPause]!.endMs < borderMs - NEAR_MS) firstPause++;
    let best: { pause: Span; awayMs: number } | undefined;
    for (let p = firstPause; p < pauses.length && pauses[p]!.startMs <= borderMs + NEAR_MS; p++) {
      const pause = pauses[p]!;
      const awayMs = Math.max(0, pause.startMs - borderMs, borderMs - pause.endMs);
      const allowed = awayMs === 0 || (pause.endMs >= earliestMs && pause.startMs <= latestMs);
      if (allowed && (!best || awayMs < best.awayMs)) best = { pause, awayMs };
    }
    if (!best) continue;
    const { startMs, endMs } = best.pause;
    for (let i = change; i < voice.length && atMs[i]! < endMs && span[i] === span[change]; i++)
      moved[i] = voice[change - 1]!;
    for (let i = change - 1; i >= 0 && atMs[i]! > startMs && span[i] === span[change]; i--)
      moved[i] = voice[change]!;
    for (let i = change; i < voice.length && atMs[i]! < endMs; i++) if (atMs[i]! > startMs) silent[i] = 1;
    for (let i = change - 1; i >= 0 && atMs[i]! > startMs; i--) if (atMs[i]! < endMs) silent[i] = 1;
  }
  return { voice: moved, silent };
}
