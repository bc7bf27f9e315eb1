/**
 * Word errors of the recogniser on a corpus laid out like speechocean762 (audio/, text, utt2spk, spk2age), from the
 * audio alone, each utterance on its own.
 *
 *   assay bench asr --corpus DIR [--engine base|tiny] [--speakers FILE] [--min-age 18] [--every N] [--threads N] [--sounds DIR] [--json]
 *
 * `--sounds` keeps the decoded sounds for the next time.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { transcriptErrors } from '../../testkit/word-errors.ts';
import { corpusUtterances } from './asr-corpus.ts';
import { openRecogniser } from './asr-engines.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    speakers: { type: 'string' },
    'min-age': { type: 'string', default: '18' },
    every: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'base' },
    threads: { type: 'string', default: '1' },
    sounds: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
if (!values.corpus) throw new Error('Name the corpus: assay bench asr --corpus DIR');
const speakers = values.speakers
  ? new Set(readFileSync(values.speakers, 'utf8').trim().split(/\s+/))
  : undefined;
const folder = mkdtempSync(join(tmpdir(), 'assay-asr-'));
const root = resolve(import.meta.dirname, '../..');
const vad = await createSileroVad({ modelPath: join(root, 'models/bundled/silero-vad-v6.onnx') });
const { signal } = new AbortController();

interface Tally {
  utterances: number;
  referenceWords: number;
  errors: number;
}
const tally = (): Tally => ({ utterances: 0, referenceWords: 0, errors: 0 });
const bySpeaker = new Map<string, Tally>();
const all = tally();
let [audioMs, wallMs] = [0, 0];

try {
  const utterances = corpusUtterances(values.corpus, {
    soundsFolder: values.sounds ?? folder,
    minAge: Number(values['min-age']),
    speakers,
  }).filter((_, index) => index % Number(values.every) === 0);
  const recogniser = await openRecogniser(values.engine, { threads: Number(values.threads) });
  for (const { speaker, text, pcmPath } of utterances) {
    const path = pcmPath();
    const durationMs = Math.floor(statSync(path).size / 32);
    const within = [{ startMs: 0, endMs: durationMs }];
    const speech = await vad.detectSpeech({ pcmPath: path, within, signal });
    const startedAt = performance.now();
    const { words } = await recogniser.transcribe({
      pcmPath: path,
      speech,
      language: 'en',
      hotwords: [],
      signal,
    });
    wallMs += performance.now() - startedAt;
    audioMs += durationMs;
    const heard = words.map((word) => word.text).join(' ');
    const { substitutions, deletions, insertions, referenceWords } = transcriptErrors(text, heard);
    const own = bySpeaker.get(speaker) ?? tally();
    bySpeaker.set(speaker, own);
    for (const sums of [all, own]) {
      sums.utterances++;
      sums.referenceWords += referenceWords;
      sums.errors += substitutions + deletions + insertions;
    }
  }
  await recogniser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const rate = ({ errors, referenceWords }: Tally) => errors / Math.max(1, referenceWords);
const report = {
  engine: values.engine,
  wer: rate(all),
  ...all,
  speakers: bySpeaker.size,
  timesRealTime: audioMs / wallMs,
  speakerWer: Object.fromEntries([...bySpeaker].map(([speaker, sums]) => [speaker, rate(sums)])),
};
if (values.json) {
  console.log(JSON.stringify(report));
} else {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const rates = [...bySpeaker.values()].map(rate).sort((a, b) => a - b);
  const at = (share: number) => percent(rates[Math.round(share * (rates.length - 1))] ?? 0);
  console.log(
    `WER ${percent(report.wer)} of ${all.referenceWords} words, ${all.utterances} utterances, ${bySpeaker.size} speakers; ` +
      `speakers' quartiles ${at(0.25)}, ${at(0.5)}, ${at(0.75)}; ${report.timesRealTime.toFixed(0)} × real time`,
  );
}
