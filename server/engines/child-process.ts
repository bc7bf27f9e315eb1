import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { outOfTimeCode } from '../outages.ts';

/** What a program may use before the kernel stops it. */
export interface ProgramLimits {
  /** Address space, in bytes; threads' stacks and mapped files count. */
  memoryBytes: number;
  /** Private memory that can be written, for programs that reserve far more address space than they use (Node). */
  dataBytes?: number;
  cpuSeconds: number;
  openFiles: number;
  /** Largest file it may write, in bytes. */
  fileSizeBytes: number;
}

export interface ProgramRequest {
  program: string;
  args: readonly string[];
  /** Wall-clock time after which it is killed. Only against one that waits for ever: `cpuSeconds` bounds what it may cost, so be generous. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  limits?: Partial<ProgramLimits>;
  /** Files and folders it may read, besides libraries and data of the system. A folder is all that is in it. */
  reads?: readonly string[];
  /** Likewise, to read and write; a file has to exist. */
  writes?: readonly string[];
  /** Written to its standard input, which is then closed. Nothing is connected when absent. */
  input?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Receives standard output as it comes, instead of collecting it; it may return a promise to slow the program down. */
  onStdout?: (chunk: Buffer) => void | Promise<void>;
  /** A program that writes more to standard output is killed. Ignored with `onStdout`. */
  maxStdoutBytes?: number;
  /** Only the last bytes of standard error are kept. */
  maxStderrBytes?: number;
  cwd?: string;
}

export interface ProgramResult {
  stdout: Buffer;
  stderr: string;
}

/**
 * `timeout`: the clock ran out, or the machine had no memory, process or file left for it, as where it is busy; that says nothing of the
 * program's input. `too-costly`: it used up its processor time, however busy the machine is.
 */
export type ProgramFault = 'missing' | 'failed' | 'timeout' | 'too-costly' | 'too-much-output';

/** A program did not end well. Its standard error may name files: show `message` to operators only. */
export class ProgramError extends Error {
  readonly fault: ProgramFault;
  readonly program: string;
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** By which `isOutOfTime` knows it. */
  readonly code: string | undefined;

  constructor(
    fault: ProgramFault,
    message: string,
    about: { program: string; exitCode: number | null; stdout: Buffer; stderr: string },
  ) {
    super(message);
    this.name = 'ProgramError';
    this.fault = fault;
    this.code = fault === 'timeout' ? outOfTimeCode : undefined;
    this.program = about.program;
    this.exitCode = about.exitCode;
    this.stdout = about.stdout;
    this.stderr = about.stderr;
  }
}

const defaultLimits: ProgramLimits = {
  memoryBytes: 2 * 1024 ** 3,
  cpuSeconds: 600,
  openFiles: 64,
  fileSizeBytes: 1024 ** 3,
};

/** Built from `native/src/sandbox.cc`, whose head says what it takes from a program. */
const sandboxPath = resolve(import.meta.dirname, '../../native/build/Release/assay_sandbox');
export const isSandboxBuilt = existsSync(sandboxPath);

/** The child sees none of our environment: secrets stay here, and its output does not depend on the locale. */
const childEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  HOME: '/nonexistent',
};

/**
 * Runs a program without a shell and waits for its end.
 *
 * `setpriv --pdeathsig KILL` makes the kernel kill it when we die, even by `kill -9`; `prlimit` bounds memory,
 * processor time, files and their size; `assay_sandbox` takes network, other files and new processes from it, as far as the kernel
 * can. Each replaces itself by the next, so one process is all there is to kill. Resolves on exit status 0; the promise settles only after the process has been reaped.
 *
 * @throws ProgramError when it is missing, fails, outlives `timeoutMs`, uses up its processor time or says too much
 * @throws the signal's reason when aborted
 */
export async function runProgram(request: ProgramRequest): Promise<ProgramResult> {
  const { program, signal } = request;
  signal?.throwIfAborted();

  const child = start(request);
  let stop: { fault: ProgramFault; message: string } | undefined;
  const kill = (fault: ProgramFault, message: string) => {
    stop ??= { fault, message };
    child.kill('SIGKILL');
  };
  const timer = setTimeout(
    () => kill('timeout', `${program} did not finish within ${request.timeoutMs} ms.`),
    request.timeoutMs,
  );
  const onAbort = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', onAbort, { once: true });

  const stdoutLimit = request.maxStdoutBytes ?? 1024 ** 2;
  const tooMuch = () => kill('too-much-output', `${program} wrote more than ${stdoutLimit} bytes.`);
  try {
    // Everything is collected before the exit is looked at, so that no promise is left to reject alone.
    const [exit, output, errors, fed] = await Promise.allSettled([
      exitOf(child),
      request.onStdout
        ? drain(child.stdout!, request.onStdout)
        : collectHead(child.stdout!, stdoutLimit, tooMuch),
      collectTail(child.stderr!, request.maxStderrBytes ?? 64 * 1024),
      request.input && feed(child.stdin!, request.input),
    ]);
    signal?.throwIfAborted();
    const stdout = output.status === 'fulfilled' && output.value ? output.value : Buffer.alloc(0);
    const stderr = errors.status === 'fulfilled' ? errors.value : '';
    const fail = (fault: ProgramFault, message: string, exitCode: number | null) =>
      new ProgramError(fault, message, { program, exitCode, stdout, stderr });

    if (exit.status === 'rejected') throw notStarted(program, exit.reason as NodeJS.ErrnoException);
    const { code, signalName } = exit.value;
    if (stop) throw fail(stop.fault, stop.message, code);
    if ((code === 126 || code === 127) && notRun.test(stderr)) {
      throw fail(
        'missing',
        `The program "${program}" is not installed, may not be run, or lacks a library.`,
        code,
      );
    }
    if (output.status === 'rejected') throw output.reason;
    if (code !== 0) {
      if (signalName === 'SIGXCPU') {
        throw fail(
          'too-costly',
          `${program} used up its ${limitsOf(request).cpuSeconds} s of processor time.`,
          code,
        );
      }
      // Not by us, nor by its limits, which end it by signals of their own: by a kernel that is out of memory, or by a person.
      if (signalName === 'SIGKILL') {
        throw fail('timeout', `${program} was killed from outside, as where memory runs out.`, code);
      }
      const how = signalName ? `was ended by ${signalName}` : `ended with status ${code}`;
      throw fail('failed', `${program} ${how}: ${stderr.trim().slice(-400)}`, code);
    }
    if (fed.status === 'rejected') throw fed.reason;
    return { stdout, stderr };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function start(request: ProgramRequest): ChildProcess {
  try {
    return spawn('setpriv', wrapped(request), {
      stdio: [request.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      env: childEnvironment,
      ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
    });
  } catch (error) {
    throw notStarted(request.program, error as NodeJS.ErrnoException);
  }
}

function notStarted(program: string, reason: NodeJS.ErrnoException): ProgramError {
  const about = { program, exitCode: null, stdout: Buffer.alloc(0), stderr: '' };
  return noRoom.has(String(reason.code))
    ? new ProgramError('timeout', `This machine has no room to start ${program}: ${reason}`, about)
    : new ProgramError('missing', `setpriv, which guards ${program}, cannot be started: ${reason}`, about);
}

/** What its guards, and the loader of libraries, say of a program that they could not start. */
const notRun = /^(setpriv|prlimit|assay_sandbox): .*execut|error while loading shared libraries/m;

/** Of a machine that has no process, memory or open file left. */
const noRoom: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

const limitsOf = ({ limits }: ProgramRequest): ProgramLimits => ({ ...defaultLimits, ...limits });

function wrapped(request: ProgramRequest): string[] {
  const { program, args, reads = [], writes = [] } = request;
  const { memoryBytes, dataBytes, cpuSeconds, openFiles, fileSizeBytes } = limitsOf(request);
  // The first limit ends it by a signal of its own, by which it is told from a kill, and again each second; the second, should it heed none.
  const cpu = `--cpu=${cpuSeconds}:${cpuSeconds + 10}`;
  return [
    ...['--pdeathsig', 'KILL', '--no-new-privs', '--', 'prlimit'],
    ...[`--as=${memoryBytes}`, cpu, `--nofile=${openFiles}`, `--fsize=${fileSizeBytes}`],
    ...(dataBytes === undefined ? [] : [`--data=${dataBytes}`]),
    ...['--core=0', '--'],
    ...(isSandboxBuilt
      ? [sandboxPath, ...granted('--read', reads), ...granted('--write', writes), '--']
      : []),
    ...[program, ...args],
  ];
}

const granted = (option: string, paths: readonly string[]) =>
  paths.flatMap((path) => [option, resolve(path)]);

async function exitOf(child: ChildProcess): Promise<{ code: number | null; signalName: string | null }> {
  const [code, signalName] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signalName };
}

async function drain(stream: Readable, onChunk: (chunk: Buffer) => void | Promise<void>): Promise<undefined> {
  for await (const chunk of stream) await onChunk(chunk as Buffer);
}

async function collectHead(stream: Readable, limitBytes: number, onTooMuch: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) onTooMuch();
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function collectTail(stream: Readable, limitBytes: number): Promise<string> {
  let tail = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    tail = Buffer.concat([tail, chunk]);
    if (tail.length > 2 * limitBytes) tail = tail.subarray(-limitBytes);
  }
  return tail.subarray(-limitBytes).toString('utf8');
}

/** A program may close its input early (it has heard enough, or it died): its exit status tells which. */
async function feed(stdin: Writable, input: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  let closed = false;
  const end = new Promise<void>((resolve) => {
    stdin.once('error', () => resolve());
    stdin.once('close', () => resolve());
  }).then(() => {
    closed = true;
  });
  try {
    const chunks = (async function* () {
      yield* input;
    })();
    for (;;) {
      // It may end while there is nothing to tell it.
      const next = await Promise.race([chunks.next(), end]);
      if (closed || !next || next.done) return;
      if (!stdin.write(next.value)) await Promise.race([once(stdin, 'drain').catch(() => {}), end]);
    }
  } finally {
    stdin.end();
  }
}
