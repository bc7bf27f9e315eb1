import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#server/logging.ts';

function capture(level = 'info') {
  const lines: string[] = [];
  return { logger: createLogger({ level, name: 'test', write: (line) => lines.push(line) }), lines };
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

test('a line is JSON with a time, the process and a sentence', () => {
  const { logger, lines } = capture();
  logger.info({ runId: 'r1' }, 'run ended');
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  assert.deepEqual([line.name, line.msg, line.runId], ['test', 'run ended', 'r1']);
  assert.ok(!Number.isNaN(Date.parse(String(line.time))));
});
