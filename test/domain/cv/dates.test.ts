import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datesIn } from '#server/domain/cv/dates.ts';
import { monthNames } from '#server/domain/cv/month-names.ts';

const asOf = { year: 2026, month: 11 };

/** "2019-03/2021-05", "2019-03/" for what goes on, "2008/2008" for a single year, "unclear" for what is not understood. */
function read(text: string): string[] {
  const shown = ({ year, month }: { year: number; month: number | null }) =>
    month === null ? String(year) : `${year}-${String(month).padStart(2, '0')}`;
  return datesIn(text, asOf).map(({ range }) =>
    range ? `${shown(range.start)}/${range.end ? shown(range.end) : ''}` : 'unclear',
  );
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
  ['01.02.2015 – 31.03.2016', '2015-02/2016-03'],
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

/** Many ways to say April 2015 to March 2019, as far as each of them says it. */
for (const [text, expected] of [
  ['April 2015 → March 2019', '2015-04/2019-03'],
  ['April 2015 -> March 2019', '2015-04/2019-03'],
  ['April 2015 => March 2019', '2015-04/2019-03'],
  ['April 2015 >> March 2019', '2015-04/2019-03'],
  ['April 2015 ⇒ March 2019', '2015-04/2019-03'],
  ['April 2015 ➔ present', '2015-04/'],
  ['[2015-04 … 2019-03]', '2015-04/2019-03'],
  ['2015-04..2019-03', '2015-04/2019-03'],
  ['April 2015 / March 2019', '2015-04/2019-03'],
  ['April 2015 | March 2019', '2015-04/2019-03'],
  ['April 2015 • March 2019', '2015-04/2019-03'],
  ['April 2015   March 2019', '2015-04/2019-03'],
  ['(April 2015) – (March 2019)', '2015-04/2019-03'],
  ['April 2015 up to March 2019', '2015-04/2019-03'],
  ['Q2 2015 – Q1 2019', '2015-04/2019-03'],
  ['2015 Q2 - 2019 Q1', '2015-04/2019-03'],
  ['2Q15 – 1Q19', '2015-04/2019-03'],
  ["Q2'15 – Q1'19", '2015-04/2019-03'],
  ['2nd quarter of 2015 to first quarter of 2019', '2015-04/2019-03'],
  ['H1 2015 – H2 2018', '2015-01/2018-12'],
  ['Spring 2015 – Fall 2018', '2015-03/2018-11'],
  ['Summer 2015', '2015-06/2015-08'],
  ['Winter 2015 – Spring 2019', '2015/2019-05'],
  ['Spring Semester 2015 – Fall Semester 2018', '2015-03/2018-11'],
  ['early 2015 – late 2018', '2015-02/2018-11'],
  ['mid-2015 – end of 2018', '2015-06/2018-12'],
  ['from early April 2015 until late March 2019', '2015-04/2019-03'],
  ['ca. 2015 – ca. 2019', '2015/2019'],
  ['between 2015 and 2019', '2015/2019'],
  ['FY2015 – FY2019', '2015/2019'],
  ['FY15 – FY19', '2015/2019'],
  ['2015/16 – 2018/19', '2015/2019'],
  ['’15 – ’19', '2015/2019'],
  ['2015 – (current)', '2015/'],
  ['2015 (ongoing)', '2015/'],
  ['April 2015, present', '2015-04/'],
  ['October 2015 to-date', '2015-10/'],
  ['15/04/2015 – 03/03/2019', '2015-04/2019-03'],
  ['April 15 – May 20, 2019', '2019-04/2019-05'],
  ['March/April 2015 – June 2019', '2015-03/2019-06'],
  ['03.2015 г. – 05.2019 г.', '2015-03/2019-05'],
  ['2015 r. – 2019 r.', '2015/2019'],
  ['Anfang 2015 bis Ende 2018', '2015-02/2018-12'],
  ['WS 2015/16 – SS 2018', '2015-10/2018-09'],
  ['desde principios de 2015 hasta finales de 2018', '2015-02/2018-12'],
  ['début 2015 – fin 2018', '2015-02/2018-12'],
  ['2015年初至2018年底', '2015-02/2018-12'],
  ['с начала 2015 по конец 2018', '2015-02/2018-12'],
  ['2015 başı – 2018 sonu', '2015-02/2018-12'],
  ['15.04.15 – 31.03.19', '2015-04/2019-03'],
  ['04/15/15 – 03/31/19', '2015-04/2019-03'],
  ['April 2015 thru the end of March 2019', '2015-04/2019-03'],
  // Half understood is not understood.
  ['2015 – 20I9', 'unclear'],
  ['2015–20I9', 'unclear'],
  ['2015 – TBD', 'unclear'],
  ['April 2105 – March 2019', 'unclear'],
  ['April 2015 – March 2109', 'unclear'],
  ['2105 – 2019', 'unclear'],
  ['2015 – 20019', 'unclear'],
  ['1915 – 2019', 'unclear'],
  ['13/2015 – 03/2019', 'unclear'],
  ['32/13/2015 – 03/2019', 'unclear'],
  ['20XX – 2019', 'unclear'],
  ['201? – 2019', 'unclear'],
  ['2015 – ?', 'unclear'],
  ['2015 – pågående', 'unclear'],
  ['2015 – 2017 – 2019', 'unclear'],
  ['2009-10', 'unclear'],
  ['until March 2019', 'unclear'],
  ['April 2015 (4 years)', 'unclear'],
  ['November – February 2019', 'unclear'],
  ['April 2015 – March', 'unclear'],
] as const) {
  test(`reads "${text}" or says that it cannot`, () => assert.deepEqual(read(text), [expected]));
}

for (const [language, text] of [
  ['en', '2015 – ongoing'],
  ['es', '2015 – en curso'],
  ['fr', '2015 – en cours'],
  ['de', '2015 – laufend'],
  ['pt', '2015 – em andamento'],
  ['it', '2015 – in corso'],
  ['nl', '2015 – lopend'],
  ['hi', '2015 – जारी'],
  ['zh', '2015年至今'],
  ['ja', '2015年～継続中'],
  ['ko', '2015년 ~ 진행 중'],
  ['ar', '2015 – مستمر'],
  ['tr', '2015 – devam ediyor'],
  ['pl', '2015 – w trakcie'],
  ['ru', '2015 – наст. время'],
  ['sr', '2015 – u toku'],
] as const) {
  test(`what goes on in "${language}" has no end`, () => assert.deepEqual(read(text), ['2015/']));
}

for (const text of ['2015, 2019', '2015 and 2019', '2015; 2019', '2015 & 2019']) {
  test(`"${text}" are two dates and no range`, () =>
    assert.deepEqual(read(text), ['2015/2015', '2019/2019']));
}

for (const text of [
  '1-2 years',
  'May 2500 units',
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
