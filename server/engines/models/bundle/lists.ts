import { ModelError } from '../../installed/model-error.ts';
import { type ModelRecord, parseRecord } from '../../installed/record.ts';
import { textSha256 } from '../content/hashing.ts';

/** First file of a bundle: the records of its models. */
export const listName = 'assay-bundle.json';
/** Second file: what `sha256sum --check` reads, and what keeps the first file honest. */
export const sumsName = 'SHA256SUMS';
export const maxListBytes = 4 * 1024 * 1024;

/** Bytes done, of how many. */
export type Progress = (doneBytes: number, allBytes: number) => void;

/** What a fault of a bundle says. */
export const refused = (why: string) =>
  new ModelError('BUNDLE_REFUSED', `The bundle is damaged or was changed: ${why}. Nothing was installed.`);

export const sumsOf = (list: string, models: readonly ModelRecord[]): string =>
  [
    `${textSha256(list)}  ${listName}`,
    ...models.flatMap(({ id, files }) => files.map(({ sha256, path }) => `${sha256}  ${id}/${path}`)),
    '',
  ].join('\n');

export const listOf = (models: readonly ModelRecord[]): string =>
  `${JSON.stringify({ format: 1, models }, null, 2)}\n`;

/**
 * Reads both lists of a bundle, which must agree to the byte.
 *
 * @throws ModelError BUNDLE_REFUSED or MODEL_DAMAGED saying what is wrong
 */
export function parseLists(list: string, sums: string): ModelRecord[] {
  if (!sums.startsWith(`${textSha256(list)}  ${listName}\n`)) {
    throw refused(`${listName} is not what ${sumsName} says`);
  }
  const { format, models } = parseList(list);
  if (format !== 1 || !Array.isArray(models) || models.length === 0) {
    throw refused(`this Assay reads bundles of format 1, and this is ${JSON.stringify(format)}`);
  }
  const records = models.map((model) => parseRecord(model, listName));
  if (new Set(records.map(({ id }) => id)).size < records.length) throw refused('it names a model twice');
  if (sums !== sumsOf(list, records)) throw refused(`${sumsName} and ${listName} disagree`);
  return records;
}

function parseList(text: string): { format?: unknown; models?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw refused(`${listName} is not valid JSON`);
  }
}
