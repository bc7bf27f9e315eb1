import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#server/logging.ts';
import { processorCostMs } from '#test/support/processor-cost.ts';

function capture(level = 'info', secrets: readonly string[] = []) {
  const lines: string[] = [];
  return { logger: createLogger({ level, name: 'test', secrets, write: (line) => lines.push(line) }), lines };
}

for (const [title, fields] of [
  ['a transcript', { pii: { transcript: 'SECRET' } }],
  ['a name further down', { run: { pii: 'SECRET' } }],
  ['an API key', { apiKey: 'SECRET' }],
  ['an API key further down', { caller: { apiKey: 'SECRET' } }],
  ['the key of a request', { req: { headers: { 'x-api-key': 'SECRET' } } }],
  ['the session of a request', { req: { headers: { cookie: 'assay_session=SECRET' } } }],
  ['a password', { body: { password: 'SECRET' } }],
  ['the token of a link', { token: 'SECRET' }],
  ['the bearer of a request', { headers: { authorization: 'Bearer SECRET' } }],
] as const) {
  test(`${title} never reaches the log`, () => {
    const { logger, lines } = capture();
    logger.info(fields, 'something happened');
    logger.child(fields).info('something else happened');
    assert.equal(lines.length, 2);
    for (const line of lines) {
      assert.doesNotMatch(line, /SECRET/);
      assert.match(line, /\[redacted\]/);
    }
  });
}

const token = 'kQ3'.repeat(14).concat('_');
for (const [title, text, left] of [
  ['an API key', `refused assay_api_${'a1B2'.repeat(12)} at once`, 'refused [api key] at once'],
  ['the key of an older prefix', `acme_live_api_${'a1B2'.repeat(12)}`, '[api key]'],
  ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[webhook secret]'],
  ['a bearer', 'sent Authorization: Bearer abc.def-ghi~1', 'sent Authorization: Bearer [redacted]'],
  ['the password of an address', 'postgres://assay:hunter2@db:5432/x', 'postgres://[redacted]@db:5432/x'],
  ['an e-mail address', 'Key (email)=(zoë.o+1@mail.example) exists', 'Key (email)=([e-mail]) exists'],
  ['the link of a candidate', `GET /i/#${token} failed`, 'GET /i/#[token] failed'],
  ['what was no JSON', String(parseFault('Dear Sir, I was born')), null],
] as const) {
  test(`${title} never reaches the log within the text of an error or a field`, () => {
    const { logger, lines } = capture();
    logger.error({ err: new Error('it failed', { cause: new Error(text) }) }, 'request failed');
    logger.info({ detail: { text } }, 'something happened');
    assert.equal(lines.length, 2);
    for (const line of lines) {
      const { err, detail } = JSON.parse(line);
      const shown = err ? err.cause.message : detail.text;
      assert.ok(left === null || shown === left, shown);
      assert.doesNotMatch(shown, /Dear Sir|hunter2|kQ3|a1B2|mail\.example/);
    }
  });
}

function parseFault(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

test('a name of 43 letters is no token', () => {
  const { logger, lines } = capture();
  logger.info({ metric: 'assay_api_nodejs_eventloop_lag_mean_seconds' }, 'something happened');
  assert.match(lines[0]!, /lag_mean_seconds/);
});

test('what a database says of a row stays out, what it says of the table does not', () => {
  const { logger, lines } = capture();
  const fault = Object.assign(new Error('duplicate key'), {
    code: '23505',
    table: 'candidates',
    detail: 'Key (full_name)=(Grace Hopper) already exists.',
    parameters: ['Grace Hopper'],
  });
  logger.error({ err: fault }, 'request failed');
  assert.doesNotMatch(lines[0]!, /Grace/);
  const { code, table, type } = JSON.parse(lines[0]!).err;
  assert.deepEqual([code, table, type], ['23505', 'candidates', 'Error']);
});

test('the secrets of this installation never reach the log, whatever they look like', () => {
  const { logger, lines } = capture('info', ['correct horse "battery"']);
  logger.info({ note: 'the key is correct horse "battery", they say' }, 'correct horse "battery"');
  const { note, msg } = JSON.parse(lines[0]!);
  assert.deepEqual([note, msg], ['the key is [secret], they say', '[secret]']);
});

test('a long line costs no more than its length', async () => {
  const { logger, lines } = capture();
  const costMs = await processorCostMs(() => {
    for (const text of ['a'.repeat(300_000), 'a-'.repeat(150_000), 'a@'.repeat(150_000), '"'.repeat(20_000)])
      logger.info({ text }, 'long');
  });
  assert.equal(lines.length, 4);
  assert.ok(costMs < 5000, `${costMs} ms`);
});

test('a line is JSON with a time, the process and a sentence', () => {
  const { logger, lines } = capture();
  logger.info({ runId: 'r1' }, 'run ended');
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  assert.deepEqual([line.name, line.msg, line.runId], ['test', 'run ended', 'r1']);
  assert.ok(!Number.isNaN(Date.parse(String(line.time))));
});
