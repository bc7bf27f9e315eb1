import { readFile } from 'node:fs/promises';
import type { Span, Word } from '../../../server/domain/transcript/types.ts';

interface SampleTurn extends Span {
  text: string;
  hesitations: (Span & { kind: string })[];
}

/** The words of the sample interview, spread evenly over the time of each turn that is not a pause: rough times. */
export async function referenceWords(jsonPath: string): Promise<Word[]> {
  const { turns }: { turns: SampleTurn[] } = JSON.parse(await readFile(jsonPath, 'utf8'));
  return turns.flatMap(({ text, startMs, endMs, hesitations }) => {
    const pauses = hesitations.filter(({ kind }) => kind === 'pause');
    const texts = text.split(/\s+/).map((word) => word.toLowerCase().replace(/[^a-z']/g, ''));
    const letters = texts.map((word) => word.length + 1);
    const spokenMs = endMs - startMs - pauses.reduce((sum, pause) => sum + pause.endMs - pause.startMs, 0);
    const perLetterMs = spokenMs / letters.reduce((sum, count) => sum + count, 0);
    let atMs = startMs;
    return texts.map((word, index): Word => {
      const pause = pauses.find((one) => one.startMs <= atMs + 50 && one.endMs > atMs);
      if (pause) atMs = pause.endMs;
      const startsMs = atMs;
      atMs += letters[index]! * perLetterMs;
      return {
        text: word,
        startMs: Math.round(startsMs),
        endMs: Math.round(atMs),
        confidence: 0.95,
        ...(word === 'um' || word === 'uh' ? { filler: true } : {}),
      };
    });
  });
}
