import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type ProgramError, runProgram } from '#server/engines/child-process.ts';

const fault = (expected: ProgramError['fault']) => (error: unknown) => {
  assert.equal((error as ProgramError).fault, expected, String(error));
  return true;
};

/** Command lines of living or unreaped processes that contain `mark`. */
async function processesWith(mark: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(mark) && !line.includes('runProgram'));
}

async function childStates(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return stats
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .filter((fields) => fields[1] === String(process.pid))
    .map((fields) => fields[0]!);
}

test('gives back what a program wrote, and hands arguments over without a shell', async () => {
  const { stdout } = await runProgram({
    program: 'printf',
    args: ['%s|', '$(id)', '; ls', '*'],
    timeoutMs: 5000,
  });
  assert.equal(stdout.toString(), '$(id)|; ls|*|');
});

test('a program sees none of our environment', async () => {
  process.env.ASSAY_TEST_SECRET = 'visible';
  const { stdout } = await runProgram({ program: 'env', args: [], timeoutMs: 5000 });
  delete process.env.ASSAY_TEST_SECRET;
  assert.match(stdout.toString(), /^PATH=/m);
  assert.doesNotMatch(stdout.toString(), /visible/);
});

test('says plainly that a program is not installed', async () => {
  await assert.rejects(runProgram({ program: 'no-such-program', args: [], timeoutMs: 5000 }), (error) => {
    assert.match(String(error), /"no-such-program" is not installed/);
    return fault('missing')(error);
  });
});

test('a program that lacks a library is as good as not installed', async () => {
  const says = 'x: error while loading shared libraries: libx.so.1: cannot open shared object file';
  await assert.rejects(
    runProgram({ program: 'sh', args: ['-c', `echo "${says}" >&2; exit 127`], timeoutMs: 5000 }),
    fault('missing'),
  );
});

test('tells how a program failed, with the end of what it complained of', async () => {
  await assert.rejects(
    runProgram({ program: 'sh', args: ['-c', 'echo it broke >&2; exit 3'], timeoutMs: 5000 }),
    (error) => {
      assert.equal((error as ProgramError).exitCode, 3);
      assert.match(String(error), /it broke/);
      return fault('failed')(error);
    },
  );
});

test('kills a program that outlives its time and leaves no zombie', async () => {
  await assert.rejects(runProgram({ program: 'sleep', args: ['61.7'], timeoutMs: 150 }), fault('timeout'));
  assert.ok(!(await childStates()).includes('Z'));
  assert.deepEqual(await processesWith('61.7'), []);
});

test('kills a program when the caller gives up, and says why', async () => {
  const controller = new AbortController();
  const running = runProgram({
    program: 'sleep',
    args: ['62.7'],
    timeoutMs: 60_000,
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(new Error('not needed any more')), 100);
  await assert.rejects(running, /not needed any more/);
  assert.deepEqual(await processesWith('62.7'), []);
  await assert.rejects(
    runProgram({ program: 'true', args: [], timeoutMs: 1000, signal: controller.signal }),
    /not needed any more/,
  );
});

test('keeps a bounded part of what a program writes', async () => {
  await assert.rejects(
    runProgram({ program: 'yes', args: [], timeoutMs: 20_000, maxStdoutBytes: 10_000 }),
    fault('too-much-output'),
  );
  const { stderr } = await runProgram({
    program: 'sh',
    args: ['-c', 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo $i; done >&2'],
    timeoutMs: 20_000,
    maxStderrBytes: 1000,
  });
  assert.equal(stderr.length, 1000);
  assert.ok(stderr.endsWith('19999\n20000\n'));
});

test('the kernel stops a program at its limits', async () => {
  const greedy = { program: 'sh', timeoutMs: 300_000 };
  await assert.rejects(
    runProgram({ ...greedy, args: ['-c', 'while :; do :; done'], limits: { cpuSeconds: 1 } }),
    fault('too-costly'),
  );
  await assert.rejects(
    runProgram({
      program: 'dd',
      args: ['if=/dev/zero', 'of=/dev/null', 'bs=500M', 'count=1'],
      timeoutMs: 300_000,
      limits: { memoryBytes: 100 * 1024 ** 2 },
    }),
    fault('failed'),
  );
});

test('a program that something outside kills, as a machine without memory does, says nothing of its input', async () => {
  const running = assert.rejects(
    runProgram({ program: 'sleep', args: ['61.9'], timeoutMs: 60_000 }),
    fault('timeout'),
  );
  let pid: string | undefined;
  while (!pid) {
    await wait(20);
    for (const name of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
      const line = await readFile(`/proc/${name}/cmdline`, 'latin1').catch(() => '');
      if (line === 'sleep\x0061.9\0') pid = name;
    }
  }
  process.kill(Number(pid), 'SIGKILL');
  await running;
});

test('nor does a program for which there is no process or file left', async () => {
  // In a process of its own, whose limit on open files leaves none for another program.
  const script = `
    import { openSync } from 'node:fs';
    import { runProgram } from '#server/engines/child-process.ts';
    try { for (;;) openSync('/dev/null'); } catch {}
    await runProgram({ program: 'true', args: [], timeoutMs: 60000 })
      .then(() => console.log('ran'), ({ fault, code }) => console.log(fault, code));`;
  const child = spawn(
    'prlimit',
    ['--nofile=100', '--', process.execPath, '--input-type=module', '-e', script],
    { cwd: `${import.meta.dirname}/../..`, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  assert.equal(said, 'timeout OUT_OF_TIME\n');
});

test('feeds a program and reads it at its own pace', async () => {
  const chunk = new Uint8Array(100_000).fill(65);
  let received = 0;
  await runProgram({
    program: 'cat',
    args: [],
    timeoutMs: 20_000,
    input: Array.from({ length: 50 }, () => chunk),
    onStdout: async (data) => {
      received += data.length;
      await wait(1);
    },
  });
  assert.equal(received, 5_000_000);
});

test('a program may stop reading its input early', async () => {
  const { stdout } = await runProgram({
    program: 'head',
    args: ['-c', '3'],
    timeoutMs: 20_000,
    input: Array.from({ length: 200 }, () => new Uint8Array(100_000).fill(66)),
  });
  assert.equal(stdout.toString(), 'BBB');
});

test('a fault of the input ends the program and is what the caller learns', async () => {
  async function* broken() {
    yield new Uint8Array(10);
    await wait(10);
    throw new Error('the disk is gone');
  }
  await assert.rejects(
    runProgram({ program: 'cat', args: [], timeoutMs: 20_000, input: broken() }),
    /the disk is gone/,
  );
});

test('a program dies with us even when we are killed', async () => {
  const script = `
    import { runProgram } from '#server/engines/child-process.ts';
    runProgram({ program: 'sleep', args: ['63.7'], timeoutMs: 60000 });
    setTimeout(() => console.log('running'), 300);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: `${import.meta.dirname}/../..`,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(parent.stdout, 'data');
  assert.equal((await processesWith('63.7')).length, 1);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  for (let tries = 0; tries < 50 && (await processesWith('63.7')).length > 0; tries++) await wait(20);
  assert.deepEqual(await processesWith('63.7'), []);
});
