import { loadNative } from '../../native.ts';
import { openPcm, samplesPerMs } from '../audio/pcm.ts';
import { createWordAligner } from './align-words.ts';
import { createFrameModel } from './frame-model.ts';
import { withHesitations } from './hesitations.ts';
import { createLexicon } from './lexicon.ts';
import type { AlignEngine } from './port.ts';

/**
 * English forced alignment with the bundled acoustic model: word and phone times to about 20 ms, and how well
 * each phone fits what was heard.
 */
export async function createCtcAligner(options: {
  modelPath: string;
  lexiconPath: string;
}): Promise<AlignEngine> {
  const native = loadNative();
  const [model, lexicon] = await Promise.all([
    createFrameModel(options.modelPath),
    createLexicon(options.lexiconPath),
  ]);

  const alignWords = createWordAligner(model, native.bestPath);
  return {
    id: 'ctc-en',
    async withHesitations({ pcmPath, words, signal }) {
      const pcm = await openPcm(pcmPath);
      try {
        return await withHesitations(words, {
          durationMs: Math.floor(pcm.totalSamples / samplesPerMs),
          read: (startMs, endMs) => pcm.readFloats(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs),
          model,
          bestPath: native.bestPath,
          signal,
        });
      } finally {
        await pcm.close();
      }
    },
    languages: ['en'],
    align: (request) => alignWords({ ...request, ways: lexicon.ways(request.words.map(({ text }) => text)) }),
  };
}
