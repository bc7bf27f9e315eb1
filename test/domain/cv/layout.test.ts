import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowingText } from '#server/domain/cv/flowing-text.ts';
import { readPages } from '#server/domain/cv/layout/read-pages.ts';
import { bulletLength, repairText } from '#server/domain/cv/layout/repair-text.ts';
import type { PageItems, TextItem } from '#server/domain/cv/layout/types.ts';

/** Letters are taken to be half as wide as the font is high. */
function item(text: string, x: number, y: number, more: Partial<TextItem> = {}): TextItem {
  const fontSizePt = more.fontSizePt ?? 10;
  return { text, x, y, width: 0.5 * fontSizePt * text.length, fontSizePt, isBold: false, ...more };
}

const page = (items: TextItem[], number = 1): PageItems => ({
  number,
  widthPt: 600,
  heightPt: 800,
  source: 'text',
  items,
  turned: [],
});

const read = (...pages: PageItems[]) => readPages(pages).lines.map(({ text }) => text);

const column = (x: number, top: number, ...texts: string[]) =>
  texts.map((text, index) => item(text, x, top + 12 * index));

test('reads one column from top to bottom, whatever the order of drawing', () => {
  assert.deepEqual(read(page(column(50, 100, 'first', 'second', 'third').reverse())), [
    'first',
    'second',
    'third',
  ]);
});

test('reads two columns one after the other, what spans both before and after them', () => {
  const lines = read(
    page([
      item('A headline that spans the whole width of the page, from margin to margin', 50, 60),
      ...column(50, 100, 'left one', 'left two', 'left three', 'left four'),
      ...column(320, 106, 'right one', 'right two', 'right three', 'right four'),
      item('A footer line that spans the whole width of the page, from margin to margin', 50, 200),
    ]),
  );
  const order = ['A headline', 'left one', 'left four', 'right one', 'right four', 'A footer'].map((start) =>
    lines.findIndex((line) => line.startsWith(start)),
  );
  assert.deepEqual(order, [0, 1, 4, 5, 8, 9]);
});

test('reads three columns', () => {
  const lines = read(
    page(
      [
        ...column(40, 100, 'a1', 'a2', 'a3', 'a4'),
        ...column(240, 100, 'b1', 'b2', 'b3', 'b4'),
        ...column(440, 100, 'c1', 'c2', 'c3', 'c4'),
      ].map((one) => ({ ...one, text: `${one.text} words`, width: 60 })),
    ),
  );
  assert.deepEqual(
    lines.map((line) => line.slice(0, 2)),
    ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4', 'c1', 'c2', 'c3', 'c4'],
  );
});

test('ends two columns of a list where the next section begins', () => {
  const lines = read(
    page([
      ...column(50, 100, 'Payroll work', 'Budgeting work', 'Auditing work', 'Education'),
      ...column(320, 100, 'Tax returns', 'Forecasting', 'Reporting'),
      item('Bachelor of Science in Accounting, State University of a rather long name, 2012', 50, 160),
    ]),
  );
  assert.deepEqual(
    lines.slice(3, 7).map((line) => line.split(' ')[0]),
    ['Tax', 'Forecasting', 'Reporting', 'Education'],
  );
});

test('keeps rows of a table of dates together', () => {
  const lines = read(
    page([
      ...[100, 140, 180, 220].map((y, index) => item(`${2010 + index} – ${2011 + index}`, 50, y)),
      ...[100, 140, 180, 220].flatMap((y, index) => [
        item(`Engineer ${index}, Acme`, 200, y),
        item('what was done', 200, y + 12),
      ]),
    ]),
  );
  assert.equal(lines[0], '2010 – 2011  Engineer 0, Acme');
  assert.equal(lines[1], 'what was done');
  assert.equal(lines[6], '2013 – 2014  Engineer 3, Acme');
});

test('keeps dates at the right margin in the line of their position', () => {
  const lines = read(
    page(
      [100, 150, 200, 250].flatMap((y, index) => [
        item(`Manager ${index}`, 50, y),
        item(`May 201${index} – Jun 201${index}`, 450, y),
        item('a line of description below', 50, y + 12),
        item('and another one', 50, y + 24),
      ]),
    ),
  );
  assert.equal(lines[0], 'Manager 0  May 2010 – Jun 2010');
  assert.equal(lines.length, 12);
});

test('keeps bullets with their text and takes them off', () => {
  const document = readPages([
    page([
      item('•', 50, 100),
      item('First duty', 70, 100),
      item('•', 50, 112),
      item('Second duty', 70, 112),
      item('•', 50, 124),
      item('Third duty', 70, 124),
    ]),
  ]);
  assert.deepEqual(
    document.lines.map(({ text, isBullet }) => [text, isBullet]),
    [
      ['First duty', true],
      ['Second duty', true],
      ['Third duty', true],
    ],
  );
});

test('leaves running headers, footers and page numbers out, all but the first', () => {
  const pages = [1, 2, 3].map((number) =>
    page(
      [
        item('Jane Doe – Curriculum vitae', 50, 30),
        item(`text of page ${'abc'[number - 1]}`, 50, 300),
        item(`Page ${number} of 3`, 280, 780),
      ],
      number,
    ),
  );
  assert.deepEqual(read(...pages), [
    'Jane Doe – Curriculum vitae',
    'text of page a',
    'text of page b',
    'text of page c',
  ]);
});

test('reads right to left, Latin words and numbers in their own order', () => {
  const [line] = read(
    page([
      item('Acme', 60, 100),
      item('Cloud', 85, 100),
      item('2018', 130, 100),
      item('في', 160, 100),
      item('مهندس', 200, 100, { width: 30 }),
    ]),
  );
  assert.equal(line?.replace(/ +/g, ' '), 'مهندس في 2018 Acme Cloud');
});

test('joins letters drawn one by one, and a word drawn twice to look bold', () => {
  const letters = [...'Summary'].map((letter, index) => item(letter, 50 + 5 * index, 100));
  assert.deepEqual(read(page([...letters, ...letters.map((one) => ({ ...one, x: one.x + 0.3 }))])), [
    'Summary',
  ]);
  assert.deepEqual(read(page([item('E D U C A T I O N', 50, 100)])), ['EDUCATION']);
});

test('repairs ligatures, encodings shown wrongly, soft hyphens and odd spaces', () => {
  assert.equal(repairText('eﬃcient oﬀice'), 'efficient office');
  assert.equal(repairText('CafÃ© â€“ RodrÃ\u00adguez'), 'Café – Rodríguez');
  assert.equal(repairText('â— Over ten years'), '• Over ten years');
  assert.equal(repairText('a\u00a0b\u2003c\u200bd'), 'a b cd');
  assert.equal(repairText('Rock &amp; Roll'), 'Rock & Roll');
  assert.equal(repairText('ﻣﻬﻨﺪﺱ'), 'مهندس');
  assert.equal(repairText('São João, Ångström, naïve'), 'São João, Ångström, naïve');
});

test('knows bullets from words', () => {
  assert.deepEqual(
    ['• one', '- one', '1. one', '\uf0b7 one', '-one', '2019 one', 'one'].map(bulletLength),
    [2, 2, 3, 2, 0, 0, 0],
  );
});

test('joins paragraphs, mends broken words and finds the way back to their places', () => {
  const { lines } = readPages([
    page([
      item('ten years of accoun-', 50, 100),
      item('ting in large firms', 50, 112),
      item('Another paragraph', 50, 160),
    ]),
  ]);
  const flow = flowingText(lines);
  assert.equal(flow.text, 'ten years of accounting in large firms\nAnother paragraph');
  const start = flow.text.indexOf('accounting');
  const quotes = flow.locate(start, start + 'accounting'.length);
  assert.deepEqual(
    quotes.map(({ text }) => text),
    ['accoun', 'ting'],
  );
  assert.ok(quotes[0]!.box.y < quotes[1]!.box.y);
});

test('boxes lie on the page and around their words', () => {
  const { lines } = readPages([page([item('alpha beta gamma', 60, 100)])]);
  const [quote] = flowingText(lines).locate(6, 10);
  assert.equal(quote?.text, 'beta');
  // Letters 6 to 10 of 16 that begin at 60 and are 5 points wide each, on a page of 600.
  assert.ok(Math.abs(quote!.box.x - 90 / 600) < 0.001);
  assert.ok(Math.abs(quote!.box.width - 20 / 600) < 0.001);
});

test('cuts lines longer than any page can show, without losing a word', () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
  const { lines } = readPages([page([item(words.join(' '), 50, 100)])]);
  assert.ok(lines.length > 1);
  assert.ok(lines.every(({ text }) => text.length <= 500));
  assert.deepEqual(
    lines.flatMap(({ text }) => text.split(' ')),
    words,
  );
  assert.ok(
    lines.every(({ text, runs }) => runs.every(({ start, end }) => start >= 0 && end <= text.length)),
  );
});
