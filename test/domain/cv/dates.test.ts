import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datesIn } from '#server/domain/cv/dates.ts';
import { monthNames } from '#server/domain/cv/month-names.ts';

const asOf = { year: 2026, month: 11 };

/** "2019-03/2021-05", "2019-03/" for what goes on, "2008/2008" for a single year. */
function read(text: string): string[] {
  const shown = ({ year, month }: { year: number; month: number | null }) =>
    month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
  return datesIn(text, asOf).map(({ range }) => `${shown(range.start)}/${range.end ? shown(range.end) : ''}`);
}

for (const [text, expected] of [
  ['Mar 2019 – Present', '2019-03/'],
  ['03/19 - 05/21', '2019-03/2021-05'],
  ['01/2016 to Current', '2016-01/'],
  ['Sept. 2011–Nov. 2012', '2011-09/2012-11'],
  ["Mar '18 to Apr '20", '2018-03/2020-04'],
  ['March 1, 2019 to May 5, 2021', '2019-03/2021-05'],
  ['Mar – Aug 2019', '2019-03/2019-08'],
  ['2015-18', '2015/2018'],
  ['(2010-present)', '2010/'],
  ['2012 –', '2012/'],
  ['From May 2012 till date', '2012-05/'],
  ['2008', '2008/2008'],
  ['May 2010', '2010-05/2010-05'],
  ['01.02.2015 – 31.03.2016', '2015-01/2016-03'],
  ['2015.03 - 2016.04', '2015-03/2016-04'],
  ['März 2018 bis heute', '2018-03/'],
  ['seit 2015', '2015/'],
  ['enero de 2012 - actualidad', '2012-01/'],
  ['mars 2015 à juin 2017', '2015-03/2017-06'],
  ['fevrier 2015 - aujourd’hui', '2015-02/'],
  ['março de 2011 – atual', '2011-03/'],
  ['gennaio 2015 - oggi', '2015-01/'],
  ['mrt 2015 – heden', '2015-03/'],
  ['stycznia 2015 – obecnie', '2015-01/'],
  ['Ocak 2015 - Halen', '2015-01/'],
  ['янв. 2015 – по настоящее время', '2015-01/'],
  ['марта 2015 – мая 2016', '2015-03/2016-05'],
  ['јануар 2015 – данас', '2015-01/'],
  ['januar 2015 – danas', '2015-01/'],
  ['जनवरी 2015 से वर्तमान', '2015-01/'],
  ['2019年3月～現在', '2019-03/'],
  ['2015年3月至今', '2015-03/'],
  ['2015년 3월 ~ 현재', '2015-03/'],
  ['يناير 2015 - الآن', '2015-01/'],
  ['٢٠١٥ - ٢٠١٨', '2015/2018'],
] as const) {
  test(`reads "${text}"`, () => assert.deepEqual(read(text), [expected]));
}

for (const text of [
  '1-2 years',
  '33% of 17 million',
  'may 12 people',
  '24/7',
  '$2000.50',
  'ISO 9001',
  'call 030 2015987',
]) {
  test(`takes nothing of "${text}" for a date`, () => assert.deepEqual(read(text), []));
}

test('says where a date stands', () => {
  const [mention] = datesIn('Engineer, Acme, Mar 2019 – Present (Berlin)', asOf);
  assert.equal(
    'Engineer, Acme, Mar 2019 – Present (Berlin)'.slice(mention!.start, mention!.end),
    'Mar 2019 – Present',
  );
});

test('dates later than a few years ahead are none', () => {
  assert.deepEqual(read('2028'), ['2028/2028']);
  assert.deepEqual(read('2064'), []);
});

test('a range whose ends were printed the other way round begins at the earlier', () => {
  assert.deepEqual(read('12/2017 - 03/2014'), ['2014-03/2017-12']);
});

test('every month of the 16 languages has a name', () => {
  const months = monthNames();
  for (const name of [
    'october',
    'octubre',
    'octobre',
    'oktober',
    'outubro',
    'ottobre',
    'ekim',
    'październik',
    'октябрь',
    'октября',
    'октобар',
    'oktobar',
    'أكتوبر',
    'अक्टूबर',
  ]) {
    assert.equal(months.get(name.normalize('NFC')), 10, name);
  }
});
