/** What every voice gives: mono, 16 bit. */
export const speechSampleRateHz = 16_000;

export interface Voice {
  /** As a request names it. */
  id: string;
  /** ISO 639-1 codes. */
  languages: readonly string[];
}

export interface SpeechRequest {
  /** A sentence or some; any text will do. */
  text: string;
  /** ISO 639-1. */
  language: string;
  /** One of the engine's; its own choice for the language where missing. */
  voice?: string;
  signal: AbortSignal;
}

/** Turns text into speech. */
export interface TtsEngine {
  readonly id: string;
  readonly voices: readonly Voice[];
  /**
   * Samples at 16 kHz, mono, in chunks of any size as they are made. Text without anything to say gives none. A caller that stops reading stops
   * the engine: a caller may leave the loop at any chunk.
   *
   * @throws TtsError before the first chunk for a language or voice it does not have; also later where speaking fails
   * @throws the signal's reason when aborted, within 100 ms
   */
  speak(request: SpeechRequest): AsyncIterable<Int16Array>;
  /** Speaks a word. */
  check(): Promise<{ ok: boolean; detail: string }>;
}

export type TtsFault = 'unknown-language' | 'unknown-voice' | 'missing' | 'failed';

/** The message is safe to log: it holds nothing of the text. */
export class TtsError extends Error {
  readonly fault: TtsFault;

  constructor(fault: TtsFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'TtsError';
    this.fault = fault;
  }
}

/**
 * The voice for a request: the one it names, or the first that speaks the language.
 *
 * @throws TtsError, which says what there is
 */
export function chooseVoice(
  engine: string,
  voices: readonly Voice[],
  { language, voice }: Pick<SpeechRequest, 'language' | 'voice'>,
): Voice {
  const able = voices.filter(({ languages }) => languages.includes(language));
  if (able.length === 0) {
    const known = [...new Set(voices.flatMap(({ languages }) => languages))].join(', ');
    throw new TtsError('unknown-language', `${engine} does not speak "${language}"; it speaks ${known}.`);
  }
  const chosen = voice === undefined ? able[0] : able.find(({ id }) => id === voice);
  if (chosen) return chosen;
  const ids = able.map(({ id }) => id).join(', ');
  throw new TtsError('unknown-voice', `${engine} has no voice "${voice}" for "${language}"; it has ${ids}.`);
}
