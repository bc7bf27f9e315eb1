import { limits } from '../../config/limits.ts';
import { isObject } from '../../domain/json.ts';
import { charCount, isStorable, parseJson, parseMetadata, parseTags } from '../../domain/labels/labels.ts';
import { ApiError } from '../../errors.ts';
import { blobFolder } from './files.ts';
import type { CutSettings } from './pipeline/state.ts';
import type { SpeechFields } from './types.ts';

export const speechForm = {
  folderOf: blobFolder,
  fileField: 'audio',
  // `requestId` was the name of `id`: taken from old clients and ignored.
  textFields: ['language', 'externalId', 'metadata', 'tags', 'cutSettings', 'requestId'],
  maxSizeBytes: limits.audio.maxSizeBytes,
  parse: parseSpeechFields,
  refuseFile: (message: string) => new ApiError('MISSING_AUDIO_FILE', message),
};

/**
 * Reads the form's text fields. ApiError INVALID_LANGUAGE_CODE, INVALID_EXTERNAL_ID, INVALID_METADATA,
 * INVALID_TAGS or INVALID_PARAMETERS (cutSettings), whichever field of this order is the first at fault. An empty field counts as
 * absent, but for externalId, whose shortest the specification names.
 */
export function parseSpeechFields(fields: ReadonlyMap<string, string>): SpeechFields {
  const given = (name: string) => fields.get(name) || undefined;
  return {
    language: parseLanguage(given('language')),
    externalId: parseExternalId(fields.get('externalId')),
    metadata: parseMetadata(given('metadata')),
    tags: parseTags(given('tags')),
    cutSettings: parseCutSettings(given('cutSettings')),
  };
}

function parseLanguage(given: string | undefined): string {
  if (given === undefined) return limits.defaultLanguage;
  if (!/^[a-z]{2}$/.test(given)) {
    throw new ApiError(
      'INVALID_LANGUAGE_CODE',
      `language must be one of ${limits.languages.join(', ')} (ISO 639-1).`,
    );
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
