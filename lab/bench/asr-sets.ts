/**
 * Word errors by set of recordings: learners, FLEURS, LJSpeech, earnings calls, the 1961 address, the sample interview. Recordings
 * are heard as the product hears them: speech found, windows cut, nothing known of the text.
 *
 *   node lab/bench/asr-sets.ts [--engine base|tiny] [--dir FOLDER] [--graphs FOLDER] [--data FOLDER] [--learners 100 [--in-order]] [--threads N] [--batch N]
 *     [--set NAME …] [--show]
 *
 * Learners are adults of speechocean762, every utterance by itself, spread over all speakers. Mean over recordings; learners over words.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { transcriptErrors } from '../../testkit/word-errors.ts';
import { corpusUtterances } from './asr-corpus.ts';
import { openRecogniser } from './asr-engines.ts';
import { readManifest } from './clips-manifest.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'base' },
    dir: { type: 'string' },
    graphs: { type: 'string' },
    data: { type: 'string' },
    learners: { type: 'string', default: '100' },
    threads: { type: 'string', default: '1' },
    batch: { type: 'string' },
    set: { type: 'string', multiple: true },
    'in-order': { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '../..');
const data = values.data ?? join(root, '..', 'shared', 'data');

interface Item {
  set: string;
  path: string;
  reference: string;
}

const setOf = (file: string): string =>
  file.startsWith('LJ')
    ? 'LJSpeech'
    : file.startsWith('fleurs')
      ? 'FLEURS en'
      : file.startsWith('earnings')
        ? 'earnings calls'
        : '1961';

const folder = mkdtempSync(join(tmpdir(), 'assay-asr-'));
const clips = readManifest(join(data, 'clips', 'manifest.csv'), 'en').map(
  ({ file, transcript }): Item => ({
    set: setOf(file),
    path: join(data, 'clips', file),
    reference: transcript,
  }),
);

/** One utterance of everybody, then another one of everybody; or the first in the corpus' order. */
function learners(count: number): Item[] {
  const adults = corpusUtterances(join(data, 'speechocean762'), {
    soundsFolder: folder,
    minAge: 18,
    speakers: undefined,
  });
  const bySpeaker = [...Map.groupBy(adults, ({ speaker }) => speaker).values()];
  const most = Math.max(...bySpeaker.map((own) => own.length));
  const spread = Array.from({ length: most }, (_, round) =>
    bySpeaker.flatMap((own) => own[round] ?? []),
  ).flat();
  return (values['in-order'] ? adults : spread).slice(0, count).map(({ id, text }) => ({
    set: 'learners',
    path: join(data, 'speechocean762', 'audio', `${id}.opus`),
    reference: text.toLowerCase(),
  }));
}

const samples = ['interview', 'readers'].map((name): Item => {
  const file = join(root, 'scripts/sample', `${name}.json`);
  const { turns } = JSON.parse(readFileSync(file, 'utf8')) as { turns: { text: string }[] };
  const reference = turns.map(({ text }) => text).join(' ');
  return { set: `sample ${name}`, path: file.replace('.json', '.mp3'), reference };
});
const items = [...learners(Number(values.learners)), ...clips, ...samples].filter(
  ({ set }) => !values.set || values.set.includes(set),
);

const vad = await createSileroVad({ modelPath: join(root, 'models/bundled/silero-vad-v6.onnx') });
const recogniser = await openRecogniser(values.engine, {
  dir: values.dir,
  graphsFolder: values.graphs,
  threads: Number(values.threads),
  batch: values.batch === undefined ? undefined : Number(values.batch),
});
const { signal } = new AbortController();
const results: { set: string; rate: number; errors: number; words: number }[] = [];
let [audioMs, wallMs] = [0, 0];
try {
  for (const { set, path, reference } of items) {
    const pcmPath = join(folder, 'a.pcm');
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      path,
      '-f',
      's16le',
      '-ac',
      '1',
      '-ar',
      '16000',
      pcmPath,
    ]);
    const durationMs = Math.floor(statSync(pcmPath).size / 32);
    const speech = await vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });
    const began = performance.now();
    const { words } = await recogniser.transcribe({ pcmPath, speech, language: 'en', hotwords: [], signal });
    wallMs += performance.now() - began;
    audioMs += durationMs;
    const heard = words.map(({ text }) => text).join(' ');
    const { rate, substitutions, deletions, insertions, referenceWords } = transcriptErrors(reference, heard);
    results.push({ set, rate, errors: substitutions + deletions + insertions, words: referenceWords });
    if (values.show) console.log(`${set} ${(100 * rate).toFixed(0)} %\n  ${reference}\n  ${heard}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
for (const [set, own] of Map.groupBy(results, (one) => one.set)) {
  const pooled =
    own.reduce((sum, { errors }) => sum + errors, 0) / own.reduce((sum, { words }) => sum + words, 0);
  const mean = own.reduce((sum, { rate }) => sum + rate, 0) / own.length;
  console.log(
    `| ${set} | ${own.length} | ${percent(mean)} | ${percent(pooled)} | ${own.length <= 6 ? own.map(({ rate }) => percent(rate)).join(', ') : ''} |`,
  );
}
console.log(`${(audioMs / wallMs).toFixed(1)} x real time`);
