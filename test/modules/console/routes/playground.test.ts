import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlaygroundAnswer } from '#server/modules/console/playground/contract.ts';
import { encodeForm, fakeAudio } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

test('a recording that is sent again under its key is the same run, held for once; another recording is none', async (t) => {
  const server = await buildConsoleApp(t);
  const { clientId } = await server.customer();
  const recruiter = await server.as('recruiter', clientId);
  const send = (audio: Buffer) => {
    const { headers, payload } = encodeForm([{ name: 'audio', value: audio, fileName: 'a.wav' }]);
    return recruiter.inject({
      method: 'POST',
      url: `/clients/${clientId}/playground`,
      payload,
      headers: { ...headers, 'idempotency-key': 'one' },
    });
  };
  const first = await send(fakeAudio(240_000));
  const again = await send(fakeAudio(240_000));
  assert.equal(first.statusCode, 202, first.body);
  assert.equal(again.statusCode, 202, again.body);
  assert.deepEqual(again.json<PlaygroundAnswer>(), first.json<PlaygroundAnswer>());
  assert.equal((await server.credits.balance(clientId)).held, first.json<PlaygroundAnswer>().costCredits);
  const other = await send(fakeAudio(240_000, 'other'));
  assert.equal(other.json().error.code, 'IDEMPOTENCY_CONFLICT');
  assert.equal((await server.blobFiles()).length, 1);
});
