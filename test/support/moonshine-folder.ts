import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelRecord, recordFileName } from '#server/engines/installed/record.ts';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { type DataType, encodeModel } from '#server/engines/models/convert/onnx.ts';
import { writeFiles } from './model-files.ts';

/** A network that has inputs of these names and computes nothing. */
const networkWith = (inputs: Readonly<Record<string, DataType>>): Buffer => {
  const infos = Object.entries(inputs).map(([name, type]) => ({ name, type, dims: ['n'] }));
  const [first] = infos;
  return Buffer.concat(
    encodeModel({
      name: 'nothing',
      nodes: [{ op: 'Identity', inputs: [first!.name], outputs: ['out'] }],
      inputs: infos,
      outputs: [{ name: 'out', type: first!.type, dims: ['n'] }],
      initializers: new Map(),
    }),
  );
};

/** Files that pass for a Moonshine recogniser as long as no test recognises with it. */
export const moonshineLike = (): Record<string, Buffer> => ({
  'encoder_model.onnx': networkWith({ input_values: 'float32' }),
  'decoder_model_merged.onnx': networkWith({
    input_ids: 'int64',
    encoder_hidden_states: 'float32',
    'past_key_values.0.decoder.key': 'float32',
    'past_key_values.0.encoder.value': 'float32',
    use_cache_branch: 'bool',
  }),
});

/** A folder as set-up leaves it in models/weights, with its record. */
export async function writeShipped(weightsDir: string, id: string): Promise<ModelRecord> {
  const files = moonshineLike();
  const record: ModelRecord = {
    format: 1,
    id,
    kind: 'asr',
    title: `Like ${id}`,
    languages: ['en'],
    licence: 'MIT',
    source: 'this test',
    files: Object.entries(files).map(([path, content]) => ({
      path,
      sizeBytes: content.length,
      sha256: textSha256(content),
    })),
  };
  await writeFiles(join(weightsDir, id), {
    ...files,
    [recordFileName]: `${JSON.stringify(record, null, 2)}\n`,
  });
  return record;
}

/** Changes one byte of a file, and nothing of its size. */
export async function flipByte(path: string): Promise<void> {
  const content = await readFile(path);
  content[content.length >> 1]! ^= 1;
  await writeFiles(join(path, '..'), { [path.split('/').at(-1)!]: content });
}
