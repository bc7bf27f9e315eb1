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
  let filled = 0;
  let totalSamples = 0;
  let ended = false;

  const assertOpen = () => {
    signal.throwIfAborted();
    if (ended) throw new Error('This stream of sound has ended: start another.');
  };
  const hearFrame = async (): Promise<VadEvent | undefined> => {
    const [probability] = await network([lane]);
    signal.throwIfAborted();
    lane.input.copyWithin(0, frameSamples);
    filled = 0;
    return edges.next(probability!);
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
          if (filled === frameSamples) events.push(await hearFrame());
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
          events.push(await hearFrame());
        }
        events.push(edges.end());
        return events.filter((event) => event !== undefined);
      }),
  };
}
