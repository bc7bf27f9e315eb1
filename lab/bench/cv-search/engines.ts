import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { mixed } from '../../../server/domain/vectors/unit-vectors.ts';
import { openSentenceEmbeddings } from '../../../server/engines/embeddings/onnx/engine.ts';
import type { EmbeddingsEngine } from '../../../server/engines/embeddings/port.ts';
import { openStaticEmbeddings } from '../../../server/engines/embeddings/static/engine.ts';
import type { CorpusCv } from '../cv-match/corpus.ts';
import { queryOf } from '../cv-match/corpus.ts';
import { type BenchJob, jobs } from '../cv-match/jobs.ts';
import { mean } from '../cv-match/ranking.ts';
import { phrases } from './phrases.ts';
import type { Scores } from './rankings.ts';

const bundled = resolve(import.meta.dirname, '../../../models/bundled');
const { signal } = new AbortController();

export interface BenchEngine {
  name: string;
  engine: EmbeddingsEngine;
  sizeBytes: number;
}

/** The bundled vectors, then a model a folder. */
export async function openEngines(folders: readonly string[]): Promise<BenchEngine[]> {
  const bytesIn = (folder: string, files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const engines: BenchEngine[] = [
    {
      name: 'static, WordLlama 256',
      engine: await openStaticEmbeddings(bundled),
      sizeBytes: bytesIn(bundled, ['wordllama-256.bin', 'moonshine-tokens.txt']),
    },
  ];
  for (const folder of folders) {
    const networks = readdirSync(join(folder, 'onnx')).filter((file) => file.endsWith('_quantized.onnx'));
    engines.push({
      name: basename(resolve(folder)),
      engine: await openSentenceEmbeddings({ dir: folder, name: basename(folder), threads: 1 }),
      sizeBytes: bytesIn(folder, ['tokenizer.json', ...networks.map((file) => join('onnx', file))]),
    });
  }
  return engines;
}

/** About what every sentence model reads at once. */
const passageLetters = 800;

/** The whole text in pieces of whole lines. */
function passagesOf({ document }: CorpusCv): string[] {
  const passages: string[] = [];
  let passage = '';
  for (const { text } of document.lines) {
    if (passage.length + text.length > passageLetters && passage) {
      passages.push(passage);
      passage = '';
    }
    passage += `${text}\n`;
  }
  return [...passages, passage];
}

/** What a person is before what they tell, as far as one text can be embedded: headline, titles, skills, then the rest. */
function headFirst({ profile, text }: CorpusCv): string {
  const { headline, positions, skills } = profile;
  const titles = positions.map(({ title }) => title?.value);
  const names = skills.map(({ value }) => value);
  return [headline, titles.join(', '), names.join(', '), text].filter(Boolean).join('. ').slice(0, 2400);
}

const titlesOf = ({ profile: { headline, positions } }: CorpusCv): string =>
  [headline, ...positions.map(({ title }) => title?.value)].filter(Boolean).join(', ');

const embedAll = (engine: EmbeddingsEngine, texts: readonly string[]) =>
  engine.embed(texts, 'passage', signal);
const ask = async (engine: EmbeddingsEngine, text: string) =>
  (await engine.embed([text], 'query', signal))[0]!;
const meanOf = (vectors: readonly Int8Array[]) => mixed(vectors.map((vector) => ({ vector, weight: 1 })));

const wholeText = async (engine: EmbeddingsEngine, cv: CorpusCv) =>
  meanOf(await embedAll(engine, passagesOf(cv)));

/** How a CV, and a job, become one vector. */
const readings = {
  /** The mean of the passages. */
  'whole text': {
    ofCv: wholeText,
    ofJob: (engine: EmbeddingsEngine, job: BenchJob) => ask(engine, queryOf(job)),
  },
  /** One text, cut where the model stops. */
  'head first': {
    ofCv: async (engine: EmbeddingsEngine, cv: CorpusCv) => (await embedAll(engine, [headFirst(cv)]))[0]!,
    ofJob: (engine: EmbeddingsEngine, job: BenchJob) => ask(engine, queryOf(job)),
  },
  /** Titles count twice what the whole text does; of the job, its title as much as all of it. Chosen on the first half. */
  'titles and text': {
    ofCv: async (engine: EmbeddingsEngine, cv: CorpusCv) => {
      const [titles] = await embedAll(engine, [titlesOf(cv)]);
      return mixed([
        { vector: titles!, weight: 2 },
        { vector: await wholeText(engine, cv), weight: 1 },
      ]);
    },
    ofJob: async (engine: EmbeddingsEngine, job: BenchJob) =>
      meanOf([await ask(engine, queryOf(job)), await ask(engine, job.description.split('\n')[0]!)]),
  },
} as const;
export type Reading = keyof typeof readings;
export const readingNames = Object.keys(readings) as Reading[];

const dot = (a: Int8Array, b: Int8Array): number => a.reduce((sum, value, n) => sum + value * b[n]!, 0);

export async function vectorScores(
  engine: EmbeddingsEngine,
  cvs: readonly CorpusCv[],
  reading: Reading,
): Promise<Scores> {
  const vectors: Int8Array[] = [];
  for (const cv of cvs) vectors.push(await readings[reading].ofCv(engine, cv));
  const scores = new Map<BenchJob, number[]>();
  for (const job of jobs) {
    const query = await readings[reading].ofJob(engine, job);
    scores.set(
      job,
      vectors.map((vector) => dot(query, vector)),
    );
  }
  return scores;
}

/** Lines of CVs a second, on one thread: the median of five times. */
export async function linesPerSecond(engine: EmbeddingsEngine, cvs: readonly CorpusCv[]): Promise<number> {
  const lines = cvs.flatMap(({ document }) => document.lines.map(({ text }) => text)).slice(0, 512);
  const speeds: number[] = [];
  for (let round = 0; round < 6; round++) {
    const began = performance.now();
    await embedAll(engine, lines);
    speeds.push((1000 * lines.length) / (performance.now() - began));
  }
  // The first finds everything cold.
  return speeds.slice(1).sort((a, b) => a - b)[2]!;
}

/** Mean reciprocal rank of the right phrase among eight: asked in each language or in English, told in each language. */
export async function languageFigures(engine: EmbeddingsEngine) {
  const told = new Map<string, Int8Array[]>();
  for (const [code, pairs] of Object.entries(phrases)) {
    told.set(
      code,
      await embedAll(
        engine,
        pairs.map(([, text]) => text),
      ),
    );
  }
  const rank = async (asked: readonly string[], code: string) => {
    const queries = await engine.embed(asked, 'query', signal);
    return mean(
      queries.map((query, right) => {
        const products = told.get(code)!.map((vector) => dot(query, vector));
        return 1 / (1 + products.filter((product) => product > products[right]!).length);
      }),
    );
  };
  const others = Object.keys(phrases).filter((code) => code !== 'en');
  const askedIn = (code: string) => phrases[code]!.map(([text]) => text);
  return {
    english: await rank(askedIn('en'), 'en'),
    own: mean(await Promise.all(others.map((code) => rank(askedIn(code), code)))),
    fromEnglish: mean(await Promise.all(others.map((code) => rank(askedIn('en'), code)))),
  };
}
