/**
 * Who has finished speaking: how often the end of a sentence is taken for one, and a pause inside it for none; by the sound alone
 * (the end-of-turn model), by the recogniser's last word alone, and by both, as the product does.
 *
 *   node lab/bench/turns.ts [--data FOLDER] [--learners 120] [--seed 1] [--folds FOLDER]
 *
 * --folds: corrections of the recogniser that have not heard some learners (models/training/moonshine).
 *
 * Real recordings are cut at the end of a word and 200 ms of the recording's own background are put behind: at the end of a sentence
 * (`finished`), at a comma (`clause`), inside a clause (`inside`). English is cut where the aligner places the words of the known text,
 * other languages at their ends and at quiet places between 40 and 80 %. Limits are chosen on one half of the speakers and recordings
 * (by their names) and told on the other.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { logOdds } from '#server/domain/log-odds.ts';
import type { Word } from '#server/domain/transcript/types.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import type { MoonshineEngine } from '#server/engines/asr/moonshine/engine.ts';
import { openEndOfTurn } from '#server/engines/turns/end-of-turn.ts';
import {
  behindFinishedMs,
  drawlOf,
  finishedFrom,
  finishedWaitMs,
  fittedOdds,
} from '#server/engines/turns/finished.ts';
import { reasonOf } from '#server/engines/turns/last-word.ts';
import type { TurnEnd } from '#server/engines/turns/port.ts';
import { seededRandom } from '../../testkit/random.ts';
import { readFolds } from '../validity/hear-corpus.ts';
import { corpusUtterances } from './asr-corpus.ts';
import { openRecogniser } from './asr-engines.ts';
import { readManifest } from './clips-manifest.ts';
import { isChosenOn } from './turns/halves.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    learners: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    folds: { type: 'string' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const data = values.data ?? join(root, '..', 'shared', 'data');
const bundled = (file: string) => join(root, 'models', 'bundled', file);
const random = seededRandom(Number(values.seed));

type Kind = 'finished' | 'clause' | 'pause' | 'inside';
interface Case {
  group: string;
  /** Whose it is: halves are made of these. */
  owner: string;
  kind: Kind;
  /** What the recogniser's last word says; silence in languages that it does not know. */
  reason: TurnEnd['reason'];
  probability: number;
  /** The recogniser's confidence in its last word. */
  confidence: number;
  /** Whether a sentence ends behind it, and how slowly it was said, as the product sees it. */
  sentenceEnd: number;
  drawl: number;
}

const PER_MS = 16;
const BEHIND_MS = 200;
const CUTS = 3;
const folder = await mkdtemp(join(tmpdir(), 'assay-turns-'));
const network = await openEndOfTurn(bundled('end-of-turn.onnx'));
const aligner = await createCtcAligner({
  modelPath: bundled('ctc-en.onnx'),
  lexiconPath: bundled('lexicon-en.txt'),
});
const recogniser = await openRecogniser('base');
const graphsFor = values.folds ? await readFolds(values.folds) : undefined;
const ofFolds = new Map<string, MoonshineEngine>();
const isEnglish = (group: string) => group.length > 2;
const cases: Case[] = [];

try {
  for (const { file, transcript } of readManifest(join(data, 'clips', 'manifest.csv'), 'en')) {
    const pcmPath = decoded(join(data, 'clips', file));
    await cutEnglish(file.startsWith('earnings') ? 'calls' : 'readers', file, pcmPath, transcript);
  }
  const wanted = Number(values.learners);
  const adults = corpusUtterances(join(data, 'speechocean762'), {
    soundsFolder: join(folder, 'learners'),
    minAge: 16,
    speakers: undefined,
  });
  const step = adults.length / wanted;
  for (let at = 0; at < wanted; at++) {
    const { speaker, text, pcmPath } = adults[Math.floor(at * step)]!;
    await cutEnglish('learners', speaker, pcmPath(), `${text.toLowerCase()}.`);
  }
  for (const { file, language } of readManifest(join(data, 'clips', 'manifest.csv'))) {
    if (language !== 'en') await cutAnywhere(language, file, decoded(join(data, 'clips', file)));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
report();

function decoded(path: string): string {
  const to = join(folder, `${path.replaceAll(/[^A-Za-z0-9]/g, '_')}.pcm`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', path, '-f', 's16le', '-ar', '16000', '-ac', '1', to]);
  return to;
}

async function soundOf(pcmPath: string): Promise<Float32Array> {
  const bytes = await readFile(pcmPath);
  return Float32Array.from(
    new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1),
    (value) => value / 32768,
  );
}

async function cutEnglish(group: string, owner: string, pcmPath: string, text: string): Promise<void> {
  const sound = await soundOf(pcmPath);
  const endMs = Math.floor(sound.length / PER_MS);
  const whole = { startMs: 0, endMs };
  const texts = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const windows = endMs <= 30_000 ? [whole] : undefined;
  const words: Word[] = texts.map((word, index) => ({
    text: word,
    startMs: Math.floor((endMs * index) / texts.length),
    endMs: Math.floor((endMs * (index + 1)) / texts.length),
    confidence: 1,
  }));
  const signal = new AbortController().signal;
  const aligned = await aligner.align({ pcmPath, words, speech: [whole], windows, signal });
  const inside: number[] = [];
  const add = (index: number, kind: Kind) => judge(group, owner, kind, sound, aligned[index]!.endMs);
  const gapMs = (index: number) => (aligned[index + 1]?.startMs ?? endMs) - aligned[index]!.endMs;
  for (const [index, word] of texts.entries()) {
    const isLast = index === texts.length - 1;
    if (aligned[index]!.unsupported || aligned[index]!.endMs < 1500) continue;
    if (isLast || /[.?!]["”’)]*$/.test(word)) await add(index, 'finished');
    else if (/[,;:–—]["”’)]*$/.test(word)) await add(index, 'clause');
    else if (gapMs(index) >= BEHIND_MS) await add(index, 'pause');
    else if (index >= 3 && index < texts.length - 2) inside.push(index);
  }
  for (let cut = 0; cut < CUTS && inside.length > 0; cut++) {
    const [index] = inside.splice(Math.floor(random() * inside.length), 1);
    await add(index!, 'inside');
  }
}

async function cutAnywhere(language: string, owner: string, pcmPath: string): Promise<void> {
  const sound = await soundOf(pcmPath);
  const levels = levelsOf(sound);
  const floor = quantile(levels, 0.05);
  const loud = levels.findLastIndex((level) => level > Math.max(4 * floor, 0.05 * Math.max(...levels)));
  await judge(language, owner, 'finished', sound, (loud + 1) * 10 + 40);
  for (let cut = 0; cut < CUTS; cut++) {
    const about = Math.floor(loud * (0.4 + 0.4 * random()));
    const near = levels.slice(about - 15, about + 15);
    await judge(language, owner, 'inside', sound, (about - 15 + near.indexOf(Math.min(...near))) * 10);
  }
}

/** @param endMs end of the last word; the recording's own sound follows until the next speech, then its background */
async function judge(group: string, owner: string, kind: Kind, sound: Float32Array, endMs: number) {
  const end = Math.min(sound.length, Math.round(endMs * PER_MS));
  const natural = kind === 'inside' ? end : Math.min(sound.length, end + BEHIND_MS * PER_MS);
  const cut = new Float32Array(end + BEHIND_MS * PER_MS);
  cut.set(sound.subarray(0, natural));
  if (kind === 'inside')
    for (let back = 1; back <= 10 * PER_MS && back <= end; back++) cut[end - back]! *= back / (10 * PER_MS);
  const background = Math.min(quantile(levelsOf(sound), 0.05), 0.01);
  // Uniform noise of that level.
  for (let at = natural; at < cut.length; at++) cut[at] = background * Math.sqrt(12) * (random() - 0.5);
  const probability = await network.probability(cut);
  const { words, sentenceEnd = 0 } = isEnglish(group)
    ? await recognised(group === 'learners' ? await strangerTo(owner) : recogniser, cut)
    : { words: [] };
  const last = words.at(-1);
  const { text: lastWord = '', confidence = 0 } = last ?? {};
  const drawl = last ? drawlOf(lastWord, last.endMs - last.startMs) : 0;
  const reason = reasonOf({ lastWord, isWhole: true }, 'en');
  cases.push({ group, owner, kind, reason, probability, confidence, sentenceEnd, drawl });
}

/** A recogniser that has not heard a learner, where there is one. */
async function strangerTo(speaker: string): Promise<MoonshineEngine> {
  const graphsFolder = graphsFor?.(speaker);
  if (graphsFolder === undefined) return recogniser;
  const engine = ofFolds.get(graphsFolder) ?? (await openRecogniser('base', { graphsFolder }));
  ofFolds.set(graphsFolder, engine);
  return engine;
}

function recognised(engine: MoonshineEngine, cut: Float32Array) {
  return engine.transcribeSound!({
    samples: cut.slice(-15_000 * PER_MS),
    language: 'en',
    hotwords: [],
    signal: new AbortController().signal,
  });
}

/** Root mean square of every 10 ms. */
function levelsOf(sound: Float32Array): number[] {
  const levels: number[] = [];
  for (let at = 0; at + 160 <= sound.length; at += 160) {
    let squares = 0;
    for (let sample = at; sample < at + 160; sample++) squares += sound[sample]! ** 2;
    levels.push(Math.sqrt(squares / 160));
  }
  return levels;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))]!;
}

function report(): void {
  console.log(`${cases.length} cuts; sound: from ${finishedFrom}; soon, likely: as the product does`);
  console.log('half      group      cut       cases  sound alone  words alone      soon  or likely');
  for (const chosen of [true, false]) {
    for (const group of new Set(cases.map((one) => one.group))) {
      for (const kind of ['finished', 'clause', 'pause', 'inside'] as const) {
        const some = cases.filter(
          (one) =>
            one.group === group &&
            one.kind === kind &&
            (isEnglish(group) ? isChosenOn(one.owner) === chosen : !chosen),
        );
        if (some.length === 0) continue;
        const waitMs = (one: Case) => behindFinishedMs(one, { language: 'en', recogniser: recogniser.id });
        const line = [
          share(some, ({ probability }) => probability >= finishedFrom).padStart(11),
          ...(isEnglish(group)
            ? [
                share(some, ({ reason }) => reason === 'sentence-ended').padStart(11),
                share(some, (one) => waitMs(one) === finishedWaitMs),
                share(some, (one) => waitMs(one) !== undefined),
              ]
            : []),
        ];
        const name = isEnglish(group) ? (chosen ? 'chosen' : 'told') : 'all';
        console.log(
          `${name.padEnd(9)} ${group.padEnd(10)} ${kind.padEnd(9)} ${String(some.length).padStart(5)}  ${line.join('  ')}`,
        );
      }
    }
  }
  console.log('\nproduct’s weights');
  printLimits((one) => fittedOdds(one, recogniser.id) ?? Number.NEGATIVE_INFINITY);
  const oddsBy = fit(
    cases.filter((one) => isEnglish(one.group) && isChosenOn(one.owner) && one.reason !== 'long-silence'),
  );
  printLimits((one) => (one.reason === 'long-silence' ? Number.NEGATIVE_INFINITY : oddsBy(one)));
}

/** What each limit would give, in both halves: shares of ends, and of everything else, that are taken for finished. */
function printLimits(oddsOf: (one: Case) => number): void {
  console.log('limit   chosen: ends   others   told: ends   others');
  const english = cases.filter(({ group }) => isEnglish(group));
  for (let limit = -0.5; limit < 1.75; limit += 0.1) {
    const cells = [true, false].flatMap((chosen) =>
      [true, false].map((ends) =>
        share(
          english.filter(({ owner, kind }) => isChosenOn(owner) === chosen && (kind === 'finished') === ends),
          (one) => oddsOf(one) >= limit,
        ),
      ),
    );
    console.log(`${limit.toFixed(1)}   ${cells.join('   ')}`);
  }
}

/** What the product's weights would be, fitted on the chosen half: logistic regression by Newton's method. */
function fit(some: readonly Case[]): (one: Case) => number {
  const rowOf = ({ probability, confidence, reason, sentenceEnd, drawl }: Case) => [
    logOdds(probability),
    confidence,
    Number(reason === 'sentence-ended'),
    sentenceEnd,
    drawl,
    1,
  ];
  const rows = some.map(rowOf);
  const weights = rows[0]!.map(() => 0);
  const bias = weights.length - 1;
  for (let round = 0; round < 20; round++) {
    const slope = weights.map(() => 0);
    const bend = weights.map((_, at) => weights.map((_, to) => (at === to && at < bias ? 0.1 : 0)));
    for (const [index, row] of rows.entries()) {
      const odds = row.reduce((sum, value, at) => sum + value * weights[at]!, 0);
      const probability = 1 / (1 + Math.exp(-odds));
      const off = Number(some[index]!.kind === 'finished') - probability;
      for (const [at, value] of row.entries()) {
        slope[at]! += off * value;
        for (const [to, other] of row.entries())
          bend[at]![to]! += probability * (1 - probability) * value * other;
      }
    }
    for (let at = 0; at < bias; at++) slope[at]! -= 0.1 * weights[at]!;
    const step = solved(bend, slope);
    for (const [at, value] of step.entries()) weights[at]! += value;
  }
  const names = ['sound', 'confidence', 'reads', 'sentenceEnd', 'drawl', 'bias'];
  const fitted = names.map((name, at) => `${name} ${weights[at]!.toFixed(2)}`);
  console.log(`\nfitted on the chosen half: ${fitted.join(', ')}`);
  return (one) => rowOf(one).reduce((sum, value, at) => sum + value * weights[at]!, 0);
}

/** Of a small system of linear equations, by elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (const [at, pivot] of rows.entries()) {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const share = row[at]! / pivot[at]!;
      for (const [column, value] of pivot.entries()) row[column]! -= share * value;
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}

function share(some: readonly Case[], which: (one: Case) => boolean): string {
  return `${((100 * some.filter(which).length) / some.length).toFixed(1)} %`.padStart(8);
}
