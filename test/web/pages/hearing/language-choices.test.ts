import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { firstLanguage, languageChoices } from '#server/web/console/pages/hearing/language-choices.ts';

const hearing = (...available: string[]) => ({
  available,
  notAvailable: limits.languages.filter((code) => !available.includes(code)),
});
const open = (choices: ReturnType<typeof languageChoices>) =>
  choices.flatMap((choice) => ('value' in choice ? [choice.value] : []));
const closed = (choices: ReturnType<typeof languageChoices>) =>
  choices.flatMap((choice) => ('items' in choice ? choice.items : []));

test('languages that nothing recognises cannot be chosen, and the reason stands over them', () => {
  const choices = languageChoices(hearing('en', 'de'), true);
  assert.deepEqual(open(choices), ['en', 'de']);
  assert.equal(closed(choices).length, 14);
  assert.ok(closed(choices).every(({ disabled }) => disabled));
  assert.match(choices.find((choice) => 'group' in choice)!.group, /no recogniser/);
  assert.equal(firstLanguage(choices), 'en');
});

test('without English the first that is recognised is chosen, without any none', () => {
  assert.equal(firstLanguage(languageChoices(hearing('fr', 'de'), true)), 'fr');
  assert.equal(firstLanguage(languageChoices(hearing(), true)), null);
});

test('all can be chosen until the server has answered, and where all are recognised', () => {
  for (const languages of [undefined, null, hearing(...limits.languages)]) {
    assert.deepEqual(open(languageChoices(languages, true)), [...limits.languages]);
    assert.deepEqual(closed(languageChoices(languages, true)), []);
  }
});

test('a client of English recordings is offered no other, recognised or not', () => {
  assert.deepEqual(open(languageChoices(hearing('en', 'de'), false)), ['en']);
  assert.deepEqual(
    closed(languageChoices(hearing('de'), false)).map(({ value }) => value),
    ['en'],
  );
});
