import { setTimeout as delay } from 'node:timers/promises';
import { wavOf } from '../../../domain/wav.ts';
import { RunFailure } from '../../../errors.ts';
import type { Circuit } from '../../http/circuit.ts';
import { multipart } from '../../http/multipart.ts';
import { RequestError, type Requester } from '../../http/request.ts';
import { type Answer, readAnswer } from './answer.ts';

export interface ClientSettings {
  /** Of the transcriptions endpoint. */
  url: URL;
  /** As the server calls it. */
  model: string;
  /** Sent as a bearer token; null for servers that want none. */
  apiKey: string | null;
  /** For one request. */
  timeoutMs: number;
  /** How long a server that does not answer is waited for before the run is given up. */
  patienceMs: number;
}

export interface AudioQuestion {
  /** s16le mono 16 kHz. */
  pcm: Buffer;
  /** Left out: the server finds out. */
  language?: string;
  prompt?: string;
  signal: AbortSignal;
}

/** Word times of 2 minutes of speech take 60 kB; servers that add tokens and probabilities of 99 languages take ten times that. */
const maxAnswerBytes = 16 * 1024 * 1024;
const firstPauseMs = 500;
const longestPauseMs = 15_000;
const bytesPerMs = 32;

/**
 * Asks one server until it answers or the patience ends: pauses grow from half a second, Retry-After is heeded, and while the
 * circuit is open no caller asks.
 *
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR when asking again cannot help, TRANSCRIPTION_FAILED when the patience ends
 */
export function createPatientClient(
  settings: ClientSettings,
  {
    requester,
    circuit,
    now,
    sleep = (ms, signal) => delay(ms, undefined, { signal }),
  }: {
    requester: Requester;
    circuit: Circuit;
    now: () => number;
    sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  },
): (question: AudioQuestion) => Promise<Answer> {
  const ask = async ({ pcm, language, prompt, signal }: AudioQuestion): Promise<Answer> => {
    const fields: [string, string][] = [
      ['model', settings.model],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['temperature', '0'],
    ];
    if (language) fields.push(['language', language]);
    if (prompt) fields.push(['prompt', prompt]);
    const file = { name: 'file', fileName: 'speech.wav', contentType: 'audio/wav', bytes: wavOf(pcm) };
    const { contentType, body } = multipart(fields, file);
    const answer = await requester.json({
      method: 'POST',
      url: settings.url,
      headers: {
        'content-type': contentType,
        ...(settings.apiKey && { authorization: `Bearer ${settings.apiKey}` }),
      },
      body,
      timeoutMs: settings.timeoutMs,
      maxAnswerBytes,
      signal,
    });
    return readAnswer(answer, Math.floor(pcm.length / bytesPerMs));
  };

  return async (question) => {
    const { signal } = question;
    const untilMs = now() + settings.patienceMs;
    let pauseMs = firstPauseMs;
    let last: RequestError | undefined;
    let malformed = 0;
    /** Sleeps, unless that would outlast the patience. */
    const wait = async (ms: number) => {
      if (now() + ms > untilMs) throw givenUp(last, settings.patienceMs);
      await sleep(ms, signal);
      signal.throwIfAborted();
    };
    for (;;) {
      signal.throwIfAborted();
      for (let ms = circuit.waitMs(); ms > 0; ms = circuit.waitMs()) await wait(ms);
      try {
        const answer = await ask(question);
        circuit.succeeded();
        return answer;
      } catch (error) {
        if (!(error instanceof RequestError)) {
          circuit.abandoned();
          throw error;
        }
        last = error;
        // A server that answers is there, even with an error.
        if (error.fault === 'unreachable' || error.fault === 'timeout' || error.fault === 'busy')
          circuit.failed();
        else circuit.succeeded();
        if (error.fault === 'malformed') malformed++;
        if (error.fault === 'redirect' || error.fault === 'refused' || malformed > 1)
          throw misconfigured(error);
      }
      await wait(Math.max(last.retryAfterMs ?? 0, pauseMs));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };
}

/** What a server answered may name addresses and keys of the installation: that is for its operators. */
function givenUp(last: RequestError | undefined, patienceMs: number): RunFailure {
  return new RunFailure(
    'TRANSCRIPTION_FAILED',
    `The recognition server of this installation could not be used for ${Math.round(patienceMs / 1000)} s. Submit the recording again later.`,
    { cause: last, ...(last && { forOperators: last.message }) },
  );
}

function misconfigured(error: RequestError): RunFailure {
  const { fault, status } = error;
  const remedy =
    fault === 'redirect'
      ? 'set ASR_HTTP_URL to the address itself'
      : status === 401 || status === 403
        ? 'check ASR_HTTP_API_KEY'
        : status === 404 || status === 405
          ? 'check ASR_HTTP_URL and ASR_HTTP_MODEL'
          : fault === 'malformed'
            ? 'it must answer response_format=verbose_json with words, times and probabilities or avg_logprob'
            : 'check ASR_HTTP_MODEL';
  return new RunFailure(
    'SERVICE_CONFIGURATION_ERROR',
    'The recognition server of this installation rejects its requests; the reason is in its log. ' +
      'Submit the recording again once the cause is fixed.',
    {
      cause: error,
      forOperators: `The recognition server gave ${fault === 'refused' || fault === 'redirect' ? 'this answer: ' : ''}${error.message}; ${remedy}.`,
    },
  );
}
