import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { env, MoonshineForConditionalGeneration, Tensor } from '@huggingface/transformers';
import type { MoonshineSize } from '#server/engines/asr/moonshine/graphs.ts';
import { moonshineFiles } from '#server/engines/installed/record.ts';
import { moonshineOptions } from '../../testkit/moonshine.ts';

/** Layers, heads and numbers a head. */
export const moonshineShapes: Readonly<Record<MoonshineSize, readonly [number, number, number]>> = {
  base: [8, 8, 52],
  tiny: [6, 8, 36],
};

/** Moonshine by `@huggingface/transformers`, offline, on the very files that ours runs on: the other opinion in tests. */
export async function createMoonshineOracle(size: MoonshineSize, folder: string) {
  const dir = join(folder, `oracle-${size}`);
  await mkdir(join(dir, 'onnx'), { recursive: true });
  const weights = moonshineOptions(size).dir;
  await symlink(join(weights, moonshineFiles.encoder), join(dir, 'onnx/encoder_model_quantized.onnx'));
  await symlink(join(weights, moonshineFiles.decoder), join(dir, 'onnx/decoder_model_merged_quantized.onnx'));
  const [layers, heads, headWidth] = moonshineShapes[size];
  const ends = { bos_token_id: 1, eos_token_id: 2, pad_token_id: 2, decoder_start_token_id: 1 };
  const sides = ['encoder', 'decoder'].flatMap((side) => [
    [`${side}_num_hidden_layers`, layers],
    [`${side}_num_attention_heads`, heads],
    [`${side}_num_key_value_heads`, heads],
  ]);
  const config = {
    ...{ model_type: 'moonshine', architectures: ['MoonshineForConditionalGeneration'] },
    ...{ hidden_size: heads * headWidth, vocab_size: 32_768, is_encoder_decoder: true },
    ...{ ...ends, ...Object.fromEntries(sides) },
  };
  await writeFile(join(dir, 'config.json'), JSON.stringify(config));
  await writeFile(join(dir, 'generation_config.json'), JSON.stringify({ ...ends, max_length: 194 }));
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const options = { dtype: 'q8', local_files_only: true } as const;
  const model = (await MoonshineForConditionalGeneration.from_pretrained(
    basename(dir),
    options,
  )) as unknown as {
    generate(options: Record<string, unknown>): Promise<{ tolist(): bigint[][] }>;
    dispose(): Promise<unknown>;
  };
  return {
    /** Greedy: tokens between start and end. */
    async write(samples: Float32Array): Promise<number[]> {
      const input = new Tensor('float32', samples, [1, samples.length]);
      const written = await model.generate({ input_values: input, max_new_tokens: 100 });
      return written.tolist()[0]!.map(Number).slice(1, -1);
    },
    dispose: () => model.dispose(),
  };
}
