import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { isObject } from '../../../domain/json.ts';
import { charCount, isStorable, parseJson, parseMetadata, parseTags } from '../../../domain/labels/labels.ts';
import { ApiError } from '../../../errors.ts';
import { closed } from '../../shapes/schema.ts';
import { blobFolder } from '../files.ts';
import type { CutSettings } from '../pipeline/state.ts';
import type { SpeechFields } from '../types.ts';

export const SubmitQuery = Type.Object({
  includeCutAudio: Type.Boolean({
    default: false,
    description: 'The poll answer includes the audio of the candidate only.',
  }),
  analysis: Type.Boolean({ default: true, description: 'false: the detailed analysis is not stored.' }),
});

const { cutSettings, audio } = limits;

/** The form as it goes over the wire: JSON travels as text. Its rules are checked on the stream. */
export const SubmitForm = Type.Object(
  {
    audio: Type.Unsafe<string>({
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/octet-stream',
      description: `The recording: MP3, WAV, M4A, WebM, OGG or FLAC; 3–45 minutes; at most ${audio.maxSizeBytes / 1024 / 1024} MB.`,
    }),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2}$',
        enum: [...limits.languages],
        description: `Language of the interview, ISO 639-1; ${limits.defaultLanguage} unless given.`,
      }),
    ),
    externalId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.externalId.maxChars,
        description: 'Your own id of the recording or candidate; need not be unique.',
      }),
    ),
    metadata: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description:
          'A JSON object. A flat map of strings, numbers and booleans (50 keys, key 40 characters, value 500, 8 KB ' +
          'in all) can be filtered by; a nested one (8 KB) is kept as given.',
      }),
    ),
    tags: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description: 'A JSON array of at most 20 different strings of 1–40 characters.',
      }),
    ),
    cutSettings: Type.Optional(
      Type.String({
        contentMediaType: 'application/json',
        description: `Which silences recognition skips; times stay those of the recording. A JSON object: ${Object.entries(
          cutSettings,
        )
          .map(([name, { min, max, default: usual }]) => `${name} ${min}…${max} (${usual} unless given)`)
          .join(', ')}.`,
      }),
    ),
    requestId: Type.Optional(
      Type.String({ deprecated: true, description: 'A name that `id` had before: taken and ignored.' }),
    ),
  },
  { $id: 'SubmitForm', ...closed, description: 'A recording and what is known of it, as a form.' },
);

const { audio: _, ...textFields } = SubmitForm.properties;

export const speechForm = {
  folderOf: blobFolder,
  fileField: 'audio',
  // `requestId` was the name of `id`: taken from old clients and ignored.
  textFields: Object.keys(textFields),
  maxSizeBytes: audio.maxSizeBytes,
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
  const bounds = cutSettings;
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
