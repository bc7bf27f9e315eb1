import * as ort from '../../onnx-runtime.ts';
import type { WhisperGeometry } from './config.ts';
import { WhisperModelError } from './model-error.ts';
import { type FloatType, floatsOf, floatTensor, wholeTensor } from './tensors.ts';

/** A decoder's file as the network inside names what it takes and gives. */
export interface DecoderInterface {
  session: ort.InferenceSession;
  path: string;
  pastNames: readonly string[];
  outputs: ReadonlySet<string>;
  /** Room for the keys and values of the sound, by the names under which the network takes them. */
  soundCache(rows: number): Record<string, ort.Tensor>;
  feeds(given: {
    states: ort.Tensor;
    past: Readonly<Record<string, ort.Tensor>> | null;
    rows: number;
    length: number;
    count: number;
    tokens: readonly (readonly number[])[];
  }): Record<string, ort.Tensor>;
}

/** @throws WhisperModelError when the names, types or layers are not those of a Whisper decoder of this geometry */
export function openInterface(
  session: ort.InferenceSession,
  path: string,
  { decoderLayers, decoderHeads, headSize, sourcePositions }: WhisperGeometry,
): DecoderInterface {
  const unfit = (what: string) => new WhisperModelError(path, `is no Whisper decoder: ${what}.`);
  const types = new Map<string, string>();
  for (const input of session.inputMetadata) if (input.isTensor) types.set(input.name, input.type);
  const pastNames = session.inputNames.filter((name) => name.startsWith('past_key_values.'));
  const known = [
    'input_ids',
    'encoder_hidden_states',
    'use_cache_branch',
    'cache_position',
    'num_logits_to_keep',
  ];
  const strange = session.inputNames.find((name) => !known.includes(name) && !pastNames.includes(name));
  if (strange) throw unfit(`it wants "${strange}", which nobody knows`);
  if (!types.has('input_ids')) throw unfit('it takes no "input_ids"');
  if (!session.outputNames.includes('logits')) throw unfit('it gives no "logits"');
  const layers = new Set(pastNames.map((name) => name.split('.')[1]));
  if (pastNames.length > 0 && layers.size !== decoderLayers) {
    throw unfit(`it has ${layers.size} layers and config.json says ${decoderLayers}`);
  }
  const floatType = (name: string): FloatType => (types.get(name) === 'float16' ? 'float16' : 'float32');

  return {
    session,
    path,
    pastNames,
    outputs: new Set(session.outputNames),
    soundCache(rows) {
      const dims = [rows, decoderHeads, sourcePositions, headSize];
      const size = dims.reduce((product, dim) => product * dim, 1);
      const room = (name: string) => {
        const half = floatType(name) === 'float16';
        return floatTensor(floatType(name), half ? new Float16Array(size) : new Float32Array(size), dims);
      };
      const names = pastNames.filter((name) => name.includes('.encoder.'));
      return Object.fromEntries(names.map((name) => [name, room(name)]));
    },
    feeds({ states, past, rows, length, count, tokens }) {
      const feeds: Record<string, ort.Tensor> = { input_ids: wholeTensor(tokens.flat(), [rows, count]) };
      if (types.has('encoder_hidden_states')) {
        const type = floatType('encoder_hidden_states');
        feeds.encoder_hidden_states =
          states.type === type ? states : floatTensor(type, floatsOf(states), states.dims);
      }
      if (types.has('use_cache_branch')) {
        feeds.use_cache_branch = new ort.Tensor('bool', [past !== null], [1]);
      }
      if (types.has('cache_position')) {
        feeds.cache_position = wholeTensor(
          Array.from({ length: count }, (_, i) => length + i),
          [count],
        );
      }
      // 0 asks for the logits of every position.
      if (types.has('num_logits_to_keep')) feeds.num_logits_to_keep = wholeTensor([0], []);
      for (const name of pastNames) {
        const none = () =>
          floatTensor(floatType(name), new Float32Array(0), [rows, decoderHeads, 0, headSize]);
        feeds[name] = past ? past[name]! : none();
      }
      return feeds;
    },
  };
}

/** Which outputs become which inputs of the next step. With a past, the sound's keys and values stay what they were. */
export function presentNames(
  pastNames: readonly string[],
  outputs: ReadonlySet<string>,
  hasPast: boolean,
): [present: string, past: string][] {
  return pastNames.flatMap((past): [string, string][] => {
    if (hasPast && past.includes('.encoder.')) return [];
    const present = past.replace('past_key_values', 'present');
    return outputs.has(present) ? [[present, past]] : [];
  });
}
