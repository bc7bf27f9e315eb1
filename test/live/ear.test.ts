import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEar } from '#server/live/ear/ear.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const about = { language: 'en', hotwords: [], patienceMs: 1000, startMs: 0 };

/** What the listeners of this ear are told. */
async function failureOf(ear: ReturnType<typeof createEar>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  ear.open({ ...about, onEvent: () => undefined, onFailed: resolve });
  return promise;
}

test('an ear whose networks are missing says so to its callers and its listeners', async (t) => {
  const dir = await tempFolder(t);
  const missing = { kind: 'moonshine', id: 'm', dir, size: 'base', threads: 1, batch: 1 } as const;
  const ear = createEar({ modelsDir: dir, recogniser: missing });
  t.after(() => ear.close());
  const failure = failureOf(ear);
  await assert.rejects(ear.ready(), Error);
  assert.notEqual(await failure, '');
});

test('a hearing process that dies ends no other: its listeners are told, and the next is another process', async (t) => {
  const ear = createEar({ modelsDir: await tempFolder(t), recogniser: { kind: 'none' } });
  t.after(() => ear.close());
  for (let round = 0; round < 2; round++) {
    // Asked before it hears: the question waits.
    assert.match(await failureOf(ear), /No recogniser knows the language "en"/);
    const [pid, ...others] = await childrenOf(process.pid);
    assert.deepEqual(others, []);
    process.kill(pid!, 'SIGKILL');
    await assert.rejects(ear.transcribe({ language: 'en', hotwords: [], pcmPath: 'none' }), /process ended/);
  }
});

async function childrenOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(join('/proc', name, 'stat'), 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(Number(name));
  }
  return found;
}
