import { resolve } from 'node:path';
import { readWhisperConfig, type WhisperConfig, type WhisperGeometry } from './config.ts';
import { findNetworks, type NetworkFiles, type WhisperPrecision } from './files.ts';
import { readWhisperTokenizer, type WhisperTokenizer } from './tokenizer.ts';

/** A model folder whose small files were read and hold together. The networks themselves are not opened. */
export interface WhisperFolder {
  dir: string;
  /** ISO 639-1 codes the model writes, sorted; `["en"]` for an English-only one. */
  languages: readonly string[];
  multilingual: boolean;
  geometry: WhisperGeometry;
  files: NetworkFiles;
}

export interface LoadedFolder extends WhisperFolder {
  config: WhisperConfig;
  tokenizer: WhisperTokenizer;
}

/** Whisper's own codes for languages that ISO 639-1 calls otherwise. */
const isoCodes: Readonly<Record<string, string>> = { jw: 'jv' };

export const isoOfWhisper = (code: string): string => isoCodes[code] ?? code;
export const whisperOfIso = (code: string): string =>
  Object.entries(isoCodes).find(([, iso]) => iso === code)?.[0] ?? code;

/**
 * Reads everything of a model folder but the weights.
 *
 * @throws WhisperModelError naming the file and what is wrong with it
 */
export async function loadWhisperFolder(
  dir: string,
  options: { precision?: WhisperPrecision } = {},
): Promise<LoadedFolder> {
  const root = resolve(dir);
  const config = await readWhisperConfig(root);
  const tokenizer = await readWhisperTokenizer(root, config);
  const files = await findNetworks(root, options.precision);
  const { transcribe, languages } = tokenizer.special;
  const multilingual = config.rules.languageIds.size > 0 && transcribe !== null;
  const codes = multilingual ? [...languages.keys()].map(isoOfWhisper) : ['en'];
  return {
    dir: root,
    languages: codes.filter((code) => code.length === 2).sort(),
    multilingual,
    geometry: config.geometry,
    files,
    config,
    tokenizer,
  };
}

/**
 * Checks a model folder in the layout of ONNX exports: config.json, generation_config.json, preprocessor_config.json,
 * tokenizer.json and the networks, here or in `onnx/`. Weights are only looked at as far as their first bytes.
 *
 * @throws WhisperModelError naming the file and what is wrong with it
 */
export async function checkWhisperFolder(dir: string): Promise<WhisperFolder> {
  const { config: _config, tokenizer: _tokenizer, ...folder } = await loadWhisperFolder(dir);
  return folder;
}
