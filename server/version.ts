import { createRequire } from 'node:module';

/** Of this release: what package.json says. */
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
