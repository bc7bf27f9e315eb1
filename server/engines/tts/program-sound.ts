import { ProgramError, type ProgramRequest, runProgram } from '../child-process.ts';
import { TtsError } from './port.ts';

/** What a voice may use for one part of a text. */
const limits = {
  memoryBytes: 512 * 1024 ** 2,
  cpuSeconds: 20,
  openFiles: 32,
  fileSizeBytes: 64 * 1024 ** 2,
};
const timeoutMs = 20_000;
/** A program waits once so much of its sound lies unheard: half a minute. */
const maxWaitingBytes = 1024 ** 2;

export type SpeakingProgram = Pick<ProgramRequest, 'program' | 'args' | 'input' | 'reads' | 'writes' | 'cwd'>;

/** Runs a speaking program to its end. @throws TtsError; the signal's reason when aborted */
export async function runVoice(
  request: SpeakingProgram,
  signal: AbortSignal,
  onStdout?: ProgramRequest['onStdout'],
): Promise<void> {
  try {
    await runProgram({ ...request, limits, timeoutMs, signal, ...(onStdout && { onStdout }) });
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof ProgramError)) throw cause;
    const { program, fault } = cause;
    // What it complained of may quote the text.
    throw fault === 'missing'
      ? new TtsError('missing', `${program} is not installed: sudo apt-get install ${program}`, { cause })
      : new TtsError('failed', `${program} could not speak (${fault}).`, { cause });
  }
}

/** What a program writes, as it writes it. A caller that stops reading ends the program. */
export async function* programSound(
  request: SpeakingProgram,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stop = new AbortController();
  const chunks: Buffer[] = [];
  let waitingBytes = 0;
  let isDone = false;
  let wakeReader = () => {};
  let wakeWriter = () => {};
  const running = runVoice(request, AbortSignal.any([signal, stop.signal]), (chunk) => {
    chunks.push(chunk);
    waitingBytes += chunk.length;
    wakeReader();
    if (waitingBytes < maxWaitingBytes) return;
    return new Promise<void>((wake) => {
      wakeWriter = wake;
    });
  });
  const settled = running.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const ended = settled.then(() => {
    isDone = true;
    wakeReader();
  });
  try {
    while (true) {
      signal.throwIfAborted();
      const chunk = chunks.shift();
      if (chunk) {
        waitingBytes -= chunk.length;
        if (waitingBytes < maxWaitingBytes) wakeWriter();
        yield chunk;
      } else if (isDone) {
        break;
      } else {
        await new Promise<void>((wake) => {
          wakeReader = wake;
        });
      }
    }
    const outcome = await settled;
    if (outcome) throw outcome.error;
  } finally {
    stop.abort();
    wakeWriter();
    await ended;
  }
}
