import { samplesPerMs } from '../audio/pcm.ts';
import { createSequence } from '../sequence.ts';
import type { VadEvent, VadSession } from './port.ts';
import { contextSamples, frameMs, frameSamples, openLane, type SileroNetwork } from './silero-network.ts';
import { followSpeech } from './speech-spans.ts';

/** Listens to a stream: the network's state and the end of the frame before are carried from push to push. */
export function listenToStream(network: SileroNetwork, signal: AbortSignal): VadSession {
  const inSequence = createSequence();
  const lane = openLane();
  const bounds = { startMs: 0, endMs: Number.POSITIVE_INFINITY };
  const edges = followSpeech(frameMs, bounds);
  const likely = followLikely();
  let filled = 0;
  let totalSamples = 0;
  let ended = false;

  const assertOpen = () => {
    signal.throwIfAborted();
    if (ended) throw new Error('This stream of sound has ended: start another.');
  };
  const hearFrame = async (): Promise<(VadEvent | undefined)[]> => {
    const [probability] = await network([lane]);
    signal.throwIfAborted();
    lane.input.copyWithin(0, frameSamples);
    filled = 0;
    const edge = edges.next(probability!);
    return [likely.next(probability!, edge), edge];
  };

  return {
    push: (samples) =>
      inSequence(async () => {
        assertOpen();
        const events: (VadEvent | undefined)[] = [];
        for (let at = 0; at < samples.length; ) {
          const some = samples.subarray(at, at + frameSamples - filled);
          lane.input.set(some, contextSamples + filled);
          filled += some.length;
          at += some.length;
          totalSamples += some.length;
          if (filled === frameSamples) events.push(...(await hearFrame()));
        }
        return events.filter((event) => event !== undefined);
      }),
    end: () =>
      inSequence(async () => {
        assertOpen();
        ended = true;
        bounds.endMs = Math.floor(totalSamples / samplesPerMs);
        const events: (VadEvent | undefined)[] = [];
        if (filled > 0) {
          lane.input.fill(0, contextSamples + filled);
          events.push(...(await hearFrame()));
        }
        events.push(edges.end());
        return events.filter((event) => event !== undefined);
      }),
  };
}

/** So many frames like speech, or unlike it, one after the other are told at once: 96 ms. */
const likelyFrames = 3;
/** Higher than what an edge is found by: a rustle must not stop the interviewer. */
const likelyFrom = 0.5;
const pausingBelow = 0.15;

/** Tells of what the edges tell of later and surely. */
function followLikely() {
  let frame = 0;
  let speech = 0;
  let quiet = 0;
  let isOpen = false;
  return {
    next(probability: number, edge: VadEvent | undefined): VadEvent | undefined {
      frame++;
      speech = probability >= likelyFrom ? speech + 1 : 0;
      quiet = probability < pausingBelow ? quiet + 1 : 0;
      const wasOpen = isOpen;
      if (edge?.type === 'speech-start') isOpen = true;
      if (edge?.type === 'speech-end') isOpen = false;
      const firstMs = Math.round((frame - likelyFrames) * frameMs);
      if (!wasOpen && speech === likelyFrames) return { type: 'speech-likely', startMs: firstMs };
      if (isOpen && quiet === likelyFrames) {
        return { type: 'speech-pausing', atMs: Math.floor(frame * frameMs) };
      }
      return undefined;
    },
  };
}
