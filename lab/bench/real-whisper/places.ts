import { resolve } from 'node:path';

/** A file of the project's models/. */
export const projectModelPath = (path: string): string =>
  resolve(import.meta.dirname, '../../../models', path);
