import { seconds } from '../time.ts';
import { limits } from './limits.ts';
import type { Reader } from './reader.ts';

/** A transcription server on the local network. */
export interface AsrHttpConfig {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** ISO 639-1. */
  readonly languages: readonly string[];
  readonly parallel: number;
  readonly timeoutMs: number;
  readonly patienceMs: number;
  readonly identifyLanguage: boolean;
}

/** An embeddings server on the local network. */
export interface EmbeddingsConfig {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  readonly dimensions: number;
  readonly timeoutMs: number;
}

/** A speech server on the local network. */
export interface TtsHttpConfig {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  readonly voice: string;
  /** ISO 639-1. */
  readonly languages: readonly string[];
  readonly timeoutMs: number;
}

/** Null without an address; every setting is read all the same, so that each fault is found at once. */
export function readAsrHttp({ text, number, oneOf, faults }: Reader): AsrHttpConfig | null {
  const url = text('ASR_HTTP_URL', '');
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    faults.push(`ASR_HTTP_URL must be an address such as http://gpu.lan:8000; it is "${url}".`);
  }
  const languages = readLanguages('ASR_HTTP_LANGUAGES', { text, faults });
  const settings: AsrHttpConfig = {
    url,
    model: text('ASR_HTTP_MODEL', 'whisper-1'),
    apiKey: text('ASR_HTTP_API_KEY', '') || null,
    languages,
    parallel: number('ASR_HTTP_PARALLEL', 2, 1, 64),
    timeoutMs: seconds(number('ASR_HTTP_TIMEOUT_SECONDS', 120, 1, 1800)),
    patienceMs: seconds(number('ASR_HTTP_PATIENCE_SECONDS', 180, 0, 1700)),
    identifyLanguage: oneOf('ASR_HTTP_IDENTIFY', ['0', '1'], '1') === '1',
  };
  return url ? Object.freeze(settings) : null;
}

export function readEmbeddings({ text, number, faults }: Omit<Reader, 'oneOf'>): EmbeddingsConfig | null {
  const url = text('EMBEDDINGS_URL', '');
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    faults.push(`EMBEDDINGS_URL must be an address such as http://gpu.lan:8000/v1; it is "${url}".`);
  }
  const settings: EmbeddingsConfig = {
    url,
    model: text('EMBEDDINGS_MODEL', ''),
    apiKey: text('EMBEDDINGS_API_KEY', '') || null,
    dimensions: number('EMBEDDINGS_DIMENSIONS', 0, 8, 4096),
    timeoutMs: seconds(number('EMBEDDINGS_TIMEOUT_SECONDS', 30, 1, 600)),
  };
  if ((url !== '') !== (settings.model !== '') || (url !== '') !== settings.dimensions > 0) {
    faults.push('EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_DIMENSIONS must be set together.');
  }
  return url ? Object.freeze(settings) : null;
}

export function readTtsHttp({ text, number, faults }: Omit<Reader, 'oneOf'>): TtsHttpConfig | null {
  const url = text('TTS_HTTP_URL', '');
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    faults.push(`TTS_HTTP_URL must be an address such as http://gpu.lan:8880; it is "${url}".`);
  }
  const settings: TtsHttpConfig = {
    url,
    model: text('TTS_HTTP_MODEL', 'tts-1'),
    apiKey: text('TTS_HTTP_API_KEY', '') || null,
    voice: text('TTS_HTTP_VOICE', 'alloy'),
    languages: readLanguages('TTS_HTTP_LANGUAGES', { text, faults }),
    timeoutMs: seconds(number('TTS_HTTP_TIMEOUT_SECONDS', 30, 1, 300)),
  };
  return url ? Object.freeze(settings) : null;
}

function readLanguages(name: string, { text, faults }: Pick<Reader, 'text' | 'faults'>): readonly string[] {
  const languages = text(name, limits.languages.join(','))
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  for (const code of languages) {
    if ((limits.languages as readonly string[]).includes(code)) continue;
    faults.push(`${name} must hold codes of ${limits.languages.join(', ')}; "${code}" is none.`);
  }
  return Object.freeze(languages);
}
