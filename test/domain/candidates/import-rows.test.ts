import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ImportedFile, readImport } from '#server/domain/candidates/import-rows.ts';
import { readCsv } from '#server/domain/candidates/read-csv.ts';

for (const [title, text] of [
  ['commas', 'name,email\nAnna K,anna@example.com\n'],
  ['semicolons and a mark of the byte order', '\uFEFFName;E-Mail\r\nAnna K;anna@example.com\r\n'],
  ['tabs, without an end', 'E-mail address\tFull name\nanna@example.com\tAnna K'],
  ['quotes, and ends of old machines', '"name","email"\r"Anna K","anna@example.com"\r'],
  ['first and last name', 'Vorname;Nachname;Mail\nAnna;K;Anna K <ANNA@example.com>'],
  ['columns of no interest', 'Score,Candidate name,Notes,Email\n3,Anna K,"a, b",anna@example.com'],
] as const) {
  test(`a file with ${title} is read`, () => {
    const { rows, faults } = readImport(text, 10) as ImportedFile;
    assert.deepEqual(faults, []);
    assert.deepEqual(
      rows.map(({ line, name, email }) => [line, name, email]),
      [[2, 'Anna K', 'anna@example.com']],
    );
  });
}

test('cells keep what stands between quotes, and lines keep their numbers', () => {
  assert.deepEqual(readCsv('a,b\n"x, ""y""\nz",2\n\n3,4'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"\nz', '2'] },
    { line: 5, cells: ['3', '4'] },
  ]);
  assert.equal(readCsv('a\n"b'), null);
});

test('a row without a person is told with its line, and a file without headings as a whole', () => {
  const { rows, faults } = readImport('id,email,tags\nx,,a;b\n,bad,\n,,c\n', 10) as ImportedFile;
  assert.deepEqual(
    rows.map(({ externalId, tags }) => [externalId, tags]),
    [['x', ['a', 'b']]],
  );
  assert.deepEqual(
    faults.map(({ line }) => line),
    [3, 4],
  );
  for (const text of ['', 'name\n', 'Anna,anna@example.com\nBen,ben@example.com', 'tags\nx', 'name\na\nb\nc'])
    assert.equal(typeof readImport(text, 2), 'string', JSON.stringify(text));
});
