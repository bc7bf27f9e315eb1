import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../../testkit/server-process.ts';

/** An api by itself; that its link comes out of a whole server, console-first-day.test.ts shows. */
const mainPath = join(import.meta.dirname, '../../testkit/fake-speech/main.ts');

test('each start prints one set-up link until there is an owner; it is in no log', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-set-up-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const start = async () => {
    const server = await startServer({ mainPath, env: { DATA_DIR: dataDir, ROLE: 'api' } });
    t.after(() => server.stop());
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${server.url}/console/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-assay-console': '1' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as { purpose?: string } };
    };
    return { ...server, post };
  };
  const link = /^ {2}(http:\S+)\/console\/welcome#([\w-]{43})$/m;
  /** It is printed a moment after the address. */
  const linkOf = async ({ said, url }: { said: () => string; url: string }) => {
    for (const giveUpAt = performance.now() + 60_000; !link.test(said()); await delay(20)) {
      assert.ok(performance.now() < giveUpAt, `no link: ${said()}`);
    }
    const [, address, token] = link.exec(said())!;
    assert.equal(address, url);
    return token!;
  };

  const first = await start();
  const firstToken = await linkOf(first);
  assert.match(first.said(), /has no owner/);
  assert.equal((await first.post('/invites/check', { token: firstToken })).body.purpose, 'set-up');
  await first.stop();

  const second = await start();
  const token = await linkOf(second);
  assert.notEqual(token, firstToken);
  assert.equal((await second.post('/invites/check', { token: firstToken })).status, 404, 'the one before');
  const owner = { email: 'ada@people.example', name: 'Ada', password: 'a long walk at night' };
  assert.equal((await second.post('/invites/accept', { token, ...owner })).status, 200);
  assert.equal((await second.post('/invites/accept', { token, ...owner })).status, 404, 'it works once');
  assert.ok(!second.log().includes(token));
  await second.stop();

  const third = await start();
  await third.stop();
  assert.match(third.said(), /listening/);
  assert.doesNotMatch(third.said(), link);
  assert.doesNotMatch(third.said(), /has no owner/);
});
