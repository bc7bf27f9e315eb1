import { measureFluency, scoreFluencyOf } from '../../../server/domain/scoring/fluency.ts';
import { isAbstention } from '../../../server/domain/scoring/types.ts';
import { measureVocabulary, scoreVocabularyOf } from '../../../server/domain/scoring/vocabulary.ts';
import type { Calibration } from '../../../server/engines/calibration/port.ts';
import type { TextEngine } from '../../../server/engines/text/port.ts';
import { readSpeech } from '../../../server/modules/speech/pipeline/read-candidate.ts';
import { FLOOR_MINUTES, TEST_MINUTES } from '../../calibrate/norms.ts';
import { readTurn } from './read-turn.ts';
import { writtenSpeech } from './written-speech.ts';

/** One rated interview: a line of the corpus. */
export interface RatedInterview {
  id: string;
  /** The examiners' level. */
  level: number;
  /** Length of the whole test; that of the norms' test when left out. */
  minutes?: number;
  /** The learner's turns; objects of another speaker (`speaker` or `role`) are passed over. */
  turns: (string | { text: string; speaker?: string; role?: string })[];
  /** Minutes in which the floor was the learner's, where known; else the share that the norms assume. */
  floorMinutes?: number;
}

export interface ScoredInterview {
  id: string;
  level: number;
  words: number;
  /** Undefined where the product abstains. */
  vocabulary: number | undefined;
  fluency: number | undefined;
  features: Record<string, number>;
}

const examiner = /^(?:a|examiner|interviewer|teacher)$/i;

/**
 * Scores transcripts with the product's own code. Without times the share of the test that was the learner's is
 * taken to be that of the norms, so that a minute of floor time means the same on both sides.
 */
export function scoreInterviews(
  interviews: readonly RatedInterview[],
  engine: TextEngine,
  calibration: Calibration,
): ScoredInterview[] {
  const read = interviews.map(({ turns }) =>
    turns
      .filter((turn) => typeof turn === 'string' || !examiner.test(turn.speaker ?? turn.role ?? ''))
      .map((turn) => readTurn(typeof turn === 'string' ? turn : turn.text)),
  );
  const marksSilences = read.some((turns) => turns.some(({ silences }) => silences > 0));
  return interviews.map(({ id, level, minutes = TEST_MINUTES, floorMinutes }, index) => {
    const floorMs = 60_000 * (floorMinutes ?? (minutes * FLOOR_MINUTES) / TEST_MINUTES);
    const speech = writtenSpeech(
      read[index]!.map(({ words }) => words),
      floorMs,
      marksSilences,
    );
    const { words } = readSpeech(speech, engine);
    const vocabulary = scoreVocabularyOf(speech, words, engine.frequencies, 'en', calibration);
    const fluency = scoreFluencyOf(speech, null, 'en', calibration);
    const measured = {
      ...measureVocabulary(speech, words, engine.frequencies, 'en'),
      ...measureFluency(speech, null, 'en'),
    };
    const turnCount = speech.floors.length;
    return {
      id,
      level: Number(level),
      words: speech.words.length,
      vocabulary: isAbstention(vocabulary) ? undefined : vocabulary.score,
      fluency: isAbstention(fluency) ? undefined : fluency.score,
      features: {
        ...Object.fromEntries(
          Object.entries(measured).flatMap(([name, { value }]) =>
            value === undefined ? [] : [[name, value] as const],
          ),
        ),
        // Shown only: on a recording, turns are cut otherwise than on paper.
        ...(turnCount > 0 ? { wordsPerTurn: speech.words.length / turnCount } : {}),
      },
    };
  });
}
