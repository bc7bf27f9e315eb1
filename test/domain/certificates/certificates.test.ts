import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificates, certificatesIn, covers } from '#server/domain/certificates/certificates.ts';

const named = (text: string, isListed?: boolean) =>
  certificatesIn(text, isListed).map(({ certificate }) => certificate.name);

for (const [text, ...names] of [
  ['Holds a CPA', 'CPA'],
  ['Certified Public Accountant (C.P.A.)', 'CPA', 'CPA'],
  ['CISSP, CISM or MCSE certification', 'CISSP', 'CISM', 'MCSE'],
  ['cissp certification', 'CISSP'],
  ['BLS CNOR', 'BLS', 'CNOR'],
  ['OSHA 30-Hour', 'OSHA 30'],
  ['30 hour OSHA card', 'OSHA 30'],
  ['OSHA and safety regulations'],
  ['Serv Safe Manager', 'ServSafe Manager'],
  ['servsafe certified', 'ServSafe'],
  ['Valid state teaching certificate or licence', 'Teaching licence'],
  ['State-licensed teacher', 'Teaching licence'],
  ['Licensed Teacher, State of Ohio', 'Teaching licence'],
  ['Driver’s license', 'Driving licence'],
  ['Drivers License', 'Driving licence'],
  ['Class A CDL', 'CDL class A'],
  ["Commercial driver's licence", 'CDL'],
  ['Driving licence CE', 'HGV class 1'],
  ['CompTIA A+ and Network+', 'CompTIA A+', 'CompTIA Network+'],
  ['Airframe & Powerplant', 'A&P licence'],
  ['PHR and SHRM-CP', 'PHR', 'SHRM-CP'],
  ['Six Sigma Black Belt', 'Six Sigma Black Belt'],
  ['ASSISTANT FOOTBALL COACH'],
  ['Safe handling of tips and a pe lesson'],
  ['General ledger, tax and audit'],
  ['Physical education (PE) teacher'],
] as const) {
  test(`"${text}" names ${names.join(', ') || 'no certificate'}`, () =>
    assert.deepEqual(named(text), [...names]));
}

test('letters with other meanings count in a list of certificates or beside a word for one', () => {
  assert.deepEqual(named('Sold PE funds'), []);
  assert.deepEqual(named('Licensed PE'), ['PE']);
  assert.deepEqual(named('PE, LEED', true), ['PE', 'LEED accreditation']);
});

test('the place of a name is the one in the text', () => {
  const text = 'Nurse (RN, BLS certified)';
  assert.deepEqual(
    certificatesIn(text).map(({ start, end }) => text.slice(start, end)),
    ['RN', 'BLS certified'],
  );
});

test('a higher class has the lower', () => {
  const one = (text: string) => certificatesIn(text)[0]!.certificate;
  assert.ok(covers(one('OSHA 30'), one('OSHA 10')));
  assert.ok(!covers(one('OSHA 10'), one('OSHA 30')));
  assert.ok(covers(one('CNOR'), one('Registered nurse')));
});

test('every name that is included is one of the list, and no spelling means two things for sure', () => {
  const all = certificates();
  const names = new Set(all.map(({ name }) => name));
  for (const { name, includes } of all)
    for (const one of includes) assert.ok(names.has(one), `"${one}" of "${name}" is not in the list`);
  const meaning = new Map<string, string>();
  for (const { name, spellings } of all) {
    for (const [spelling, isUnsure] of spellings) {
      if (isUnsure) continue;
      assert.ok(!meaning.has(spelling), `"${spelling}" is ${meaning.get(spelling)} and ${name}`);
      meaning.set(spelling, name);
      assert.deepEqual(
        certificatesIn(spelling, true).map(({ certificate }) => certificate.name),
        [name],
        spelling,
      );
    }
  }
});
