import { dirname, resolve } from 'node:path';
import { RunFailure } from '../../errors.ts';
import { minutes, seconds } from '../../time.ts';
import { ProgramError, type ProgramLimits, runProgram } from '../child-process.ts';

/** Imported by programs that judge what of a text can be seen. */
export const legibilityPath = resolve(import.meta.dirname, 'legibility.ts');
/** Says which kind of module a program is. */
const packageJson = resolve(import.meta.dirname, '../../../package.json');

/** A CV is read in under a second of processor time, which `cpuSeconds` bounds. The clock says more of the machine than of the file. */
const defaultTimeoutMs = minutes(10);
/** Of the processor, for one file. */
export const usualCpuSeconds = 20;
/** JavaScript's own heap; what files unpack to lies outside of it and is bounded by `dataBytes`. */
const heapMiB = 384;
const programLimits = {
  // Node reserves address space by the gigabyte and never touches it.
  memoryBytes: 64 * 1024 ** 4,
  // Of these Node reserves about 600 MB at its start.
  dataBytes: 1400 * 1024 ** 2,
  cpuSeconds: usualCpuSeconds,
  openFiles: 64,
  fileSizeBytes: 0,
} satisfies ProgramLimits;
const maxAnswerBytes = 64 * 1024 ** 2;

const nodeFlags = [
  `--max-old-space-size=${heapMiB}`,
  '--disable-warning=ExperimentalWarning',
  '--disallow-code-generation-from-strings',
];

/** How Node is run with a file that may be hostile: what it may read, by its own rules and by the kernel's. */
export function guardsFor(...paths: readonly string[]): { flags: string[]; reads: string[] } {
  const reads = [packageJson, ...paths];
  return { flags: [...nodeFlags, '--permission', ...reads.map((one) => `--allow-fs-read=${one}`)], reads };
}

export interface ReaderProgram {
  /** What it opens, for people: "PDFs". */
  files: string;
  /** Called with the file's path and more arguments; answers with JSON that has a `status`. */
  program: string;
  /** What it may read besides its own folder: packages, and files of ours that it imports. */
  codePaths: readonly string[];
  cpuSeconds?: number | undefined;
  /** On the clock: against a program that waits for ever. */
  timeoutMs?: number | undefined;
}

interface Call {
  path: string;
  args?: readonly string[];
  /** What it may read besides the file and its code. */
  reads?: readonly string[];
  signal: AbortSignal;
}

/** What became of a file: what the program answered, or that it was stopped by its limits. */
export type TooCostly = { status: 'too-costly'; because: string };

/**
 * Opens a file in a process of its own, under limits of time and memory and without the right to read other files, write any, or start
 * programs.
 *
 * @throws ProgramError when the machine had too little time for it
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR when no file can be read here
 */
export async function openInProcess<Answer extends { status: string }>(
  reader: ReaderProgram,
  call: Call,
): Promise<Answer | TooCostly> {
  try {
    return await run<Answer>(reader, call);
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof ProgramError) || error.fault === 'timeout') throw error;
    if (error.fault === 'failed' || error.fault === 'missing') await tryOut(reader, call.signal);
    // Out of memory ends a process in several ways; what the program itself refuses it reports.
    return { status: 'too-costly', because: error.message };
  }
}

/**
 * Any file will do to see that the program is there and may look at it: where it cannot, no file is to blame for it.
 *
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR
 * @throws ProgramError when the machine had too little time for it
 */
async function tryOut(reader: ReaderProgram, signal: AbortSignal): Promise<void> {
  const broken = (detail: string, cause?: unknown) =>
    new RunFailure(
      'SERVICE_CONFIGURATION_ERROR',
      `This installation cannot read ${reader.files} at present.`,
      {
        cause,
        forOperators: `${reader.files} cannot be read: ${detail} Repair the installation with scripts/setup.`,
      },
    );
  try {
    const { status } = await run<{ status: string }>(reader, { path: packageJson, signal });
    if (status !== 'damaged') throw broken(`the program ends "${status}".`);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProgramError) || error.fault === 'timeout') throw error;
    throw broken(error.message, error);
  }
}

/** What is wrong with a program, for operators; undefined while it can read files. */
export async function faultOfProgram(reader: ReaderProgram): Promise<string | undefined> {
  try {
    await tryOut(reader, AbortSignal.timeout(seconds(20)));
    return undefined;
  } catch (error) {
    const { message, forOperators = `${reader.files} cannot be read: ${message}` } = error as RunFailure;
    return forOperators;
  }
}

async function run<Answer>(
  { program, codePaths, cpuSeconds = programLimits.cpuSeconds, timeoutMs = defaultTimeoutMs }: ReaderProgram,
  { path, args = [], reads: also = [], signal }: Call,
): Promise<Answer> {
  const absolute = resolve(path);
  const { flags, reads } = guardsFor(dirname(program), ...codePaths, absolute, ...also);
  const { stdout } = await runProgram({
    program: process.execPath,
    args: [...flags, program, absolute, ...args],
    timeoutMs,
    signal,
    reads,
    limits: { ...programLimits, cpuSeconds },
    maxStdoutBytes: maxAnswerBytes,
    maxStderrBytes: 4096,
  });
  return JSON.parse(stdout.toString('utf8')) as Answer;
}
