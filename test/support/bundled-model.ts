import { join } from 'node:path';

/** Path of a file in models/bundled. */
export const bundledModel = (name: string): string =>
  join(import.meta.dirname, '..', '..', 'models', 'bundled', name);
