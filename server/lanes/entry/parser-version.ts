import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Ocr } from '../../engines/pdf/ocr.ts';

/** Everything that decides what is read in a file and made of it. */
const sources = [
  'domain/cv/**/*.ts',
  'domain/certificates/**/*.ts',
  'domain/languages/**/*.ts',
  'engines/{cv-files,docx,pdf}/**/*.ts',
  'engines/written-language/**/*.ts',
  '../node_modules/{pdfjs-dist,saxes,yauzl,eld,@orama/stemmers}/package.json',
];

/**
 * Names how CVs are read and parsed: a hash of the programs that do it, so that no number has to be raised by hand, with the
 * languages of the OCR. A CV that another version has read is read again.
 */
export function parserVersion(
  ocr: Pick<Ocr, 'languages'> | null,
  server = resolve(import.meta.dirname, '../..'),
): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: server }).sort()) {
    hash.update(path).update(readFileSync(resolve(server, path)));
  }
  return `${hash.digest('hex').slice(0, 16)} ${ocr ? `ocr ${ocr.languages.join(' ')}` : 'no ocr'}`;
}
