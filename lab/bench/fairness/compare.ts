import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Word } from '../../../server/domain/transcript/types.ts';
import type { AsrEngine } from '../../../server/engines/asr/port.ts';
import type { SpeechEngines } from '../../../server/modules/speech/pipeline/engines.ts';
import type { Condition } from './conditions.ts';
import { knowing, type RecordingScores, scoreRecording } from './score-recording.ts';

export const dimensions = ['vocabulary', 'fluency', 'accent'] as const;

export interface Compared {
  condition: string;
  scores: Pick<RecordingScores, (typeof dimensions)[number]> | { failed: string };
}

/**
 * Scores one recording under each condition.
 *
 * @param alone true where one person speaks and no speakers have to be told apart
 * @param hearing known words, which then come at the condition's own times, or a recogniser that listens for itself
 */
export async function compareConditions(
  pcm: Int16Array,
  hearing: readonly Word[] | AsrEngine,
  engines: Omit<SpeechEngines, 'asr'>,
  conditions: readonly Condition[],
  { onScored, alone = false }: { onScored?: (compared: Compared) => void; alone?: boolean } = {},
): Promise<Compared[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-conditions-'));
  try {
    const compared: Compared[] = [];
    for (const { name, shiftMs, make } of conditions) {
      const asr = isWords(hearing) ? knowing(hearing.map((word) => later(word, shiftMs))) : hearing;
      let scores: Compared['scores'];
      try {
        const { vocabulary, fluency, accent } = await scoreRecording(
          await make(pcm, folder),
          { ...engines, asr: [asr] },
          alone,
        );
        scores = { vocabulary, fluency, accent };
      } catch (error) {
        scores = { failed: error instanceof Error ? error.message : String(error) };
      }
      compared.push({ condition: name, scores });
      onScored?.(compared.at(-1)!);
    }
    return compared;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isWords = (hearing: readonly Word[] | AsrEngine): hearing is readonly Word[] => Array.isArray(hearing);

const later = (word: Word, byMs: number): Word => ({
  ...word,
  startMs: word.startMs + byMs,
  endMs: word.endMs + byMs,
});

/** Largest change of any score from the first condition to another; infinite where one was not produced. */
export function largestChange(compared: readonly Compared[]): number {
  const [first, ...others] = compared.map(({ scores }) => scores);
  if (!first || 'failed' in first) return Number.POSITIVE_INFINITY;
  return Math.max(
    ...others.flatMap((scores) =>
      dimensions.map((name) => {
        if ('failed' in scores || scores[name] === null || first[name] === null)
          return Number.POSITIVE_INFINITY;
        return Math.abs(scores[name] - first[name]);
      }),
    ),
  );
}
