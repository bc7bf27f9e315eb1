/** ONNX Runtime, quiet. The one way to it: `scripts/import-rules.ts` refuses any other. */
import './quiet-runtime.ts';

import { InferenceSession } from 'onnxruntime-node';

export * from 'onnxruntime-node';

/**
 * Opens a network. Processors without VNNI add products of 8 bits up in 16, where they overflow without a word: the end of a turn was
 * told with .73 where .29 is right. `x64quantprecision` has ONNX Runtime take the exact way there; other processors ignore it. It cannot
 * where two products share their weights (Whisper in 8 bits): such a network is opened as it is.
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
