import { isImprobableLanguage, probabilityOfLanguage } from '../../../domain/transcript/language.ts';
import { otherLanguageByProbability } from '../../../domain/transcript/other-language.ts';
import { liesIn } from '../../../domain/transcript/spans.ts';
import type { Span, Word } from '../../../domain/transcript/types.ts';
import type { SoundReader } from '../../audio/pcm.ts';
import type * as ort from '../../onnx-runtime.ts';
import { type Chunk, onRecording } from '../decoding/chunks.ts';
import { inOrder } from '../decoding/in-order.ts';
import { loudnessOf } from '../decoding/loudness.ts';
import { windowWords } from '../decoding/window-words.ts';
import { isSilent, openWindow, type Window as SoundWindow, windowsOf } from '../decoding/windows.ts';
import type { Recognition } from '../port.ts';
import { decodeWindows, type WindowDecoding } from './decode-windows.ts';
import type { Decoder } from './decoder.ts';
import type { Encoder } from './encoder.ts';
import { whisperOfIso } from './folder.ts';
import { identifyLanguage, type LanguageProbabilities, mostProbable, probeIndexes } from './language.ts';
import { promptOf } from './prompt.ts';
import { endedEarly, openEnd, restOf } from './rest.ts';
import { pickRows, stackRows } from './tensors.ts';
import type { WhisperTokenizer } from './tokenizer.ts';

export interface WhisperParts {
  encoder: Encoder;
  decoder: Decoder;
  tokenizer: WhisperTokenizer;
  multilingual: boolean;
  windowMs: number;
  /** Tokens the decoder can look back on. */
  positions: number;
  batch: number;
  encoderBatch: number;
  timestamps: boolean;
  decoding: Omit<WindowDecoding, 'prompt' | 'signal'>;
}

export interface ListenRequest {
  speech: readonly Span[];
  language: string;
  hotwords: readonly string[];
  signal: AbortSignal;
  onProgress?: (fraction: number) => void;
}

/** A window of speech with its sound and, once it was heard, its encoder states. */
interface Window extends SoundWindow {
  states?: ort.Tensor;
}

/**
 * Recognises the speech spans of a sound: windows of speech only, of up to 30 s, several side by side. No window
 * knows what was said in another, so an error in one stays there.
 *
 * @throws the signal's reason when aborted
 */
export async function listenWithWhisper(
  parts: WhisperParts,
  sound: SoundReader,
  request: ListenRequest,
): Promise<Recognition> {
  const chunks = await windowsOf(sound, request.speech, parts.windowMs);
  const heard = new Map<Chunk, Window>();
  const identified = parts.multilingual ? await identify(parts, sound, chunks, heard, request) : null;
  const language = request.language === 'auto' ? (identified?.detected ?? 'en') : request.language;
  const result = {
    detectedLanguage: identified?.detected ?? null,
    languageProbability: identified?.probability ?? null,
    wordTimes: parts.decoder.hasAttentions ? ('attention' as const) : ('interpolated' as const),
  };
  if (identified && isImprobableLanguage(language, identified.detected, identified.probability)) {
    return { ...result, words: [], warnings: [] };
  }
  const { words, loops, languages } = await transcribe(parts, sound, chunks, heard, { ...request, language });
  const isAsked = parts.multilingual && request.language !== 'auto';
  const otherLanguages = isAsked ? otherLanguageByProbability(languages) : [];
  const warnings =
    loops > 0
      ? [
          `In ${loops} passages the recogniser repeated itself endlessly and was cut off; words may be missing there.`,
        ]
      : [];
  return {
    ...result,
    words: inOrder(words.filter((word) => !liesIn(otherLanguages, word))),
    ...(isAsked && { otherLanguages }),
    warnings,
  };
}

/** Encodes windows that were not yet, a few at a time. */
async function encode(
  { encoder, encoderBatch }: WhisperParts,
  windows: readonly Window[],
  signal: AbortSignal,
) {
  const fresh = windows.filter(({ states }) => !states);
  for (let at = 0; at < fresh.length; at += encoderBatch) {
    signal.throwIfAborted();
    const some = fresh.slice(at, at + encoderBatch);
    const states = await encoder.encode(some.map(({ samples }) => samples));
    for (const [row, window] of some.entries()) {
      window.states = some.length === 1 ? states : pickRows(states, [row]);
    }
  }
}

async function identify(
  parts: WhisperParts,
  sound: SoundReader,
  chunks: readonly Chunk[],
  heard: Map<Chunk, Window>,
  { language, signal }: ListenRequest,
): Promise<{ detected: string; probability: number } | null> {
  const probes: Window[] = [];
  for (const index of probeIndexes(chunks.length)) {
    const window = await openWindow(sound, chunks[index]!);
    if (!isSilent(window)) probes.push(window);
  }
  if (probes.length === 0) return null;
  await encode(parts, probes, signal);
  for (const window of probes) heard.set(window.chunk, window);
  const states = stackRows(probes.map((window) => window.states!));
  const weights = probes.map(({ chunk }) => chunk.durationMs);
  const probabilities = await identifyLanguage(parts.decoder, states, weights, parts.tokenizer.special);
  const detected = mostProbable(probabilities);
  return {
    detected,
    probability: probabilityOfLanguage(language === 'auto' ? detected : language, probabilities),
  };
}

async function transcribe(
  parts: WhisperParts,
  sound: SoundReader,
  chunks: readonly Chunk[],
  heard: Map<Chunk, Window>,
  request: ListenRequest,
): Promise<{ words: Word[]; loops: number; languages: HeardLanguage[] }> {
  const { tokenizer, multilingual, timestamps, positions } = parts;
  const { language, hotwords, signal } = request;
  const prompt = promptOf(tokenizer, {
    language: multilingual ? whisperOfIso(language) : null,
    timestamps,
    hotwords,
    positions,
  });
  const decoding = {
    ...parts.decoding,
    prompt,
    signal,
    maxTokens: Math.min(parts.decoding.maxTokens, positions - prompt.length),
  };
  const totalMs = chunks.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const words: Word[] = [];
  const languages: HeardLanguage[] = [];
  const whole = new Set(chunks);
  const waiting = [...chunks];
  /** Chunks heard a second time: where the decoder stops again, there may be no speech. */
  const heardAgain = new Set<Chunk>();
  let loops = 0;
  while (waiting.length > 0) {
    signal.throwIfAborted();
    const windows: Window[] = [];
    for (const chunk of waiting.splice(0, parts.batch)) {
      const window = heard.get(chunk) ?? (await openWindow(sound, chunk));
      heard.delete(chunk);
      if (!isSilent(window)) windows.push(window);
    }
    if (windows.length > 0) {
      await encode(parts, windows, signal);
      const states = stackRows(windows.map((window) => window.states!));
      const sounds = windows.map(({ chunk }) => ({
        durationMs: chunk.durationMs,
        seed: chunk.pieces[0]!.startMs,
      }));
      const results = await decodeWindows(parts.decoder, tokenizer, states, sounds, decoding);
      for (const [row, { chunk, samples }] of windows.entries()) {
        const hypothesis = results[row]!;
        if (!hypothesis) continue;
        if (hypothesis.looped) loops++;
        if (whole.has(chunk) && hypothesis.languages) {
          languages.push(heardLanguage(chunk, hypothesis.languages, language));
        }
        const openMs = timestamps ? openEnd(hypothesis, tokenizer.special) : null;
        const sound = { durationMs: chunk.durationMs, loudness: loudnessOf(samples) };
        const found = windowWords(hypothesis, sound, { tokenizer, language });
        words.push(...found.map((word) => ({ ...word, ...onRecording(chunk, word) })));
        const mayEndEarly = openMs === null && parts.decoder.hasAttentions && !heardAgain.has(chunk);
        const earlyMs = mayEndEarly ? endedEarly(hypothesis, found, chunk) : null;
        const fromMs = openMs ?? earlyMs;
        const rest = fromMs === null ? null : restOf(chunk, fromMs);
        if (!rest) continue;
        waiting.unshift(rest);
        if (earlyMs !== null) heardAgain.add(rest);
      }
    }
    const leftMs = waiting.reduce((sum, { durationMs }) => sum + durationMs, 0);
    request.onProgress?.(1 - leftMs / totalMs);
  }
  return { words, loops, languages };
}

type HeardLanguage = Parameters<typeof otherLanguageByProbability>[0][number];

const heardLanguage = (
  { pieces, durationMs }: Chunk,
  probabilities: LanguageProbabilities,
  language: string,
): HeardLanguage => ({
  startMs: pieces[0]!.startMs,
  endMs: pieces.at(-1)!.endMs,
  speechMs: durationMs,
  probability: probabilityOfLanguage(language, probabilities),
  detected: mostProbable(probabilities),
});
