import { limits } from '../../config/limits.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import { isObject, isTooDeep, maxDepth } from '../json.ts';

/** Metadata and tags: what customers attach to runs and sessions of every module, as JSON text in a form. */

/** Characters as people count them, not UTF-16 units. */
export const charCount = (text: string): number => [...text].length;

/** No database stores these faithfully: NUL characters and halves of surrogate pairs. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

export function parseJson(given: string, code: ErrorCode, field: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch (cause) {
    throw new ApiError(code, `${field} is not valid JSON; let a JSON library write it.`, { cause });
  }
  if (isTooDeep(parsed))
    throw new ApiError(code, `${field} must not be nested deeper than ${maxDepth} levels.`);
  return parsed;
}

const isFlatValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** A map of strings, numbers and booleans: structured and filterable. Anything else is kept but not filterable. */
export const isFlatMetadata = (
  metadata: Record<string, unknown>,
): metadata is Record<string, string | number | boolean> => Object.values(metadata).every(isFlatValue);

/** ApiError INVALID_METADATA. */
export function parseMetadata(given: string | undefined): Record<string, unknown> {
  if (given === undefined) return {};
  const refuse = (fault: string) => new ApiError('INVALID_METADATA', `metadata ${fault}.`);
  const metadata = parseJson(given, 'INVALID_METADATA', 'metadata');
  if (!isObject(metadata)) throw refuse('must be a JSON object');

  const { maxTotalBytes, maxKeys, maxKeyChars, maxValueChars } = limits.metadata;
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxTotalBytes)
    throw refuse(`is larger than ${maxTotalBytes / 1024} KB`);
  if (!isFlatMetadata(metadata)) return metadata;

  const entries = Object.entries(metadata);
  if (entries.length > maxKeys) throw refuse(`has more than ${maxKeys} keys`);
  for (const [key, value] of entries) {
    if (charCount(key) > maxKeyChars) throw refuse(`has a key of more than ${maxKeyChars} characters`);
    if (charCount(String(value)) > maxValueChars) {
      throw refuse(`has a value of more than ${maxValueChars} characters: "${key}"`);
    }
  }
  return metadata;
}

/** ApiError INVALID_TAGS. */
export function parseTags(given: string | undefined): string[] {
  if (given === undefined) return [];
  const tags = parseJson(given, 'INVALID_TAGS', 'tags');
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) {
    throw new ApiError('INVALID_TAGS', 'tags must be a JSON array of strings.');
  }
  return cleanTags(tags);
}

/** Trimmed, each once, in the order given. ApiError INVALID_TAGS beyond the limits. */
export function cleanTags(given: readonly string[]): string[] {
  const { maxCount, maxChars } = limits.tags;
  const tags = [...new Set(given.map((tag) => tag.trim()))];
  if (tags.length > maxCount)
    throw new ApiError('INVALID_TAGS', `There are more than ${maxCount} different tags.`);
  if (tags.some((tag) => tag === '' || charCount(tag) > maxChars || !isStorable(tag))) {
    throw new ApiError('INVALID_TAGS', `Every tag must have 1 to ${maxChars} characters.`);
  }
  return tags;
}

/** Tags or metadata of a JSON body as the text that forms carry: clients that send that text here, too, are understood. */
export const labelText = (given: unknown): string | undefined =>
  given === undefined || given === null
    ? undefined
    : typeof given === 'string'
      ? given
      : JSON.stringify(given);
