import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '#server/domain/csv.ts';

/** The cells of a text as spreadsheets part them: a quote counts only where a cell begins with it. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = /"((?:[^"]|"")*)"?/y;
      quoted.lastIndex = at;
      cell = quoted.exec(text)![1]!.replaceAll('""', '"');
      at = quoted.lastIndex;
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at]!)) cell += text[at++];
    cells.push(cell);
    at++;
  }
  return cells;
}

test('a cell stays one cell, and what it says stays', () => {
  for (const text of [
    'a;b',
    'a\tb',
    'a,b',
    'a\nb',
    'say "a;b"',
    '"',
    'a; "b"',
    'C++; C#',
    'x = 1; 2 + 3',
    'a-b; c',
  ]) {
    assert.deepEqual(cellsOf(csvLine(['first', text, 7]), ',').slice(0, 3), ['first', text, '7']);
  }
  assert.equal(csvLine(['plain', null, 1.5]), 'plain,,1.5\r\n');
});

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

for (const separator of [',', ';', '\t', '|']) {
  test(`nothing is computed by a spreadsheet that parts cells at ${JSON.stringify(separator)}`, () => {
    for (const start of starts) {
      for (const before of [
        '',
        ' ',
        '\t',
        '\n',
        '\r\n',
        '"',
        'a;',
        'a; ',
        'a;;',
        'a\t',
        'a\n',
        'a|',
        'a;"',
        '";',
        'a,b;\t ',
      ]) {
        for (const after of ['', ';', ';b', '"', ',']) {
          const text = `${before}${start}HYPERLINK("x","y")${after}`;
          // At every place of a line: in the middle of one a quote is no quote to a parser that splits at another character.
          for (const line of [[text], ['x', text, 'y'], ['x', text, text], [1, text, null]]) {
            for (const cell of cellsOf(csvLine(line), separator)) {
              assert.doesNotMatch(cell, /^[\s"]*[=+\-@＝＋－＠]/, JSON.stringify([line, cell]));
            }
          }
        }
      }
    }
  });
}

test('a number is one', () => assert.equal(csvLine([-3, 'a']), '-3,a\r\n'));
