import { createWhisper } from '../asr/whisper/engine.ts';
import { readWordPack } from '../text/word-pack.ts';
import { ModelError } from './model-error.ts';
import type { ContentCheck } from './store.ts';

/** Loads a model the way the appliance does, once, and lets it go. */
export const loadContent: ContentCheck = async (kind, folder) => {
  try {
    if (kind === 'words') {
      const { language } = readWordPack(folder);
      if (language === 'en') throw new Error('English word frequencies come with Assay.');
      return { languages: [language] };
    }
    const engine = await createWhisper({ dir: folder, provider: 'cpu' });
    await engine.close();
    return { languages: engine.languages };
  } catch (error) {
    const message = (error as Error).message.replaceAll(`${folder}/`, '');
    throw new ModelError('MODEL_REFUSED', `This model cannot be used: ${message}`, { cause: error });
  }
};
