import type { Span, Word } from '#server/domain/transcript/types.ts';
import { createLexicon } from '#server/engines/align/lexicon.ts';
import { modelPhone } from '#server/engines/align/phones.ts';
import { seededRandom } from '../../testkit/random.ts';
import { wordTimes } from '../../testkit/word-times.ts';
import { bundledModel } from './bundled-model.ts';
import { joinSamples, silence, speak } from './speech-sounds.ts';

export const interviewSentences = [
  'good morning and thank you for coming to see us today',
  'i have worked as a project manager for seven years',
  "before that i was a nurse and i didn't sit at a desk all day",
  'we had to finish the report before friday so everybody stayed late',
  'my favourite part of the work is talking with customers',
  'when something goes wrong i write down what happened and call the team',
  'could you tell me about a difficult decision you made',
  'i think people do their best work when they feel safe',
];

export interface KnownSpeech {
  samples: Int16Array;
  /** As a recogniser would give them: right words, times up to 80 ms off. */
  words: Word[];
  /** Where each word really is. */
  truth: Span[];
}

/** Synthetic speech whose word times are known exactly, with pauses of 200 to 1,200 ms between sentences. */
export async function knownSpeech(
  sentences: readonly string[],
  voice: string,
  folder: string,
): Promise<KnownSpeech> {
  const lexicon = await createLexicon(bundledModel('lexicon-en.txt'));
  const random = seededRandom(sentences.length);
  const parts: Int16Array[] = [];
  const words: Word[] = [];
  const truth: Span[] = [];
  let offsetMs = 0;
  const said = new Map<string, Awaited<ReturnType<typeof speak>>>();
  for (const sentence of sentences) {
    const { samples, phones } = said.get(sentence) ?? (await speak(sentence, voice, folder));
    said.set(sentence, { samples, phones });
    const texts = sentence.split(' ');
    const variants = lexicon.variants(texts);
    const named = phones.map((phone) => ({ ...phone, phone: modelPhone(phone.phone)! }));
    const times = wordTimes(
      named,
      texts.map((text) => variants.get(text)!),
    );
    if (!times || times.edits > 0.1 * phones.length)
      throw new Error(`flite says "${sentence}" otherwise than the lexicon.`);
    for (const [n, text] of texts.entries()) {
      const said = times.words[n]!;
      const span = { startMs: offsetMs + said.startMs, endMs: offsetMs + said.endMs };
      truth.push(span);
      const blurred = (ms: number) => Math.max(0, Math.round(ms + 160 * (random() - 0.5)));
      words.push({ text, confidence: 1, startMs: blurred(span.startMs), endMs: blurred(span.endMs) });
    }
    const pauseMs = Math.round(200 + 1000 * random());
    parts.push(samples, silence(pauseMs));
    offsetMs += samples.length / 16 + pauseMs;
  }
  return { samples: joinSamples(parts), words, truth };
}
