import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { pdfFiles } from './pdf-files.ts';

const outDir = resolve(import.meta.dirname, '../web-dist/console');

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
