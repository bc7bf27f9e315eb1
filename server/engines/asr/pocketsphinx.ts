import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Word } from '../../domain/transcript/types.ts';
import { ProgramError, runProgram } from '../child-process.ts';
import type { HeardWord } from './ctm.ts';
import { withFillers } from './fillers.ts';
import { listen, type PocketsphinxSettings } from './listen.ts';
import type { AsrEngine } from './port.ts';

/** Chosen on the sample interview and passages of ours: server/engines/asr/README.md has the comparison. */
export const defaultPocketsphinxSettings: PocketsphinxSettings = {
  program: 'pocketsphinx_batch',
  modelDir: '/usr/share/pocketsphinx/model/en-us',
  processes: 2,
  options: ['-remove_noise', 'no', '-wip', '0.2', '-maxhmmpf', '6000', '-maxwpf', '20'],
  maxStretchMs: 30_000,
  padMs: 150,
};

const installAdvice = 'install the Debian packages pocketsphinx and pocketsphinx-en-us';

/**
 * The interim English recogniser: Debian's pocketsphinx with its US English model. It follows clear, slow voices
 * only. `confidence` is the word's posterior probability in the decoder's lattice; both thresholds are measured
 * (server/engines/asr/README.md). Hotwords are ignored: the language model is fixed.
 */
export function createPocketsphinx(options: Partial<PocketsphinxSettings> = {}): AsrEngine {
  const settings = { ...defaultPocketsphinxSettings, ...options };
  return {
    id: 'pocketsphinx-en-us',
    languages: ['en'],
    minMeanConfidence: 0.68,
    minWordConfidence: 0.1,
    advice:
      'The built-in recogniser follows only very clear, slow English. Real conversations take a Whisper model: assay models pull whisper-small --use, or assay models import BUNDLE --use.',
    async transcribe({ pcmPath, speech, signal, onProgress }) {
      signal.throwIfAborted();
      const heard = await listen(settings, { pcmPath, speech, signal, ...(onProgress && { onProgress }) });
      return {
        words: withFillers(heard).map(asWord),
        detectedLanguage: 'en',
        languageProbability: null,
        warnings: [
          'The built-in recogniser follows only very clear English voices; names, numbers and rare words are often misheard.',
        ],
      };
    },
    check: () => check(settings),
  };
}

/** Spelling as it should be read: the dictionary is lower case, which is wrong for "I" only. */
function asWord({ text, posterior, startMs, endMs, filler }: HeardWord & { filler?: true }): Word {
  const spelling = /^i('|$)/.test(text) ? `I${text.slice(1)}` : text;
  return { text: spelling, startMs, endMs, confidence: posterior, ...(filler && { filler }) };
}

async function check({ program, modelDir }: PocketsphinxSettings): Promise<{ ok: boolean; detail: string }> {
  const signal = AbortSignal.timeout(5000);
  try {
    // Without arguments it lists its options and ends with a fault: enough to know that it starts.
    await runProgram({ program, args: [], timeoutMs: 5000, signal });
  } catch (error) {
    if (!(error instanceof ProgramError) || error.fault !== 'failed') {
      return { ok: false, detail: `${program} does not start: ${installAdvice}.` };
    }
  }
  for (const file of ['en-us/mdef', 'en-us.lm.bin', 'cmudict-en-us.dict']) {
    try {
      await access(join(modelDir, file));
    } catch {
      return { ok: false, detail: `The model file ${join(modelDir, file)} is missing: ${installAdvice}.` };
    }
  }
  return { ok: true, detail: 'pocketsphinx with its US English model (clear voices only)' };
}
