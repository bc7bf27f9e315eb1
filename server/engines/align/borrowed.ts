import { loadNative } from '../../native.ts';
import { ProgramError } from '../child-process.ts';
import { espeakVoices } from '../espeak-voices.ts';
import { createWordAligner } from './align-words.ts';
import { espeakPhones } from './espeak-phones.ts';
import { createFrameModel } from './frame-model.ts';
import type { WordPlacer } from './port.ts';

/**
 * Word times in other languages with the English acoustic model: espeak-ng says which sounds a word has, and the model finds the
 * English sounds nearest to them. On synthetic speech words begin 15 to 25 ms beside the truth, by Whisper's attention 60 to 95 ms
 * (lab/bench/real-whisper/times.ts). How well a sound was said it cannot tell, so nothing is scored by it.
 */
export function createBorrowedAligner(options: { modelPath: string; program?: string }): WordPlacer {
  // Opened when the first recording in another language comes.
  let opened: Promise<ReturnType<typeof createWordAligner>> | undefined;
  const open = () => {
    opened ??= createFrameModel(options.modelPath).then((model) =>
      createWordAligner(model, loadNative().bestPath),
    );
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  return {
    id: 'ctc-en-espeak',
    languages: Object.keys(espeakVoices).filter((language) => language !== 'en'),
    async place({ language, words, ...request }) {
      const voice = espeakVoices[language];
      if (!voice || language === 'en') return null;
      const alignWords = await open();
      const texts = words.map(({ text }) => text);
      const phones = await espeakPhones(texts, voice, request.signal, options.program).catch(
        (error: unknown) => {
          request.signal.throwIfAborted();
          if (error instanceof ProgramError && error.fault !== 'timeout') return null;
          throw error;
        },
      );
      if (!phones) return null;
      const ways = texts.map((text) => {
        const said = phones.get(text)!;
        return said.length > 0 ? [{ phones: said }] : [];
      });
      const aligned = await alignWords({ ...request, words, ways });
      let end = 0;
      return words.map((word, at) => {
        const { startMs, endMs, phones: found } = aligned[at]!;
        // What was not found keeps its time, as far as its neighbours leave it.
        const span = found ? { startMs, endMs } : word;
        const from = Math.max(span.startMs, end);
        end = Math.max(span.endMs, from + 1);
        return { ...word, startMs: from, endMs: end };
      });
    },
  };
}
