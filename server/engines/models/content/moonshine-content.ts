import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { moonshineFiles } from '../../installed/record.ts';
import { type InferenceSession, openSession } from '../../onnx-runtime.ts';

const encoderInputs = ['input_values'];
const decoderInputs = ['input_ids', 'encoder_hidden_states', 'use_cache_branch'];
const pastInput = /^past_key_values\.\d+\.(decoder|encoder)\.(key|value)$/;

/**
 * Looks whether the two networks of a folder are those of a Moonshine recogniser, by the names of what goes in.
 *
 * @param canOpen whether a network of that size may be opened on this machine
 * @throws Error naming the file and what is wrong with it
 */
export async function checkMoonshineFolder(
  folder: string,
  canOpen: (bytes: number) => boolean,
): Promise<void> {
  for (const [name, wanted, others] of [
    [moonshineFiles.encoder, encoderInputs, null],
    [moonshineFiles.decoder, decoderInputs, pastInput],
  ] as const) {
    const path = join(folder, name);
    if (!canOpen((await stat(path)).size)) continue;
    const inputs = await inputNames(path, name);
    const missing = wanted.filter((input) => !inputs.includes(input));
    const rest = inputs.filter((input) => !(wanted as readonly string[]).includes(input));
    const hasPast = others === null || rest.length > 0;
    if (missing.length > 0 || !hasPast || rest.some((input) => !others?.test(input))) {
      throw new Error(`${name} is no network of Moonshine: its inputs are ${inputs.slice(0, 6).join(', ')}`);
    }
  }
}

async function inputNames(path: string, name: string): Promise<readonly string[]> {
  let session: InferenceSession;
  try {
    session = await openSession(path, {
      intraOpNumThreads: 1,
      graphOptimizationLevel: 'disabled',
    });
  } catch (error) {
    throw new Error(`${name} cannot be opened: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
  const names = session.inputNames;
  await session.release();
  return names;
}
