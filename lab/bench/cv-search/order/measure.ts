import { rm } from 'node:fs/promises';
import { limits } from '../../../../server/config/limits.ts';
import type { EmbeddingsEngine } from '../../../../server/engines/embeddings/port.ts';
import { createSearchVectors } from '../../../../server/modules/search/index/search-vectors.ts';
import { seededRandom, shuffled } from '../../../../testkit/random.ts';
import { createBm25 } from '../../cv-match/bm25.ts';
import type { CorpusCv } from '../../cv-match/corpus.ts';
import { mean } from '../../cv-match/ranking.ts';
import { newDataDir, openSearch, titles } from '../installation.ts';
import { makePeople, textOf } from './made-people.ts';
import { type GradedSearch, readFolders, readSearches } from './searches.ts';

interface Person {
  id: string;
  language: string;
  text: string;
  /** Null: not graded for this search. */
  gradeFor(search: GradedSearch): number | null;
  candidate: { external_id: string } & Record<string, unknown>;
}

export interface OrderLine {
  search: string;
  half: GradedSearch['half'];
  /** nDCG@10 by name of the ranking. */
  ndcg10: Record<string, number>;
  /** Of people of other languages with the best grade, as many as fit: the share in the first 20. */
  foreign: { of: number; found: Record<string, number> };
}

export interface OrderReport {
  people: number;
  realCvs: number;
  rankings: string[];
  lines: OrderLine[];
}

/** An earlier occupation counts a little. */
const pastGrade = 1;

function peopleOf(cvs: readonly CorpusCv[]): Person[] {
  const folders = readFolders();
  const made = makePeople().map(({ id, language, kinds, candidate }): Person => {
    const [now = '', before = ''] = kinds;
    return {
      id,
      language,
      candidate,
      text: textOf(candidate),
      gradeFor: ({ grades }) =>
        Math.max(grades.get(now) ?? 0, (grades.get(before) ?? 0) === 3 && now !== before ? pastGrade : 0),
    };
  });
  const real = cvs.map(({ category, text }, n): Person => {
    const id = `real-${n}`;
    const cut = text.slice(0, limits.search.candidate.maxFreeTextChars);
    return {
      id,
      language: 'en',
      candidate: { external_id: id, text: cut },
      text: cut,
      gradeFor: ({ grades }) => ((folders.get(category) ?? []).some((kind) => grades.has(kind)) ? null : 0),
    };
  });
  return [...made, ...real];
}

/** nDCG@10 with gains of 2^grade − 1; those without a grade are left out. */
function ndcg10(ranked: readonly Person[], everybody: readonly Person[], search: GradedSearch): number {
  const grades = (people: readonly Person[]) =>
    people.map((person) => person.gradeFor(search)).filter((grade) => grade !== null);
  const gain = (list: readonly number[]) =>
    list.slice(0, 10).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
  return gain(grades(ranked)) / gain(grades(everybody).sort((a, b) => b - a));
}

/** Of the best in other languages than English, how many there are, at most 20, and how many of them are among the first 20. */
function foreignFound(ranked: readonly Person[], search: GradedSearch) {
  const isMeant = (person: Person) => person.language !== 'en' && person.gradeFor(search) === 3;
  return ranked
    .filter((person) => person.gradeFor(search) !== null)
    .slice(0, 20)
    .filter(isMeant).length;
}

const dot = (a: Int8Array, b: Int8Array): number => a.reduce((sum, value, n) => sum + value * b[n]!, 0);

/** How the product orders people for each search, beside BM25 and each engine's vectors of the same texts. */
export async function measureOrder({
  engine,
  others,
  cvs,
}: {
  engine: EmbeddingsEngine;
  others: readonly { name: string; engine: EmbeddingsEngine }[];
  cvs: readonly CorpusCv[];
}): Promise<OrderReport> {
  const people = shuffled(peopleOf(cvs), seededRandom(3));
  const byId = new Map(people.map((person) => [person.id, person]));
  const searches = readSearches();
  const dataDir = await newDataDir();
  const search = await openSearch({ made: createSearchVectors(engine, titles), dataDir });
  const { signal } = new AbortController();
  try {
    const { maxCandidates } = limits.search.batch;
    for (let from = 0; from < people.length; from += maxCandidates)
      await search.ingest(people.slice(from, from + maxCandidates).map(({ candidate }) => candidate));
    await search.embed();
    const bm25 = createBm25(people.map(({ text }) => text));
    const byScore = (scores: readonly number[]) =>
      people
        .map((person, n) => ({ person, score: scores[n]! }))
        .sort((a, b) => b.score - a.score)
        .map(({ person }) => person);
    const vectors = new Map<string, { engine: EmbeddingsEngine; of: Int8Array[] }>();
    for (const { name, engine: other } of others) {
      const of: Int8Array[] = [];
      for (let from = 0; from < people.length; from += 64)
        of.push(
          ...(await other.embed(
            people.slice(from, from + 64).map(({ text }) => text),
            'passage',
            signal,
          )),
        );
      vectors.set(name, { engine: other, of });
    }
    const lines: OrderLine[] = [];
    for (const question of searches) {
      const retrieved = await search.retrieve(question);
      const found = await search.rank(question, retrieved);
      const rankings: Record<string, Person[]> = {
        Assay: found.map(({ externalId }) => byId.get(externalId)!),
        'as retrieved': retrieved.candidates.map(({ externalId }) => byId.get(externalId)!),
        BM25: byScore(bm25(question.text)),
      };
      for (const [name, { engine: other, of }] of vectors) {
        const [query] = await other.embed([question.text], 'query', signal);
        rankings[name] = byScore(of.map((vector) => dot(query!, vector)));
      }
      const perRanking = (figure: (ranked: readonly Person[]) => number) =>
        Object.fromEntries(Object.entries(rankings).map(([name, ranked]) => [name, figure(ranked)]));
      lines.push({
        search: question.name,
        half: question.half,
        ndcg10: perRanking((ranked) => ndcg10(ranked, people, question)),
        foreign: {
          of: Math.min(
            20,
            foreignFound(
              byScore(people.map((p) => (p.language === 'en' ? 0 : (p.gradeFor(question) ?? 0)))),
              question,
            ),
          ),
          found: perRanking((ranked) => foreignFound(ranked, question)),
        },
      });
    }
    return { people: people.length, realCvs: cvs.length, rankings: Object.keys(lines[0]!.ndcg10), lines };
  } finally {
    await search.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param isTold also what was kept aside, search by search */
export function printOrder({ people, realCvs, rankings, lines }: OrderReport, isTold: boolean): void {
  console.log(
    `\nnDCG@10 over ${people} people, ${realCvs} of them real CVs; in brackets people of other languages in the first 20`,
  );
  console.log(`${''.padEnd(44)}${rankings.map((name) => name.padStart(14)).join('')}`);
  const row = (name: string, of: readonly OrderLine[]) => {
    const cells = rankings.map((ranking) => {
      const found = of.reduce((sum, { foreign }) => sum + foreign.found[ranking]!, 0);
      return `${mean(of.map(({ ndcg10: figures }) => figures[ranking]!)).toFixed(3)} (${found})`.padStart(14);
    });
    const meant = of.reduce((sum, { foreign }) => sum + foreign.of, 0);
    console.log(`${`${name} (${meant})`.padEnd(44)}${cells.join('')}`);
  };
  for (const half of ['chosen', 'sealed'] as const) {
    const of = lines.filter((line) => line.half === half);
    if (half === 'chosen' || isTold) for (const line of of) row(line.search, [line]);
    row(`mean of ${of.length}, ${half}`, of);
  }
}
