import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { NetworkPrecision, Weights } from '#server/engines/models/convert/layers.ts';
import { loadWhisperFolder } from '../server/engines/asr/whisper/folder.ts';
import { geometries, writeTestWhisper } from '../testkit/test-model/write-whisper.ts';

/**
 * The two ends of models/training/whisper_digits, a Whisper that understands spoken digits:
 *
 *   node lab/digit-whisper.ts tokens TOKENS.json                               what train.py has to know
 *   node lab/digit-whisper.ts write WEIGHTS.bin DIR [--precision fp32|fp16|int8]   what train.py learned, as a model folder
 */
const words = 'zero one two three four five six seven eight nine'.split(' ');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { precision: { type: 'string', default: 'fp16' } },
});
const [command, first, second] = positionals;

if (command === 'tokens' && first) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-digits-'));
  try {
    await writeTestWhisper(folder, { geometry: 'digits', layouts: ['merged'] });
    const { tokenizer, geometry } = await loadWhisperFolder(folder);
    const { special } = tokenizer;
    const tokens = {
      windowSeconds: geometry.sourcePositions / 50,
      vocabulary: geometry.vocabulary,
      endOfText: special.endOfText,
      timestampBegin: special.timestampBegin,
      noTimestamps: special.noTimestamps,
      prompt: [special.start, special.languages.get('en'), special.transcribe],
      words: words.map((word) => tokenizer.encode(` ${word}`)),
    };
    await writeFile(first, `${JSON.stringify(tokens)}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
} else if (command === 'write' && first && second) {
  await writeTestWhisper(second, {
    geometry: 'digits',
    layouts: ['merged'],
    precisions: [values.precision as NetworkPrecision],
    timestamped: true,
    // The head that was taught to look where the word is.
    alignmentHeads: [[geometries.digits.decoderLayers - 1, 0]],
    weights: weightsOf(await readFile(first)),
  });
} else {
  throw new Error('Say "tokens TOKENS.json" or "write WEIGHTS.bin DIR".');
}

/** A length, a JSON list of [name, sizes], then the numbers one after the other. */
function weightsOf(file: Buffer): Weights {
  const headerBytes = file.readUInt32LE(0);
  const header = JSON.parse(file.toString('utf8', 4, 4 + headerBytes)) as [string, number[]][];
  const named = new Map<string, Float32Array<ArrayBuffer>>();
  let at = 4 + headerBytes;
  for (const [name, sizes] of header) {
    const count = sizes.reduce((product, size) => product * size, 1);
    named.set(name, new Float32Array(Uint8Array.from(file.subarray(at, at + 4 * count)).buffer));
    at += 4 * count;
  }
  return (name, sizes) => {
    const count = sizes.reduce((product, size) => product * size, 1);
    const found = named.get(name) ?? transposedTokens(name);
    if (found?.length !== count) throw new Error(`The weights hold no ${name} of ${sizes.join(' × ')}.`);
    return found;
  };

  /** 8-bit networks want the tokens' vectors the other way round. */
  function transposedTokens(name: string): Float32Array<ArrayBuffer> | undefined {
    const tokens = named.get('decoder.embed_tokens');
    if (name !== 'decoder.logits' || !tokens) return undefined;
    const { vocabulary, dModel } = geometries.digits;
    return Float32Array.from(
      tokens,
      (_, at) => tokens[(at % vocabulary) * dModel + Math.floor(at / vocabulary)]!,
    );
  }
}
