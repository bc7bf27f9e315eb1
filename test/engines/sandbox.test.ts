import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ProgramError, runProgram } from '#server/engines/child-process.ts';
import { guardsFor } from '#server/engines/cv-files/reader-process.ts';
import { sandboxFinding, sandboxLeaks } from '#server/engines/sandbox-check.ts';

const folder = await mkdtemp(join(tmpdir(), 'assay-guarded-'));
after(() => rm(folder, { recursive: true, force: true }));
const mine = join(folder, 'mine');
const others = join(folder, 'others');
await writeFile(mine, 'mine');
await writeFile(others, 'of others');
const modeOfOthers = (await stat(others)).mode & 0o777;
const timeoutMs = 60_000;

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

/** What the kernel answers to calls of these numbers and arguments, made in the sandbox: the names of errors, or "done". */
async function answersTo(calls: readonly (readonly (number | string)[])[]): Promise<string[]> {
  const script =
    'for (@ARGV) { my @call = map { /^-?\\d+$/ ? $_ + 0 : $_ } split /,/; print syscall(shift @call, @call) == -1 ? $! + 0 : 0, "\\n"; }';
  const { stdout } = await runProgram({
    program: 'perl',
    args: ['-e', script, ...calls.map((call) => call.join(','))],
    timeoutMs,
  });
  const names = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((number) => (number === '0' ? 'done' : (names.get(Number(number)) ?? number)));
}
/** Numbers on x86-64 and on 64-bit ARM. */
const numberOf = (numbers: readonly [number, number]) => numbers[process.arch === 'arm64' ? 1 : 0];
/** Arguments of no use: the caller gets EFAULT, EBADF or EINVAL. */
const nonsense = [-1, -1, -1, -1, -1, -1];

test('a call that is not on the list is refused, also of kernels to come: libraries are told that there is no such thing', async () => {
  // fchmodat2, setxattrat, removexattrat and open_tree_attr among them.
  const newer = Array.from({ length: 176 }, (_, n) => 424 + n);
  const [closeRange, access] = [436, 439];
  const answers = await answersTo(newer.map((number) => [number, ...nonsense]));
  const reached = newer.filter((_, n) => answers[n] !== 'ENOSYS');
  assert.deepEqual(reached, [closeRange, access]);
  await answersTo([[452, -100, others, 0o777, 0]]);
  assert.equal((await stat(others)).mode & 0o777, modeOfOthers);
});

for (const [kind, calls] of [
  ['connections', { socket: [41, 198], socketpair: [53, 199], connect: [42, 203], sendmsg: [46, 211] }],
  ['other processes', { ptrace: [101, 117], kcmp: [312, 272], process_vm_readv: [310, 270] }],
  ['their signals', { tkill: [200, 130], rt_sigqueueinfo: [129, 138], rt_tgsigqueueinfo: [297, 240] }],
  ['places in the tree', { mount: [165, 40], umount2: [166, 39], chroot: [161, 51], pivot_root: [155, 41] }],
  ['namespaces', { unshare: [272, 97], setns: [308, 268] }],
  ['modes and owners', { fchmod: [91, 52], fchmodat: [268, 53], fchown: [93, 55], fchownat: [260, 54] }],
  ['times and attributes', { utimensat: [280, 88], fsetxattr: [190, 7], fremovexattr: [199, 16] }],
  [
    'folders and links',
    { mkdirat: [258, 34], renameat2: [316, 276], linkat: [265, 37], symlinkat: [266, 36] },
  ],
  ['priorities', { setpriority: [141, 140], sched_setparam: [142, 118], ioprio_set: [251, 30] }],
  [
    'the kernel',
    { bpf: [321, 280], perf_event_open: [298, 241], keyctl: [250, 219], userfaultfd: [323, 282] },
  ],
  ['hidden files and memory', { memfd_create: [319, 279], open_by_handle_at: [304, 265], shmget: [29, 194] }],
  ['users', { setuid: [105, 146], setgid: [106, 144], setgroups: [116, 159], capset: [126, 91] }],
] as const) {
  test(`a program has no calls for ${kind}`, async () => {
    const names = Object.keys(calls);
    const answers = await answersTo(
      Object.values(calls).map((numbers) => [numberOf(numbers as [number, number]), ...nonsense]),
    );
    assert.deepEqual(
      Object.fromEntries(names.map((name, n) => [name, answers[n]])),
      Object.fromEntries(names.map((name) => [name, 'EPERM'])),
    );
  });
}

test('of calls that it has, a program cannot make use against others or against its limits', async () => {
  const [fcntl, prctl, prlimit, ioctl] = [
    numberOf([72, 25]),
    numberOf([157, 167]),
    numberOf([302, 261]),
    numberOf([16, 29]),
  ];
  assert.deepEqual(
    await answersTo([
      // Signals of standard output go to Assay.
      [fcntl, 1, 8, process.pid],
      [fcntl, 1, 1],
      // It lives on when Assay dies; its threads may have names.
      [prctl, 1, 0],
      [prctl, 15, 'name'],
      // More open files.
      [prlimit, 0, 7, 'x'.repeat(16), 0],
      // Input for the terminal that Assay was started from.
      [ioctl, 0, 0x5412, 'x'],
    ]),
    ['EPERM', 'done', 'EPERM', 'done', 'EPERM', 'ENOTTY'],
  );
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

test('a machine that was too busy to try it is not told to build it again', async () => {
  const about = { program: 'node', exitCode: null, stdout: Buffer.alloc(0), stderr: '' };
  const advised = async (error: Error) =>
    (await sandboxFinding(folder, () => Promise.reject(error))).advice ?? '';
  assert.match(await advised(new ProgramError('timeout', 'node did not finish.', about)), /too busy/);
  assert.match(await advised(new ProgramError('missing', 'no setpriv', about)), /scripts\/setup/);
});

test("a program that opens CVs sees what it is given, by Node's rules alone too: nothing else of the project", async () => {
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
