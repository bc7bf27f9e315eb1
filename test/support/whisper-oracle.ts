import { basename, dirname } from 'node:path';
import { AutoProcessor, env, Tensor, WhisperForConditionalGeneration } from '@huggingface/transformers';

/** What transformers.js says of the same sound: every step's logits, and the tokens it chose. */
export interface OracleRun {
  /** By row, the prompt left out. */
  tokens: number[][];
  /** By step and row: logits of the last position. */
  logits: Float32Array[][];
}

interface OracleTensor {
  data: Float32Array;
  dims: number[];
}

interface OracleModel {
  forward(inputs: unknown): Promise<{ logits: OracleTensor }>;
  generate(options: Record<string, unknown>): Promise<{ tolist(): bigint[][] }>;
  dispose(): Promise<unknown>;
}

/** Whisper by `@huggingface/transformers`, offline: the other opinion in tests of our own runner. */
export async function createWhisperOracle(dir: string, dtype: 'fp32' | 'fp16' | 'q8' | 'q4') {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const options = { dtype, local_files_only: true } as const;
  const [model, processor] = await Promise.all([
    WhisperForConditionalGeneration.from_pretrained(
      basename(dir),
      options,
    ) as unknown as Promise<OracleModel>,
    AutoProcessor.from_pretrained(basename(dir)),
  ]);
  const forward = model.forward.bind(model);
  const features = async (windows: readonly Float32Array[]): Promise<Tensor> => {
    const parts = await Promise.all(
      windows.map(
        async (samples) => ((await processor(samples)) as { input_features: OracleTensor }).input_features,
      ),
    );
    const size = parts[0]!.data.length;
    const joined = new Float32Array(windows.length * size);
    for (const [row, part] of parts.entries()) joined.set(part.data, row * size);
    return new Tensor('float32', joined, [windows.length, ...parts[0]!.dims.slice(1)]);
  };
  return {
    /** Greedy decoding without timestamps, windows side by side. */
    async generate(
      windows: readonly Float32Array[],
      {
        prompt,
        tokens,
        suppressTokens,
      }: { prompt: readonly number[]; tokens: number; suppressTokens: readonly number[] },
    ): Promise<OracleRun> {
      const logits: Float32Array[][] = [];
      model.forward = async (inputs) => {
        const outputs = await forward(inputs);
        const [rows = 0, positions = 0, size = 0] = outputs.logits.dims;
        // A copy: the rules are applied in place afterwards.
        const last = (row: number) => ((row + 1) * positions - 1) * size;
        logits.push(
          Array.from({ length: rows }, (_, row) => outputs.logits.data.slice(last(row), last(row) + size)),
        );
        return outputs;
      };
      const output = await model.generate({
        inputs: await features(windows),
        max_new_tokens: tokens,
        suppress_tokens: [...suppressTokens],
        // One prompt for each row. Its number of rows is also taken for the length of the prompt, so a batch must have as many rows
        // as the prompt has tokens for the suppressions at the beginning to happen there.
        ...(windows.length > 1
          ? { decoder_input_ids: windows.map(() => [...prompt]) }
          : { decoder_input_ids: [...prompt] }),
      });
      return { tokens: output.tolist().map((row) => row.slice(prompt.length).map(Number)), logits };
    },
    features,
    model,
    dispose: () => model.dispose(),
  };
}
