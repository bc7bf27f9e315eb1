import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Character maps, the standard fonts, and image decoders in plain JavaScript: what a PDF may ask for by name. */
const folders: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
};

/** Puts the files that pdf.js loads by itself beside the console, so that it asks no other server for them. */
export function pdfFiles(): Plugin {
  return {
    name: 'assay-pdf-files',
    generateBundle() {
      const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
      for (const [folder, wanted] of Object.entries(folders)) {
        for (const file of readdirSync(join(root, folder)).filter((name) => wanted.test(name))) {
          const source = readFileSync(join(root, folder, file));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${file}`, source });
        }
      }
    },
  };
}
