import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexPassages, type Passage } from '#server/domain/matching/passage-index.ts';
import { stemmerFor } from '#server/domain/matching/stem.ts';

const passage = (text: string, position = 0): Passage => ({
  ...{ text, claimed: text, denied: null, page: 1, zone: 'work', position, recency: 1 },
  box: { x: 0, y: 0, width: 1, height: 0.01 },
});
const linesDoing = (...lines: Passage[]) =>
  indexPassages(lines, stemmerFor('en'))
    .linesDoing([
      ['manage', 'led'],
      ['supplies', 'crews'],
      ['9', 'sites'],
    ])
    .map(({ at }) => at);

for (const [title, lines, found] of [
  ['one word of each list is there', ['Managed large crews on sites'], [0]],
  ['any number stands for 9', ['Led crews of 14'], [0]],
  ['the sentence goes on in the next line', ['Led large', 'crews on all sites'], [0]],
] as const) {
  test(`a task is found where ${title}`, () => {
    assert.deepEqual(linesDoing(...lines.map((line) => passage(line))), found);
  });
}

for (const [title, lines] of [
  ['a list has no word', ['Managed large crews']],
  ['the verb is a title', ['Manager of crews on sites', 'Management of crews on sites']],
  ['the noun is a verb', ['Led and supplied sites']],
  ['the words stand in two sentences', ['Led meetings. Paid crews on sites']],
  ['the next line begins anew', ['Led meetings', 'Crews on sites']],
  ['the noun stands far before the verb', ['Crews came to all sites that others managed']],
] as const) {
  test(`no task is found where ${title}`, () => {
    assert.deepEqual(linesDoing(...lines.map((line) => passage(line))), []);
  });
}

test('a task does not go on in another position', () => {
  assert.deepEqual(linesDoing(passage('Led large', 0), passage('crews on sites', 1)), []);
});
