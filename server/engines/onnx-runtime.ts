/** ONNX Runtime, quiet. The one way to it: `scripts/import-rules.ts` refuses any other. */
import './quiet-runtime.ts';

import { readFileSync } from 'node:fs';
import { InferenceSession } from 'onnxruntime-node';

export * from 'onnxruntime-node';

/** A processor that adds products of 8 bits up in 16, where they overflow without a word: x64 without VNNI. False where nothing tells. */
export const overflowsIn8Bits = process.arch === 'x64' && hasNo(/\bavx(512)?_vnni\b/);

function hasNo(flag: RegExp): boolean {
  try {
    return !flag.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Options of a network that may use every idle core. Its threads sleep while they wait for work: two of them take
 * no more processor time than one (Moonshine, four minutes of sound: 13.3 and 14.3 s; turning in circles: 22.0 s), so that
 * networks side by side share a machine without a plan. A network has the same number on every machine where its answers depend on it:
 * the segmentation and Moonshine's encoder answer the same with one and two, bit for bit; the aligner differs by up to .00002 nats and
 * always has two; the speaker encoder, the activity network and Moonshine's decoder differ by more and have one.
 */
export const onFreeCores = (threads: number) =>
  ({
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }) as const satisfies InferenceSession.SessionOptions;

/**
 * Opens a network. On a processor that overflows in 8 bits the end of a turn was told with .73 where .29 is right. `x64quantprecision`
 * has ONNX Runtime take the exact way there; other processors ignore it. It cannot where two products share their weights (Whisper in 8 bits): such a network is opened as it is.
 *
 * @throws Error when the file is no network that can be opened
 */
export async function openSession(
  path: string,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const session = { ...(options.extra?.session as object | undefined), x64quantprecision: '1' };
  try {
    return await InferenceSession.create(path, { ...options, extra: { ...options.extra, session } });
  } catch (error) {
    if (!String(error).includes('AddInitializerWithOrtValue')) throw error;
    return InferenceSession.create(path, options);
  }
}
