import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPages } from '#server/domain/cv/layout/read-pages.ts';
import { nameBeforeLetters } from '#server/domain/cv/names.ts';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import { hasTitleWord } from '#server/domain/cv/title-words.ts';
import { passagesOf } from '#server/domain/matching/passages.ts';
import { addressOf, syntheticNames } from '#test/support/synthetic-names.ts';
import { writtenCv } from '#test/support/written-cv.ts';

const asOf = { year: 2026, month: 11 };

const body = `
Experience

Senior Accountant, Northwind Traders Ltd
March 2021 – Present
- Reconciled bank accounts and prepared tax returns

Education
BSc Accounting, University of Leeds, 2014 – 2017
`;

const mailOf = (name: string) => `${addressOf(name) || 'contact'}@example.org`;

/** Where CVs have a name. */
const places: Readonly<Record<string, (name: string) => string>> = {
  'at the top': (name) => `${name}\n${mailOf(name)}\nSenior Accountant\n${body}`,
  'at the top, without an address': (name) => `${name}\nSenior Accountant\n${body}`,
  'under the words "Curriculum Vitae"': (name) => `Curriculum Vitae\n${name}\n${mailOf(name)}\n${body}`,
  'behind these words': (name) => `Resume of ${name}\nSenior Accountant\n${body}`,
  'behind a label': (name) => `Personal Details\nName: ${name}\nPhone: +44 20 7946 0000\n${body}`,
  'before the title': (name) => `${name} – Senior Accountant\nLeeds, UK\n${body}`,
  'beside the address': (name) => `${name} | Senior Accountant | ${mailOf(name)}\n${body}`,
  'before letters of a certificate': (name) => `${name}, CPA\nSenior Accountant\n${body}`,
  'in a section at the end': (name) => `Senior Accountant\n${body}\nContact\n${name}\n+44 20 7946 0000\n`,
  'among the skills': (name) =>
    `HR MANAGER\n${body}\nSkill Highlights\n${name}, PHR HUMAN RESOURCES PROFESSIONAL\nPayroll\n`,
};

/** Far from any title, a person called like an occupation cannot be told from it. */
const unclear = (place: string, name: string) =>
  ['in a section at the end', 'among the skills'].includes(place) && hasTitleWord(name);

for (const [place, write] of Object.entries(places)) {
  test(`each of 200 names of 20 cultures is read and can be quoted nowhere that stands ${place}`, () => {
    const wrong = syntheticNames.flatMap(({ name, culture }) => {
      if (unclear(place, name)) return [];
      const document = writtenCv(write(name));
      const profile = parseCv(document, asOf, 'en');
      const read = profile.contacts.name?.value;
      const quotable = passagesOf(document, profile).filter(({ text }) => text.includes(name));
      return read === name && quotable.length === 0 ? [] : [`${culture}: ${name}, read as ${read}`];
    });
    assert.deepEqual(wrong, []);
  });
}

test('a second person before letters of a certificate cannot be quoted either', () => {
  const document = writtenCv(
    `${places['at the top']!('Tonya Bell')}\nSkills\nMaria Lopez, CPA, checked my work\nPayroll\n`,
  );
  const quotable = passagesOf(document, parseCv(document, asOf, 'en')).map(({ text }) => text);
  assert.ok(quotable.includes('Payroll'));
  assert.ok(!quotable.some((text) => /Maria|Lopez|Tonya|Bell/.test(text)), quotable.join('\n'));
});

/** Every letter drawn apart, as designers of headings like it. */
const tracked = (text: string) =>
  text
    .split(' ')
    .map((word) => [...word].join(' '))
    .join('   ');

for (const pieces of [['ROBIN SAMPLE'], ['ROBIN', 'SAMPLE'], ['LI', 'O’BRIEN-ŌNO']]) {
  test(`letters drawn apart are words: ${pieces.join(' | ')}`, () => {
    let x = 60;
    const item = (text: string, fontSizePt: number, y: number) => {
      const width = 0.5 * fontSizePt * text.length;
      x += width;
      return { text, x: x - width, y, width, fontSizePt, isBold: false };
    };
    const heading = pieces.flatMap((piece) => [item(tracked(piece), 18, 50), item(' ', 18, 50)]);
    x = 60;
    const document = readPages([
      {
        number: 1,
        widthPt: 600,
        heightPt: 800,
        source: 'text',
        items: [...heading, item('Senior Accountant of many years', 10, 75)],
        turned: [],
      },
    ]);
    assert.equal(document.lines[0]!.text, pieces.join(' '));
    assert.equal(parseCv(document, asOf, 'en').contacts.name?.value, pieces.join(' '));
  });
}

for (const line of [
  'Project Management, PMP',
  'Certified Public Accountant, CPA',
  'Human Resources, PHR',
  'Six Sigma, Black Belt',
  'First Aid, CPR',
]) {
  test(`"${line}" begins with no name`, () =>
    assert.equal(
      nameBeforeLetters(line, () => false),
      0,
    ));
}

test("a name is found by the file's properties where nothing else shows it, and no name is made up from them", () => {
  const text = `Profile\nAccountant in Leeds who likes ledgers.\n${body}\nReferences\nAsk for jane whitfield at Northwind.`;
  const readWith = (...properties: string[]) => {
    const document = { ...writtenCv(text), properties };
    const profile = parseCv(document, asOf, 'en');
    const quotable = passagesOf(document, profile).filter((passage) => /jane|whitfield/i.test(passage.text));
    return [profile.contacts.name?.value ?? null, quotable.length];
  };
  assert.equal(readWith()[0], null);
  for (const property of [
    'Jane Whitfield',
    'Microsoft Word - Jane_Whitfield_CV.docx',
    'Resume Jane Whitfield',
  ]) {
    assert.deepEqual(readWith(property), ['jane whitfield', 0], property);
  }
  // A program, a template's author who does not stand in the CV, an occupation.
  for (const property of [
    'Microsoft Office User',
    'Maria Lopez',
    'Senior Accountant',
    'Northwind Traders Ltd',
  ]) {
    assert.equal(readWith(property)[0], null, property);
  }
});
