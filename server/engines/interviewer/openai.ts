import { randomBytes } from 'node:crypto';
import { weightOf } from '../../domain/interview/sentences.ts';
import { seconds } from '../../time.ts';
import { type LanguageModel, LanguageModelError, postChat } from '../language-model/chat.ts';
import { streamedWords } from '../language-model/stream.ts';
import type { WrittenLanguageEngine } from '../written-language/port.ts';
import { type InterviewerEngine, InterviewerError, type InterviewerWords } from './port.ts';
import { endMark, promptFor } from './prompt.ts';
import { speakable } from './speakable.ts';

const maxAnswerTokens = 300;
/** About 40 s of speech; what the model says beyond it is left out from the next sentence on. */
const maxWeight = 560;
/** Shorter texts are not told apart surely. */
const minDetectedChars = 60;

/** The end of a sentence with what follows it: a blank, or in scripts without blanks anything. */
const sentenceEnd = /[.!?؟।]["'”’»)\]]*(?=\s)|[。？！]["'”’」』）]*/u;

export interface InterviewerLimits {
  /** The longest that a sentence may keep one waiting. */
  silenceMs?: number;
  /** For the whole answer. */
  answerMs?: number;
}

/** A language model behind an OpenAI-compatible, streaming `/v1/chat/completions`. */
export function createOpenAiInterviewer(
  model: LanguageModel,
  writtenLanguage: WrittenLanguageEngine,
  { silenceMs = seconds(6), answerMs = seconds(20) }: InterviewerLimits = {},
): InterviewerEngine {
  return {
    model: model.name,
    async *reply(request, signal) {
      const mark = randomBytes(8).toString('hex');
      const { messages, secrets } = promptFor(request, mark);
      const silence = createSilence(silenceMs);
      const stop = AbortSignal.any([signal, silence.signal, AbortSignal.timeout(answerMs)]);
      let weight = 0;
      let spoken = '';
      const checked = async (sentence: string): Promise<InterviewerWords> => {
        const text = speakable(sentence, request.language, secrets);
        spoken += `${text} `;
        const isLong = spoken.length >= minDetectedChars;
        const found = isLong ? await writtenLanguage.of(spoken) : null;
        if (found !== null && found !== request.language) {
          throw new InterviewerError('The language model answered in another language.');
        }
        weight += weightOf(text);
        return { type: 'sentence', text };
      };
      try {
        const response = await postChat(
          model,
          { messages, stream: true, temperature: 0.4, max_tokens: maxAnswerTokens },
          stop,
        );
        for await (const sentence of sentences(streamedWords(response))) {
          silence.reset();
          if (sentence === endMark) return yield { type: 'end' };
          if (weight > 0 && weight + weightOf(sentence) > maxWeight) break;
          yield await checked(sentence);
          silence.reset();
        }
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof InterviewerError) throw cause;
        if (stop.aborted)
          throw new InterviewerError('The language model was silent for too long.', { cause });
        if (cause instanceof LanguageModelError) throw new InterviewerError(cause.message, { cause });
        throw cause;
      } finally {
        silence.end();
      }
      if (weight === 0) throw new InterviewerError('The language model said nothing.');
    },
  };
}

/** Aborts when it has not been reset for `limitMs`. */
function createSilence(limitMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  return { signal: controller.signal, reset: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

/** Words as they come, cut into whole sentences; the end mark comes by itself and ends them. */
async function* sentences(words: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const word of words) {
    rest += word;
    while (true) {
      const end = sentenceEnd.exec(rest);
      const markAt = rest.indexOf(endMark);
      if (markAt >= 0 && (!end || markAt < end.index)) {
        if (rest.slice(0, markAt).trim() !== '') yield rest.slice(0, markAt);
        yield endMark;
        return;
      }
      if (!end) break;
      const at = end.index + end[0].length;
      yield rest.slice(0, at);
      rest = rest.slice(at);
    }
    // A model that never ends a sentence is not collected for ever: the check refuses it.
    if (rest.length > 1000) yield rest.slice(0, 1000);
  }
  const markAt = rest.indexOf(endMark);
  const last = markAt < 0 ? rest : rest.slice(0, markAt);
  if (last.trim() !== '') yield last;
  if (markAt >= 0) yield endMark;
}
