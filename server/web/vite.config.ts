import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the console into server/web-dist/console; `scripts/setup` calls it. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'console'),
  base: '/console/',
  plugins: [react()],
  // Nothing is inlined as data: the content security policy allows files of this server only.
  build: {
    outDir: resolve(import.meta.dirname, '../web-dist/console'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/console/api': 'http://127.0.0.1:8080' } },
});
