import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interviewLanguages } from '#server/domain/interview/languages/registry.ts';
import { composeNotice, type NoticeFacts } from '#server/domain/interview/notice.ts';

const facts: NoticeFacts = {
  language: 'en',
  clientName: 'Acme $& GmbH',
  roleName: 'Baker {client}',
  isScored: true,
  keptDays: { recording: 30, transcript: null, scores: 365 },
  own: null,
};
const wordsOf = (given: Partial<NoticeFacts>) => {
  const { sections, agree } = composeNotice({ ...facts, ...given });
  return [...sections.flatMap(({ title, paragraphs }) => [title, ...paragraphs]), agree].join('\n');
};

for (const language of interviewLanguages) {
  test(`${language}: who invites, the role, the days and the contact stand in it as they are`, () => {
    const own = {
      version: 3,
      contact: 'privacy@example.com',
      privacyUrl: 'https://example.com/p',
      texts: {},
    };
    const words = wordsOf({ language, own });
    for (const given of [facts.clientName, facts.roleName, '30', '365', own.contact, own.privacyUrl]) {
      assert.ok(words.includes(given), given);
    }
    assert.deepEqual(words.replaceAll(facts.roleName, '').match(/[{}]/g), null);
    assert.equal(composeNotice({ ...facts, language, own }).version, 3);
  });

  test(`${language}: scored and not scored are different texts, and differ in what is agreed to`, () => {
    const [scored, not] = [true, false].map((isScored) => composeNotice({ ...facts, language, isScored }));
    assert.notEqual(scored!.agree, not!.agree);
    assert.equal(scored!.sections.length, not!.sections.length);
    assert.equal(scored!.sections.filter(({ title }, at) => title !== not!.sections[at]!.title).length, 0);
    assert.ok(
      wordsOf({ language }).includes('365') && !wordsOf({ language, isScored: false }).includes('365'),
    );
  });
}

test('a client’s own text is shown in the interview’s language, else the first that there is', () => {
  const own = { version: 1, contact: null, privacyUrl: null, texts: { de: 'Eins.\n\nZwei.', fr: 'Un.' } };
  const added = (language: string) =>
    composeNotice({ ...facts, language, own }).sections.find(({ title }) =>
      title.startsWith(facts.clientName),
    );
  assert.deepEqual(added('de')?.paragraphs, ['Eins.', 'Zwei.']);
  assert.deepEqual(composeNotice({ ...facts, language: 'en', own }).sections.at(-2)?.paragraphs, [
    'Eins.',
    'Zwei.',
  ]);
  assert.ok(wordsOf({ language: 'fr', own }).includes('Un.'));
  assert.ok(!wordsOf({}).includes('adds'), 'without one there is no such part');
});
