import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runProgram } from '#server/engines/child-process.ts';
import { guardsFor } from '#server/engines/pdf/pdfjs.ts';
import { sandboxFinding, sandboxLeaks } from '#server/engines/sandbox-check.ts';

const folder = await mkdtemp(join(tmpdir(), 'assay-guarded-'));
after(() => rm(folder, { recursive: true, force: true }));
const mine = join(folder, 'mine');
const others = join(folder, 'others');
await writeFile(mine, 'mine');
await writeFile(others, 'of others');
const timeoutMs = 20_000;

test('a program reads the file it was given and no other, root or not', async () => {
  const { stdout } = await runProgram({ program: 'cat', args: [mine], reads: [mine], timeoutMs });
  assert.equal(stdout.toString(), 'mine');
  for (const path of [others, '/etc/passwd', `/proc/${process.pid}/environ`]) {
    const reading = runProgram({ program: 'cat', args: [path], reads: [mine], timeoutMs });
    await assert.rejects(reading, /Permission denied/, path);
  }
  await assert.rejects(
    runProgram({ program: 'ls', args: [folder], reads: [mine], timeoutMs }),
    /cannot open directory/,
  );
});

test('a program writes to the file it was given and to no other', async () => {
  const write = (path: string, grants: { reads?: string[]; writes?: string[] }) =>
    runProgram({
      program: 'dd',
      args: ['if=/dev/zero', `of=${path}`, 'bs=3', 'count=1'],
      timeoutMs,
      ...grants,
    });
  await write(mine, { writes: [mine] });
  assert.deepEqual(await readFile(mine), Buffer.alloc(3));
  await assert.rejects(write(others, { reads: [others], writes: [mine] }), /Permission denied/);
  await assert.rejects(write(join(folder, 'new'), { writes: [mine] }), /Permission denied/);
  await assert.rejects(
    runProgram({ program: 'chmod', args: ['777', mine], writes: [mine], timeoutMs }),
    /not permitted/,
  );
  assert.equal(await readFile(others, 'utf8'), 'of others');
});

test('a program has no network, not even this machine', async () => {
  await assert.rejects(
    runProgram({ program: 'ffprobe', args: ['-v', 'error', 'tcp://127.0.0.1:9'], timeoutMs }),
    /Operation not permitted/,
  );
});

test('a program starts no other, and sends no signals', async () => {
  const sh = (script: string) => runProgram({ program: 'sh', args: ['-c', script], timeoutMs });
  await assert.rejects(sh('ls | cat'), /Cannot fork/);
  await assert.rejects(sh(`kill -0 ${process.pid}`), /not permitted/);
  await sh('kill -0 $$');
});

test('a program can gain no rights, and its filter is on', async () => {
  const { stdout } = await runProgram({
    program: 'cat',
    args: ['/proc/self/status'],
    reads: ['/proc/self/status'],
    timeoutMs,
  });
  assert.match(stdout.toString(), /^NoNewPrivs:\s*1$/m);
  assert.match(stdout.toString(), /^Seccomp:\s*2$/m);
});

test('the doctor tries all of it and says what held', async () => {
  assert.deepEqual(await sandboxLeaks(folder), []);
  const { status, detail } = await sandboxFinding(folder);
  assert.deepEqual([status, detail.slice(0, 6)], ['ok', 'tried:']);
});

test('the doctor says plainly what a machine does not allow, and what would', async () => {
  const finding = await sandboxFinding(folder, async () => ['files', 'network']);
  assert.equal(finding.status, 'warning');
  assert.match(finding.detail, /not kept from reading other files, using the network$/);
  assert.match(finding.advice!, /Landlock: Linux 5\.13.*seccomp/s);
});

test("pdf.js sees its own package and the one file, by Node's rules alone too: nothing else of the project", async () => {
  const { flags, reads } = guardsFor(mine);
  const root = join(import.meta.dirname, '../..');
  const paths = [mine, others, join(root, 'README.md'), join(root, 'server/main.ts'), join(root, 'data')];
  const look = `console.log(${JSON.stringify(paths)}.map((path) => { try { require('fs').statSync(path); require('fs').readFileSync(path); return 1; } catch (error) { return error.code; } }).join())`;
  const denied = 'ERR_ACCESS_DENIED';
  const limits = { memoryBytes: 64 * 1024 ** 4 };
  for (const allowed of [reads, ['/']]) {
    const { stdout } = await runProgram({
      program: process.execPath,
      args: [...flags, '-e', look],
      reads: allowed,
      limits,
      timeoutMs,
    });
    assert.deepEqual(stdout.toString().trim().split(','), ['1', denied, denied, denied, denied]);
  }
});
