import * as ort from '../../onnx-runtime.ts';
import type { WhisperGeometry } from './config.ts';
import { createRoom, type DecoderRoom } from './decoder-room.ts';
import { WhisperModelError } from './model-error.ts';
import { type FloatType, floatsOf, floatTensor, wholeTensor } from './tensors.ts';

/** A decoder's file as the network inside names what it takes and gives. */
export interface DecoderInterface {
  session: ort.InferenceSession;
  path: string;
  pastNames: readonly string[];
  outputs: ReadonlySet<string>;
  /** Memory for so many rows: keys and values, logits, and these attentions. */
  createRoom(rows: number, attentionNames: readonly string[]): DecoderRoom;
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
  geometry: WhisperGeometry,
): DecoderInterface {
  const { decoderLayers, decoderHeads, headSize } = geometry;
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
  if (strange) throw unfit(`it wants the unknown input "${strange}"`);
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
    createRoom(rows, attentionNames) {
      const names = new Map(pastNames.map((name) => [name, floatType(name)]));
      const shown = new Map([['logits', [1, geometry.vocabulary]]]);
      for (const name of attentionNames) shown.set(name, [decoderHeads, 1, geometry.sourcePositions]);
      for (const output of session.outputMetadata) {
        if (output.isTensor && output.type !== 'float32') shown.delete(output.name);
      }
      return createRoom(names, shown, geometry, rows);
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

/** The output that becomes an input of the next step. */
export const presentOf = (past: string): string => past.replace('past_key_values', 'present');
