import { parseArgs } from 'node:util';
import type { DecoderLayout } from '#server/engines/models/convert/write-networks.ts';
import { type GeometryName, geometries, writeTestWhisper } from '../testkit/test-model/write-whisper.ts';

/**
 * Writes a Whisper model of random but fixed weights, for tests and speed measurements:
 *
 *   node lab/make-test-model.ts DIR [--geometry test|short|test128|tiny|base|small] [--layout merged,pair,whole]
 *                                       [--precision fp32,fp16,int8,q4] [--timestamped] [--english] [--seed N]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    geometry: { type: 'string', default: 'test' },
    layout: { type: 'string', default: 'merged' },
    precision: { type: 'string', default: 'fp32' },
    timestamped: { type: 'boolean', default: false },
    english: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const chosen = <Choice extends string>(name: string, text: string, among: readonly Choice[]): Choice[] =>
  text.split(',').map((part) => {
    const choice = among.find((known) => known === part);
    if (!choice) throw new Error(`--${name} must be of ${among.join(', ')}; it is "${part}".`);
    return choice;
  });

const dir = positionals[0];
if (!dir || positionals.length > 1) throw new Error('Give the one folder to write the model to.');
const layouts: readonly DecoderLayout[] = ['merged', 'pair', 'whole'];
await writeTestWhisper(dir, {
  geometry: chosen('geometry', values.geometry, Object.keys(geometries) as GeometryName[])[0]!,
  layouts: chosen('layout', values.layout, layouts),
  precisions: chosen('precision', values.precision, ['fp32', 'fp16', 'int8', 'q4']),
  timestamped: values.timestamped,
  multilingual: !values.english,
  seed: Number(values.seed),
});
console.log(`${dir} written.`);
