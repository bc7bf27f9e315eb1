import { readdirSync, statSync } from 'node:fs';
import { limits } from '../../../config/limits.ts';
import { checkWhisperFolder, createWhisper } from '../../asr/whisper/engine.ts';
import { openSentenceEmbeddings } from '../../embeddings/onnx/engine.ts';
import { ModelError } from '../../installed/model-error.ts';
import { familyOf } from '../../installed/record.ts';
import { readWordPack } from '../../text/word-pack.ts';
import { openKokoro } from '../../tts/kokoro/engine.ts';
import type { ContentCheck } from '../store.ts';
import { checkMoonshineFolder } from './moonshine-content.ts';

/** Memory that a network needs beyond the size of its file, while it is being opened. */
const memoryPerByte = 2;

/**
 * Loads a model the way the appliance does, once, and lets it go. Of a recogniser too large for this machine's memory (it may be
 * on its way to another one) only the small files are read.
 */
export const loadContent: ContentCheck = async (kind, folder) => {
  try {
    if (kind === 'words') return { languages: [packLanguage(folder)] };
    if (kind === 'embeddings') return { languages: await sentenceLanguages(folder) };
    if (kind === 'tts') return { languages: await voiceLanguages(folder) };
    const canOpen = (bytes: number) => bytes * memoryPerByte < process.availableMemory();
    if (familyOf(readdirSync(folder).map((path) => ({ path }))) === 'moonshine') {
      await checkMoonshineFolder(folder, canOpen);
      return { languages: ['en'] };
    }
    const { languages, files } = await checkWhisperFolder(folder);
    const { layout: _, ...decoder } = files.decoder;
    const networkBytes = [files.encoder, ...Object.values(decoder)].reduce(
      (sum, { path }) => sum + statSync(path).size,
      0,
    );
    if (canOpen(networkBytes)) {
      const engine = await createWhisper({ dir: folder, provider: 'cpu' });
      await engine.close();
    }
    return { languages };
  } catch (error) {
    const message = (error as Error).message.replaceAll(`${folder}/`, '');
    throw new ModelError('MODEL_REFUSED', `This model cannot be used: ${message}`, { cause: error });
  }
};

/** Their files do not say which languages they know: those of many have vocabularies for many. */
async function sentenceLanguages(folder: string): Promise<readonly string[]> {
  const engine = await openSentenceEmbeddings({ dir: folder, name: 'model', threads: 1 });
  await engine.close();
  return engine.isMultilingual ? limits.languages : ['en'];
}

async function voiceLanguages(folder: string): Promise<readonly string[]> {
  const kokoro = await openKokoro(folder, { threads: 1 });
  await kokoro.close();
  return [...new Set(kokoro.voices.flatMap(({ languages }) => languages))];
}

function packLanguage(folder: string): string {
  const { language } = readWordPack(folder);
  if (language === 'en') throw new Error('English word frequencies come with Assay.');
  return language;
}
