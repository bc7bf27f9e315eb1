import { ModelError } from './model-error.ts';

/** What a model is for: recognising speech, saying how common the words of a language are, turning texts into vectors, or speaking. */
export const modelKinds = ['asr', 'words', 'embeddings', 'tts'] as const;
export type ModelKind = (typeof modelKinds)[number];

export interface ModelFile {
  /** Relative to the model's folder, with "/". */
  path: string;
  sizeBytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** `model.json` of an installed model: what it is, where it came from, and every file with its hash. */
export interface ModelRecord {
  format: 1;
  /** Also the name of its folder. */
  id: string;
  kind: ModelKind;
  title: string;
  /** ISO 639-1 codes. */
  languages: string[];
  licence: string;
  /** For people: where the files are from, e.g. "owner/name at 1a2b3c". */
  source: string;
  files: ModelFile[];
}

/** Recognisers of different makes have different files. */
export type AsrFamily = 'moonshine' | 'whisper';

/** The networks of a Moonshine folder, which has nothing else. */
export const moonshineFiles = {
  encoder: 'encoder_model.onnx',
  decoder: 'decoder_model_merged.onnx',
} as const;

/** What a recogniser is, by its files: a record's, or a folder's. */
export function familyOf(files: readonly Pick<ModelFile, 'path'>[]): AsrFamily {
  const has = (name: string) => files.some(({ path }) => path === name);
  const { encoder, decoder } = moonshineFiles;
  return has(encoder) && has(decoder) && !has('config.json') ? 'moonshine' : 'whisper';
}

export const recordFileName = 'model.json';
/** Larger ones are not ours. */
export const maxRecordBytes = 1024 * 1024;

export const isModelId = (text: string): boolean => /^[a-z0-9][a-z0-9._-]{0,63}$/.test(text);

/** Plain names in at most four folders; nothing hidden, nothing that leads out of the model's folder. */
export const isModelPath = (path: string): boolean =>
  path.length <= 99 && /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*){0,4}$/.test(path);

export const totalBytes = (files: readonly Pick<ModelFile, 'sizeBytes'>[]): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/**
 * Checks a record that was read from disk or from a bundle.
 *
 * @param where names the file in the fault
 * @throws ModelError MODEL_DAMAGED naming the first field that is wrong
 */
export function parseRecord(value: unknown, where: string): ModelRecord {
  const refuse = (what: string): never => {
    throw new ModelError('MODEL_DAMAGED', `${where} is not a model's record: ${what}.`);
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('it is no object');
  const { format, id, kind, title, languages, licence, source, files } = value as Record<string, unknown>;
  if (format !== 1) return refuse(`its format is ${JSON.stringify(format)}, and this Assay reads format 1`);
  if (typeof id !== 'string' || !isModelId(id)) return refuse('"id" is not a model id');
  if (!modelKinds.includes(kind as ModelKind)) return refuse(`"kind" must be ${modelKinds.join(', ')}`);
  if (typeof title !== 'string' || typeof licence !== 'string' || typeof source !== 'string') {
    return refuse('"title", "licence" and "source" must be texts');
  }
  if (!Array.isArray(languages) || !languages.every(isLanguageCode)) {
    return refuse('"languages" must be ISO 639 codes');
  }
  if (!Array.isArray(files) || files.length === 0) return refuse('it names no files');
  const paths = new Set<string>();
  const checked = files.map((file: Partial<ModelFile> | null): ModelFile => {
    const { path, sizeBytes, sha256 } = file ?? {};
    if (typeof path !== 'string' || !isModelPath(path) || path === recordFileName || paths.has(path)) {
      return refuse(`"${path}" is not a file name of a model`);
    }
    paths.add(path);
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
      return refuse(`the SHA-256 of "${path}" is malformed`);
    }
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes! < 0)
      return refuse(`the size of "${path}" is no number`);
    return { path, sizeBytes: sizeBytes!, sha256 };
  });
  return { format, id, kind: kind as ModelKind, title, languages, licence, source, files: checked };
}

/** Reads JSON that must be a record. */
export function parseRecordText(text: string, where: string): ModelRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ModelError('MODEL_DAMAGED', `${where} is not valid JSON.`);
  }
  return parseRecord(value, where);
}

/** Whisper names a few languages by three letters ("haw", "yue"). */
const isLanguageCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}$/.test(value);

/** A model on this machine, and where it lies. */
export interface LocalModel {
  record: ModelRecord;
  /** The model's own folder. */
  dir: string;
}
