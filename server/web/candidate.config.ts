import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';

/** Builds the candidate's page into server/web-dist/candidate; `scripts/setup` calls it. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'candidate'),
  publicDir: resolve(import.meta.dirname, 'console/public'),
  base: '/i/',
  plugins: [react(), compress],
  build: {
    outDir: resolve(import.meta.dirname, '../web-dist/candidate'),
    emptyOutDir: true,
    // The content security policy allows files of this server only, also for what runs in the sound's own thread.
    assetsInlineLimit: 0,
    target: ['chrome111', 'firefox114', 'safari16.4'],
  },
  worker: { format: 'es' },
});
