import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { lazy } from '../../domain/lazy.ts';

export type Weight = 'regular' | 'bold';

/** A font as it is looked into (which signs it has) and as it is embedded. */
export interface Face {
  name: string;
  bytes: Buffer;
  has(codePoint: number): boolean;
}

const own = join(import.meta.dirname, 'fonts');
const ofPdfjs = lazy(() =>
  join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts'),
);

/** In the order in which they are asked: Latin, Greek and Cyrillic; Arabic; Hindi; Chinese, Japanese and Korean; phonetic letters. The last two have one weight. */
const files = (weight: Weight): string[] => {
  const name = weight === 'bold' ? 'Bold' : 'Regular';
  return [
    join(ofPdfjs(), `LiberationSans-${name}.ttf`),
    join(own, `NotoSansArabic-${name}.ttf`),
    join(own, `NotoSansDevanagari-${name}.ttf`),
    join(own, 'DroidSansFallback.ttf'),
    join(own, 'DejaVuSans.ttf'),
  ];
};

const loaded = new Map<string, Face>();

function face(path: string): Face {
  const known = loaded.get(path);
  if (known) return known;
  const bytes = readFileSync(path);
  const font = create(bytes) as Font;
  const made: Face = {
    ...{ name: path, bytes },
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
  loaded.set(path, made);
  return made;
}

/** The first face that has a sign; the first of all where none has. Marks that join on stay in the face of what they join. */
export function faceFor(codePoint: number, weight: Weight, before: Face | undefined): Face {
  if (before?.has(codePoint) && /\p{M}|\u200d|\u200c/u.test(String.fromCodePoint(codePoint))) return before;
  const paths = files(weight);
  return face(paths.find((path) => face(path).has(codePoint)) ?? paths[0]!);
}
