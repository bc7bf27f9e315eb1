import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PersonaDetails } from '#server/modules/console/personas/contract.ts';
import { ApiFault } from '#server/web/console/api/client.ts';
import {
  draftOf,
  emptyDraft,
  faultsOf,
  minutesOf,
  sentOf,
  validation,
} from '#server/web/console/pages/personas/editor/draft.ts';
import { patienceChoices, patienceName } from '#server/web/console/pages/personas/editor/patience.ts';

const persona: PersonaDetails = {
  ...{ id: 'p', roleName: 'Baker', language: 'de', maxMinutes: 25, status: 'active', sessions: 3 },
  ...{ createdAt: '2026-11-23T10:00:00.000Z', updatedAt: null },
  ...{ systemPrompt: 'Made.', isPromptGenerated: true, basePromptOverride: null },
  ...{ voice: 'de', patienceMs: 1500, analyse: true, positionId: 'b-1', questions: null },
};

test('a persona that is opened and saved stays as it is', () => {
  const { roleName, language, maxMinutes, voice, patienceMs, analyse, positionId, questions } = persona;
  const same = { roleName, language, maxMinutes, voice, patienceMs, analyse, positionId, questions };
  assert.deepEqual(sentOf(draftOf(persona)), { ...same, systemPrompt: null, basePromptOverride: null });
  const own = { ...persona, isPromptGenerated: false, basePromptOverride: 'Be brief.' };
  assert.deepEqual(sentOf(draftOf(own)), {
    ...same,
    systemPrompt: 'Made.',
    basePromptOverride: 'Be brief.',
  });
});

test('what is switched off is not sent, whatever was typed', () => {
  const sent = sentOf({ ...emptyDraft(), systemPrompt: 'Mine', basePromptOverride: 'Mine' });
  assert.deepEqual([sent.systemPrompt, sent.basePromptOverride], [null, null]);
});

test('a form says what is missing only where it is wanted', () => {
  const draft = emptyDraft();
  assert.ok(validation.roleName(' '));
  assert.equal(validation.roleName('Baker'), null);
  assert.equal(validation.systemPrompt('', draft), null);
  assert.ok(validation.systemPrompt('', { ...draft, promptKind: 'own' }));
  assert.equal(validation.basePromptOverride('', draft), null);
  assert.ok(validation.basePromptOverride(' ', { ...draft, hasOwnBehaviour: true }));
  for (const minutes of [5, 120, '45']) assert.equal(validation.maxMinutes(minutes), null, String(minutes));
  for (const minutes of [4, 121, 7.5, '']) assert.ok(validation.maxMinutes(minutes), String(minutes));
});

test('minutes that are being typed are some that may be', () => {
  assert.deepEqual(
    [45, '', 3, 900, 'x'].map((maxMinutes) => minutesOf({ maxMinutes })),
    [45, 45, 5, 120, 45],
  );
});

test('faults of the server stand beside the fields that they are about', () => {
  const fields = { role_name: 'Too long.', base_prompt_override: 'Too long.' };
  const fault = new ApiFault(400, 'INVALID_INPUT', 'No.', { fields });
  assert.deepEqual(faultsOf(fault), { roleName: 'Too long.', basePromptOverride: 'Too long.' });
});

test('patience has a name and its milliseconds; one without a name can be kept', () => {
  assert.equal(patienceName(2000), 'Patient, 2,000 ms');
  assert.match(patienceName(emptyDraft().patienceMs), /^Balanced, /);
  assert.equal(patienceName(1234), '1,234 ms');
  assert.deepEqual(
    patienceChoices(2000).map(({ value }) => value),
    [800, emptyDraft().patienceMs, 2000, 2500],
  );
  assert.equal(patienceChoices(1234).at(-1)?.value, 1234);
});
