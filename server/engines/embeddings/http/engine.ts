import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from '../../../domain/json.ts';
import { unitVector } from '../../../domain/vectors/unit-vectors.ts';
import { minutes, seconds } from '../../../time.ts';
import { type Circuit, createCircuit } from '../../http/circuit.ts';
import { createRequester, RequestError, type Requester } from '../../http/request.ts';
import { instructionsFor } from '../instructions.ts';
import { type EmbeddingsEngine, EmbeddingsError } from '../port.ts';

/** Set by the administrator. */
export interface EmbeddingsServer {
  /** Base address of an OpenAI-compatible service, e.g. "http://gpu.lan:8000/v1". */
  url: string;
  /** The model's name as the service knows it. */
  model: string;
  apiKey: string | null;
  /** Of its vectors: known before the server is, so that searches begin while it is away. */
  dimensions: number;
  /** For one request. */
  timeoutMs: number;
}

export interface HttpEmbeddings extends EmbeddingsEngine {
  close(): void;
}

/** Texts of one request: servers refuse more than some hundreds. */
const batchSize = 64;
/** A number takes about 12 letters, and some servers write more digits than they know. */
const bytesPerNumber = 32;
/** A server that restarts is back within that time; an ingest is tried again later. */
const patienceMs = minutes(1);
const firstPauseMs = 500;
const longestPauseMs = seconds(15);

/** `POST <url>/embeddings` of a server on the network: llama.cpp, vLLM, Ollama, text-embeddings-inference, or a hosted service. */
export function createHttpEmbeddings(
  server: EmbeddingsServer,
  {
    requester = createRequester(),
    now = () => performance.now(),
    sleep = (ms, signal) => delay(ms, undefined, { signal }),
  }: {
    requester?: Requester;
    now?: () => number;
    sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  } = {},
): HttpEmbeddings {
  const { model, apiKey, dimensions, timeoutMs } = server;
  const url = new URL(`${server.url.replace(/\/+$/, '')}/embeddings`);
  const instructions = instructionsFor(model);
  const circuit = createCircuit({ failuresToOpen: 3, pauseMs: seconds(5), now });

  const askOnce = async (texts: readonly string[], signal: AbortSignal): Promise<Int8Array[]> => {
    const answer = await requester.json({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: Buffer.from(JSON.stringify({ model, input: texts, encoding_format: 'float' })),
      timeoutMs,
      maxAnswerBytes: 65_536 + texts.length * (1024 + dimensions * bytesPerNumber),
      signal,
    });
    return readVectors(answer, texts.length, dimensions);
  };

  const ask = async (texts: readonly string[], signal: AbortSignal): Promise<Int8Array[]> => {
    const untilMs = now() + patienceMs;
    let pauseMs = firstPauseMs;
    let last: RequestError | undefined;
    const wait = async (ms: number) => {
      if (now() + ms > untilMs) throw givenUp(last);
      await sleep(ms, signal);
    };
    for (;;) {
      signal.throwIfAborted();
      for (let ms = circuit.waitMs(); ms > 0; ms = circuit.waitMs()) await wait(ms);
      try {
        const vectors = await askOnce(texts, signal);
        circuit.succeeded();
        return vectors;
      } catch (error) {
        last = noteFailure(circuit, error);
      }
      await wait(Math.max(last.retryAfterMs ?? 0, pauseMs));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };

  return {
    name: `http:${model}:${dimensions}/1`,
    dimensions,
    async embed(texts, kind, signal) {
      const found: Int8Array[] = texts.map(() => new Int8Array(dimensions));
      const asked = texts
        .map((text, at) => ({ at, text: text.trim() }))
        // Services refuse a text without any words.
        .filter(({ text }) => text !== '');
      for (let first = 0; first < asked.length; first += batchSize) {
        const batch = asked.slice(first, first + batchSize);
        const vectors = await ask(
          batch.map(({ text }) => instructions[kind] + text),
          signal,
        );
        for (const [n, { at }] of batch.entries()) found[at] = vectors[n]!;
      }
      signal.throwIfAborted();
      return found;
    },
    close: () => requester.close(),
  };
}

/** @throws EmbeddingsError where an answer is not what was asked for; RequestError where it is no answer at all */
function readVectors(answer: unknown, count: number, dimensions: number): Int8Array[] {
  const malformed = (what: string) => new RequestError('malformed', what);
  const data = isObject(answer) ? answer.data : undefined;
  if (!Array.isArray(data) || data.length !== count) throw malformed(`no list of ${count} vectors`);
  const vectors: Int8Array[] = [];
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = isObject(item) ? item : {};
    if (!Array.isArray(embedding) || !embedding.every(Number.isFinite))
      throw malformed('a vector that is no list of numbers');
    if (
      !Number.isInteger(index) ||
      (index as number) < 0 ||
      (index as number) >= count ||
      vectors[index as number]
    ) {
      throw malformed('vectors that are not numbered as the texts were');
    }
    if (embedding.length !== dimensions) {
      throw new EmbeddingsError(
        `The embeddings server gives vectors of ${embedding.length} dimensions: set EMBEDDINGS_DIMENSIONS to that (it is ${dimensions}).`,
      );
    }
    vectors[index as number] = unitVector(embedding as number[]);
  }
  return vectors;
}

/** Tells the circuit what a failed request says of the server. @throws what no waiting helps against */
function noteFailure(circuit: Circuit, error: unknown): RequestError {
  if (!(error instanceof RequestError)) {
    circuit.abandoned();
    throw error;
  }
  const { fault } = error;
  // A server that answers is there, even with an error.
  if (fault === 'unreachable' || fault === 'timeout' || fault === 'busy') circuit.failed();
  else {
    circuit.succeeded();
    throw misconfigured(error);
  }
  return error;
}

const givenUp = (last: RequestError | undefined) =>
  new EmbeddingsError(
    `The embeddings server could not be used for ${patienceMs / 1000} s${last ? `: ${last.message}` : ''}.`,
    { cause: last },
  );

function misconfigured(error: RequestError): EmbeddingsError {
  const { fault, status } = error;
  const remedy =
    fault === 'redirect'
      ? 'set EMBEDDINGS_URL to the address itself'
      : status === 401 || status === 403
        ? 'check EMBEDDINGS_API_KEY'
        : fault === 'malformed'
          ? 'it must answer like /v1/embeddings of OpenAI'
          : 'check EMBEDDINGS_URL and EMBEDDINGS_MODEL';
  return new EmbeddingsError(`The embeddings server gave ${error.message}; ${remedy}.`, { cause: error });
}
