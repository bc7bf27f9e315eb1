import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Beside each text file its compressed forms: the server only has to pick one. */
export const compress: Plugin = {
  name: 'compress',
  writeBundle({ dir }) {
    for (const name of globSync('**/*.{js,mjs,css,svg}', { cwd: dir! })) {
      const text = readFileSync(join(dir!, name));
      writeFileSync(join(dir!, `${name}.gz`), gzipSync(text, { level: 9 }));
      writeFileSync(join(dir!, `${name}.br`), brotliCompressSync(text));
    }
  },
};
