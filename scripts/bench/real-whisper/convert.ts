import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import type { NetworkPrecision } from '../../shared/test-model/layers.ts';
import { type DecoderLayout, writeNetworks } from '../../shared/test-model/write-whisper.ts';
import { readSpeechModel } from './ctranslate2.ts';
import { openPackagedModel, packagedModels } from './packages.ts';
import { smallFilesOf } from './small-files.ts';

/** Writes published Whisper weights as the ONNX files that `assay models import` takes; README.md beside this file. */
const program = new Command('convert')
  .argument('<unpacked>', 'folder that the packages of requirements.txt were unpacked into')
  .argument('<out>', 'folder to write the model to')
  .option('--model <name>', Object.keys(packagedModels).join(', '), 'base')
  .option('--precision <list>', 'fp32, fp16, int8, q4', 'fp32')
  .option('--layout <list>', 'merged, pair, whole', 'merged')
  .option('--plain', 'without cross attentions as outputs')
  .parse();
const [unpacked, out] = program.args as [string, string];
const options = program.opts<{ model: string; precision: string; layout: string; plain?: true }>();
const packaged = packagedModels[options.model];
if (!packaged) throw new Error(`--model must be of ${Object.keys(packagedModels).join(', ')}.`);

const opened = await openPackagedModel(unpacked, packaged);
const model = readSpeechModel(opened.modelBin);
const onnx = join(out, 'onnx');
await mkdir(onnx, { recursive: true });
for (const [name, text] of Object.entries(smallFilesOf(model, opened)))
  await writeFile(join(out, name), text);
await writeNetworks(onnx, {
  geometry: {
    ...model,
    encoderHeads: model.heads,
    decoderHeads: model.heads,
    headSize: model.dModel / model.heads,
  },
  weights: model.weights,
  layouts: options.layout.split(',') as DecoderLayout[],
  precisions: options.precision.split(',') as NetworkPrecision[],
  crossAttentions: !options.plain,
});
const proof = packaged.published ? 'the published files' : 'files of unproved origin';
console.log(`${out} written, from ${proof}.`);
