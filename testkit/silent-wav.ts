import { wavOf } from '../server/domain/wav.ts';

/** 8 bits, mono, 8 kHz: the smallest WAV that the service takes. */
export const silentWav = (seconds: number): Buffer<ArrayBuffer> =>
  wavOf(Buffer.alloc(seconds * 8000, 128), { rateHz: 8000, bitsPerSample: 8 });
