import { speechSampleRateHz, TtsError } from './port.ts';
import { createResampler } from './resample.ts';

/** More than any header has before its samples. */
const maxHeaderBytes = 64 * 1024;
const pcm = 1;
/** "See the extension"; programs write it for plain samples too. */
const extensible = 0xfffe;

interface Format {
  channels: number;
  sampleRateHz: number;
}

/**
 * The samples of a WAV file that comes in pieces, at 16 kHz and mono. What a header says of sizes is not believed: who streams does not
 * know them.
 *
 * @throws TtsError for anything but 16-bit samples
 */
export async function* wavSamples(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Int16Array> {
  let rest = Buffer.alloc(0);
  let format: Format | undefined;
  let resample: ReturnType<typeof createResampler> | undefined;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    if (!resample) {
      const header = readHeader(rest);
      if (!header) {
        if (rest.length > maxHeaderBytes) throw notWav();
        continue;
      }
      format = header.format;
      rest = rest.subarray(header.bytes);
      resample = createResampler(format.sampleRateHz, speechSampleRateHz);
    }
    const frameBytes = 2 * format!.channels;
    const whole = rest.length - (rest.length % frameBytes);
    const samples = resample.push(mono(rest.subarray(0, whole), format!.channels));
    rest = rest.subarray(whole);
    if (samples.length > 0) yield samples;
  }
  if (!resample) throw notWav();
  const last = resample.end();
  if (last.length > 0) yield last;
}

const notWav = () => new TtsError('failed', 'The voice gave no WAV sound of 16 bits.');

function readHeader(bytes: Buffer): { format: Format; bytes: number } | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') throw notWav();
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'data') {
      if (!format) throw notWav();
      return { format, bytes: at + 8 };
    }
    if (name === 'fmt ') {
      if (at + 24 > bytes.length) return undefined;
      const kind = bytes.readUInt16LE(at + 8);
      format = { channels: bytes.readUInt16LE(at + 10), sampleRateHz: bytes.readUInt32LE(at + 12) };
      const isKnown = (kind === pcm || kind === extensible) && bytes.readUInt16LE(at + 22) === 16;
      const isSane = format.channels >= 1 && format.channels <= 8;
      if (!isKnown || !isSane || format.sampleRateHz < 8000 || format.sampleRateHz > 192_000) throw notWav();
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function mono(bytes: Buffer, channels: number): Float32Array {
  const samples = new Float32Array(bytes.length / 2 / channels);
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += bytes.readInt16LE(2 * (index * channels + channel));
    }
    samples[index] = sum / channels;
  }
  return samples;
}
