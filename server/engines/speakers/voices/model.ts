import { readFile } from 'node:fs/promises';
import { FRAME_DIMS } from './frames.ts';

/**
 * A voice in a few numbers, learnt from many speakers: a mixture of sound classes (UBM), the directions in
 * which voices vary around it (total variability, i-vectors: Dehak et al. 2011), and the projection that
 * keeps what tells two people of one recording apart, scaled so that one person's windows have unit variance.
 */
export interface VoiceModel {
  id: string;
  components: number;
  rank: number;
  /** Dimensions of a projected voice. */
  dims: number;
  /** components. */
  logWeights: Float32Array;
  /** components × FRAME_DIMS. */
  means: Float32Array;
  /** components × FRAME_DIMS, inverse variances. */
  precisions: Float32Array;
  /** components × FRAME_DIMS × rank. */
  variability: Float32Array;
  /** dims × (rank + PITCH_DIMS). */
  projection: Float32Array;
  /** dims: variance of different people's voices where one person's windows have variance 1. */
  between: Float32Array;
  /** Log odds (see `distinctness`) above which a third voice is another person. */
  crowdAbove: number;
}

/** Median and spread of the logarithm of F0, and the share of voiced frames. */
export const PITCH_DIMS = 3;

const arrayNames = ['logWeights', 'means', 'precisions', 'variability', 'projection', 'between'] as const;

/** A JSON file whose arrays are base64 of little-endian float32. */
export async function readVoiceModel(path: string): Promise<VoiceModel> {
  const stored = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  const model = { ...stored } as unknown as VoiceModel;
  for (const name of arrayNames) {
    const bytes = Buffer.from(String(stored[name]), 'base64');
    const values = new Float32Array(bytes.length >> 2);
    for (let i = 0; i < values.length; i++) values[i] = bytes.readFloatLE(i * 4);
    model[name] = values;
  }
  const { components, rank, dims } = model;
  const fits =
    model.logWeights.length === components &&
    model.means.length === components * FRAME_DIMS &&
    model.variability.length === components * FRAME_DIMS * rank &&
    model.projection.length === dims * (rank + PITCH_DIMS) &&
    model.between.length === dims;
  if (!fits) throw new Error(`The voice model ${path} does not have the shapes it announces.`);
  return model;
}

export function voiceModelToJson(model: VoiceModel): string {
  const stored: Record<string, unknown> = { ...model };
  for (const name of arrayNames) {
    const bytes = Buffer.alloc(model[name].length * 4);
    for (const [i, value] of model[name].entries()) bytes.writeFloatLE(value, i * 4);
    stored[name] = bytes.toString('base64');
  }
  return `${JSON.stringify(stored, null, 1)}\n`;
}
