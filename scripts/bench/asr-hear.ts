/**
 * What a recogniser hears in every recording of asr-recordings.ts, one JSON line each: words with their confidences and
 * whether they are right. asr-gate.ts reads the file.
 *
 *   node scripts/bench/asr-hear.ts OUT.jsonl [--engine base|tiny] [--threads N] [--data FOLDER] [--speakers 66] [--sentences 12]
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Word } from '../../server/domain/transcript/types.ts';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { comparableWords, transcriptErrors, wordErrors } from '../shared/word-errors.ts';
import { openRecogniser } from './asr-engines.ts';
import { asrRecordings } from './asr-recordings.ts';

export interface HeardRecording {
  name: string;
  group: string;
  durationMs: number;
  wallMs: number;
  /** Word error rate; 1 for a foreign language. */
  rate: number;
  /** What the recogniser takes the language for, and the probability that it is English. */
  detectedLanguage: string | null;
  languageProbability: number | null;
  /** Without hesitations. */
  words: (Pick<Word, 'text' | 'startMs' | 'endMs' | 'confidence'> & { correct: boolean })[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    engine: { type: 'string', default: 'base' },
    threads: { type: 'string', default: '1' },
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
const recogniser = await openRecogniser(values.engine, { threads: Number(values.threads) });
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
    const {
      words: heard,
      detectedLanguage,
      languageProbability,
    } = await recogniser.transcribe({
      ...{ pcmPath, speech, signal },
      language: 'en',
      hotwords: [],
    });
    const words = heard.filter(({ filler }) => !filler);
    const wallMs = Math.round(performance.now() - startedAt);
    const isForeign = group === 'foreign';
    const line: HeardRecording = {
      ...{ name, group, durationMs, wallMs, detectedLanguage, languageProbability },
      rate: isForeign ? 1 : transcriptErrors(reference, words.map(({ text }) => text).join(' ')).rate,
      words: judged(words, isForeign ? '' : reference),
    };
    appendFileSync(outPath, `${JSON.stringify(line)}\n`);
    console.log(`${name}: ${words.length} words, WER ${(100 * line.rate).toFixed(0)} %, ${wallMs} ms`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Words with whether they were said; one that stands for several ("$5") is right when all of them are. */
function judged(words: readonly Word[], reference: string): HeardRecording['words'] {
  const parts = words.map(({ text }) => comparableWords(text, 'en', reference));
  const heard = parts.flat();
  const { correct } = wordErrors(comparableWords(reference, 'en', heard.join(' ')), heard);
  let at = 0;
  return words.map(({ text, startMs, endMs, confidence }, index) => {
    const own = correct.slice(at, at + parts[index]!.length);
    at += own.length;
    return { text, startMs, endMs, confidence, correct: own.length > 0 && own.every(Boolean) };
  });
}
