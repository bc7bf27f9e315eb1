import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { type Written, writeWindows } from './decode.ts';
import type { Favours } from './favours.ts';
import type { MoonshineNetworks } from './networks.ts';
import type { MoonshineTokens } from './tokens.ts';

/** Followed at a time where the plain way did not go well, or where words are expected. */
const beamWidth = 8;
/** Windows side by side, each with so many texts. */
const carefulBatch = 4;
/** What is less probable is searched again with a beam: clear speech has −0.02 to −0.1, learners' −0.1 to −0.4. */
const sureLogProbability = -0.15;
/** Text that packs better than this repeats itself. */
const maxPacking = 2.4;
const shortestPacked = 40;

export interface Heard extends Written {
  /** Encoder states of the window, frames × width. */
  states: Float32Array;
  /** Even the careful way gave something that repeats itself or has no end. */
  lost: boolean;
}

export interface HearingParts {
  networks: MoonshineNetworks;
  tokens: MoonshineTokens;
}

/**
 * Hears windows side by side, and those whose text is poor again with a beam.
 *
 * @param windows sound at 16 kHz, −1…1, at most 24 s each (the networks know 1,024 frames)
 */
export async function hearWindows(
  { networks, tokens }: HearingParts,
  windows: readonly Float32Array[],
  {
    favours,
    signal,
    whenWritten,
  }: {
    favours?: Favours | undefined;
    signal: AbortSignal;
    /** Told what the first hearing made of the windows, and waited for; what it throws ends the hearing. */
    whenWritten?: ((written: readonly Written[]) => Promise<void>) | undefined;
  },
): Promise<Heard[]> {
  if (windows.length === 0) return [];
  const { marks } = tokens;
  const states: Float32Array[] = [];
  for (const samples of windows) {
    // A run of a network keeps the thread: signals and heartbeats get their turn here.
    await setImmediate();
    signal.throwIfAborted();
    states.push(await networks.encode(samples));
  }
  const written: Written[] = favours ? [] : await writeWindows(networks, states, { width: 1, marks, signal });
  if (!favours) await whenWritten?.(written);
  const again = [...states.keys()].filter((index) => !written[index] || isDoubtful(written[index], tokens));
  for (let at = 0; at < again.length; at += carefulBatch) {
    const some = again.slice(at, at + carefulBatch);
    const careful = await writeWindows(
      networks,
      some.map((index) => states[index]!),
      { width: beamWidth, favours, marks, signal },
    );
    for (const [place, index] of some.entries()) {
      const before = written[index];
      if (!before || isBetter(careful[place]!, before, tokens)) written[index] = careful[place]!;
    }
  }
  if (favours) await whenWritten?.(written);
  return written.map((one, index) => ({
    ...one,
    states: states[index]!,
    lost: hasNoEnd(one, tokens),
  }));
}

/** Decoders that lose the sound repeat themselves or go on for ever. */
const hasNoEnd = (written: Written, tokens: MoonshineTokens): boolean =>
  written.looped || !written.complete || packing(tokens.decode(written.tokens)) > maxPacking;

const isDoubtful = (written: Written, tokens: MoonshineTokens): boolean =>
  hasNoEnd(written, tokens) || written.meanLogProbability < sureLogProbability;

function isBetter(one: Written, other: Written, tokens: MoonshineTokens): boolean {
  const [lost, otherLost] = [hasNoEnd(one, tokens), hasNoEnd(other, tokens)];
  return lost === otherLost ? one.score > other.score : otherLost;
}

/** How much smaller a text becomes when packed; 1 for short ones. */
function packing(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length < shortestPacked ? 1 : bytes.length / deflateSync(bytes).length;
}
