/**
 * How fast the embedded recogniser is, beside the same weights in transformers.js, window by window, in the same run.
 *
 *   node lab/bench/asr-speed.ts [--minutes 45] [--peer-minutes 4] [--threads N] [--size base|tiny] [FILE …]
 *
 * The files (the sample interview unless given) are joined and repeated. Both hear the same windows on as many threads; the peer hears
 * the first of them. Wall time of recognition alone: sound is decoded and speech found before. Prints the peak of memory.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openWindow, windowsOf } from '../../server/engines/asr/decoding/windows.ts';
import { createMoonshine } from '../../server/engines/asr/moonshine/engine.ts';
import { openPcm, samplesPerMs } from '../../server/engines/audio/pcm.ts';
import '../../server/engines/quiet-runtime.ts';
import { createSileroVad } from '../../server/engines/vad/silero.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '45' },
    'peer-minutes': { type: 'string', default: '4' },
    threads: { type: 'string', default: String(availableParallelism()) },
    size: { type: 'string', default: 'base' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const threads = Number(values.threads);
const size = values.size === 'tiny' ? 'tiny' : 'base';
const weights = join(root, `models/weights/moonshine-${size}-en`);
const folder = mkdtempSync(join(tmpdir(), 'assay-speed-'));
const { signal } = new AbortController();

/** What transformers.js wants to know beside the weights; the numbers are those of the networks. */
function peerFolder(): string {
  const name = 'moonshine';
  const dir = join(folder, name);
  mkdirSync(join(dir, 'onnx'), { recursive: true });
  const [width, layers] = size === 'base' ? [416, 8] : [288, 6];
  const config = {
    model_type: 'moonshine',
    architectures: ['MoonshineForConditionalGeneration'],
    is_encoder_decoder: true,
    hidden_size: width,
    encoder_num_hidden_layers: layers,
    decoder_num_hidden_layers: layers,
    encoder_num_attention_heads: 8,
    decoder_num_attention_heads: 8,
    encoder_num_key_value_heads: 8,
    decoder_num_key_value_heads: 8,
    vocab_size: 32_768,
    bos_token_id: 1,
    decoder_start_token_id: 1,
    eos_token_id: 2,
    max_position_embeddings: 194,
  };
  writeFileSync(join(dir, 'config.json'), JSON.stringify(config));
  const { bos_token_id, decoder_start_token_id, eos_token_id } = config;
  writeFileSync(
    join(dir, 'generation_config.json'),
    JSON.stringify({ bos_token_id, decoder_start_token_id, eos_token_id }),
  );
  for (const [from, to] of [
    ['encoder_model', 'encoder_model_quantized'],
    ['decoder_model_merged', 'decoder_model_merged_quantized'],
  ]) {
    symlinkSync(join(weights, `${from}.onnx`), join(dir, 'onnx', `${to}.onnx`));
  }
  return name;
}

try {
  const files = positionals.length > 0 ? positionals : [join(root, 'scripts/sample/interview.mp3')];
  const once = files.flatMap((file) => ['-i', file]);
  const joined = `${files.map((_, i) => `[${i}:a]`).join('')}concat=n=${files.length}:v=0:a=1`;
  const oncePath = join(folder, 'once.pcm');
  const raw = ['-f', 's16le', '-ac', '1', '-ar', '16000'];
  execFileSync('ffmpeg', ['-v', 'error', ...once, '-filter_complex', joined, ...raw, oncePath]);
  const wanted = Math.round(Number(values.minutes) * 60_000) * 32;
  const times = Math.ceil(wanted / statSync(oncePath).size);
  const pcmPath = join(folder, 'all.pcm');
  const input = [...raw, '-stream_loop', String(times), '-i', oncePath];
  execFileSync('ffmpeg', ['-v', 'error', ...input, ...raw, pcmPath]);
  truncateSync(pcmPath, Math.min(wanted, statSync(pcmPath).size));
  const audioMs = statSync(pcmPath).size / 32;

  const vad = await createSileroVad({ modelPath: join(root, 'models/bundled/silero-vad-v6.onnx') });
  const within = [{ startMs: 0, endMs: Math.floor(audioMs) }];
  const speech = await vad.detectSpeech({ pcmPath, within, signal });
  const engine = await createMoonshine({ id: size, dir: weights, size, threads, batch: 16 });
  const request = { pcmPath, language: 'en', hotwords: [], signal };
  // The first run of a network prepares it.
  await engine.transcribe({ ...request, speech: speech.slice(0, 2) });
  const began = performance.now();
  const { words } = await engine.transcribe({ ...request, speech });
  const ourMs = performance.now() - began;
  const peakMib = process.resourceUsage().maxRSS / 1024;
  console.log(
    `Moonshine ${size}, ${threads} threads, ${(audioMs / 60_000).toFixed(1)} minutes, ${words.length} words: ` +
      `${(ourMs / 1000).toFixed(1)} s, ${(audioMs / ourMs).toFixed(1)} x real time, peak of the process ${peakMib.toFixed(0)} MiB`,
  );
  await engine.close();

  const { env, MoonshineForConditionalGeneration, Tensor } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = folder;
  const peer = await MoonshineForConditionalGeneration.from_pretrained(peerFolder(), {
    dtype: 'q8',
    session_options: { intraOpNumThreads: threads },
  });
  const pcm = await openPcm(pcmPath);
  let [peerMs, peerAudioMs] = [0, 0];
  for (const chunk of await windowsOf(pcm, speech, 15_000)) {
    if (peerAudioMs >= Number(values['peer-minutes']) * 60_000) break;
    const { samples } = await openWindow(pcm, chunk);
    const startedAt = performance.now();
    await peer.generate({
      input_values: new Tensor('float32', samples, [1, samples.length]),
      max_new_tokens: Math.ceil((samples.length / samplesPerMs / 1000) * 6.5),
    } as never);
    peerMs += performance.now() - startedAt;
    peerAudioMs += chunk.durationMs;
  }
  await pcm.close();
  const speechMs = speech.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const [ours, theirs] = [speechMs / ourMs, peerAudioMs / peerMs];
  console.log(
    `by seconds of speech heard a second: ours ${ours.toFixed(1)}, transformers.js ${theirs.toFixed(1)} ` +
      `(${(peerAudioMs / 60_000).toFixed(1)} minutes of windows); ${(ours / theirs).toFixed(2)} times its throughput`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
