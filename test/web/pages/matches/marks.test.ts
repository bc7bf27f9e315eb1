import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequirementScore } from '#server/domain/matching/types.ts';
import {
  type Mark,
  marksOf,
  nextMark,
  placeOf,
  placesOf,
  scrollTopFor,
} from '#server/web/console/pages/matches/marks.ts';

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.01 };
const requirement = (evidence: RequirementScore['evidence']): RequirementScore => ({
  name: 'Excel',
  kind: 'hard_skill',
  importance: 3,
  score: 1,
  met: 'yes',
  reason: '',
  evidence,
});
const quote = (text: string, page = 1) => ({ text, page, box });

test('marks carry the number of their requirement, also where others have no quote', () => {
  const marks = marksOf([requirement([]), requirement([quote('a'), quote('b', 2)])]);
  assert.deepEqual(
    marks.map(({ id, label, requirement: of, page }) => ({ id, label, of, page })),
    [
      { id: '1:0', label: '2', of: 1, page: 1 },
      { id: '1:1', label: '2', of: 1, page: 2 },
    ],
  );
});

test('the same words are one place, however many requirements they speak for', () => {
  const places = placesOf(marksOf([requirement([quote('a')]), requirement([quote('a'), quote('a', 2)])]));
  assert.deepEqual(
    places.map(({ page, marks }) => [page, marks.map(({ label }) => label)]),
    [
      [1, ['1', '2']],
      [2, ['2']],
    ],
  );
});

test('pressing a place again and again leads through all of its requirements', () => {
  const [place] = placesOf(marksOf([requirement([quote('a')]), requirement([quote('a')])]));
  let chosen: Mark | undefined;
  const pressed = [1, 2, 3].map(() => {
    chosen = nextMark(place!, (mark) => mark === chosen);
    return chosen.requirement;
  });
  assert.deepEqual(pressed, [0, 1, 0]);
});

test('a mark is a little larger than its words and stays on the page', () => {
  assert.deepEqual(placeOf({ x: 0.1, y: 0.2, width: 0.3, height: 0.01 }), {
    left: '9.4%',
    top: '19.65%',
    width: '31.2%',
    height: '1.7%',
  });
  const atEdge = placeOf({ x: 0, y: 0, width: 1, height: 1 });
  assert.deepEqual(atEdge, { left: '0%', top: '0%', width: '100%', height: '100%' });
});

test('what is scrolled to stands in the upper third, and never above the top', () => {
  const page = { topPx: 1000, heightPx: 800 };
  assert.equal(scrollTopFor({ x: 0, y: 0.5, width: 1, height: 0 }, page, 600), 1200);
  assert.equal(scrollTopFor({ x: 0, y: 0, width: 1, height: 0 }, { ...page, topPx: 0 }, 600), 0);
});
