import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { WhisperGeometry } from '../../asr/whisper/engine.ts';
import { createStore, type NetworkPrecision, type Weights } from './layers.ts';
import { encoderModel, firstDecoderModel, mergedDecoderModel, nextDecoderModel } from './network.ts';
import type { Bytes } from './onnx.ts';

/** The decoder in one file with and without a past, in two files, or only the one without. */
export type DecoderLayout = 'merged' | 'pair' | 'whole';

const fileEndings: Readonly<Record<NetworkPrecision, string>> = {
  fp32: '',
  fp16: '_fp16',
  int8: '_quantized',
  q4: '_q4',
};

export interface NetworkOptions {
  geometry: WhisperGeometry;
  weights: Weights;
  layouts: readonly DecoderLayout[];
  precisions: readonly NetworkPrecision[];
  crossAttentions: boolean;
}

/** Writes the encoder and the decoders of a model into a folder, under the names of published exports. */
export async function writeNetworks(
  dir: string,
  { geometry, weights, layouts, precisions, ...parts }: NetworkOptions,
): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const precision of precisions) {
    const write = async (name: string, make: (store: ReturnType<typeof createStore>) => Bytes) =>
      writeBytes(join(dir, `${name}${fileEndings[precision]}.onnx`), make(createStore(precision, weights)));
    await write('encoder_model', (store) => encoderModel(geometry, store));
    if (layouts.includes('merged')) {
      await write('decoder_model_merged', (store) => mergedDecoderModel(geometry, store, parts));
    }
    if (layouts.includes('pair') || layouts.includes('whole')) {
      await write('decoder_model', (store) => firstDecoderModel(geometry, store, parts));
    }
    if (layouts.includes('pair')) {
      await write('decoder_with_past_model', (store) => nextDecoderModel(geometry, store, parts));
    }
  }
}

async function writeBytes(path: string, bytes: Bytes): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let at = 0; at < bytes.length; at += 512) await file.writev(bytes.slice(at, at + 512));
  } finally {
    await file.close();
  }
}
