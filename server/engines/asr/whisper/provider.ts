import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import * as ort from '../../onnx-runtime.ts';
import type { ModelFile } from './files.ts';
import { WhisperModelError } from './model-error.ts';

export interface Provider {
  used: 'cpu' | 'cuda';
  /** Why it is not what was asked for; null when it is. */
  message: string | null;
}

export interface Networks {
  sessions: ort.InferenceSession[];
  provider: Provider;
}

/**
 * Opens networks, all on the same provider. Where CUDA is asked for and cannot be had, the processor does the work and `message` says
 * why; with `auto` that is no news.
 *
 * `arena` keeps a network's working memory for its next run: many small runs are faster with it, few large ones only hold memory.
 *
 * @throws WhisperModelError when a file cannot be opened on the processor either
 */
export async function openNetworks(
  files: readonly (ModelFile & { arena: boolean })[],
  { provider, threads }: { provider: 'cpu' | 'cuda' | 'auto'; threads: number },
): Promise<Networks> {
  const onProcessor = async (why: string): Promise<Networks> => {
    const message =
      provider === 'cuda' ? `CUDA was asked for but cannot be used (${why}); the processor is used.` : null;
    return { sessions: await openAll(files, ['cpu'], threads), provider: { used: 'cpu', message } };
  };
  if (provider !== 'cpu') {
    if (!hasCudaLibrary()) return onProcessor('the CUDA part of onnxruntime is not installed');
    try {
      return {
        sessions: await openAll(files, ['cuda', 'cpu'], threads),
        provider: { used: 'cuda', message: null },
      };
    } catch (error) {
      return onProcessor(error instanceof Error ? firstLine(causeOf(error)) : 'unknown reason');
    }
  }
  return onProcessor('');
}

/**
 * onnxruntime-node carries the processor's part only; its own set-up may put the CUDA libraries beside it. Asking for CUDA without them
 * writes an error to the log.
 */
function hasCudaLibrary(): boolean {
  const main = createRequire(import.meta.url).resolve('onnxruntime-node');
  const libraries = resolve(dirname(main), '../bin/napi-v6', process.platform, process.arch);
  return existsSync(join(libraries, 'libonnxruntime_providers_cuda.so'));
}

/**
 * Constant folding would write the transposed matrix of the tokens out once more for each branch of a decoder (106 MB each in
 * whisper-base). Not of 16 bits: folding is what widens their weights once instead of at every step.
 */
const oneCopyOfWeights = { optimization: { disable_specified_optimizers: 'ConstantFolding' } };

async function openAll(
  files: readonly (ModelFile & { arena: boolean })[],
  executionProviders: string[],
  threads: number,
): Promise<ort.InferenceSession[]> {
  const sessions: ort.InferenceSession[] = [];
  const onFreeCores = ort.onFreeCores(threads);
  try {
    for (const { path, precision, arena } of files) {
      try {
        sessions.push(
          await ort.openSession(path, {
            ...onFreeCores,
            executionProviders,
            enableCpuMemArena: arena,
            extra: { ...onFreeCores.extra, ...(precision === 'fp32' && oneCopyOfWeights) },
            // Errors reach us as exceptions; warnings about fallbacks of single operations would fill the log.
            logSeverityLevel: 4,
          }),
        );
      } catch (cause) {
        const why = cause instanceof Error ? firstLine(cause) : String(cause);
        throw new WhisperModelError(path, `cannot be opened: ${why}`, { cause });
      }
    }
  } catch (error) {
    await closeAll(sessions);
    throw error;
  }
  return sessions;
}

export async function closeAll(sessions: readonly ort.InferenceSession[]): Promise<void> {
  await Promise.all(sessions.map((session) => session.release()));
}

const causeOf = (error: Error): Error => (error.cause instanceof Error ? error.cause : error);
const firstLine = ({ message }: Error): string => (message.split('\n')[0] ?? '').slice(0, 200);
