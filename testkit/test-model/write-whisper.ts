import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WhisperGeometry } from '#server/engines/asr/whisper/engine.ts';
import type { NetworkPrecision, Weights } from '#server/engines/models/convert/layers.ts';
import { type DecoderLayout, writeNetworks } from '#server/engines/models/convert/write-networks.ts';
import { randomWeights } from './random-weights.ts';
import { smallFiles, textTokens, vocabularySize } from './small-files.ts';

/** Sizes of the published models, and one that a test reads in milliseconds. */
export const geometries = {
  test: sizes({ dModel: 32, heads: 2, layers: 2, text: 400 }),
  /** As `test`, hearing 10 s at a time: a ninth of the attention. */
  short: sizes({ dModel: 32, heads: 2, layers: 2, text: 400, windowSeconds: 10 }),
  /** 128 bands, as from large-v3 on. */
  test128: sizes({ dModel: 32, heads: 2, layers: 2, text: 400, melBands: 128 }),
  /** Of models/training/whisper_digits, the one that was trained. */
  digits: sizes({ dModel: 96, heads: 2, layers: 2, text: 400, windowSeconds: 4 }),
  tiny: sizes({ dModel: 384, heads: 6, layers: 4, text: 50_257 }),
  base: sizes({ dModel: 512, heads: 8, layers: 6, text: 50_257 }),
  small: sizes({ dModel: 768, heads: 12, layers: 12, text: 50_257 }),
} as const satisfies Record<string, TestGeometry>;

export type GeometryName = keyof typeof geometries;

interface TestGeometry extends WhisperGeometry {
  textTokens: number;
}

function sizes(given: {
  dModel: number;
  heads: number;
  layers: number;
  text: number;
  melBands?: number;
  windowSeconds?: number;
}): TestGeometry {
  return {
    dModel: given.dModel,
    encoderLayers: given.layers,
    encoderHeads: given.heads,
    decoderLayers: given.layers,
    decoderHeads: given.heads,
    headSize: given.dModel / given.heads,
    melBands: given.melBands ?? 80,
    vocabulary: vocabularySize(given.text),
    sourcePositions: 50 * (given.windowSeconds ?? 30),
    targetPositions: 448,
    textTokens: given.text,
  };
}

export interface TestWhisperOptions {
  geometry: GeometryName;
  /** Which decoders to write; all by default. */
  layouts?: readonly DecoderLayout[];
  precisions?: readonly NetworkPrecision[];
  /** Cross attentions as outputs (`_timestamped` exports), and alignment heads in generation_config.json. */
  timestamped?: boolean;
  multilingual?: boolean;
  seed?: number;
  weights?: Weights;
  /** Those of the upper half of the layers when absent. */
  alignmentHeads?: readonly (readonly [layer: number, head: number])[];
}

/**
 * Writes a Whisper model of random but fixed weights into a folder, in the layout of published ONNX exports. The same options give
 * the same bytes. Nothing sensible can be recognised with it: it shows that two runners compute the same, and how fast.
 */
export async function writeTestWhisper(dir: string, options: TestWhisperOptions): Promise<void> {
  const geometry = geometries[options.geometry];
  const timestamped = options.timestamped ?? false;
  const weights = options.weights ?? randomWeights(options.seed ?? 1);
  const layouts = options.layouts ?? ['merged', 'pair'];
  await mkdir(dir, { recursive: true });

  const json = smallFiles({
    geometry,
    text: textTokens(geometry.textTokens),
    multilingual: options.multilingual ?? true,
    alignmentHeads: timestamped ? (options.alignmentHeads ?? upperHeads(geometry)) : [],
  });
  for (const [name, value] of Object.entries(json)) {
    const indent = name === 'tokenizer.json' ? 0 : 2;
    await writeFile(join(dir, name), `${JSON.stringify(value, null, indent)}\n`);
  }
  await writeNetworks(join(dir, 'onnx'), {
    geometry,
    weights,
    layouts,
    precisions: options.precisions ?? ['fp32'],
    crossAttentions: timestamped,
  });
}

/** The upper half of the layers, every head, as in Whisper's own default before heads are measured. */
function upperHeads({ decoderLayers, decoderHeads }: WhisperGeometry): [number, number][] {
  const from = Math.floor(decoderLayers / 2);
  return Array.from({ length: decoderLayers - from }, (_, layer) =>
    Array.from({ length: decoderHeads }, (_, head): [number, number] => [from + layer, head]),
  ).flat();
}
