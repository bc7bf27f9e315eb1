import { toFloat, wireHz } from './format.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { createResampler } from './resample.ts';
import { Processor, register, sampleRate } from './worklet.ts';

/** 10 ms at the rate of the wire. */
const piece = wireHz / 100;

/** In the sound's own thread: plays the frames that are posted to it; 'hush' makes it forget what was not played. */
register(
  'playback',
  class extends Processor {
    readonly #buffer = createJitterBuffer();
    readonly #resample = createResampler(wireHz, Math.round(sampleRate));
    #ready = new Float32Array(0);

    constructor() {
      super();
      this.port.onmessage = ({ data }: MessageEvent<Int16Array | 'hush'>) => {
        if (data === 'hush') this.#buffer.hush();
        else this.#buffer.push(toFloat(data));
      };
    }

    process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
      const channels = output ?? [];
      const length = channels[0]?.length ?? 0;
      while (this.#ready.length < length) {
        const more = this.#resample(this.#buffer.pull(piece));
        const joined = new Float32Array(this.#ready.length + more.length);
        joined.set(this.#ready);
        joined.set(more, this.#ready.length);
        this.#ready = joined;
      }
      for (const channel of channels) channel.set(this.#ready.subarray(0, length));
      this.#ready = this.#ready.slice(length);
      return true;
    }
  },
);
