/**
 * Which hesitations the aligner hears that a transcript leaves out, and how often it hears some where there is none.
 *
 *     assay bench hesitations --corpus DIR [--clips DIR] [--heard FILE] [--every 1] [--seed 1] [--json]
 *
 * `--corpus` (laid out like speechocean762): adults' utterances, those of speakers whom the experts found fluent, as they are and with
 * filled pauses, repetitions and words cut off spliced in; speakers in two halves, the first of which the limits were chosen on. The text
 * is known, the words' times are not. `--clips`: a folder with manifest.csv (file, language, transcript) whose English transcripts
 * write "uh" and "um"; true places come from aligning these. `--heard`: what a recogniser made of the clips, as JSON
 * {"file": [{"startMs", "endMs", "text"}]}, window by window; without it the transcript is told, its hesitations left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isHesitation } from '../../server/domain/transcript/hesitations.ts';
import type { AlignedWord, Span, Word } from '../../server/domain/transcript/types.ts';
import { createCtcAligner } from '../../server/engines/align/ctc.ts';
import { type CorpusUtterance, decodeAll, readCorpus } from '../../testkit/corpus.ts';
import { seededRandom } from '../../testkit/random.ts';
import { speakerSounds, spliceHesitations } from '../../testkit/splice.ts';
import { readManifest } from './clips-manifest.ts';
import { addFound, type Found, nothingFound } from './hesitations/found-hesitations.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    clips: { type: 'string' },
    heard: { type: 'string' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
/** Mean of the experts' medians from which a speaker's own hesitations are few. */
const fluentFrom = 7.5;
const adultFromYears = 16;
const utterancesPerSpeaker = 4;

type HeardWindow = Span & { text: string };

const bundled = resolve(import.meta.dirname, '../../models/bundled');
const aligner = await createCtcAligner({
  modelPath: join(bundled, 'ctc-en.onnx'),
  lexiconPath: join(bundled, 'lexicon-en.txt'),
});
const signal = new AbortController().signal;
const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const results: Record<string, Found> = {};
const resultOf = (name: string): Found => {
  results[name] ??= nothingFound();
  return results[name];
};

try {
  if (values.corpus) await measureCorpus(resolve(values.corpus));
  if (values.clips) await measureClips(resolve(values.clips));
  if (!values.corpus && !values.clips) throw new Error('Give --corpus or --clips.');
  if (values.json) console.log(JSON.stringify(results));
  else print();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureCorpus(corpus: string): Promise<void> {
  const age = new Map(
    readFileSync(join(corpus, 'spk2age'), 'utf8')
      .split('\n')
      .map((line) => line.split(/\s+/) as [string, string]),
  );
  const bySpeaker = new Map<string, CorpusUtterance[]>();
  for (const utterance of await readCorpus(corpus)) {
    if (Number(age.get(utterance.speaker)) < adultFromYears || utterance.words.length < 5) continue;
    bySpeaker.set(utterance.speaker, [...(bySpeaker.get(utterance.speaker) ?? []), utterance]);
  }
  const fluent = [...bySpeaker]
    .filter(([, all]) => all.reduce((sum, { scores }) => sum + scores.fluency, 0) / all.length >= fluentFrom)
    .filter((_, index) => index % Number(values.every) === 0);
  for (const [index, [, utterances]] of fluent.entries()) {
    const half = index % 2 === 0 ? 'chosen on' : 'unseen';
    const random = seededRandom(Number(values.seed) + index);
    const paths = await decodeAll(
      utterances.map(({ audioPath }) => audioPath),
      folder,
    );
    const read = [];
    for (const [n, { words }] of utterances.entries()) {
      const samples = new Int16Array(new Uint8Array(readFileSync(paths[n]!)).buffer);
      read.push({ samples, ...(await align(samples, [wholeWindow(samples, words.join(' '))])) });
    }
    const sounds = speakerSounds(read);
    for (const { samples, words, inserted } of read.slice(0, utterancesPerSpeaker)) {
      addFound(resultOf(`as they are, ${half}`), [], inserted, samples.length / 16);
      const made = spliceHesitations(samples, words, sounds, random);
      const text = words.map((word) => word.text).join(' ');
      const spliced = await align(made.samples, [wholeWindow(made.samples, text)]);
      const truth = made.spliced.map((one) => ({ ...one, filler: one.kind === 'uh' || one.kind === 'um' }));
      addFound(resultOf(`spliced, ${half}`), truth, spliced.inserted, made.samples.length / 16);
    }
  }
}

async function measureClips(clips: string): Promise<void> {
  const heard = values.heard
    ? (JSON.parse(readFileSync(values.heard, 'utf8')) as Record<string, HeardWindow[]>)
    : {};
  for (const { file, transcript } of readManifest(join(clips, 'manifest.csv'), 'en')) {
    const [path] = await decodeAll([join(clips, file)], folder);
    const samples = new Int16Array(new Uint8Array(readFileSync(path!)).buffer);
    const truth = await align(samples, [wholeWindow(samples, transcript)]);
    const withoutFillers = transcript
      .split(/\s+/)
      .filter((word) => !isHesitation(word, 'en'))
      .join(' ');
    const told = await align(samples, heard[file] ?? [wholeWindow(samples, withoutFillers)]);
    const written = told.words.filter(({ filler }) => filler);
    const left = truth.words.filter(
      (word) => word.filler && !written.some((one) => one.startMs < word.endMs && one.endMs > word.startMs),
    );
    const name = truth.words.some(({ filler }) => filler) ? 'clips with hesitations' : 'clips without';
    addFound(
      resultOf(name),
      left.map((word) => ({ ...word, filler: true })),
      told.inserted,
      samples.length / 16,
    );
  }
}

function wholeWindow(samples: Int16Array, text: string): HeardWindow {
  return {
    startMs: 0,
    endMs: Math.floor(samples.length / 16),
    text,
  };
}

/** Words of windows, their times spread evenly over each, aligned; and what the aligner puts between them. */
async function align(
  samples: Int16Array,
  windows: readonly HeardWindow[],
): Promise<{ words: AlignedWord[]; inserted: AlignedWord[] }> {
  const pcmPath = join(folder, 'aligned.pcm');
  writeFileSync(pcmPath, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const words = windows.flatMap(({ startMs, endMs, text }) => {
    const texts = text.split(/\s+/).filter(Boolean);
    const at = (n: number) => Math.round(startMs + ((endMs - startMs) * n) / texts.length);
    return texts.map(
      (word, n): Word => ({
        text: word,
        confidence: 1,
        startMs: at(n),
        endMs: at(n + 1),
        ...(isHesitation(word, 'en') && { filler: true }),
      }),
    );
  });
  const aligned = await aligner.align({ pcmPath, words, speech: [], windows, signal });
  const all = await aligner.withHesitations!({ pcmPath, words: aligned, signal });
  // Of a word said twice the first is counted, which may be the one that the recogniser wrote.
  const told = new Set(aligned.filter(({ filler }) => filler).map(({ startMs }) => startMs));
  const inserted = all.filter(
    ({ filler, abandoned, startMs }) => abandoned || (filler && !told.has(startMs)),
  );
  return { words: aligned, inserted };
}

function print(): void {
  const percent = (part: number, whole: number) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '');
  console.log(
    '| recordings | minutes | filled pauses | found | of those put in, right | false a minute | false starts | found | of those put in, right | false a minute |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, found] of Object.entries(results)) {
    const kind = (said: number, right: number, wrong: number) => [
      said,
      percent(right, said),
      percent(right, right + wrong),
      (wrong / found.minutes).toFixed(2),
    ];
    const cells = [
      name,
      found.minutes.toFixed(1),
      ...kind(found.filledPauses, found.filledPausesFound, found.falseFilledPauses),
      ...kind(found.falseStarts, found.falseStartsFound, found.falseFalseStarts),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
