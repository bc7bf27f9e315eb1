/**
 * What a recogniser hears in every recording of asr-recordings.ts, one JSON line each: words as the product aligns them, with their
 * confidences and whether they are right. asr-gate.ts and calibrate.ts (--only word-errors) read the file.
 *
 *   node lab/bench/asr-hear.ts OUT.jsonl [--engine base|tiny|whisper] [--recogniser FOLDER] [--folds FOLDER] [--witnesses FOLDER] [--threads N] [--data FOLDER]
 *     [--speakers 125] [--sentences 12] [--group learner …] [--noise 12,6,0] [--share 0/1]
 *
 * --recogniser: a folder with Moonshine as it is published, or with Whisper, which hears every recording in its own language. --folds: corrections that have not heard some speakers
 * (models/training/moonshine). --witnesses: networks of sounds_en that have not either (0.onnx …).
 * --noise: every recording with pink noise, at one of these signal-to-noise ratios in turn. --share 0/2: the first of two halves.
 * What stands in the file is not heard again.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withFit } from '../../server/domain/transcript/fits-sound.ts';
import type { AlignedWord, Span, Word } from '../../server/domain/transcript/types.ts';
import { createCtcAligner } from '../../server/engines/align/ctc.ts';
import type { SoundsWitness } from '../../server/engines/align/port.ts';
import { createSoundsWitness } from '../../server/engines/align/sounds-witness.ts';
import type { Recognition } from '../../server/engines/asr/port.ts';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { signalToNoiseDb } from '../../server/modules/speech/pipeline/signal-to-noise.ts';
import { comparableWords, transcriptErrors, wordErrors } from '../../testkit/word-errors.ts';
import { expertFoldsPath } from '../validity/expert-networks.ts';
import { readFolds } from '../validity/hear-corpus.ts';
import { type OpenRecogniser, openRecogniser } from './asr-engines.ts';
import { addNoise } from './asr-noise.ts';
import { asrRecordings, type Piece, type Recording } from './asr-recordings.ts';

export interface HeardRecording {
  name: string;
  group: Recording['group'];
  learner?: Recording['learner'];
  /** Ratio at which noise was added; null for the recording as it is. */
  noiseDb: number | null;
  durationMs: number;
  wallMs: number;
  /** Processor time of recognition. */
  cpuMs: number;
  /** ISO 639-1; English when absent. */
  language?: string;
  /** Word error rate (of characters in Japanese); 1 for a language that the recogniser does not know. */
  rate: number;
  /** What the recogniser takes the language for, and the probability that it is English. */
  detectedLanguage: string | null;
  languageProbability: number | null;
  snrDb: number | null;
  speech: Span[];
  /** Hesitations included, as `filler`. */
  words: (AlignedWord & { correct: boolean })[];
  /** Where each sentence is: learners. */
  sentences?: Span[];
  /** The words that were to be read, aligned: learners without added noise. */
  known?: AlignedWord[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    engine: { type: 'string', default: 'base' },
    recogniser: { type: 'string' },
    folds: { type: 'string' },
    witnesses: { type: 'string' },
    threads: { type: 'string', default: '1' },
    speakers: { type: 'string', default: '125' },
    sentences: { type: 'string', default: '12' },
    group: { type: 'string', multiple: true },
    noise: { type: 'string' },
    share: { type: 'string', default: '0/1' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const bundled = (file: string) => join(root, 'models/bundled', file);
const outPath = positionals[0];
if (!outPath) throw new Error('Name the file to write: node lab/bench/asr-hear.ts OUT.jsonl');
const dataDir = [values.data ?? join(root, '..', 'shared', 'data')].find((folder) => existsSync(folder));
const noises = values.noise?.split(',').map(Number) ?? [null];
const [share, shares] = values.share.split('/').map(Number) as [number, number];
const known = new Set(
  existsSync(outPath)
    ? readFileSync(outPath, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { name: string }).name)
    : [],
);
const [vad, aligner] = await Promise.all([
  createSileroVad({ modelPath: bundled('silero-vad-v6.onnx') }),
  createCtcAligner({ modelPath: bundled('ctc-en.onnx'), lexiconPath: bundled('lexicon-en.txt') }),
]);
const { signal } = new AbortController();
const graphsFor = values.folds ? await readFolds(values.folds) : undefined;
const foldOf = JSON.parse(readFileSync(expertFoldsPath, 'utf8')) as Record<string, number>;

interface Ears {
  recogniser: OpenRecogniser;
  witness: SoundsWitness;
}
const opened = new Map<string, Promise<Ears>>();

/** Those that have not heard the speaker, where there are such. */
function earsFor(speaker: string | undefined): Promise<Ears> {
  const graphsFolder = speaker === undefined ? undefined : graphsFor?.(speaker);
  const hasWitness = values.witnesses !== undefined && speaker !== undefined;
  const witnessPath = hasWitness
    ? join(values.witnesses!, `${foldOf[speaker]}.onnx`)
    : bundled('sounds-en.onnx');
  const name = `${graphsFolder} ${witnessPath}`;
  if (!opened.has(name)) {
    const options = { dir: values.recogniser, graphsFolder, threads: Number(values.threads) };
    opened.set(
      name,
      Promise.all([openRecogniser(values.engine, options), createSoundsWitness(witnessPath)]).then(
        ([recogniser, witness]) => ({ recogniser, witness }),
      ),
    );
  }
  return opened.get(name)!;
}

const folder = mkdtempSync(join(tmpdir(), 'assay-asr-'));
try {
  const recordings = asrRecordings({
    dataDir,
    speakers: Number(values.speakers),
    sentences: Number(values.sentences),
  });
  for (const [index, recording] of recordings.entries()) {
    const noiseDb = noises[index % noises.length]!;
    const name = noiseDb === null ? recording.name : `${recording.name}, noise ${noiseDb} dB`;
    const isWanted = !values.group || values.group.includes(recording.group);
    if (!isWanted || index % shares !== share || known.has(name)) continue;
    const line = await hear({ ...recording, name }, noiseDb, index + 1);
    appendFileSync(outPath, `${JSON.stringify(line, tidied)}\n`);
    console.log(
      `${name}: ${line.words.length} words, WER ${(100 * line.rate).toFixed(0)} %, ${line.wallMs} ms`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Four decimals: the file is read by statistics. */
function tidied(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;
}

async function hear(recording: Recording, noiseDb: number | null, seed: number): Promise<HeardRecording> {
  const { name, group, learner, reference } = recording;
  const pcmPath = join(folder, 'recording.pcm');
  const pieces = recording.writePcm(pcmPath);
  const durationMs = Math.floor(statSync(pcmPath).size / 32);
  const findSpeech = () => vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });
  let speech = await findSpeech();
  if (noiseDb !== null) {
    addNoise(pcmPath, speech, noiseDb, seed);
    speech = await findSpeech();
  }
  const { recogniser, witness } = await earsFor(learner?.speaker);
  const language = recogniser.languages.includes(recording.language ?? 'en')
    ? (recording.language ?? 'en')
    : 'en';
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const heard = await recogniser.transcribe({
    ...{ pcmPath, speech, signal },
    language,
    hotwords: [],
    statesPath: join(folder, 'states.f16'),
  });
  const wallMs = Math.round(performance.now() - startedAt);
  const spent = process.cpuUsage(cpu);
  const fitted = language === 'en' ? await aligned(pcmPath, heard, speech) : heard.words;
  const words = heard.states ? await witness.hear(fitted, heard.states, signal) : fitted;
  const isForeign = language !== (recording.language ?? 'en');
  const text = parted(
    words
      .filter(isSaid)
      .map((word) => word.text)
      .join(' '),
    language,
  );
  return {
    ...{ name, group, noiseDb, durationMs, wallMs, speech },
    ...(learner && { learner }),
    cpuMs: Math.round((spent.user + spent.system) / 1000),
    detectedLanguage: heard.detectedLanguage,
    languageProbability: heard.languageProbability,
    snrDb: await signalToNoiseDb(pcmPath, speech),
    ...(language !== 'en' && { language }),
    rate: isForeign ? 1 : transcriptErrors(parted(reference, language), text, language).rate,
    words: judged(words, isForeign ? '' : reference, language),
    ...(pieces && { sentences: pieces.map(({ startMs, endMs }) => ({ startMs, endMs })) }),
    ...(pieces && noiseDb === null && { known: await alignKnown(pcmPath, pieces) }),
  };
}

async function aligned(pcmPath: string, heard: Recognition, speech: readonly Span[]): Promise<AlignedWord[]> {
  const placed = await aligner.align({ pcmPath, words: heard.words, speech, windows: heard.windows, signal });
  return withFit((await aligner.withHesitations?.({ pcmPath, words: placed, signal })) ?? placed);
}

/** Where words are not parted, characters are compared. */
function parted(text: string, language: string): string {
  return language === 'ja' ? [...text.replaceAll(/\s/g, '')].join(' ') : text;
}

function isSaid({ filler, abandoned }: Word): boolean {
  return !filler && !abandoned;
}

/** The text that was to be read, where it was read. */
async function alignKnown(pcmPath: string, pieces: readonly Piece[]): Promise<AlignedWord[]> {
  const words = pieces.flatMap(({ text, startMs, endMs }) => {
    const spread = text.split(' ');
    const at = (index: number) => Math.round(startMs + ((endMs - startMs) * index) / spread.length);
    return spread.map((word, index) => ({
      ...{ text: word, startMs: at(index), endMs: at(index + 1), confidence: 1 },
    }));
  });
  const windows = pieces.map(({ startMs, endMs }) => ({ startMs, endMs }));
  const aligned = await aligner.align({ pcmPath, words, speech: windows, windows, signal });
  return aligned.map(({ phones: _, ...word }) => word);
}

/** Words with whether they were said; one that stands for several ("$5") is right when all of them are. */
function judged(words: readonly AlignedWord[], reference: string, language: string): HeardRecording['words'] {
  const parts = words.map((word) => (isSaid(word) ? comparableWords(word.text, language, reference) : []));
  const heard = parts.flat();
  const { correct } = wordErrors(comparableWords(reference, language, heard.join(' ')), heard);
  let at = 0;
  return words.map((word, index) => {
    const own = correct.slice(at, at + parts[index]!.length);
    at += own.length;
    return { ...word, correct: !isSaid(word) || (own.length > 0 && own.every(Boolean)) };
  });
}
