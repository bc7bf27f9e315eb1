import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';
import { openRecogniser } from '../asr-engines.ts';
import type { TimedRecording, ToldWord } from './recordings.ts';

/** Words of one spelling this near in time are one word: a recogniser's own times are coarse, and sentences repeat words. */
const sameWithinMs = 1500;

/** What the embedded recogniser hears: its words, its windows, and what is true of each word. Words it misheard have no truth. */
export async function openListener(folder: string, vadModelPath: string) {
  const vad = await createSileroVad({ modelPath: vadModelPath });
  const recogniser = await openRecogniser('base');
  const { signal } = new AbortController();

  return async ({ samples, words }: TimedRecording) => {
    const pcmPath = join(folder, 'heard.pcm');
    writeFileSync(pcmPath, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    const speech = await vad.detectSpeech({
      pcmPath,
      within: [{ startMs: 0, endMs: samples.length / 16 }],
      signal,
    });
    const heard = await recogniser.transcribe({ pcmPath, speech, signal, language: 'en', hotwords: [] });
    const left = [...words];
    const told = heard.words
      .filter(({ filler }) => !filler)
      .map((word): ToldWord => {
        const at = left.findIndex(
          ({ text, startMs }) =>
            spelling(text) === spelling(word.text) && Math.abs(startMs - word.startMs) < sameWithinMs,
        );
        return { ...word, truth: at < 0 ? undefined : left.splice(at, 1)[0] };
      });
    return { told, windows: heard.windows };
  };
}

const spelling = (text: string) => text.toLowerCase().replace(/[^a-z']/g, '');
