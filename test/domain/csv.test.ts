import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '#server/domain/csv.ts';

test('a cell stays one cell, whatever a spreadsheet takes for the end of one', () => {
  for (const text of ['a;=1+1', 'a\t=1+1', 'a,=1+1', 'a\n=1+1', 'a\r=1+1']) {
    assert.equal(csvLine([text, 7]), `"${text}",7\r\n`);
  }
  assert.equal(csvLine(['say "a;b"']), '"say ""a;b"""\r\n');
  assert.equal(csvLine(['plain', null, 1.5]), 'plain,,1.5\r\n');
});

test('what a spreadsheet would compute is text, in full width, too', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    assert.equal(csvLine([`${start}1+1`]), `'${start}1+1\r\n`);
  }
  for (const start of ['\t', '\r', '\n']) assert.equal(csvLine([`${start}=1`]), `"'${start}=1"\r\n`);
  // A number is one.
  assert.equal(csvLine([-3]), '-3\r\n');
});
