import { access } from 'node:fs/promises';
import type { Word } from '../../../domain/transcript/types.ts';
import { loadNative } from '../../../native.ts';
import { createLexicon } from '../../align/lexicon.ts';
import type { AsrEngine } from '../port.ts';
import { confidence } from './confidence.ts';
import { createHypothesisFinder } from './hypotheses.ts';
import { readLanguageModel } from './language-model.ts';
import { type CtcParts, type CtcWord, listenWithCtc } from './listen.ts';
import { createPosteriorModel } from './posteriors.ts';
import { createVocabulary } from './vocabulary.ts';

export interface CtcFiles {
  modelPath: string;
  languageModelPath: string;
  lexiconPath: string;
}

const hesitations = new Set(['uh', 'um', 'hmm', 'mhm', 'er', 'erm']);

/** Loads the models: some tens of megabytes of memory, half a second. */
export async function loadCtcParts(files: CtcFiles): Promise<CtcParts> {
  const native = loadNative();
  const [hear, model, lexicon] = await Promise.all([
    createPosteriorModel(files.modelPath),
    readLanguageModel(files.languageModelPath),
    createLexicon(files.lexiconPath),
  ]);
  const vocabulary = createVocabulary(model, lexicon);
  return {
    viterbi: native.viterbi,
    hear,
    find: createHypothesisFinder(native, model, vocabulary),
    vocabulary,
  };
}

/**
 * Our own English recogniser: the bundled acoustic model, a search over 25,000 words and a trigram model. `confidence` is
 * the calibrated probability that the word was said. Both thresholds await measurement (../README.md), and until then the pipeline
 * does not use it.
 */
export async function createCtcAsr(files: CtcFiles): Promise<AsrEngine> {
  const parts = await loadCtcParts(files);
  return {
    id: 'ctc-en',
    languages: ['en'],
    minMeanConfidence: 0.8,
    minWordConfidence: 0.2,
    advice:
      'The built-in recogniser follows only clear English. Real conversations take a Whisper model: assay models pull whisper-small --use, or assay models import BUNDLE --use.',
    async transcribe({ pcmPath, speech, signal, onProgress }) {
      signal.throwIfAborted();
      const heard = await listenWithCtc(parts, {
        pcmPath,
        speech,
        signal,
        ...(onProgress && { onProgress }),
      });
      return {
        words: inOrder(heard.map(asWord)),
        detectedLanguage: 'en',
        languageProbability: null,
        warnings: [
          'The built-in recogniser follows only clear English voices; names, numbers and rare words are often misheard.',
        ],
      };
    },
    async check() {
      for (const path of Object.values(files)) {
        try {
          await access(path);
        } catch {
          return { ok: false, detail: `The model file ${path} is missing.` };
        }
      }
      return { ok: true, detail: 'our own English recogniser (clear voices only)' };
    },
  };
}

/** Spelling as it should be read: the word list is lower case, which is wrong for "I" only. */
function asWord({ text, startMs, endMs, evidence }: CtcWord): Word {
  const spelling = /^i('|$)/.test(text) ? `I${text.slice(1)}` : text;
  const word = { text: spelling, startMs, endMs, confidence: confidence(evidence) };
  return hesitations.has(text) ? { ...word, filler: true } : word;
}

/** Windows touch where they share a pause; no word may begin before the last one's end. */
function inOrder(words: Word[]): Word[] {
  let endMs = 0;
  for (const word of words) {
    word.startMs = Math.max(word.startMs, endMs);
    word.endMs = Math.max(word.endMs, word.startMs + 1);
    endMs = word.endMs;
  }
  return words;
}
