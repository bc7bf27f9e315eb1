import { createFramer, wireHz } from './format.ts';
import { createResampler } from './resample.ts';
import { Processor, register, sampleRate } from './worklet.ts';

/** In the sound's own thread: the microphone's samples become frames for the wire, which it posts. */
register(
  'capture',
  class extends Processor {
    readonly #resample = createResampler(Math.round(sampleRate), wireHz);
    readonly #frame = createFramer();

    process([input]: Float32Array[][]): boolean {
      const [channel] = input ?? [];
      if (!channel) return true;
      for (const frame of this.#frame(this.#resample(channel))) {
        this.port.postMessage(frame, [frame.buffer]);
      }
      return true;
    }
  },
);
