import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfFiles } from './pdf-files.ts';

const outDir = resolve(import.meta.dirname, '../web-dist/console');

/** Beside each text file its compressed forms: the server only has to pick one. */
const compress = {
  name: 'compress',
  writeBundle({ dir = outDir }: { dir?: string }) {
    for (const name of globSync('**/*.{js,mjs,css,svg}', { cwd: dir })) {
      const text = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(text, { level: 9 }));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text));
    }
  },
};

/** Builds the console into server/web-dist/console; `scripts/setup` calls it. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'console'),
  base: '/console/',
  plugins: [react(), pdfFiles(), compress],
  // Nothing is inlined as data: the content security policy allows files of this server only.
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Knows light-dark(): what it would be rewritten to does not follow the colour scheme of the library.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:8080' } },
});
