import { join } from 'node:path';
import type { Word } from '#server/domain/transcript/types.ts';
import { ffmpeg, writePcm } from './speech-sounds.ts';

/** How the same voice may reach us. */
export interface RecordingCondition {
  title: string;
  /** Decodes the recording as it came to this raw PCM file. */
  decode(pcmPath: string): Promise<void>;
  /** How much later everything is said. */
  laterMs: number;
}

/**
 * The same recording as it was, softer, louder, in noise, between silences and as a small MP3.
 *
 * @returns first the recording as it was
 */
export async function recordingConditions(
  samples: Int16Array,
  folder: string,
): Promise<[RecordingCondition, ...RecordingCondition[]]> {
  const [plain, small] = [join(folder, 'plain.wav'), join(folder, 'small.mp3')];
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${await writePcm(join(folder, 'plain.pcm'), samples)} ${plain}`);
  await ffmpeg(`-i ${plain} -b:a 48k ${small}`);
  const from = (path: string, title: string, filters = '', laterMs = 0): RecordingCondition => ({
    title,
    laterMs,
    decode: (pcmPath) => ffmpeg(`-i ${path} ${filters} -ac 1 -ar 16000 -f s16le ${pcmPath}`),
  });
  const noise = `anoisesrc=r=16000:color=white:seed=3:amplitude=${whiteAmplitude(levelDbOf(samples) - 20)}`;
  return [
    from(plain, 'as it was'),
    from(small, 'MP3 at 48 kbit/s'),
    from(plain, '12 dB softer', '-af volume=-12dB'),
    from(plain, '6 dB louder', '-af volume=6dB'),
    from(plain, 'noise at 20 dB SNR', `-f lavfi -i ${noise} -filter_complex amix=duration=first:normalize=0`),
    from(plain, '3 s of silence before and after', '-af adelay=3000:all=1,apad=pad_dur=3', 3000),
  ];
}

/** ffmpeg's white noise is even between ± its amplitude: a root mean square of amplitude / √3. */
const whiteAmplitude = (rmsDb: number) => (Math.sqrt(3) * 10 ** (rmsDb / 20)).toFixed(5);

const levelDbOf = (samples: Int16Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);

/** Words evenly between two times. */
export const evenly = (texts: readonly string[], startMs: number, endMs: number): Word[] =>
  texts.map((text, index) => ({
    text,
    confidence: 1,
    startMs: Math.round(startMs + ((endMs - startMs) * index) / texts.length),
    endMs: Math.round(startMs + ((endMs - startMs) * (index + 1)) / texts.length),
  }));
