import assert from 'node:assert/strict';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPocketsphinx } from '#server/engines/asr/pocketsphinx.ts';
import { never, tone, writePcm } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** A stand-in for the program, so that what it does is known; `body` sees the arguments as pocketsphinx does. */
async function fakeProgram(folder: string, body: string): Promise<string> {
  const path = join(folder, 'fake-pocketsphinx');
  await writeFile(
    path,
    `#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -ctm ] && ctm=$2; shift; done\n${body}\n`,
  );
  await chmod(path, 0o755);
  return path;
}

const tenSpans = Array.from({ length: 10 }, (_, i) => ({ startMs: i * 6000, endMs: i * 6000 + 5000 }));

test('says which packages to install when the program is missing', async () => {
  const { ok, detail } = await createPocketsphinx({ program: 'no-such-pocketsphinx' }).check();
  assert.equal(ok, false);
  assert.match(detail, /install the Debian packages pocketsphinx and pocketsphinx-en-us/);
});

test('says which file is missing when the model is', async (t) => {
  const folder = await tempFolder(t);
  const program = await fakeProgram(folder, 'exit 1');
  const { ok, detail } = await createPocketsphinx({ program, modelDir: folder }).check();
  assert.equal(ok, false);
  assert.match(detail, /en-us\/mdef is missing: install the Debian packages/);
});

test('puts what each stretch heard back on the clock of the recording', async (t) => {
  const folder = await tempFolder(t);
  const pcmPath = await writePcm(join(folder, 'audio.pcm'), tone(60_000, 300));
  const program = await fakeProgram(
    folder,
    'printf "s 1 0.10 0.20 i 0.9\\ns 1 5.50 0.20 and(2) 0.8\\n" > $ctm',
  );
  const engine = createPocketsphinx({ program, maxStretchMs: 11_000 });
  const { words, detectedLanguage, languageProbability, warnings } = await engine.transcribe({
    pcmPath,
    speech: tenSpans.slice(0, 4),
    language: 'en',
    hotwords: [],
    signal: never,
  });
  // Each stretch holds two spans, padded by 150 ms (none before the first): "and" lies in the second.
  assert.deepEqual(
    words.map(({ text, startMs }) => `${text} ${startMs}`),
    ['I 100', 'and 6200', 'I 11950', 'and 18050'],
  );
  assert.deepEqual([detectedLanguage, languageProbability], ['en', null]);
  assert.match(warnings.join(), /only very clear English voices/);
});

test('never runs more processes than it was allowed', async (t) => {
  const folder = await tempFolder(t);
  const pcmPath = await writePcm(join(folder, 'audio.pcm'), tone(60_000, 300));
  const log = join(folder, 'log');
  const program = await fakeProgram(
    folder,
    `echo + >> ${log}; sleep 0.1; echo - >> ${log}; echo "s 1 0.1 0.2 yes 0.9" > $ctm`,
  );
  const engine = createPocketsphinx({ program, maxStretchMs: 6000, processes: 3 });
  const { words } = await engine.transcribe({
    pcmPath,
    speech: tenSpans,
    language: 'en',
    hotwords: [],
    signal: never,
  });
  assert.equal(words.length, 10);
  const { readFile } = await import('node:fs/promises');
  let running = 0;
  let most = 0;
  for (const line of (await readFile(log, 'utf8')).trim().split('\n')) {
    running += line === '+' ? 1 : -1;
    most = Math.max(most, running);
  }
  assert.ok(most > 1 && most <= 3, `${most} at once`);
});

test('fails as a whole when one stretch fails, and leaves no file behind', async (t) => {
  const folder = await tempFolder(t);
  const pcmPath = await writePcm(join(folder, 'audio.pcm'), tone(60_000, 300));
  const program = await fakeProgram(
    folder,
    `case $ctm in */s3.ctm) echo broken >&2; exit 3;; *) sleep 0.05; echo "s 1 0.1 0.2 yes 0.9" > $ctm;; esac`,
  );
  const engine = createPocketsphinx({ program, maxStretchMs: 6000 });
  const asked = engine.transcribe({
    pcmPath,
    speech: tenSpans,
    language: 'en',
    hotwords: [],
    signal: never,
  });
  await assert.rejects(asked, { fault: 'failed', exitCode: 3 });
  assert.deepEqual((await readdir(folder)).sort(), ['audio.pcm', 'fake-pocketsphinx']);
});
