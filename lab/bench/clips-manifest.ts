import { readFileSync } from 'node:fs';

export interface Clip {
  /** Beside the manifest. */
  file: string;
  /** ISO 639-1. */
  language: string;
  transcript: string;
}

/**
 * Rows of a manifest.csv with the columns file, language, transcript; a quoted field may hold commas and doubled quotes.
 *
 * @param language only clips in it, when given
 */
export function readManifest(path: string, language?: string): Clip[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
    .map(([file, of, transcript]) => ({ file: file!, language: of!, transcript: transcript! }))
    .filter((clip) => language === undefined || clip.language === language);
}
