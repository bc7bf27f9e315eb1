import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeople } from '#server/domain/invitations/read-people.ts';
import { interviewLanguage } from '#server/modules/interview/types.ts';

const read = (text: string, most = 50) =>
  readPeople(text, { most, language: 'en', languageOf: interviewLanguage });

const understood = (text: string) => {
  const found = read(text);
  assert.ok(typeof found !== 'string', String(found));
  return found;
};
/** "name|email|language|reference" of each. */
const peopleOf = (text: string) => {
  const { people, faults } = understood(text);
  assert.deepEqual(faults, []);
  return people.map(({ name, email, language, reference }) => [name, email, language, reference].join('|'));
};

for (const [title, text, expected] of [
  [
    'a file with headings in any order',
    'Email;Name;Language;Ref\nada@a.example;Ada Lovelace;pl;c-1\ngrace@a.example;Grace Hopper;Deutsch;\n',
    ['Ada Lovelace|ada@a.example|pl|c-1', 'Grace Hopper|grace@a.example|de|'],
  ],
  [
    'first and last name apart, with a byte-order mark, quotes and an unknown column',
    '\uFEFF"First name","Last name","E-Mail","City"\r\n"Ada","Lovelace","ada@a.example","London, UK"\r\n',
    ['Ada Lovelace|ada@a.example|en|'],
  ],
  ['cells of a spreadsheet', 'name\temail\nAda\tada@a.example', ['Ada|ada@a.example|en|']],
  ['addresses alone', 'ada@a.example\n\n grace@a.example \n', ['|ada@a.example|en|', '|grace@a.example|en|']],
  [
    'addresses on one line, whatever is between them',
    'ada@a.example, grace@a.example; joan@a.example mary@a.example',
    ['|ada@a.example|en|', '|grace@a.example|en|', '|joan@a.example|en|', '|mary@a.example|en|'],
  ],
  [
    'a mail program’s list',
    '"Lovelace, Ada" <ADA@a.example>; Grace Hopper <grace@a.example>;joan@a.example',
    ['Ada Lovelace|ada@a.example|en|', 'Grace Hopper|grace@a.example|en|', '|joan@a.example|en|'],
  ],
  [
    'a mail program’s list with commas',
    'Ada <ada@a.example>, Grace <grace@a.example>, joan@a.example, Mary <mary@a.example>',
    ['Ada|ada@a.example|en|', 'Grace|grace@a.example|en|', '|joan@a.example|en|', 'Mary|mary@a.example|en|'],
  ],
  [
    'rows without headings, by their looks',
    'Ada Lovelace, ada@a.example, French, c-1\ngrace@a.example, Grace, c-2, ja',
    ['Ada Lovelace|ada@a.example|fr|c-1', 'Grace|grace@a.example|ja|c-2'],
  ],
  [
    'columns of addresses whose heading is unknown here',
    'Nom;Prénom;Courriel;Langue\nDupont;Élodie;elodie@a.example;français',
    ['Élodie Dupont|elodie@a.example|fr|'],
  ],
  [
    'headings of which none is known here',
    '名前,メール\n山田,yamada@a.example\n鈴木,suzuki@a.example',
    ['山田|yamada@a.example|en|', '鈴木|suzuki@a.example|en|'],
  ],
  ['an apostrophe in an address', "name,email\nConan,o'brien@a.example", ["Conan|o'brien@a.example|en|"]],
  ['a name with invisible characters', 'name,email\nAda\u202E,a@a.example', ['Ada|a@a.example|en|']],
  ['names without addresses, for links', 'name,reference\nAda,c-1\n,c-2', ['Ada||en|c-1', '||en|c-2']],
  [
    'headings and languages of another language',
    'Nazwisko,Imię,Język,E-mail\nNowak,Anna,polski,a@a.example',
    ['Anna Nowak|a@a.example|pl|'],
  ],
] as const) {
  test(`reads ${title}`, () => {
    assert.deepEqual(peopleOf(text).toSorted(), expected.toSorted());
  });
}

for (const [title, text, line, message] of [
  ['an address without a host', 'email\nada@a.example\nada@', 3, /"ada@" is no e-mail address/],
  ['an address with a blank', 'name,email\nAda,ada @a.example', 2, /is no e-mail address/],
  ['an address that ends with a dot', 'email\nada@a.example.', 2, /is no e-mail address/],
  ['a person twice', 'email\nada@a.example\nADA@a.example', 3, /on line 2 already/],
  ['a reference twice', 'name,ref\nAda,c-1\nGrace,c-1', 3, /"c-1" is on line 2 already/],
  ['a language that is none here', 'email,language\nada@a.example,Klingon', 2, /"Klingon" is none of the 16/],
  ['a line without a person', 'name,email,language\n,,pl', 2, /neither an address nor a name/],
  ['a reference that is too long', `email,ref\nada@a.example,${'x'.repeat(256)}`, 2, /more than 255/],
] as const) {
  test(`says what to change about ${title}`, () => {
    const { faults } = understood(text);
    assert.deepEqual(
      faults.map((fault) => fault.line),
      [line],
    );
    assert.match(faults[0]!.message, message);
  });
}

test('one line that is wrong leaves the others as they are', () => {
  const { people, faults } = understood('email\nada@a.example\nnobody@\ngrace@a.example');
  assert.deepEqual(
    people.map(({ line }) => line),
    [2, 4],
  );
  assert.deepEqual(
    faults.map(({ line }) => line),
    [3],
  );
});

test('nothing, too many and a file that is cut off are told as a whole', () => {
  assert.match(read('  \n') as string, /empty/);
  assert.match(read('a@a.example\nb@a.example\nc@a.example', 2) as string, /3 people.*at most 2/);
  assert.match(read('name,email\n"Ada,ada@a.example') as string, /quote/);
});
