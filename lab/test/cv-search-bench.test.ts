import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import type { TextLine } from '#server/domain/cv/types.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { nearestReference } from '../../native/reference/vector-scan.ts';
import { seededRandom } from '../../testkit/random.ts';
import { type BenchJob, jobs } from '../bench/cv-match/jobs.ts';
import { ndcg } from '../bench/cv-match/ranking.ts';
import { candidateOf } from '../bench/cv-search/candidate-of.ts';
import { bruteForce } from '../bench/cv-search/peers.ts';
import { phrases } from '../bench/cv-search/phrases.ts';
import { questions } from '../bench/cv-search/questions.ts';
import {
  figuresOf,
  fuseOnFirstHalf,
  halves,
  reciprocalRanks,
  standardised,
} from '../bench/cv-search/rankings.ts';

const ranked = (order: string) => [...order].map((sign, at) => ({ score: -at, isRelevant: sign === 'R' }));

for (const [order, depth, expected] of [
  ['RR--', 10, 1],
  ['-R--', 10, 1 / Math.log2(3)],
  ['R-R-', 10, (1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3))],
  ['--RR', 2, 0],
  ['----', 10, 0],
] as const) {
  test(`the nDCG of ${order} at ${depth}`, () => {
    assert.ok(Math.abs(ndcg(ranked(order), depth) - expected) < 1e-12);
  });
}

test('equal scores have the nDCG of all their orders on average', () => {
  const tied = [true, true, false].map((isRelevant) => ({ score: 1, isRelevant }));
  const orders = ['RR-', 'R-R', '-RR'].map((order) => ndcg(ranked(order), 2));
  assert.ok(Math.abs(ndcg(tied, 2) - orders.reduce((sum, value) => sum + value, 0) / 3) < 1e-12);
});

test('each occupation is in one half, and the halves take turns in the alphabet', () => {
  assert.equal(halves.chosen.length, 12);
  assert.equal(halves.reported.length, 12);
  const names = [...halves.chosen, ...halves.reported].map(({ category }) => category);
  assert.equal(new Set(names).size, jobs.length);
  for (const [n, { category }] of halves.reported.entries()) assert.ok(category > halves.chosen[n]!.category);
});

const scoresOf = (score: (job: BenchJob, n: number) => number) =>
  new Map(jobs.map((job) => [job, jobs.map((_, n) => score(job, n))]));
const categories = jobs.map(({ category }) => category);
const random = seededRandom(4);
const noise = scoresOf(() => random());
const right = scoresOf((job, n) => (categories[n] === job.category ? 1 : 0));

test('weights are chosen by what ranks the first half best, and by nothing of the other', () => {
  const fused = fuseOnFirstHalf(
    [
      { name: 'noise', scores: noise },
      { name: 'right', scores: right },
    ],
    categories,
  );
  assert.equal(figuresOf(fused.scores, 'chosen', categories).meanAveragePrecision, 1);
  assert.equal(figuresOf(fused.scores, 'reported', categories).ndcg10, 1);
  const inFirst = new Set(halves.chosen);
  const misleading = scoresOf((job, n) => (inFirst.has(job) === (categories[n] === job.category) ? 1 : 0));
  const misled = fuseOnFirstHalf(
    [
      { name: 'noise', scores: noise },
      { name: 'misleading', scores: misleading },
    ],
    categories,
  );
  assert.equal(figuresOf(misled.scores, 'chosen', categories).meanAveragePrecision, 1);
  assert.ok(figuresOf(misled.scores, 'reported', categories).meanAveragePrecision < 0.5);
});

test('what adds nothing gets no weight', () => {
  const { how } = fuseOnFirstHalf(
    [
      { name: 'right', scores: right },
      { name: 'noise', scores: noise },
    ],
    categories,
  );
  assert.match(how, /right 1, noise 0$/);
});

test('scales are made alike: standard scores, and ranks that ties share', () => {
  const job = jobs[0]!;
  const one = new Map([[job, [10, 30, 30, 50]]]);
  const [a, b, c, d] = standardised(one).get(job)!;
  assert.ok(Math.abs(a! + d!) < 1e-12 && b === c && Math.abs(b!) < 1e-12);
  assert.deepEqual(reciprocalRanks(one, 60).get(job), [1 / 64, 1 / 62.5, 1 / 62.5, 1 / 61]);
});

test('every language has the same eight kinds of work', () => {
  for (const [code, pairs] of Object.entries(phrases)) assert.equal(pairs.length, 8, code);
});

test('the plain loop that others are compared with finds what is nearest', async () => {
  const dimensions = 16;
  const values = Int8Array.from({ length: 500 * dimensions }, () => Math.floor(random() * 200) - 100);
  const query = values.slice(7 * dimensions, 8 * dimensions);
  const found = await bruteForce(values, dimensions).nearest(query);
  assert.deepEqual(found, [...nearestReference(values, query, 10).rows]);
});

test('the jobs of the bench differ, and are the same each time', () => {
  const made = questions(300);
  assert.deepEqual(questions(3), made.slice(0, 3));
  assert.equal(new Set(made.map((one) => JSON.stringify(one))).size, 300);
});

test('a CV that was read is sent with every line once, and as a client may', () => {
  const document = {
    pages: [],
    lines: ['Ada', 'Cook', 'Cooked soup', 'Cleaned up', 'Hobby: chess'].map(lineOf),
  };
  const found = (value: string) => ({ value, evidence: [] });
  const profile = parseCv(document, { year: 2026, month: 11 }, 'en');
  const sent = candidateOf(
    {
      document,
      profile: {
        ...profile,
        contacts: { ...profile.contacts, name: found('Ada') },
        sections: [],
        positions: [
          {
            title: found('Cook'),
            employer: null,
            location: null,
            dates: { value: { start: { year: 2019, month: 3 }, end: null }, evidence: [] },
            months: null,
            firstLine: 2,
            endLine: 4,
          },
        ],
      },
    },
    '7',
  );
  assert.equal(sent.experience[0]!.description, 'Cooked soup\nCleaned up');
  assert.equal(sent.text, 'Ada\nCook\nHobby: chess');
  const row = readCandidate(sent);
  assert.ok('candidate' in row, JSON.stringify(row));
  assert.deepEqual(row.candidate.cv.experience[0]!.dates, { start: { year: 2019, month: 3 }, end: null });
});

function lineOf(text: string, at: number): TextLine {
  return {
    text,
    page: 1,
    box: { x: 0, y: at / 10, width: 1, height: 0.05 },
    runs: [],
    fontSizePt: 10,
    isBold: false,
    isBullet: false,
    startsBlock: false,
    isHyphenated: false,
  };
}
