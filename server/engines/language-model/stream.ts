import { isObject } from '../../domain/json.ts';
import { answerBytes, LanguageModelError } from './chat.ts';

/**
 * The words of a streamed answer as they come, from its server-sent events; chunks may be cut anywhere, inside a letter too.
 *
 * @throws LanguageModelError when the answer breaks off, is no such stream, reports an error or is too large
 */
export async function* streamedWords(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let hasEnded = false;
  try {
    for await (const chunk of answerBytes(response)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/);
      rest = lines.pop()!;
      for (const line of lines) {
        const data = /^data: ?(.*)$/.exec(line)?.[1];
        if (data === undefined) {
          // Comments keep a connection alive; other fields of an event say nothing of ours.
          if (line !== '' && !/^(?::|event:|id:|retry:)/.test(line)) throw otherShape();
          continue;
        }
        if (data.trim() === '[DONE]') return;
        const { words, isLast } = readEvent(data);
        hasEnded ||= isLast;
        if (words !== '') yield words;
      }
    }
  } catch (cause) {
    if (cause instanceof LanguageModelError) throw cause;
    throw new LanguageModelError("The language model's answer broke off.", { cause });
  }
  if (rest.trim() !== '' && !rest.startsWith('data:')) throw otherShape();
  if (!hasEnded) throw new LanguageModelError("The language model's answer broke off.");
}

const otherShape = (cause?: unknown) =>
  new LanguageModelError('The language model answered in another shape.', { cause });

function readEvent(data: string): { words: string; isLast: boolean } {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch (cause) {
    throw otherShape(cause);
  }
  if (!isObject(event) || event.error || !Array.isArray(event.choices)) throw otherShape();
  // The last event may be about usage and have no choice.
  const choice: unknown = event.choices[0];
  if (choice === undefined) return { words: '', isLast: false };
  if (!isObject(choice) || !isObject(choice.delta)) throw otherShape();
  const { content } = choice.delta;
  return {
    words: typeof content === 'string' ? content : '',
    isLast: typeof choice.finish_reason === 'string',
  };
}
