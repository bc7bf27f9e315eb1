import type { CandidateSpeech, Floor } from '#server/domain/scoring/candidate-speech.ts';
import { counts } from '#server/domain/scoring/candidate-speech.ts';
import type { SpokenWord } from '#server/domain/transcript/types.ts';

/** A word of a transcript made by people, without times. */
export type WrittenWord = Pick<SpokenWord, 'text' | 'filler' | 'abandoned'> & {
  /** The transcriber marked a long silence before it. */
  afterSilence?: boolean;
};

/** Nominal lengths: only their being long and apart matters, since nothing that needs times is measured. */
const WORD_MS = 300;
const SILENCE_MS = 2500;

/**
 * One speaker's words of a transcript without times, to be measured by the same code as a recording. Of the features
 * only those that need no times come out; amounts are per minute of `floorMs`, which the caller has to know.
 *
 * @param turns the speaker's turns, in order
 * @param floorMs time in which the floor was the speaker's, pauses included
 * @param marksSilences whether the transcriber marked long silences at all
 */
export function writtenSpeech(
  turns: readonly (readonly WrittenWord[])[],
  floorMs: number,
  marksSilences: boolean,
): CandidateSpeech {
  let atMs = 0;
  const floors = turns
    .filter((turn) => turn.length > 0)
    .map((turn): Floor => {
      const startMs = atMs;
      const pauses: Floor['pauses'] = [];
      const allWords = turn.map(({ afterSilence, ...word }, index): SpokenWord => {
        if (afterSilence && index > 0) {
          pauses.push({ startMs: atMs, endMs: atMs + SILENCE_MS, beforeWord: index });
          atMs += SILENCE_MS;
        }
        atMs += WORD_MS;
        const times = { startMs: atMs - WORD_MS, endMs: atMs };
        return { ...word, ...times, confidence: 1, speaker: 'speaker', overlap: false };
      });
      const endMs = atMs;
      atMs += SILENCE_MS;
      return { startMs, endMs, allWords, pauses, latencyMs: null };
    });
  return {
    floors,
    words: floors.flatMap(({ allWords }) => allWords.filter(counts)),
    floorMs,
    speechMs: floorMs,
    supportedShare: 1,
    clock: marksSilences ? 'silences' : 'none',
  };
}
