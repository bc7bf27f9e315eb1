import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { generateSecret, signedHeaders } from '#server/modules/webhooks/sign.ts';
import { webhookEvents } from '#server/modules/webhooks/types.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');

test("the guide's receiver accepts what we send and refuses what we did not", async (t) => {
  const path = join(await tempFolder(t), 'receiver.mjs');
  await writeFile(path, /```js\n([\s\S]+?)```/.exec(guide)![1]!);
  const { isFromAssay } = (await import(pathToFileURL(path).href)) as {
    isFromAssay: (rawBody: string | Buffer, header: unknown, secret: string) => boolean;
  };
  const [newer, older] = [generateSecret(), generateSecret()];
  const body = '{"event":"cvdeepmatch.finished","name":"Zoë"}';
  const headerAt = (sentAtMs: number) =>
    signedHeaders({
      messageId: 'msg_1',
      event: 'cvdeepmatch.finished',
      body,
      sentAtMs,
      secrets: [newer, older],
    })['X-CVDM-Signature'];
  const header = headerAt(Date.now());
  for (const secret of [newer, older]) {
    assert.equal(isFromAssay(body, header, secret), true);
    assert.equal(isFromAssay(Buffer.from(body), header, secret), true);
  }
  for (const [text, given, secret] of [
    [`${body} `, header, newer],
    [body, header, generateSecret()],
    [body, headerAt(Date.now() - 301_000), newer],
    [body, header!.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 9}`), newer],
    [body, 't=1,v1=', newer],
    [body, 'v1', newer],
    [body, undefined, newer],
  ] as const) {
    assert.equal(isFromAssay(text, given, secret), false);
  }
});

test('the guide names every signature header, and every event it promises exists', () => {
  const headers = new Set(Object.values(webhookEvents).map(({ signatureHeader }) => signatureHeader));
  for (const header of headers) assert.ok(guide.includes(`\`${header}\``), header);
  for (const [, event] of guide.matchAll(/`((?:cvdeepmatch|interview|cvds)\.\w+)`/g)) {
    assert.ok(event! in webhookEvents, event);
  }
});
