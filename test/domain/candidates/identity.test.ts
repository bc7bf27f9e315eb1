import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emailOf,
  identityInMetadata,
  joinsSilently,
  keysOf,
  nameOf,
  phoneOf,
} from '#server/domain/candidates/identity.ts';
import { foldName, nameKeys, namesAgree } from '#server/domain/candidates/names.ts';

for (const [one, other] of [
  ['Anna Kowalska', 'Kowalska Anna'],
  ['KOWALSKA, Anna', 'anna kowalska'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Dr. Björn Sørensen', 'Bjorn Sorensen'],
  ['A. Kowalska', 'Anna Kowalska'],
  ['Anna Maria Kowalska', 'Anna Kowalska'],
  ['mgr inż. Jan Nowak', 'Jan Nowak'],
  ['Anna', 'Anna Kowalska'],
  ['Kjærgaard Mette', 'Mette Kjaergaard'],
  ['山田太郎', '山田太郎'],
] as const) {
  test(`"${one}" and "${other}" can be one person`, () => assert.equal(namesAgree(one, other), true));
}

for (const [one, other] of [
  ['Anna Kowalska', 'Jan Kowalski'],
  ['Anna Kowalska', 'Jan Kowalska'],
  ['Anna Nowak', 'Anna Kowalska'],
  ['A. K.', 'Anna Kowalska'],
  ['J. Nowak', 'Anna Nowak'],
  ['', 'Anna'],
] as const) {
  test(`"${one}" and "${other}" are two`, () => assert.equal(namesAgree(one, other), false));
}

test('spellings of one name share a key, and a first name alone has none', () => {
  const shared = (one: string, other: string) => nameKeys(one).some((key) => nameKeys(other).includes(key));
  assert.ok(shared('Anna Maria Kowalska', 'Kowalska, Anna'));
  assert.ok(shared('Łukasz Żółć', 'ZOLC LUKASZ'));
  assert.ok(!shared('Anna Nowak', 'Anna Kowalska'));
  assert.deepEqual([nameKeys('Anna'), nameKeys('A. K.'), nameKeys('山田太郎')], [[], [], ['山田太郎']]);
  assert.equal(foldName('  Øystein  ÆRØ '), 'oystein aero');
});

test('addresses are compared without what surrounds them', () => {
  for (const written of [
    'Anna@Example.com',
    ' anna@example.com ',
    'mailto:anna@example.com?subject=x',
    'Anna K <ANNA@example.com>',
  ])
    assert.equal(emailOf(written), 'anna@example.com', written);
  for (const other of [
    'anna',
    'anna@localhost',
    'a@b.c, d@e.f',
    'a b@c.de',
    '',
    7,
    null,
    `${'x'.repeat(300)}@e.de`,
  ])
    assert.equal(emailOf(other), null, String(other));
});

test('telephone numbers with and without their country share a key', () => {
  assert.deepEqual(
    [phoneOf('+48 600 700 800'), phoneOf('0048-600-700-800'), phoneOf('600 700 800')],
    ['+48600700800', '+48600700800', '600700800'],
  );
  for (const other of ['12', 'ext. 12345678', '2019-2021 x', undefined]) assert.equal(phoneOf(other), null);
  const keyOf = (phone: string) =>
    keysOf({ externalId: null, emails: [], phones: [phoneOf(phone)!], name: null }, null);
  assert.deepEqual(keyOf('+48 600 700 800'), keyOf('(600) 700-800'));
});

for (const metadata of [
  { email: 'anna@example.com', name: 'Anna Kowalska' },
  { candidate_email: 'anna@example.com', candidate_name: 'Anna Kowalska' },
  { 'Applicant E-Mail': 'anna@example.com', applicantFirstName: 'Anna', applicantLastName: 'Kowalska' },
  { emailAddress: 'ANNA@EXAMPLE.COM', fullName: 'Anna  Kowalska' },
  { Mail: 'anna@example.com', Vorname: 'Anna', Nachname: 'Kowalska' },
]) {
  test(`a name and an address are found in ${Object.keys(metadata).join(', ')}`, () => {
    assert.deepEqual(identityInMetadata(metadata), {
      emails: ['anna@example.com'],
      phones: [],
      name: 'Anna Kowalska',
    });
  });
}

test('metadata about something else names no candidate', () => {
  const none = { emails: [], phones: [], name: null };
  for (const metadata of [
    {},
    { recruiter_email: 'r@example.com', company_name: 'Acme', source: 'fair' },
    { email: 42, name: '  ' },
    { email: { home: 'a@b.de' } },
    { filename: 'anna.pdf', jobname: 'Baker' },
  ])
    assert.deepEqual(identityInMetadata(metadata), none);
});

test('an external id that is an address is both', () => {
  const keys = keysOf({ externalId: 'Anna@Example.com', emails: [], phones: [], name: null }, 'cv-1');
  assert.deepEqual(keys, [
    { kind: 'externalId', value: 'Anna@Example.com' },
    { kind: 'id', value: 'annaexamplecom' },
    { kind: 'email', value: 'anna@example.com' },
    { kind: 'cv', value: 'cv-1' },
  ]);
});

test('the same address joins silently only where neither ids nor names contradict', () => {
  const known = (name: string | null, ...externalIds: string[]) => ({ name, externalIds });
  assert.ok(joinsSilently(known('Anna Kowalska'), known('A. Kowalska', 'anna-17')));
  assert.ok(joinsSilently(known(null), known('Anna Kowalska')));
  assert.ok(joinsSilently(known('Anna', 'a', 'b'), known('Anna', 'b')));
  assert.ok(!joinsSilently(known('Anna Kowalska', 'a'), known('Anna Kowalska', 'b')));
  assert.ok(!joinsSilently(known('Anna Kowalska'), known('Jan Kowalski')));
});

test('a name is one line of letters', () => {
  assert.equal(nameOf(' Anna\n Kowalska '), 'Anna Kowalska');
  for (const other of ['', '  ', '12-34', 'a\0b', 5, undefined]) assert.equal(nameOf(other), null);
});
