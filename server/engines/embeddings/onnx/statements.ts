import { join } from 'node:path';
import { openSentenceEmbeddings, type SentenceEmbeddings } from './engine.ts';

/**
 * The bundled network that brings requirements and statements of CVs together (models/bundled/statements-en.md): English, one thread.
 * @param bundled the folder models/bundled
 * @throws SentenceModelError where its files cannot be used
 */
export const openStatements = (bundled: string): Promise<SentenceEmbeddings> =>
  openSentenceEmbeddings({ dir: join(bundled, 'statements-en'), name: 'statements-en', threads: 1 });
