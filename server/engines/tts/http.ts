import { chooseVoice, type TtsEngine, TtsError, type Voice } from './port.ts';
import { spokenParts } from './text.ts';
import { wavSamples } from './wav-stream.ts';

export interface HttpTtsOptions {
  /** The server, e.g. "http://gpu.lan:8880" or ".../v1" or the whole ".../v1/audio/speech". */
  url: string;
  model: string;
  apiKey: string | null;
  voice: string;
  /** ISO 639-1 codes the voice speaks. */
  languages: readonly string[];
  /** For one sentence. */
  timeoutMs: number;
}

/** A minute at 48 kHz in stereo; a sentence has seconds. */
const maxAnswerBytes = 12 * 1024 ** 2;
/** A character is never said in less. */
const minMsPerChar = 5;

/** A server with OpenAI's `/v1/audio/speech`: Kokoro-FastAPI, openedai-speech, or a hosted service. */
export function createHttpTts({
  url,
  model,
  apiKey,
  voice,
  languages,
  timeoutMs,
}: HttpTtsOptions): TtsEngine {
  const address = `${url.replace(/\/+$/, '').replace(/\/v1(?:\/audio\/speech)?$/, '')}/v1/audio/speech`;
  const voices: readonly Voice[] = [{ id: voice, languages }];

  async function* say(part: string, caller: AbortSignal): AsyncGenerator<Uint8Array> {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(timeoutMs)]);
    let bytes = 0;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        // WAV says its sampling rate; bare samples do not, and servers differ.
        body: JSON.stringify({ model, voice, input: part, response_format: 'wav' }),
        // Key and words are for the configured server only.
        redirect: 'error',
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new TtsError('failed', `The speech server answered with HTTP ${response.status}.`);
      }
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) throw new TtsError('failed', 'The speech server speaks without end.');
        yield chunk;
      }
    } catch (cause) {
      caller.throwIfAborted();
      if (cause instanceof TtsError) throw cause;
      throw new TtsError('failed', 'The speech server cannot be reached or took too long.', { cause });
    }
    // 2 bytes a sample, at least 8 kHz: less is a header without speech.
    if (bytes < 44 + part.length * minMsPerChar * 16) {
      throw new TtsError('failed', 'The speech server gave no speech.');
    }
  }

  return {
    id: 'http',
    voices,
    async *speak(request) {
      chooseVoice('The speech server', voices, request);
      request.signal.throwIfAborted();
      for (const part of spokenParts(request.text)) yield* wavSamples(say(part, request.signal));
    },
    async check() {
      try {
        for await (const _ of wavSamples(say('Hello.', new AbortController().signal)));
        return {
          ok: true,
          detail: `the speech server at ${address} speaks ${languages.join(', ')} (${voice})`,
        };
      } catch (error) {
        return { ok: false, detail: `${address}: ${(error as Error).message}` };
      }
    },
  };
}
