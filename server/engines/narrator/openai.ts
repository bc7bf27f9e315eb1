import { seconds } from '../../time.ts';
import { answerBytes, type LanguageModel, LanguageModelError, postChat } from '../language-model/chat.ts';
import { NarrationError, type NarrationRequest, type NarratorEngine } from './port.ts';
import { messagesFor, summarySchema } from './prompt.ts';
import { checkedSummary } from './summary-check.ts';

const maxAnswerTokens = 500;

/**
 * A language model behind `POST <baseUrl>/chat/completions`: llama.cpp, vLLM, Ollama, or a hosted service. Its answer
 * is constrained by a JSON schema, drawn at temperature 0 with a fixed seed, and checked before it is shown.
 */
export function createOpenAiNarrator(model: LanguageModel, { timeoutMs = seconds(60) } = {}): NarratorEngine {
  return {
    model: model.name,
    async narrate(request, signal) {
      const answer = await ask(model, request, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      return checkedSummary(contentOf(answer), request);
    },
  };
}

async function ask(model: LanguageModel, request: NarrationRequest, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await postChat(
      model,
      {
        messages: messagesFor(request),
        temperature: 0,
        seed: 0,
        max_tokens: maxAnswerTokens,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'match_summary', strict: true, schema: summarySchema },
        },
      },
      signal,
    );
    return JSON.parse(Buffer.concat(await Array.fromAsync(answerBytes(response))).toString('utf8'));
  } catch (cause) {
    const message =
      cause instanceof LanguageModelError ? cause.message : "The language model's answer cannot be read.";
    throw new NarrationError(message, { cause });
  }
}

function contentOf(answer: unknown): string {
  const content = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices?.[0]
    ?.message?.content;
  if (typeof content !== 'string') throw new NarrationError('The language model answered in another shape.');
  return content;
}
