/**
 * How exactly the aligner places words: against synthesisers, which know when they said what.
 *
 *     assay bench alignment [--model ONNX] [--corpus DIR] [--minutes 45] [--every 5] [--seed 1] [--json]
 *
 * Recordings of about 10 s, voice by voice, clean and noisy, with the right text, with one word in ten wrong, and with what the embedded recogniser hears; then one long
 * recording of many voices: whether words at its end are as exact as at its beginning. The aligner is told word times up to 80 ms off.
 * With `--corpus` (laid out like speechocean762) also how many pauses of real speech fall inside words. "times 1.5 s off": all that is known is in which window of at most 15 s a word was heard.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Span } from '../../server/domain/transcript/types.ts';
import { createCtcAligner } from '../../server/engines/align/ctc.ts';
import { createLexicon } from '../../server/engines/align/lexicon.ts';
import { seededRandom, shuffled } from '../../testkit/random.ts';
import { boundaryErrors, drift } from './alignment/boundary-errors.ts';
import { openListener } from './alignment/heard.ts';
import { checkPauses } from './alignment/pauses.ts';
import { type AlignmentReport, printTables } from './alignment/print-tables.ts';
import {
  joinSentences,
  roughly,
  type ToldWord,
  tellAll,
  tellWithErrors,
  windowsOf,
  withNoise,
} from './alignment/recordings.ts';
import { espeakVoice, fliteVoice, type SaidSentence, sentencesOf } from './alignment/synthesisers.ts';
import { passages } from './asr-passages.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    corpus: { type: 'string' },
    minutes: { type: 'string', default: '45' },
    every: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

const bundled = resolve(import.meta.dirname, '../../models/bundled');
const modelPath = values.model ? resolve(values.model) : join(bundled, 'ctc-en.onnx');
const lexiconPath = join(bundled, 'lexicon-en.txt');
const lexicon = await createLexicon(lexiconPath);
const aligner = await createCtcAligner({ modelPath, lexiconPath });
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const listen = await openListener(folder, join(bundled, 'silero-vad-v6.onnx'));
const random = seededRandom(Number(values.seed));
const note = (text: string) => process.stderr.write(`${text}\n`);

const sentences = sentencesOf(passages);
const vocabulary = [...new Set(sentences.flatMap((sentence) => sentence.split(' ')))];
/** "kal" and the espeak-ng variants are in no training set of ours; the other flite voices are in the model's. */
const voices = [
  fliteVoice('rms', 1.1, lexicon),
  fliteVoice('slt', 0.95, lexicon),
  fliteVoice('kal', 1, lexicon),
  espeakVoice('en-us+announcer', 150, lexicon),
  espeakVoice('en-us+steph3', 170, lexicon),
];
const sounds = [
  ['clean', undefined],
  ['noise 20 dB', 20],
  ['noise 10 dB', 10],
] as const;
const sentencesPerRecording = 3;

try {
  const report: AlignmentReport = {
    model: values.model ?? 'bundled',
    seed: Number(values.seed),
    short: [],
    long: [],
  };
  const said: SaidSentence[] = [];
  for (const voice of voices) {
    const own = voice.say(sentences, folder);
    note(`${voice.name}: ${own.length} of ${sentences.length} sentences`);
    said.push(...own);
    for (const [sound, snrDb] of sounds) {
      for (const text of ['known', 'one word in ten wrong', 'as the recogniser hears it']) {
        const told: ToldWord[] = [];
        const found: Awaited<ReturnType<typeof align>> = [];
        for (let at = 0; at + sentencesPerRecording <= own.length; at += sentencesPerRecording) {
          const recording = joinSentences(own.slice(at, at + sentencesPerRecording), random);
          const samples =
            snrDb === undefined ? recording.samples : withNoise(recording.samples, snrDb, random);
          if (text === 'as the recogniser hears it') {
            const heard = await listen({ samples, words: recording.words });
            told.push(...heard.told);
            found.push(...(await align(samples, heard.told, heard.windows)));
            continue;
          }
          const words =
            text === 'known'
              ? tellAll(recording.words, random)
              : tellWithErrors(recording.words, vocabulary, random);
          told.push(...words);
          found.push(...(await align(samples, words)));
        }
        report.short.push({ voice: voice.name, sound, text, ...boundaryErrors(told, found) });
      }
    }
  }

  const long = longRecording(said, Number(values.minutes));
  const windows = windowsOf(long.words, 15_000);
  for (const text of [
    'known',
    'known, times 1.5 s off',
    'one word in ten wrong',
    'one word in ten wrong, times 1.5 s off',
    'and two minutes missing or wrong',
  ]) {
    note(`${values.minutes} minutes, ${text}`);
    let words = text.startsWith('known')
      ? tellAll(long.words, random)
      : tellWithErrors(long.words, vocabulary, random);
    if (text.startsWith('and')) words = words.flatMap((word) => lostPassage(word));
    const isRough = text.endsWith('off');
    if (isRough) words = roughly(words, windows, 1500, random);
    const started = performance.now();
    const found = await align(long.samples, words, isRough ? windows : undefined);
    const timesRealTime = long.samples.length / 16 / (performance.now() - started);
    report.long.push({
      minutes: long.samples.length / 960_000,
      text,
      timesRealTime,
      ...boundaryErrors(words, found),
      ...drift(words, found),
    });
  }
  if (values.corpus)
    report.pauses = await checkPauses(resolve(values.corpus), aligner, folder, Number(values.every));
  if (values.json) console.log(JSON.stringify(report));
  else printTables(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function align(samples: Int16Array, words: readonly ToldWord[], windows?: readonly Span[]) {
  const pcmPath = join(folder, 'aligned.pcm');
  writeFileSync(pcmPath, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const signal = new AbortController().signal;
  return aligner.align({
    pcmPath,
    words: words.map(({ truth, ...word }) => word),
    speech: [],
    windows,
    signal,
  });
}

/** Every sentence of every voice again and again, each time in another order, until it is long enough. */
function longRecording(all: readonly SaidSentence[], minutes: number) {
  const order: SaidSentence[] = [];
  let samples = 0;
  while (samples < minutes * 960_000) {
    for (const sentence of shuffled(all, random)) {
      order.push(sentence);
      samples += sentence.samples.length + 8000;
      if (samples >= minutes * 960_000) break;
    }
  }
  const joined = joinSentences(order, random);
  return { words: joined.words, samples: withNoise(joined.samples, 25, random) };
}

/** The text lacks one minute, and another minute of it is other words. */
function lostPassage(word: ToldWord): ToldWord[] {
  const minute = Math.floor(word.startMs / 60_000);
  if (minute === Math.floor(Number(values.minutes) / 4)) return [];
  if (minute !== Math.floor(Number(values.minutes) / 2)) return [word];
  const text = vocabulary[Math.floor(random() * vocabulary.length)]!;
  return [{ ...word, text, truth: undefined }];
}
