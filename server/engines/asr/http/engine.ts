import { open } from 'node:fs/promises';
import { isImprobableLanguage } from '../../../domain/transcript/language.ts';
import type { Word } from '../../../domain/transcript/types.ts';
import { createCircuit } from '../../http/circuit.ts';
import { createRequester, type RequestError, type Requester } from '../../http/request.ts';
import { type Chunk, onRecording, packChunks } from '../decoding/chunks.ts';
import type { AsrEngine } from '../port.ts';
import { whisperThresholds } from '../whisper/thresholds.ts';
import type { Answer } from './answer.ts';
import { createPatientClient } from './patient-client.ts';
import { bytesPerMs, quietestMs, readStretch } from './sound.ts';
import { identify, spokenLanguage } from './spoken-language.ts';

export interface HttpAsrOptions {
  /** The server, e.g. "http://gpu.lan:8000" or ".../v1" or the whole ".../v1/audio/transcriptions". */
  url: string;
  model: string;
  apiKey: string | null;
  /** ISO 639-1 codes the server's model knows. */
  languages: readonly string[];
  /** Requests of one recording at once. */
  parallel: number;
  timeoutMs: number;
  patienceMs: number;
  /** Ask first which language is spoken. Off for servers that only repeat what they are told. */
  identifyLanguage: boolean;
}

/** Long enough that words are rarely cut, short enough that a lost request costs little: 3.8 MB as WAV. */
const maxStretchMs = 120_000;
const padMs = 200;
/** What language identification listens to at each of its places: as much as Whisper does. */
const identificationMs = 30_000;
const checkTimeoutMs = 5000;
const maxPromptChars = 600;

/**
 * Any server of the local network with OpenAI's `/v1/audio/transcriptions`: how a farm of GPUs is used. Speech alone is sent, in
 * WAVs of two minutes at most, to the configured host and nowhere else. `confidence` is what the server says of each word, or of its
 * segment; both thresholds are assumed, since each server's model has its own.
 */
export function createHttpAsr(options: HttpAsrOptions): AsrEngine {
  const url = transcriptionsUrl(options.url);
  const requester = createRequester();
  const now = () => performance.now();
  const circuit = createCircuit({ failuresToOpen: 4, pauseMs: 20_000, now });
  const ask = createPatientClient({ ...options, url }, { requester, circuit, now });

  return {
    id: 'http',
    languages: options.languages,
    ...whisperThresholds,
    advice:
      'The recording may be unclear; if clear ones are refused as well, have the recognition server use a larger model, or lower ASR_MIN_MEAN_CONFIDENCE.',

    async transcribe({ pcmPath, speech, language, hotwords, signal, onProgress }) {
      signal.throwIfAborted();
      const pcm = await open(pcmPath, 'r');
      const failed = new AbortController();
      const stop = AbortSignal.any([signal, failed.signal]);
      try {
        const durationMs = Math.floor((await pcm.stat()).size / bytesPerMs);
        const pack = (maxMs: number) =>
          packChunks(speech, {
            maxMs,
            padMs,
            durationMs,
            quietestMs: (fromMs, toMs) => quietestMs(pcm, fromMs, toMs),
          });
        const found = options.identifyLanguage
          ? await identify(await pack(identificationMs), (chunk) =>
              readStretch(pcm, chunk).then((sound) => sound && ask({ pcm: sound, signal: stop })),
            )
          : undefined;
        const spoken = spokenLanguage(found ?? [], language);
        if (isImprobableLanguage(language, spoken.detectedLanguage, spoken.languageProbability)) {
          return { words: [], ...spoken, warnings: [] };
        }

        const chunks = await pack(maxStretchMs);
        const totalMs = chunks.reduce((sum, chunk) => sum + chunk.durationMs, 0);
        const prompt = promptOf(hotwords);
        let doneMs = 0;
        const answers = await inParallel(options.parallel, chunks, failed, async (chunk) => {
          const sound = await readStretch(pcm, chunk);
          const answer =
            sound && (await ask({ pcm: sound, language, ...(prompt && { prompt }), signal: stop }));
          doneMs += chunk.durationMs;
          onProgress?.(doneMs / totalMs);
          return answer;
        });
        signal.throwIfAborted();
        if (failed.signal.aborted) throw failed.signal.reason;
        return { ...spoken, ...together(chunks, answers) };
      } finally {
        await pcm.close();
      }
    },

    check: () => checkServer(options, url, requester),
  };
}

/** @throws TypeError when it is no http or https address */
export function transcriptionsUrl(given: string): URL {
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not an http address');
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/audio/transcriptions';
  else if (!path.endsWith('/audio/transcriptions')) url.pathname = `${path}/audio/transcriptions`;
  return url;
}

function together(chunks: readonly Chunk[], answers: readonly (Answer | undefined)[]) {
  const words: Word[] = [];
  for (const [index, answer] of answers.entries()) {
    for (const word of answer?.words ?? []) {
      const { startMs, endMs } = onRecording(chunks[index]!, word);
      const from = Math.max(startMs, words.at(-1)?.endMs ?? 0);
      words.push({ ...word, startMs: from, endMs: Math.max(endMs, from + 1) });
    }
  }
  const heard = answers.filter((answer) => answer !== undefined && answer.words.length > 0) as Answer[];
  const isInterpolated = heard.some(({ wordTimes }) => wordTimes === 'interpolated');
  return {
    words,
    wordTimes: isInterpolated ? ('interpolated' as const) : ('recogniser' as const),
    warnings: heard.every(({ hasWordProbabilities }) => hasWordProbabilities)
      ? []
      : [
          'The recognition server gives no probabilities of words: each word has that of its phrase, and single misheard words are not found.',
        ],
  };
}

async function checkServer({ model, apiKey }: HttpAsrOptions, url: URL, requester: Requester) {
  const what = `the recognition server ${url.host} (model "${model}")`;
  try {
    await requester.json({
      method: 'GET',
      url: new URL(url.href.replace(/audio\/transcriptions$/, 'models')),
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      timeoutMs: checkTimeoutMs,
      maxAnswerBytes: 4 * 1024 * 1024,
      signal: new AbortController().signal,
    });
    return { ok: true, detail: `${what} answers` };
  } catch (error) {
    const { fault, status, message } = error as RequestError;
    if (status === 401 || status === 403) {
      return { ok: false, detail: `${what} refuses our key (${message}): set ASR_HTTP_API_KEY` };
    }
    // Not every server lists its models; one that says so is there.
    const isThere = fault === 'malformed' || status === 404 || status === 405;
    return isThere
      ? { ok: true, detail: `${what} answers` }
      : { ok: false, detail: `${what} does not answer (${message}): check ASR_HTTP_URL and the server` };
  }
}

/** Works on the chunks in their order, so many at a time; the first that fails aborts `failed`. */
async function inParallel<Result>(
  most: number,
  chunks: readonly Chunk[],
  failed: AbortController,
  work: (chunk: Chunk) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const workOn = async () => {
    for (let index = next++; index < chunks.length; index = next++) {
      results[index] = await work(chunks[index]!);
    }
  };
  const workers = Array.from({ length: most }, () =>
    workOn().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  return results;
}

/** Whisper takes the prompt for what was said before, so a list of names is one. */
function promptOf(hotwords: readonly string[]): string {
  let prompt = '';
  for (const word of hotwords) {
    const longer = prompt ? `${prompt}, ${word}` : word;
    if (longer.length > maxPromptChars) break;
    prompt = longer;
  }
  return prompt && `${prompt}.`;
}
