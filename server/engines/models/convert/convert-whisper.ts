import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSpeechModel } from './ctranslate2.ts';
import type { NetworkPrecision } from './layers.ts';
import { type CTranslate2Files, smallFilesOf } from './whisper-json.ts';
import { type DecoderLayout, writeNetworks } from './write-networks.ts';

export interface Conversion {
  precisions: readonly NetworkPrecision[];
  layouts: readonly DecoderLayout[];
  /** Cross attentions as outputs, which word times and the checks of words rest on. */
  crossAttentions: boolean;
}

/**
 * Writes a Whisper model in CTranslate2's form as the ONNX export that our runner reads, into a folder that exists. The same files
 * give the same bytes on every machine. Takes up to four times the size of `model.bin` in memory.
 *
 * @throws Error saying what the files lack
 */
export async function convertWhisper(
  files: CTranslate2Files,
  folder: string,
  { precisions, layouts, crossAttentions }: Conversion,
): Promise<void> {
  const model = readSpeechModel(files['model.bin']);
  for (const [name, text] of Object.entries(smallFilesOf(model, files))) {
    await writeFile(join(folder, name), text);
  }
  await writeNetworks(join(folder, 'onnx'), {
    geometry: {
      ...model,
      encoderHeads: model.heads,
      decoderHeads: model.heads,
      headSize: model.dModel / model.heads,
    },
    weights: model.weights,
    precisions,
    layouts,
    crossAttentions,
  });
}
