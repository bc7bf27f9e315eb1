import { readFile } from 'node:fs/promises';
import { WhisperModelError } from './model-error.ts';

/** Fields of a JSON file, each read with what it must be; a wrong one names the file, the field and its value. */
export interface JsonFields {
  readonly path: string;
  has(name: string): boolean;
  raw(name: string): unknown;
  whole(name: string, min: number, max: number, fallback?: number): number;
  flag(name: string, fallback?: boolean): boolean;
  /** A list of whole numbers; null, an absent field and a fallback of the caller's are an empty list. */
  wholes(name: string, min: number, max: number): number[];
  /** An object whose values are whole numbers; empty where absent. */
  numbered(name: string, min: number, max: number): Map<string, number>;
  fault(name: string, needs: string): WhisperModelError;
}

/** Configurations of Whisper are a few kilobytes, tokenizers a few megabytes: more is not what we look for. */
const maxBytes = 64 * 1024 * 1024;

/** @throws WhisperModelError when the file is missing, no JSON, or no object */
export async function readJsonFields(path: string): Promise<JsonFields> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new WhisperModelError(path, missing ? 'is missing.' : 'cannot be read.', { cause });
  }
  if (text.length > maxBytes) throw new WhisperModelError(path, 'is far too large.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WhisperModelError(path, 'is not valid JSON: it was cut short or damaged.', { cause });
  }
  if (!isRecord(value)) throw new WhisperModelError(path, 'holds no JSON object.');
  return jsonFields(path, value);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonFields(path: string, object: Record<string, unknown>): JsonFields {
  const raw = (name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);
  const given = (name: string) => raw(name) !== undefined && raw(name) !== null;
  const fault = (name: string, needs: string) => {
    const value = JSON.stringify(raw(name)) ?? 'missing';
    const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    return new WhisperModelError(path, `has a bad "${name}": ${shown}; it must be ${needs}.`);
  };
  const isWhole = (value: unknown, min: number, max: number): value is number =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return {
    path,
    raw,
    fault,
    has: given,
    whole(name, min, max, fallback) {
      if (!given(name) && fallback !== undefined) return fallback;
      const value = raw(name);
      if (!isWhole(value, min, max)) throw fault(name, `a whole number from ${min} to ${max}`);
      return value;
    },
    flag(name, fallback) {
      if (!given(name) && fallback !== undefined) return fallback;
      const value = raw(name);
      if (typeof value !== 'boolean') throw fault(name, 'true or false');
      return value;
    },
    wholes(name, min, max) {
      if (!given(name)) return [];
      const value = raw(name);
      if (!Array.isArray(value) || !value.every((item) => isWhole(item, min, max))) {
        throw fault(name, `a list of whole numbers from ${min} to ${max}`);
      }
      return value as number[];
    },
    numbered(name, min, max) {
      if (!given(name)) return new Map();
      const value = raw(name);
      if (!isRecord(value) || !Object.values(value).every((item) => isWhole(item, min, max))) {
        throw fault(name, `an object of whole numbers from ${min} to ${max}`);
      }
      return new Map(Object.entries(value) as [string, number][]);
    },
  };
}
