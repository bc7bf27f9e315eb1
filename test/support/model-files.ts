import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { type ContentCheck, createModelStore, type ModelStore } from '#server/engines/models/store.ts';
import { seededRandom } from '../../testkit/random.ts';
import { tempFolder } from './temp-folder.ts';

/** Bytes that do not repeat, the same for the same seed. */
export function randomBytes(count: number, seed: number): Buffer {
  const random = seededRandom(seed);
  return Buffer.from(Uint8Array.from({ length: count }, () => Math.floor(256 * random())));
}

/** Files named and sized like a Whisper export's, which no loader would take. */
export const likeWhisper = (seed: number, encoderBytes = 200_000): Record<string, Buffer> => ({
  'README.md': Buffer.from('not part of the model'),
  'config.json': Buffer.from('{"model_type":"whisper"}'),
  'generation_config.json': Buffer.from('{}'),
  'preprocessor_config.json': Buffer.from('{"feature_size":80}'),
  'tokenizer.json': randomBytes(9000, seed),
  'onnx/encoder_model_quantized.onnx': randomBytes(encoderBytes, seed + 1),
  'onnx/decoder_model_merged_quantized.onnx': randomBytes(50_000, seed + 2),
  'onnx/encoder_model.onnx': randomBytes(5000, seed + 3),
});

/** A store in a folder of the test's own. Content passes unless `checkContent` says otherwise. */
export async function tempStore(
  t: Pick<TestContext, 'after'>,
  options: { checkContent?: ContentCheck; freeBytes?: () => Promise<number> } = {},
): Promise<ModelStore> {
  const folder = join(await tempFolder(t), 'models');
  return createModelStore({
    folder,
    checkContent: options.checkContent ?? (async () => ({ languages: ['en', 'de'] })),
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
  });
}

/** What a models folder holds: installed files and what lies about, relative to it, with sizes. */
export function everythingIn(folder: string): Record<string, number> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      .sort()
      .map((name) => [name, statSync(join(folder, name)).size]),
  );
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, Buffer | string>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

/** Every file of a folder with its hash: equal when the folders are. */
export const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(everythingIn(folder)).map((name) => [name, textSha256(readFileSync(join(folder, name)))]),
  );
