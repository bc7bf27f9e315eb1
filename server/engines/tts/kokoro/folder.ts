import type { Voice } from '../port.ts';
import { kokoroVoices } from './voices.ts';

/** Forms of the network, 8 bits first: as the maker of the export names them, and as hubs do. */
export const networkNames = [
  'kokoro-v1.0.int8.onnx',
  'model_quantized.onnx',
  'kokoro-v1.0.onnx',
  'model.onnx',
];

/** Of the files of a folder, the network and the voices that are taken; empty where it is no Kokoro. */
export function kokoroFiles(paths: readonly string[]): string[] {
  const network = networkNames.flatMap((name) => [name, `onnx/${name}`]).find((path) => paths.includes(path));
  const voices = kokoroVoices.map(({ id }) => `voices/${id}.bin`).filter((path) => paths.includes(path));
  return network === undefined || voices.length === 0 ? [] : [network, ...voices];
}

export const kokoroVoicesIn = (paths: readonly string[]): Voice[] =>
  kokoroVoices.filter(({ id }) => paths.includes(`voices/${id}.bin`));
