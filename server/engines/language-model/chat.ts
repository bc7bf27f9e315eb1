/** Set by the administrator. */
export interface LanguageModel {
  /** Base address of an OpenAI-compatible service, e.g. "http://localhost:8000/v1". */
  url: string;
  /** The model's name as the service knows it. */
  name: string;
  key: string | null;
}

/** The message is safe to log: it holds nothing of what was asked or answered. */
export class LanguageModelError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'LanguageModelError';
  }
}

/** An answer larger than this is none of ours. */
const maxAnswerBytes = 256 * 1024;

/**
 * `POST <url>/chat/completions`: llama.cpp, vLLM, Ollama, or a hosted service.
 *
 * @param body of the request, without the model's name
 * @returns the answer with status 2xx, unread
 * @throws LanguageModelError
 */
export async function postChat(
  { url, name: model, key }: LanguageModel,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, ...body }),
      // The key and the words are for the configured service only.
      redirect: 'error',
      signal,
    });
  } catch (cause) {
    throw new LanguageModelError('The language model cannot be reached or took too long.', { cause });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new LanguageModelError(`The language model answered with HTTP ${response.status}.`);
  }
  return response;
}

/** The bytes of an answer as they come. @throws LanguageModelError when there are too many of them */
export async function* answerBytes(response: Response): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) throw new LanguageModelError("The language model's answer is too large.");
    yield chunk;
  }
}
