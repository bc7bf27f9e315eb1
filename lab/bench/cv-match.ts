/**
 * Whether the CVs of an occupation outrank the others for a job of that occupation, against BM25 over the same texts,
 * and how fast CVs are matched.
 *
 *   scripts/assay bench cv-match [--corpus DIR] [--parallel N] [--json]
 *   scripts/assay bench cv-match --pairs [--aside | --wrong | --json] [--names]
 *
 * DIR has a folder of PDFs per occupation, named as in cv-match/jobs.ts. The time of a match is that of reading the
 * file, parsing it and scoring it against one job; N files (2) are worked on at once.
 *
 * --pairs judges the requirements and CV lines of cv-match/pairs that thresholds were chosen on, --aside those kept
 * aside; --names leaves out the vectors, --wrong lists the pairs judged otherwise than by us, and none of those aside.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreByMeaning } from '../../server/domain/matching/score-by-meaning.ts';
import { scoreMatch } from '../../server/domain/matching/score-match.ts';
import { openStatements } from '../../server/engines/embeddings/onnx/statements.ts';
import { openStaticEmbeddings } from '../../server/engines/embeddings/static/engine.ts';
import { loadTaxonomies } from '../../server/engines/skills/files.ts';
import { createBm25 } from './cv-match/bm25.ts';
import {
  type CorpusCv,
  type CorpusFile,
  filesIn,
  queryOf,
  questionOf,
  readAll,
  readFileOf,
} from './cv-match/corpus.ts';
import { jobs } from './cv-match/jobs.ts';
import { measurePairs, printPairs } from './cv-match/measure-pairs.ts';
import { averagePrecision, mean } from './cv-match/ranking.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/data/cv') },
    parallel: { type: 'string', default: '2' },
    pairs: { type: 'boolean', default: false },
    aside: { type: 'boolean', default: false },
    names: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const book = loadTaxonomies(resolve(import.meta.dirname, '../../models/skills'));

interface ReadCv extends CorpusCv {
  matchMs: number;
}

async function main(): Promise<void> {
  const files = await filesIn(values.corpus);
  const began = performance.now();
  const cpuBefore = cpuSeconds();
  const cvs = await readAll(files, Number(values.parallel), readOne);
  const minutes = (performance.now() - began) / 60_000;
  const cpuPerMatch = (cpuSeconds() - cpuBefore) / files.length;
  const times = cvs.map(({ matchMs }) => matchMs).toSorted((a, b) => a - b);

  const rank = createBm25(cvs.map(({ text }) => text));
  const perJob = jobs.map((job) => {
    const ours = cvs.map((cv) => scoreMatch(questionOf(job, cv), book).score);
    const theirs = rank(queryOf(job));
    const precision = (scores: readonly number[]) =>
      averagePrecision(
        scores.map((score, at) => ({ score, isRelevant: cvs[at]!.category === job.category })),
      );
    return { category: job.category, matching: precision(ours), bm25: precision(theirs) };
  });
  const report = {
    cvs: cvs.length,
    unread: files.length - cvs.length,
    jobs: jobs.length,
    meanAveragePrecision: mean(perJob.map(({ matching }) => matching)),
    bm25: mean(perJob.map(({ bm25 }) => bm25)),
    cvsPerMinute: files.length / minutes,
    cpuSecondsPerMatch: cpuPerMatch,
    cores: availableParallelism(),
    loadAverage: loadavg()[0]!,
    matchMs: { median: times[Math.floor(times.length / 2)], p95: times[Math.floor(times.length * 0.95)] },
    perJob,
  };
  if (values.json) console.log(JSON.stringify(report, null, 2));
  else print(report);
}

/** Processor time of this process and of its ended children: what a match costs, however busy the machine is. */
function cpuSeconds(): number {
  const ticksPerSecond = 100;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // utime, stime, cutime, cstime: proc(5) counts them as fields 14 to 17, and three are cut off.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

async function readOne(file: CorpusFile): Promise<ReadCv | null> {
  const began = performance.now();
  const cv = await readFileOf(file);
  if (!cv) return null;
  scoreMatch(questionOf(jobs.find(({ category }) => category === file.category)!, cv), book);
  return { ...cv, matchMs: performance.now() - began };
}

function print(report: {
  cvs: number;
  unread: number;
  jobs: number;
  meanAveragePrecision: number;
  bm25: number;
  cvsPerMinute: number;
  cpuSecondsPerMatch: number;
  cores: number;
  loadAverage: number;
  matchMs: { median: number | undefined; p95: number | undefined };
  perJob: readonly { category: string; matching: number; bm25: number }[];
}): void {
  for (const { category, matching, bm25 } of report.perJob) {
    console.log(`${category.padEnd(24)} matching ${matching.toFixed(3)}   BM25 ${bm25.toFixed(3)}`);
  }
  console.log(
    `\n${report.cvs} CVs (${report.unread} unread), ${report.jobs} jobs: mean average precision ` +
      `${report.meanAveragePrecision.toFixed(3)}, BM25 ${report.bm25.toFixed(3)}`,
  );
  console.log(
    `${report.cvsPerMinute.toFixed(0)} CVs a minute, ${values.parallel} at once; one match: median ` +
      `${report.matchMs.median?.toFixed(0)} ms, p95 ${report.matchMs.p95?.toFixed(0)} ms`,
  );
  const capacity = (60 * report.cores) / report.cpuSecondsPerMatch;
  console.log(
    `${report.cpuSecondsPerMatch.toFixed(2)} s of processor time a match: ${capacity.toFixed(0)} a minute if ` +
      `${report.cores} cores did nothing else (load average while measuring: ${report.loadAverage.toFixed(1)})`,
  );
}

async function pairs(): Promise<void> {
  const half = values.aside ? 'aside' : 'chosen';
  const embeddings = await openStaticEmbeddings(resolve(import.meta.dirname, '../../models/bundled'));
  const statements = await openStatements(resolve(import.meta.dirname, '../../models/bundled'));
  const { signal } = new AbortController();
  const figures = await measurePairs(half, (question) =>
    values.names
      ? Promise.resolve(scoreMatch(question, book))
      : scoreByMeaning(question, { taxonomies: book, embeddings, statements }, signal),
  );
  if (values.json && !values.aside) console.log(JSON.stringify(figures, null, 2));
  else printPairs(half, figures, values.wrong && !values.aside);
}

await (values.pairs ? pairs() : main());
