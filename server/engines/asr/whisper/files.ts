import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WhisperModelError } from './model-error.ts';

/** How a network's weights are stored. `int8` stands for every 8-bit export, signed or not. */
export type WhisperPrecision = 'fp32' | 'fp16' | 'int8' | 'q4';

/** Endings of file names, best first: what is nearest to the network that was trained, then what a CPU runs fastest. */
const endings: readonly (readonly [precision: WhisperPrecision, ending: string])[] = [
  ['fp32', ''],
  ['int8', '_quantized'],
  ['int8', '_int8'],
  ['int8', '_uint8'],
  ['fp16', '_fp16'],
  ['q4', '_q4'],
  ['q4', '_q4f16'],
  ['q4', '_bnb4'],
];

export interface ModelFile {
  path: string;
  precision: WhisperPrecision;
}

/**
 * The decoder in one of three layouts: `merged` has a branch with and one without past in one file; `pair` has them in two;
 * `whole` knows no past, so that every token costs as much as all before it together.
 */
export type DecoderFiles =
  | { layout: 'merged'; merged: ModelFile }
  | { layout: 'pair'; first: ModelFile; next: ModelFile }
  | { layout: 'whole'; first: ModelFile };

export interface NetworkFiles {
  encoder: ModelFile;
  decoder: DecoderFiles;
}

/**
 * Finds encoder and decoder in a model folder, or in its subfolder `onnx`.
 *
 * @param precision only files of this precision; the best of each network when absent
 * @throws WhisperModelError when one is missing, empty, or a placeholder that Git LFS left
 */
export async function findNetworks(dir: string, precision?: WhisperPrecision): Promise<NetworkFiles> {
  const places = [join(dir, 'onnx'), dir];
  const present = new Map<string, string>();
  for (const place of places) {
    const names = await readdir(place).catch(() => []);
    for (const name of names) if (!present.has(name)) present.set(name, join(place, name));
  }
  const wanted = endings.filter(([kind]) => precision === undefined || kind === precision);
  const find = (...bases: string[]): ModelFile[] | undefined => {
    for (const [kind, ending] of wanted) {
      const found = bases.map((base) => present.get(`${base}${ending}.onnx`));
      if (found.every((path) => path !== undefined)) {
        return found.map((path) => ({ path: path!, precision: kind }));
      }
    }
    return undefined;
  };
  const named = precision ? ` of precision ${precision}` : '';
  const missing = (what: string) => new WhisperModelError(dir, `holds no ${what}${named}.`);

  const encoder = find('encoder_model')?.[0];
  if (!encoder) throw missing('encoder_model.onnx');
  const decoder = decoderFiles(find);
  if (!decoder) throw missing('decoder_model_merged.onnx and no decoder_model.onnx');
  const { layout: _, ...files } = decoder;
  for (const { path } of [encoder, ...Object.values(files)]) await requireModel(path);
  return { encoder, decoder };
}

function decoderFiles(find: (...bases: string[]) => ModelFile[] | undefined): DecoderFiles | undefined {
  const merged = find('decoder_model_merged')?.[0];
  if (merged) return { layout: 'merged', merged };
  const pair = find('decoder_model', 'decoder_with_past_model');
  if (pair) return { layout: 'pair', first: pair[0]!, next: pair[1]! };
  const first = find('decoder_model')?.[0];
  return first && { layout: 'whole', first };
}

async function requireModel(path: string): Promise<void> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new WhisperModelError(path, 'cannot be read.', { cause });
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(32), 0, 32, 0);
    if (bytesRead === 0) throw new WhisperModelError(path, 'is empty.');
    if (buffer.toString('latin1').startsWith('version https://git-lfs')) {
      throw new WhisperModelError(path, 'is a Git LFS placeholder; the model itself was not downloaded.');
    }
  } finally {
    await file.close();
  }
}
