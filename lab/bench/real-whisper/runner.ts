import { readFile } from 'node:fs/promises';
import type { Span, Word } from '../../../server/domain/transcript/types.ts';
import { onRecording } from '../../../server/engines/asr/decoding/chunks.ts';
import { loudnessOf } from '../../../server/engines/asr/decoding/loudness.ts';
import { windowWords } from '../../../server/engines/asr/decoding/window-words.ts';
import { openWindow, windowsOf } from '../../../server/engines/asr/decoding/windows.ts';
import { decode, type Hypothesis } from '../../../server/engines/asr/whisper/decode.ts';
import { createDecoder, decoderSessionFiles } from '../../../server/engines/asr/whisper/decoder.ts';
import { createEncoder } from '../../../server/engines/asr/whisper/encoder.ts';
import type { WhisperPrecision } from '../../../server/engines/asr/whisper/files.ts';
import { loadWhisperFolder } from '../../../server/engines/asr/whisper/folder.ts';
import {
  identifyLanguage,
  type LanguageProbabilities,
  probeIndexes,
} from '../../../server/engines/asr/whisper/language.ts';
import { promptOf } from '../../../server/engines/asr/whisper/prompt.ts';
import { openNetworks } from '../../../server/engines/asr/whisper/provider.ts';
import { stackRows } from '../../../server/engines/asr/whisper/tensors.ts';
import { createTokenRules } from '../../../server/engines/asr/whisper/token-rules.ts';
import { openPcm } from '../../../server/engines/audio/pcm.ts';
import type { Tensor } from '../../../server/engines/onnx-runtime.ts';
import { loadNative } from '../../../server/native.ts';

/** Of the encoder. */
const positionMs = 20;

/** One window, one attempt at temperature 0: what is compared with other runners of the same weights. */
export interface WindowResult {
  hypothesis: Hypothesis;
  text: string;
  languages: LanguageProbabilities;
}

/** Our decoder without what the product does around it: no voice detector, no fallback to other temperatures. */
export async function openWindowRunner(
  dir: string,
  options: { precision?: WhisperPrecision; threads: number },
) {
  const folder = await loadWhisperFolder(dir, options);
  const { geometry, files, config, tokenizer } = folder;
  const networks = [
    { ...files.encoder, arena: false },
    ...decoderSessionFiles(files.decoder).map((file) => ({ ...file, arena: true })),
  ];
  const { sessions } = await openNetworks(networks, { provider: 'cpu', threads: options.threads });
  const [encoderSession, ...decoderSessions] = sessions;
  const encoder = createEncoder(encoderSession!, {
    geometry,
    path: files.encoder.path,
    whisperMel: loadNative().whisperMel,
  });
  const { alignmentHeads } = config.rules;
  const decoder = createDecoder(decoderSessions, {
    geometry,
    files: files.decoder,
    attentionLayers: [...new Set(alignmentHeads.map(([layer]) => layer))],
  });
  const applyRules = createTokenRules({
    special: tokenizer.special,
    rules: config.rules,
    timestamps: true,
    positions: geometry.sourcePositions,
  });
  const decodeOne = async (states: Tensor, language: string, frames: number) => {
    const prompt = promptOf(tokenizer, { language, timestamps: true, hotwords: [], positions: 448 });
    const [hypothesis] = await decode(decoder, states, [frames], {
      special: tokenizer.special,
      applyRules,
      alignmentHeads,
      prompt,
      maxTokens: geometry.targetPositions / 2,
      forcedTokens: null,
      temperature: 0,
      random: [() => 0],
      signal: new AbortController().signal,
    });
    return hypothesis!;
  };
  return {
    special: tokenizer.special,
    textOf: (tokens: readonly number[]) => tokenizer.decode(tokens),
    async hear(pcm: string, language: string): Promise<WindowResult> {
      const samples = floatsOf(await readFile(pcm));
      const states = await encoder.encode([samples]);
      const hypothesis = await decodeOne(states, language, geometry.sourcePositions);
      const languages = await identifyLanguage(decoder, states, [1], tokenizer.special);
      return { hypothesis, text: tokenizer.decode(hypothesis.tokens), languages };
    },
    /** The words of a recording with their times, whatever language it is taken for: no gate, no fallback. */
    async words(path: string, speech: readonly Span[], language: string): Promise<Word[]> {
      const pcm = await openPcm(path);
      const words: Word[] = [];
      try {
        for (const chunk of await windowsOf(pcm, speech, config.windowMs)) {
          const { samples } = await openWindow(pcm, chunk);
          const frames = Math.min(geometry.sourcePositions, Math.ceil(chunk.durationMs / positionMs));
          const hypothesis = await decodeOne(await encoder.encode([samples]), language, frames);
          const sound = { durationMs: chunk.durationMs, loudness: loudnessOf(samples) };
          const found = windowWords(hypothesis, sound, { tokenizer, language });
          words.push(...found.map((word) => ({ ...word, ...onRecording(chunk, word) })));
        }
      } finally {
        await pcm.close();
      }
      return words;
    },
    /** Probabilities of all languages, from the windows that the product asks. */
    async identify(path: string, speech: readonly Span[]): Promise<LanguageProbabilities> {
      const pcm = await openPcm(path);
      try {
        const chunks = await windowsOf(pcm, speech, config.windowMs);
        const probes = probeIndexes(chunks.length).map((index) => chunks[index]!);
        const states = [];
        for (const chunk of probes)
          states.push(await encoder.encode([(await openWindow(pcm, chunk)).samples]));
        const weights = probes.map(({ durationMs }) => durationMs);
        return await identifyLanguage(decoder, stackRows(states), weights, tokenizer.special);
      } finally {
        await pcm.close();
      }
    },
  };
}

const floatsOf = (pcm: Buffer): Float32Array =>
  Float32Array.from({ length: pcm.length >> 1 }, (_, at) => pcm.readInt16LE(2 * at) / 32_768);
