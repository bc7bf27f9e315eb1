import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { scoreMatch } from '../../../server/domain/matching/score-match.ts';
import { loadTaxonomies } from '../../../server/engines/skills/files.ts';
import { createBm25 } from '../cv-match/bm25.ts';
import { type CorpusCv, filesIn, queryOf, questionOf, readAll, readFileOf } from '../cv-match/corpus.ts';
import { jobs } from '../cv-match/jobs.ts';
import { languageFigures, linesPerSecond, openEngines, readingNames, vectorScores } from './engines.ts';
import { productScores } from './product.ts';
import { type Figures, figuresOf, fuseOnFirstHalf, type Scores } from './rankings.ts';

interface QualityLine {
  name: string;
  how: string;
  chosen: Figures;
  reported: Figures;
}

interface EngineLine {
  name: string;
  dimensions: number;
  sizeBytes: number;
  linesPerSecond: number;
  languages: { english: number; own: number; fromEnglish: number };
}

export interface QualityReport {
  cvs: number;
  lines: QualityLine[];
  engines: EngineLine[];
}

export async function measureQuality({
  corpus,
  kept,
  models,
}: {
  corpus: string;
  kept: string | null;
  models: readonly string[];
}): Promise<QualityReport> {
  const cvs = await readCorpus(corpus, kept);
  const categories = cvs.map(({ category }) => category);
  const lines: QualityLine[] = [];
  const add = (name: string, scores: Scores, how = '') => {
    const figures = (half: 'chosen' | 'reported') => figuresOf(scores, half, categories);
    lines.push({ name, how, chosen: figures('chosen'), reported: figures('reported') });
    return { name, scores };
  };

  const book = loadTaxonomies(resolve(import.meta.dirname, '../../../models/skills'));
  const rank = createBm25(cvs.map(({ text }) => text));
  const perJob = (score: (job: (typeof jobs)[number]) => number[]): Scores =>
    new Map(jobs.map((job) => [job, score(job)]));
  const rules = add(
    'rules',
    perJob((job) => cvs.map((cv) => scoreMatch(questionOf(job, cv), book).score)),
  );
  const words = add(
    'BM25',
    perJob((job) => rank(queryOf(job))),
  );

  const engines: EngineLine[] = [];
  for (const { name, engine, sizeBytes } of await openEngines(models)) {
    for (const reading of readingNames) {
      const vectors = add(`${name}, ${reading}`, await vectorScores(engine, cvs, reading));
      const found = { name: 'vectors', scores: vectors.scores };
      const retrieval = fuseOnFirstHalf([words, found], categories);
      add('  BM25 and these', retrieval.scores, retrieval.how);
      const all = fuseOnFirstHalf([rules, words, found], categories);
      add('  rules, BM25 and these', all.scores, all.how);
    }
    for (const { name: way, words: said, near, both, ended } of await productScores(engine, cvs)) {
      add(`${name}, product, ${way}: by words`, said);
      add('  by vectors', near);
      add('  by both, as retrieved', both);
      add('  as a search ends', ended);
      const parts = [
        { name: 'as it ends', scores: ended },
        { name: 'as retrieved', scores: both },
      ];
      const together = fuseOnFirstHalf(parts, categories);
      add('  both of these', together.scores, together.how);
    }
    engines.push({
      name,
      dimensions: engine.dimensions,
      sizeBytes,
      linesPerSecond: await linesPerSecond(engine, cvs),
      languages: await languageFigures(engine),
    });
  }
  return { cvs: cvs.length, lines, engines };
}

/** From the file `kept` where there is one. */
export async function readCorpus(corpus: string, kept: string | null): Promise<CorpusCv[]> {
  const text = kept && (await readFile(kept, 'utf8').catch(() => null));
  if (text) return JSON.parse(text) as CorpusCv[];
  const cvs = await readAll(await filesIn(corpus), 2, readFileOf);
  if (kept) await writeFile(kept, JSON.stringify(cvs));
  return cvs;
}

export function printQuality({ cvs, lines, engines }: QualityReport): void {
  console.log(
    `\n${cvs} CVs; mean average precision and nDCG@10 on 12 occupations that chose the weights | on the 12 others`,
  );
  const show = ({ meanAveragePrecision, ndcg10, error }: Figures) =>
    `${meanAveragePrecision.toFixed(3)} ± ${error.toFixed(3)}  ${ndcg10.toFixed(3)}`;
  for (const { name, how, chosen, reported } of lines) {
    console.log(`${name.padEnd(70)} ${show(chosen)} | ${show(reported)}   ${how}`);
  }
  console.log(
    '\nmodel, dimensions, size, lines a second; reciprocal rank of 8 phrases: English, own language, from English',
  );
  for (const { name, dimensions, sizeBytes, linesPerSecond: speed, languages } of engines) {
    const { english, own, fromEnglish } = languages;
    console.log(
      `${name.padEnd(30)} ${dimensions}  ${(sizeBytes / 1e6).toFixed(1)} MB  ${speed.toFixed(0)}/s   ` +
        `${english.toFixed(3)} ${own.toFixed(3)} ${fromEnglish.toFixed(3)}`,
    );
  }
}
