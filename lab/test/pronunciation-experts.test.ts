import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { ffmpeg, never, readPcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** Every so many utterances of the corpus: enough to see a correlation, few enough to be quick. */
const every = 40;

function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (f: (n: number) => number) => x.reduce((total, _, n) => total + f(n), 0);
  const covariance = sum((n) => (x[n]! - mx) * (y[n]! - my));
  return covariance / Math.sqrt(sum((n) => (x[n]! - mx) ** 2) * sum((n) => (y[n]! - my) ** 2));
}

test('goodness of pronunciation agrees with experts who heard real learners', {
  skip: withoutSharedData(),
}, async (t) => {
  const corpus = join(findSharedData()!, 'speechocean762');
  const lines = async (name: string) => (await readFile(join(corpus, name), 'utf8')).trim().split('\n');
  const accuracyOf = new Map(
    (await lines('scores.csv')).slice(1).map((line) => [line.split(',')[0]!, Number(line.split(',')[3])]),
  );
  const folder = await tempFolder(t);
  const pcmPath = join(folder, 'utterance.pcm');
  const aligner = await createCtcAligner({
    modelPath: bundledModel('ctc-en.onnx'),
    lexiconPath: bundledModel('lexicon-en.txt'),
  });
  const [heard, judged]: [number[], number[]] = [[], []];
  let [words, placed] = [0, 0];
  for (const line of (await lines('text')).filter((_, n) => n % every === 0)) {
    const [utterance, ...texts] = line.toLowerCase().split(/\s+/);
    await ffmpeg(`-i ${join(corpus, 'audio', `${utterance}.opus`)} -ac 1 -ar 16000 -f s16le ${pcmPath}`);
    const durationMs = (await readPcm(pcmPath)).length / 16;
    // No recogniser: words are spread evenly, so the aligner alone has to find them.
    const spread = texts.map((text, n) => ({
      text,
      confidence: 1,
      startMs: Math.round((durationMs * n) / texts.length),
      endMs: Math.round((durationMs * (n + 1)) / texts.length),
    }));
    const aligned = await aligner.align({ pcmPath, words: spread, speech: [], signal: never });
    const phones = aligned.flatMap((word) => word.phones ?? []);
    words += aligned.length;
    placed += aligned.filter((word) => word.phones).length;
    heard.push(phones.reduce((sum, phone) => sum + phone.gop, 0) / phones.length);
    judged.push(accuracyOf.get(utterance!)!);
  }
  const r = correlation(heard, judged);
  t.diagnostic(`${heard.length} utterances, r = ${r.toFixed(3)}, ${placed} of ${words} words placed`);
  assert.ok(r > 0.4, `r = ${r}`);
  assert.ok(placed >= 0.99 * words, `${placed} of ${words}`);
});
