import { deviationOf, meanOf, quantileOf, shareOf } from '#server/domain/scoring/distribution.ts';
import type { PitchTrack } from '#server/domain/scoring/prosody.ts';
import { isVowel } from '#server/domain/scoring/syllables.ts';
import type { AlignedWord } from '#server/domain/transcript/types.ts';

type Features = Record<string, number>;

/**
 * Pitch and level while words are spoken. Pitch in semitones around the utterance's own median: how high a voice
 * is says who speaks, not how well, and is left out. Level in dB around its own mean, for the same reason.
 * Pitch range and variation: Hincks 2005 (liveliness); level of vowels as cue of stress: Tepperman & Narayanan 2005.
 */
export function prosodyFeatures(pitchTrack: PitchTrack | undefined, words: readonly AlignedWord[]): Features {
  const { frameMs, pitchHz, levelDb } = pitchTrack ?? { frameMs: 10, pitchHz: [], levelDb: [] };
  const during = <Value>(values: readonly Value[], { startMs, endMs }: { startMs: number; endMs: number }) =>
    values.slice(Math.floor(startMs / frameMs), Math.max(0, Math.floor(endMs / frameMs)));
  const spoken = words.flatMap((word) => during(pitchHz, word));
  const voiced = spoken.filter((hz) => hz > 0);
  const median = quantileOf(voiced, 0.5);
  const semitones = voiced.map((hz) => 12 * Math.log2(hz / median));
  const steps = semitones.slice(1).map((value, index) => Math.abs(value - semitones[index]!));
  const vowels = words.flatMap(({ phones = [] }) => phones.filter(({ phone }) => isVowel(phone)));
  const vowelLevels = vowels
    .map((vowel) => during(levelDb, vowel))
    .filter((levels) => levels.length > 0)
    .map((levels) => Math.max(...levels));
  const wordPitch = words
    .map((word) => during(pitchHz, word).filter((hz) => hz > 0))
    .filter((values) => values.length > 2)
    .map((values) => 12 * Math.log2(meanOf(values) / median));
  const gaps = words.slice(1).map((word, index) => ({ startMs: words[index]!.endMs, endMs: word.startMs }));
  const paused = gaps.filter(({ startMs, endMs }) => endMs - startMs >= 100);
  const levels = words.flatMap((word) => during(levelDb, word));
  const outside = levelDb.filter((_, frame) => !words.some((word) => contains(word, frame * frameMs)));
  const loud = meanOf(levels) - 15;
  const sounds = (level: number) => words.length > 0 && level > loud;
  const count = Math.max(1, words.length);
  const [first, last] = [words[0]?.startMs ?? 0, words.at(-1)?.endMs ?? 0];
  const around = levelDb.filter((_, frame) => frame * frameMs < first || frame * frameMs > last);
  return {
    pitchSd: deviationOf(semitones),
    pitchRange: quantileOf(semitones, 0.9) - quantileOf(semitones, 0.1),
    pitchStep: Math.min(2, meanOf(steps)),
    wordPitchSd: deviationOf(wordPitch),
    finalPitch: wordPitch.length < 2 ? 0 : Math.max(-12, Math.min(12, wordPitch.at(-1)!)),
    pitchFall: Math.max(-12, Math.min(12, fall(wordPitch))),
    voicedShare: shareOf(spoken, (hz) => hz > 0),
    levelSd: deviationOf(levels),
    vowelLevelSd: deviationOf(vowelLevels),
    vowelLevelStep: meanOf(vowelLevels.slice(1).map((level, index) => Math.abs(level - vowelLevels[index]!))),
    // Sound where no word is: hesitations and false starts the text does not tell of.
    voicedPauseShare: shareOf(
      paused.flatMap((gap) => during(pitchHz, gap)),
      (hz) => hz > 0,
    ),
    soundBetweenMsPerWord:
      (frameMs * gaps.flatMap((gap) => during(levelDb, gap)).filter(sounds).length) / count,
    soundAroundMs: Math.min(1500, frameMs * around.filter(sounds).length),
    levelAboveRest: words.length === 0 ? 0 : Math.min(60, meanOf(levels) - quantileOf(outside, 0.2)),
  };
}

const contains = (span: { startMs: number; endMs: number }, ms: number) =>
  ms >= span.startMs && ms < span.endMs;

/** Mean of the first half minus mean of the second. */
function fall(values: readonly number[]): number {
  const half = values.length >> 1;
  return half === 0 ? 0 : meanOf(values.slice(0, half)) - meanOf(values.slice(-half));
}
