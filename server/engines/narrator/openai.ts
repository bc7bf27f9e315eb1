import { seconds } from '../../time.ts';
import { NarrationError, type NarrationRequest, type NarratorEngine } from './port.ts';
import { messagesFor, summarySchema } from './prompt.ts';
import { checkedSummary } from './summary-check.ts';

/** Set by the administrator. */
export interface LanguageModel {
  /** Base address of an OpenAI-compatible service, e.g. "http://localhost:8000/v1". */
  url: string;
  /** The model's name as the service knows it. */
  name: string;
  key: string | null;
}

/** An answer larger than this is none of ours. */
const maxAnswerBytes = 256 * 1024;
const maxAnswerTokens = 500;

/**
 * A language model behind `POST <baseUrl>/chat/completions`: llama.cpp, vLLM, Ollama, or a hosted service. Its answer
 * is constrained by a JSON schema, drawn at temperature 0 with a fixed seed, and checked before anybody sees it.
 */
export function createOpenAiNarrator(
  { url: baseUrl, name: model, key: apiKey }: LanguageModel,
  { timeoutMs = seconds(60) } = {},
): NarratorEngine {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    model,
    async narrate(request, signal) {
      const answer = await post(request, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      return checkedSummary(contentOf(answer), request);
    },
  };

  async function post(request: NarrationRequest, signal: AbortSignal): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          model,
          messages: messagesFor(request),
          temperature: 0,
          seed: 0,
          max_tokens: maxAnswerTokens,
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'match_summary', strict: true, schema: summarySchema },
          },
        }),
        // The key and the quotes are for the configured service only.
        redirect: 'error',
        signal,
      });
    } catch (cause) {
      throw new NarrationError('The language model cannot be reached or took too long.', { cause });
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new NarrationError(`The language model answered with HTTP ${response.status}.`);
    }
    try {
      return JSON.parse(await readLimited(response));
    } catch (cause) {
      if (cause instanceof NarrationError) throw cause;
      throw new NarrationError("The language model's answer cannot be read.", { cause });
    }
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) throw new NarrationError("The language model's answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function contentOf(answer: unknown): string {
  const content = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices?.[0]
    ?.message?.content;
  if (typeof content !== 'string') throw new NarrationError('The language model answered in another shape.');
  return content;
}
