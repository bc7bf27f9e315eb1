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

const named = (name: string, text: string) => {
  const index = indexPassages([passage(text)], stemmerFor('en'));
  return index.mentionsOf(index.phraseOf(name)).length > 0;
};

for (const [name, text, isNamed] of [
  ['Python', 'wrote python scripts', true],
  ['Python', 'Python-based services', true],
  ['Python', 'Fed two pythons', false],
  ['Go', 'Services in Go and C', true],
  ['Go', 'Happy to go abroad', false],
  ['Go', 'Go-getter', false],
] as const) {
  test(`"${text}" ${isNamed ? 'names' : 'does not name'} ${name}`, () =>
    assert.equal(named(name, text), isNamed));
}

for (const [name, text, isThere] of [
  ['polymerase chain reaction', 'PCR of tissue samples', true],
  ['polymerase chain reaction', 'pcr of tissue samples', false],
  ['HACCP', 'Hazard analysis, critical control points', true],
  ['IATF', 'International Automotive Task Force rules', true],
  ['IATF', 'invoices, audits, taxes, forecasts', false],
  ['QA', 'Quality assurance', false],
] as const) {
  test(`"${text}" ${isThere ? 'says' : 'does not say'} ${name}`, () =>
    assert.equal(indexPassages([passage(text)], stemmerFor('en')).linesSpelling(name).length > 0, isThere));
}
