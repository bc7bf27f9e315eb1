import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Recording, readRecordings } from '../bench/speakers/recordings.ts';

let workDir: string;
before(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'assay-cases-'));
});
after(() => rm(workDir, { recursive: true, force: true }));

async function folderWith(name: string, audio: readonly string[], texts: Record<string, string>) {
  const folder = join(workDir, name);
  await mkdir(folder);
  const outs = audio.flatMap((file) => ['-map', '0:a', join(folder, file)]);
  const source = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=1'];
  if (audio.length > 0) await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', ...source, ...outs]);
  for (const [file, text] of Object.entries(texts)) await writeFile(join(folder, file), text);
  return folder;
}

async function casesOf(folder: string) {
  const cases: Recording[] = [];
  const skipped: string[] = [];
  for await (const one of readRecordings(folder, workDir, (line) => skipped.push(line))) cases.push(one);
  return { cases, skipped };
}

const line = (recording: string, speaker: string) =>
  `SPEAKER ${recording} 1 0.2 0.5 <NA> <NA> ${speaker} <NA> <NA>\n`;

test('recordings are found in any format, under accents and by the name of their reference file', async () => {
  const folder = await folderWith('named', ['trñ00.flac', 'Second.mp3', 'third.opus', 'spare.wav'], {
    'all.rttm': line('trn00', 'a') + line('second', 'b'),
    'more.rttm': line('second', 'c'),
    'third.rttm': line('meeting-3', 'a'),
    'all.uem': 'trn00 1 0.0 0.6\n',
  });
  const { cases, skipped } = await casesOf(folder);
  assert.deepEqual(
    cases.map(({ name, reference }) => [name, reference.map(({ speaker }) => speaker).join()]),
    [
      ['meeting-3', 'a'],
      ['second', 'b,c'],
      ['trn00', 'a'],
    ],
  );
  assert.deepEqual(cases[2]!.within, [{ startMs: 0, endMs: 600 }]);
  assert.equal(cases[0]!.within, undefined);
  assert.ok(cases.every(({ durationMs }) => Math.abs(durationMs - 1000) < 60));
  assert.match(skipped.join(), /spare\.wav/);
});

test('a recording without audio is left out and said so; a folder without any is refused', async () => {
  const some = await folderWith('some', ['one.wav'], { 'x.rttm': line('one', 'a') + line('lost', 'a') });
  const { cases, skipped } = await casesOf(some);
  assert.equal(cases.length, 1);
  assert.match(skipped.join(), /"lost"/);
  const none = await folderWith('none', [], { 'x.rttm': line('lost', 'a') + line('other', 'a') });
  await assert.rejects(casesOf(none), /has both/);
});
