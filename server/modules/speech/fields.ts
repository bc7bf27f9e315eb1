import { limits } from '../../config/limits.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { CutSettings } from './pipeline/state.ts';
import type { SpeechFields } from './service.ts';

/** Text fields of the submit form, beside the file "audio". */
export const speechTextFields = ['language', 'externalId', 'metadata', 'tags', 'cutSettings'] as const;

/** Characters as people count them, not UTF-16 units. */
const charCount = (text: string): number => [...text].length;

/** No database stores these faithfully: NUL characters and halves of surrogate pairs. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Reads the form's text fields. ApiError INVALID_LANGUAGE_CODE, INVALID_EXTERNAL_ID, INVALID_METADATA,
 * INVALID_TAGS or INVALID_PARAMETERS (cutSettings), whichever field of this order is the first at fault.
 */
export function parseSpeechFields(fields: ReadonlyMap<string, string>): SpeechFields {
  return {
    language: parseLanguage(fields.get('language')),
    externalId: parseExternalId(fields.get('externalId')),
    metadata: parseMetadata(fields.get('metadata')),
    tags: parseTagsField(fields.get('tags')),
    cutSettings: parseCutSettings(fields.get('cutSettings')),
  };
}

function parseLanguage(given: string | undefined): string {
  if (given === undefined) return limits.defaultLanguage;
  if (!/^[a-z]{2}$/.test(given)) {
    throw new ApiError('INVALID_LANGUAGE_CODE', 'language must be two lower-case letters (ISO 639-1).');
  }
  if (!(limits.languages as readonly string[]).includes(given)) {
    const known = limits.languages.join(', ');
    throw new ApiError('INVALID_LANGUAGE_CODE', `language "${given}" is not one of: ${known}.`, {
      details: { supported: limits.languages },
    });
  }
  return given;
}

export function parseExternalId(given: string | undefined): string | null {
  if (given === undefined) return null;
  const { maxChars } = limits.externalId;
  if (given === '' || charCount(given) > maxChars || !isStorable(given)) {
    throw new ApiError('INVALID_EXTERNAL_ID', `externalId must have 1 to ${maxChars} characters.`);
  }
  return given;
}

function parseJson(given: string, code: ErrorCode, field: string): unknown {
  try {
    return JSON.parse(given);
  } catch (cause) {
    throw new ApiError(code, `${field} is not valid JSON.`, { cause });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isFlatValue = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** A map of strings, numbers and booleans: structured and filterable. Anything else is kept but not filterable. */
export const isFlatMetadata = (
  metadata: Record<string, unknown>,
): metadata is Record<string, string | number | boolean> => Object.values(metadata).every(isFlatValue);

function parseMetadata(given: string | undefined): Record<string, unknown> {
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

function parseTagsField(given: string | undefined): string[] {
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

/** Strict: a setting that is misspelt would otherwise be silently without effect. */
function parseCutSettings(given: string | undefined): CutSettings {
  const bounds = limits.cutSettings;
  const settings: CutSettings = {
    silenceThresholdDb: bounds.silenceThresholdDb.default,
    minSilenceMs: bounds.minSilenceMs.default,
    keepSilenceMs: bounds.keepSilenceMs.default,
  };
  if (given === undefined) return settings;
  const parsed = parseJson(given, 'INVALID_PARAMETERS', 'cutSettings');
  if (!isObject(parsed)) throw new ApiError('INVALID_PARAMETERS', 'cutSettings must be a JSON object.');
  for (const [name, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(bounds, name)) {
      const known = Object.keys(bounds).join(', ');
      throw new ApiError('INVALID_PARAMETERS', `cutSettings has no "${name}"; it has ${known}.`);
    }
    const setting = name as keyof CutSettings;
    const { min, max } = bounds[setting];
    if (typeof value !== 'number' || value < min || value > max) {
      throw new ApiError('INVALID_PARAMETERS', `cutSettings.${name} must be a number from ${min} to ${max}.`);
    }
    settings[setting] = value;
  }
  return settings;
}
