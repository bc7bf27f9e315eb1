import { meanConfidence, surroundingConfidence } from './confidence.ts';
import type { Word } from './types.ts';

/** Words to either side that tell whether the recogniser had the thread: about ten seconds of speech. */
const reach = 10;
/** Share of the gate below which a passage counts as lost. Measured: server/engines/asr/hearing.md. */
const lostShareOfGate = 0.8;
/**
 * The same where it is measured how many words are misheard: intervals make up for doubtful passages, so that only those of which hardly
 * a word is right are left out.
 */
export const measuredLostBelow = 0.5;
/** More than this share of the words in lost passages, and one of the speakers was probably not understood. */
export const maxLostShare = 0.12;

export interface GateVerdict {
  /** Duration-weighted mean confidence; undefined without a word. */
  mean: number | undefined;
  /** Share of the words, 0–1, in passages where the recogniser had lost the thread. */
  lostShare: number;
  /** Whether the transcript as a whole may be used. */
  trusted: boolean;
  /** The same words, those without support marked. */
  words: Word[];
}

/**
 * Decides how far a transcript can be trusted.
 *
 * The mean alone would let a clear interviewer hide a candidate of whom nothing was understood, so passages are
 * judged too: words in a lost passage are `unsupported` like those below `minWord`, and too many of them
 * condemn the transcript.
 */
export function confidenceGate(
  words: readonly Word[],
  gate: { minMean: number; minWord: number; lostBelow?: number },
): GateVerdict {
  const mean = meanConfidence(words);
  const lostBelow = gate.lostBelow ?? gate.minMean * lostShareOfGate;
  const lost = surroundingConfidence(words, reach).map((around) => around < lostBelow);
  const lostShare = words.length > 0 ? lost.filter(Boolean).length / words.length : 0;
  return {
    mean,
    lostShare,
    trusted: mean !== undefined && mean >= gate.minMean && lostShare <= maxLostShare,
    words: words.map((word, i) =>
      !word.filler && (lost[i] || word.confidence < gate.minWord) ? { ...word, unsupported: true } : word,
    ),
  };
}
