import { probabilityOfLanguage } from '../../../domain/transcript/language.ts';
import type { Chunk } from '../decoding/chunks.ts';
import type { Answer } from './answer.ts';

const identificationPlaces = 3;

/** Asks about up to three chunks from all over the recording; answers without a language say nothing. */
export async function identify(
  chunks: readonly Chunk[],
  ask: (chunk: Chunk) => Promise<Answer | undefined>,
): Promise<Answer[]> {
  const places = new Set(
    Array.from({ length: identificationPlaces }, (_, place) =>
      Math.floor(((place + 0.5) * chunks.length) / identificationPlaces),
    ),
  );
  const answers: Answer[] = [];
  for (const place of places) {
    const answer = chunks[place] && (await ask(chunks[place]));
    if (answer && answer.language !== null && answer.words.length > 0) answers.push(answer);
  }
  return answers;
}

/** What most places were; the requested language's probability only where the server gave those of all languages. */
export function spokenLanguage(
  answers: readonly Answer[],
  requested: string,
): { detectedLanguage: string | null; languageProbability: number | null } {
  const votes = new Map<string, number>();
  for (const { language } of answers) votes.set(language!, (votes.get(language!) ?? 0) + 1);
  const most = Math.max(0, ...votes.values());
  const leading = [...votes].filter(([, count]) => count === most).map(([code]) => code);
  const detectedLanguage = leading.includes(requested) ? requested : (leading[0] ?? null);
  const probabilities = answers.flatMap(({ languageProbabilities }) =>
    languageProbabilities ? [probabilityOfLanguage(requested, languageProbabilities)] : [],
  );
  const isKnown = probabilities.length > 0 && probabilities.length === answers.length;
  return {
    detectedLanguage,
    languageProbability: isKnown
      ? probabilities.reduce((sum, value) => sum + value, 0) / probabilities.length
      : null,
  };
}
