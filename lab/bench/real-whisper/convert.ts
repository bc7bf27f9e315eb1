import { mkdir } from 'node:fs/promises';
import { Command } from 'commander';
import { convertWhisper } from '#server/engines/models/convert/convert-whisper.ts';
import type { NetworkPrecision } from '#server/engines/models/convert/layers.ts';
import type { DecoderLayout } from '#server/engines/models/convert/write-networks.ts';
import { openPackagedModel, packagedModels } from './packages.ts';

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

await mkdir(out, { recursive: true });
await convertWhisper(await openPackagedModel(unpacked, packaged), out, {
  layouts: options.layout.split(',') as DecoderLayout[],
  precisions: options.precision.split(',') as NetworkPrecision[],
  crossAttentions: !options.plain,
});
const proof = packaged.published ? 'the published files' : 'files of unproved origin';
console.log(`${out} written, from ${proof}.`);
