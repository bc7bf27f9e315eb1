import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decode } from '#server/engines/asr/whisper/decode.ts';
import { createDecoder, type Decoder, decoderSessionFiles } from '#server/engines/asr/whisper/decoder.ts';
import { createEncoder } from '#server/engines/asr/whisper/encoder.ts';
import type { WhisperPrecision } from '#server/engines/asr/whisper/files.ts';
import { type LoadedFolder, loadWhisperFolder } from '#server/engines/asr/whisper/folder.ts';
import { promptOf } from '#server/engines/asr/whisper/prompt.ts';
import { createTokenRules } from '#server/engines/asr/whisper/token-rules.ts';
import type { DecoderLayout } from '#server/engines/models/convert/write-networks.ts';
import * as ort from '#server/engines/onnx-runtime.ts';
import { loadNative } from '#server/native.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { createWhisperOracle, type OracleRun } from '#test/support/whisper-oracle.ts';
import { chirps } from '#test/support/whisper-sounds.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

/** Tokens decoded in each comparison: the cache is used for all but the first. */
const tokens = 24;
const batches = [1, 4] as const;
const cleanUps: (() => Promise<unknown>)[] = [];
const suite = { after: (done: () => Promise<unknown>) => cleanUps.push(done) };
after(async () => {
  for (const done of cleanUps) await done();
});

let root: string;
before(async () => {
  root = await tempFolder(suite as never);
});

/** A model of its own for each layout, so that the loader finds nothing else. */
async function model(layout: DecoderLayout, precision: WhisperPrecision): Promise<string> {
  const dir = join(root, `${layout}-${precision}`);
  await writeTestWhisper(dir, {
    geometry: 'short',
    layouts: [layout],
    precisions: [precision],
    timestamped: true,
  });
  return dir;
}

/** transformers.js reads merged decoders only; the weights are the same in every layout. */
const oracleRuns = new Map<string, Promise<OracleRun[]>>();
function oracle(
  precision: WhisperPrecision,
  prompt: readonly number[],
  suppressTokens: readonly number[],
): Promise<OracleRun[]> {
  const known = oracleRuns.get(precision);
  if (known) return known;
  const runs = (async () => {
    const dtype = precision === 'int8' ? 'q8' : precision;
    const peer = await createWhisperOracle(await model('merged', precision), dtype);
    const results: OracleRun[] = [];
    for (const batch of batches)
      results.push(await peer.generate(chirps(batch), { prompt, tokens, suppressTokens }));
    await peer.dispose();
    return results;
  })();
  oracleRuns.set(precision, runs);
  return runs;
}

/** We never write languages and, unless asked for, timestamps; they do when the network likes to. */
function forbidden({ config, tokenizer, geometry }: LoadedFolder): number[] {
  const { timestampBegin, languages } = tokenizer.special;
  const timestamps = Array.from(
    { length: geometry.vocabulary - timestampBegin },
    (_, i) => timestampBegin + i,
  );
  return [...config.rules.suppressTokens, ...languages.values(), timestampBegin - 1, ...timestamps];
}

/** Remembers the last position's logits of every step. */
function listened(decoder: Decoder): { decoder: Decoder; logits: Float32Array[][] } {
  const logits: Float32Array[][] = [];
  return {
    logits,
    decoder: {
      ...decoder,
      async start(states, rows) {
        const step = await decoder.start(states, rows);
        logits.push(rows.map((row, at) => step.logitsAt(at, row.length - 1).slice()));
        return step;
      },
      async next(cache, rows) {
        const step = await decoder.next(cache, rows);
        logits.push(rows.map((_, at) => step.logitsAt(at, 0).slice()));
        return step;
      },
    },
  };
}

/**
 * Largest difference allowed between our logits and theirs, which are about ± 6. Both run the same kernels; what differs is the
 * log-mel picture (5e-5 at most), which 8-bit and 4-bit networks may round to the next step.
 */
const tolerances: Readonly<Record<WhisperPrecision, number>> = {
  fp32: 1e-3,
  fp16: 2e-2,
  int8: 0.25,
  q4: 1e-3,
};

for (const [layout, precision] of [
  ['merged', 'fp32'],
  ['pair', 'fp32'],
  ['whole', 'fp32'],
  ['merged', 'fp16'],
  ['pair', 'fp16'],
  ['merged', 'int8'],
  ['pair', 'int8'],
  ['merged', 'q4'],
] as const) {
  for (const [which, batch] of batches.entries()) {
    test(`every step of a ${precision} model (${layout}), ${batch} windows at once, is what transformers.js computes`, {
      skip:
        ort.overflowsIn8Bits && precision === 'int8'
          ? 'this processor cannot add 8 bits exactly (no VNNI)'
          : false,
    }, async () => {
      const folder = await loadWhisperFolder(await model(layout, precision));
      const { geometry, tokenizer, config, files } = folder;
      const prompt = promptOf(tokenizer, { language: 'en', timestamps: false, hotwords: [], positions: 448 });
      const theirs = (await oracle(precision, prompt, forbidden(folder)))[which]!;

      const sessions = await Promise.all(
        [files.encoder, ...decoderSessionFiles(files.decoder)].map(({ path }) =>
          ort.InferenceSession.create(path, { intraOpNumThreads: 1 }),
        ),
      );
      const encoder = createEncoder(sessions[0]!, {
        geometry,
        path: files.encoder.path,
        whisperMel: loadNative().whisperMel,
      });
      const { decoder, logits } = listened(
        createDecoder(sessions.slice(1), { geometry, files: files.decoder, attentionLayers: [1] }),
      );
      const states = await encoder.encode(chirps(batch));
      const ours = await decode(decoder, states, new Array(batch).fill(geometry.sourcePositions), {
        special: tokenizer.special,
        applyRules: createTokenRules({
          special: tokenizer.special,
          rules: config.rules,
          timestamps: false,
          positions: geometry.sourcePositions,
        }),
        alignmentHeads: config.rules.alignmentHeads,
        prompt,
        maxTokens: tokens,
        forcedTokens: null,
        temperature: 0,
        random: new Array(batch).fill(Math.random),
        signal: new AbortController().signal,
      });
      await Promise.all(sessions.map((session) => session.release()));

      // Were all rows alike, the test would not notice rows that are mixed up.
      assert.equal(new Set(theirs.tokens.map(String)).size, batch);
      let compared = 0;
      for (let row = 0; row < batch; row++) {
        const [own, other] = [ours[row]!.tokens, theirs.tokens[row]!];
        const parting = own.findIndex((token, step) => token !== other[step]);
        // Where rounding decides, one may also end before the other.
        assert.ok(precision === 'int8' || own.length === other.length, `row ${row}: ${own} against ${other}`);
        const shared = Math.min(own.length, other.length);
        for (let step = 0; step < (parting < 0 ? shared : Math.min(parting + 1, shared)); step++) {
          const [a, b] = [logits[step]![row]!, theirs.logits[step]![row]!];
          const worst = a.reduce((max, value, id) => Math.max(max, Math.abs(value - b[id]!)), 0);
          assert.ok(worst <= tolerances[precision], `row ${row}, step ${step}: logits differ by ${worst}`);
          compared++;
        }
        if (parting < 0 || parting >= shared) continue;
        // Only rounding to 8 bits may decide between two tokens that are as good as equal.
        assert.equal(precision, 'int8', `row ${row} parts at ${parting}: ${own} against ${other}`);
        const end = theirs.logits[parting]![row]!;
        assert.ok(Math.abs(end[own[parting]!]! - end[other[parting]!]!) < 2 * tolerances.int8);
      }
      // Some processors round to 8 bits otherwise than the other program does, and part early.
      const least = precision === 'int8' ? 0.25 : 0.75;
      assert.ok(compared >= least * tokens * batch, `only ${compared} steps could be compared`);
    });
  }
}
