/**
 * What a recogniser hears in every recording of asr-recordings.ts, one JSON line each: words with their confidences and
 * whether they are right. asr-gate.ts reads the file.
 *
 *   node scripts/bench/asr-hear.ts OUT.jsonl [--engine ctc|pocketsphinx] [--model MODEL.onnx] [--data FOLDER]
 *     [--speakers 66] [--sentences 12]
 *
 * `--model` is the acoustic model of the CTC recogniser, for one that has not heard the speakers it is measured on.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { comparableWords, wordErrors } from '../../server/domain/transcript/word-errors.ts';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { openRecogniser } from './asr-engines.ts';
import { asrRecordings } from './asr-recordings.ts';

export interface HeardRecording {
  name: string;
  group: string;
  durationMs: number;
  wallMs: number;
  /** Word error rate; 1 for a foreign language. */
  rate: number;
  referenceWords: number;
  /** Without hesitations. `posterior` is the recogniser's confidence. */
  words: { text: string; startMs: number; endMs: number; posterior: number; correct: boolean }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    engine: { type: 'string', default: 'ctc' },
    model: { type: 'string' },
    speakers: { type: 'string', default: '66' },
    sentences: { type: 'string', default: '12' },
  },
});
const root = resolve(import.meta.dirname, '..', '..');
const outPath = positionals[0];
if (!outPath) throw new Error('Name the file to write: node scripts/bench/asr-hear.ts OUT.jsonl');
const dataDir = [values.data ?? join(root, '..', 'shared', 'data')].find((folder) => existsSync(folder));
const known = new Set(
  existsSync(outPath)
    ? readFileSync(outPath, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { name: string }).name)
    : [],
);
const vad = await createSileroVad({ modelPath: join(root, 'models/bundled/silero-vad-v6.onnx') });
const { signal } = new AbortController();
const recogniser = await openRecogniser(values.engine, values.model);
const folder = mkdtempSync(join(tmpdir(), 'assay-asr-'));
try {
  const recordings = asrRecordings({
    dataDir,
    speakers: Number(values.speakers),
    sentences: Number(values.sentences),
  });
  for (const { name, group, reference, writePcm } of recordings) {
    if (known.has(name)) continue;
    const pcmPath = join(folder, 'recording.pcm');
    writePcm(pcmPath);
    const durationMs = Math.floor(statSync(pcmPath).size / 32);
    const speech = await vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });
    const startedAt = performance.now();
    const { words: heard } = await recogniser.transcribe({
      ...{ pcmPath, speech, signal },
      language: 'en',
      hotwords: [],
    });
    const words = heard.filter(({ filler }) => !filler);
    const wallMs = Math.round(performance.now() - startedAt);
    // "i'm" and the like stay one word on both sides; the few spellings with a full stop ("mr.") lose it.
    const said = words.map((word) => comparableWords(word.text).join('') || '*');
    const errors = wordErrors(comparableWords(reference), said);
    const rate = group === 'foreign' ? 1 : errors.rate;
    appendFileSync(
      outPath,
      `${JSON.stringify({ name, group, durationMs, wallMs, rate, referenceWords: errors.referenceWords, words: words.map(({ text, startMs, endMs, confidence }, i) => ({ text, startMs, endMs, posterior: confidence, correct: group !== 'foreign' && errors.correct[i] })) })}\n`,
    );
    console.log(`${name}: ${words.length} words, WER ${(100 * rate).toFixed(0)} %, ${wallMs} ms`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
