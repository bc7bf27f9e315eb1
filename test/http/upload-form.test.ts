import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speechRuns } from '#server/modules/speech/run-type.ts';
import { buildTestApp, encodeForm, type FormPart, fakeAudio, submit } from '#test/support/build-test-app.ts';

for (const [title, parts, code, said] of [
  ['no file', [{ name: 'language', value: 'en' }], 'MISSING_AUDIO_FILE', /"audio"/],
  ['an empty file', [{ name: 'audio', value: '', fileName: 'a.wav' }], 'MISSING_AUDIO_FILE', /empty/],
  [
    'the file in another field',
    [{ name: 'file', value: 'x', fileName: 'a.wav' }],
    'MISSING_AUDIO_FILE',
    /"file"/,
  ],
  ['the file as text', [{ name: 'audio', value: 'x' }], 'MISSING_AUDIO_FILE', /text/],
  [
    'two files',
    [
      { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
      { name: 'audio', value: fakeAudio(240_000), fileName: 'b.wav' },
    ],
    'INVALID_PARAMETERS',
    /two files/,
  ],
  [
    'another file beside it',
    [
      { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
      { name: 'cv', value: 'x', fileName: 'b.pdf' },
    ],
    'INVALID_PARAMETERS',
    /"cv"/,
  ],
  ['an unknown field', [{ name: 'project', value: 'x' }], 'INVALID_PARAMETERS', /"project"/],
  ['a field named like a property', [{ name: '__proto__', value: 'x' }], 'INVALID_PARAMETERS', /__proto__/],
  [
    'a field twice',
    [
      { name: 'language', value: 'en' },
      { name: 'language', value: 'de' },
    ],
    'INVALID_PARAMETERS',
    /twice/,
  ],
  [
    'a field beyond all limits',
    [{ name: 'metadata', value: `"${'x'.repeat(70_000)}"` }],
    'INVALID_PARAMETERS',
    /64 KB/,
  ],
  [
    'many parts',
    Array.from({ length: 60 }, () => ({ name: 'tags', value: '[]' })),
    'INVALID_PARAMETERS',
    /twice/,
  ],
] as [string, FormPart[], string, RegExp][]) {
  test(`a form with ${title} is ${code} and leaves nothing`, async (t) => {
    const { app, customer, blobFiles } = await buildTestApp(t);
    const { apiKey } = await customer();
    const { headers, payload } = encodeForm(parts);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/speech/analyze',
      headers: { ...headers, 'x-api-key': apiKey },
      payload,
    });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().error.code, code);
    assert.match(answer.json().error.message, said);
    assert.deepEqual(await blobFiles(), []);
  });
}

test('a form that is damaged is MALFORMED_BODY and leaves nothing', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const { apiKey } = await customer();
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const noHeaders = Buffer.from('--assay-test-boundary\r\n\r\nabc\r\n--assay-test-boundary--\r\n');
  for (const [title, contentType, body] of [
    ['no boundary', 'multipart/form-data', payload],
    ['an empty boundary', 'multipart/form-data; boundary=', payload],
    ['cut in the file', headers['content-type'], payload.subarray(0, payload.length - 30)],
    ['cut in a header', headers['content-type'], payload.subarray(0, 40)],
    ['another boundary', 'multipart/form-data; boundary=other', payload],
    ['no end', headers['content-type'], payload.subarray(0, payload.length - 4)],
    ['a part without headers', headers['content-type'], noHeaders],
    ['nothing', headers['content-type'], Buffer.alloc(0)],
    ['noise', headers['content-type'], Buffer.alloc(100_000, 0xff)],
  ] as const) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/speech/analyze',
      headers: { 'content-type': contentType!, 'x-api-key': apiKey },
      payload: body,
    });
    assert.equal(answer.statusCode, 400, title);
    assert.match(answer.json().error.code, /^(MALFORMED_BODY|MISSING_AUDIO_FILE)$/, title);
    assert.deepEqual(await blobFiles(), [], title);
  }
});

test('no body at all is MISSING_AUDIO_FILE', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const { apiKey } = await customer();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/speech/analyze',
    headers: { 'x-api-key': apiKey },
  });
  assert.equal(answer.json().error.code, 'MISSING_AUDIO_FILE');
});

test('fields after the file count as much as those before it', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const { apiKey } = await customer();
  const send = async (last: FormPart) => {
    const { headers, payload } = encodeForm([
      { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
      last,
    ]);
    return app.inject({
      method: 'POST',
      url: '/api/v1/speech/analyze',
      headers: { ...headers, 'x-api-key': apiKey },
      payload,
    });
  };
  assert.equal((await send({ name: 'externalId', value: 'later' })).json().externalId, 'later');
  assert.equal((await send({ name: 'language', value: 'EN' })).json().error.code, 'INVALID_LANGUAGE_CODE');
  assert.equal((await blobFiles()).length, 1);
});

test('file names in any script are kept, without path and control characters', async (t) => {
  const { app, customer, runs } = await buildTestApp(t);
  const { apiKey, clientId } = await customer();
  for (const [given, kept] of [
    ['面接 — Müller 🎤.mp3', '面接 — Müller 🎤.mp3'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.wav', 'a.wav'],
    ['a\u0007\u202eb.wav', 'ab.wav'],
    ['x'.repeat(400), 'x'.repeat(255)],
  ] as const) {
    const { id } = (await submit(app, { apiKey, fileName: given })).json();
    assert.equal(speechRuns.of((await runs.find({ clientId, runId: id }))!).input.fileName, kept);
  }
});

for (const [title, mark] of [
  ['as it is', ''],
  ['with a byte order mark', '\uFEFF'],
] as const) {
  for (const fileName of [undefined, 'blob'] as const) {
    for (const isFirst of [true, false]) {
      test(`a text field ${title} is taken ${fileName ? 'as a file' : 'as text'}, ${isFirst ? 'before' : 'after'} the recording`, async (t) => {
        const { app, customer, runs } = await buildTestApp(t);
        const { apiKey, clientId } = await customer();
        const text = (name: string, value: string): FormPart => ({
          name,
          value: `${mark}${value}`,
          ...(fileName && { fileName }),
        });
        const fields = [text('metadata', '{"team":"Straße"}'), text('tags', '["a"]'), text('language', 'de')];
        const audio = { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' };
        const { headers, payload } = encodeForm(isFirst ? [...fields, audio] : [audio, ...fields]);
        const answer = await app.inject({
          ...{ method: 'POST', url: '/api/v1/speech/analyze', payload },
          headers: { ...headers, 'x-api-key': apiKey },
        });
        assert.equal(answer.statusCode, 202, answer.body);
        const run = await runs.find({ clientId, runId: answer.json().id });
        assert.deepEqual([run?.metadata, run?.tags, run?.language], [{ team: 'Straße' }, ['a'], 'de']);
      });
    }
  }
}

test('a text field sent as a file has the limits and the faults of one sent as text', async (t) => {
  const { app, customer, blobFiles } = await buildTestApp(t);
  const { apiKey } = await customer();
  const send = async (...parts: FormPart[]) => {
    const { headers, payload } = encodeForm([
      ...parts,
      { name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' },
    ]);
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/v1/speech/analyze', payload },
      headers: { ...headers, 'x-api-key': apiKey },
    });
    return `${answer.json().error.code} ${answer.json().error.message}`;
  };
  const asFile = (value: string): FormPart => ({ name: 'metadata', value, fileName: 'blob' });
  assert.match(await send(asFile(`"${'x'.repeat(70_000)}"`)), /^INVALID_PARAMETERS.*64 KB/);
  assert.match(await send(asFile('{}'), asFile('{}')), /^INVALID_PARAMETERS.*sent twice/);
  assert.match(await send(asFile('{"a":')), /^INVALID_METADATA.*not valid JSON/);
  assert.deepEqual(await blobFiles(), []);
});
