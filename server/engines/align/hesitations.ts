import type { AlignedWord } from '../../domain/transcript/types.ts';
import type { Native } from '../../native.ts';
import { findFalseStart, placeBehind, stretchedPhone } from './false-starts.ts';
import { type FrameModel, frameMs } from './frame-model.ts';
import { type GapSound, gapSounds, levelOf } from './gap-sounds.ts';

/** Sound around a gap that the network hears with it. */
const contextMs = 1000;
/** Shorter gaps hold nothing; nor do those with less sound than this that is not much softer than the words. */
const leastGapMs = 120;
const leastSoundMs = 100;
const audibleDb = 20;
/** A stop's closure is shorter. */
const leastSilenceMs = 120;

/**
 * What a sound has to be to count as a filled pause. Chosen on synthetic hesitations in learners' speech for precision, and measured on
 * others: lab/bench/README.md.
 */
const filledPause = {
  /** With silence on both sides, on one, and between two words without any: a word's last vowel is often drawn out. */
  leastMs: { apart: 100, touchingOne: 180, touchingBoth: 300 },
  /** A hum without a vowel. */
  leastHumMs: 240,
  /** This much silence beside it parts it from a word. */
  apartMs: 60,
  mostOtherShare: 0.3,
  /** Other sound in front of it and behind it; more where a word's end or beginning may be left over. */
  mostEdgeFrames: { apart: 6, touching: 9 },
  leastVoicedShare: 0.5,
  leastLevelDb: -13,
};

export interface Reading {
  durationMs: number;
  /** Samples of a piece of the recording. */
  read(startMs: number, endMs: number): Promise<Float32Array>;
  model: FrameModel;
  bestPath: Native['bestPath'];
  signal: AbortSignal;
}

/**
 * The same words with what a recogniser smooths away put between them: filled pauses ("uh", "um"), words said twice and words begun.
 *
 * Looked for where two placed neighbours leave a gap with sound in it. Next to a word that found no place nothing is
 * looked for: the sound may be that word.
 */
export async function withHesitations(
  words: readonly AlignedWord[],
  { durationMs, read, model, bestPath, signal }: Reading,
): Promise<AlignedWord[]> {
  const wordsDb = await levelOfWords(words, read);
  if (wordsDb === undefined) return [...words];
  const out: AlignedWord[] = [];
  let before: AlignedWord | undefined;
  for (const [at, word] of words.entries()) {
    signal.throwIfAborted();
    const after = await unstretched(word);
    if (after.phones && (at === 0 || before?.phones)) {
      const found = await between(before, after);
      if (found.some(({ repeatsBefore }) => repeatsBefore)) {
        // The word in front stays as the first attempt.
        out[out.length - 1] = { ...out.at(-1)!, abandoned: true };
      }
      out.push(...found.map(({ word }) => word));
    }
    out.push(after);
    before = after;
  }
  return out;

  async function unstretched(word: AlignedWord): Promise<AlignedWord> {
    const stretched = stretchedPhone(word);
    if (!stretched) return word;
    const within = await read(stretched.startMs, stretched.endMs);
    const frames = Math.floor((stretched.endMs - stretched.startMs) / frameMs);
    let [quietFrames, quietEnd] = [0, 0];
    for (let at = 0, quiet = 0; at < frames; at++) {
      quiet = levelOf(within, at, at + 1) > wordsDb! - audibleDb ? 0 : quiet + 1;
      if (quiet > quietFrames) [quietFrames, quietEnd] = [quiet, at + 1];
    }
    if (quietFrames * frameMs < leastSilenceMs) return word;
    const startMs = Math.max(0, word.startMs - contextMs);
    const posteriors = await model.posteriors(
      await read(startMs, Math.min(durationMs, word.endMs + contextMs)),
    );
    return placeBehind(bestPath, posteriors, word, stretched.startMs + quietEnd * frameMs, startMs);
  }

  async function between(
    before: AlignedWord | undefined,
    after: AlignedWord,
  ): Promise<{ word: AlignedWord; repeatsBefore?: boolean }[]> {
    const gap = { startMs: before?.endMs ?? 0, endMs: after.startMs };
    if (gap.endMs - gap.startMs < leastGapMs || !(await isAudible(gap.startMs, gap.endMs))) return [];
    const startMs = Math.max(0, gap.startMs - contextMs);
    const samples = await read(startMs, Math.min(durationMs, gap.endMs + contextMs));
    const posteriors = await model.posteriors(samples);
    const frame = (ms: number) => Math.round((ms - startMs) / frameMs);
    const sounds = gapSounds(samples, posteriors, frame(gap.startMs), frame(gap.endMs), wordsDb!);
    return sounds.flatMap((sound) => {
      const edges = {
        beforeMs: startMs + sound.core.from * frameMs - gap.startMs,
        afterMs: gap.endMs - (startMs + sound.core.end * frameMs),
      };
      const filler = filledPauseOf(sound, edges, startMs);
      if (filler && isOpen(sound)) return [{ word: filler }];
      const start = findFalseStart(bestPath, posteriors, sound, before, after, startMs);
      return start ? [start] : filler ? [{ word: filler }] : [];
    });
  }

  async function isAudible(startMs: number, endMs: number): Promise<boolean> {
    const samples = await read(startMs, endMs);
    let soundMs = 0;
    for (let at = 0; (at + 1) * frameMs <= endMs - startMs; at++) {
      if (levelOf(samples, at, at + 1) > wordsDb! - audibleDb) soundMs += frameMs;
    }
    return soundMs >= leastSoundMs;
  }
}

function filledPauseOf(
  { from, end, core, voicedShare, levelDb, likeness }: GapSound,
  { beforeMs, afterMs }: { beforeMs: number; afterMs: number },
  startMs: number,
): AlignedWord | undefined {
  const limits = filledPause;
  const frames = core.end - core.from;
  const apart = [beforeMs >= limits.apartMs, afterMs >= limits.apartMs];
  const touching = apart.filter((is) => !is).length;
  const least = [limits.leastMs.apart, limits.leastMs.touchingOne, limits.leastMs.touchingBoth][touching]!;
  const leastMs = core.vowels * frameMs < 60 ? Math.max(least, limits.leastHumMs) : least;
  const edge = (isApart: boolean) => (isApart ? limits.mostEdgeFrames.apart : limits.mostEdgeFrames.touching);
  const isOne =
    frames * frameMs >= leastMs &&
    core.other <= limits.mostOtherShare * frames &&
    core.from - from <= edge(beforeMs - (core.from - from) * frameMs >= limits.apartMs) &&
    end - core.end <= edge(afterMs - (end - core.end) * frameMs >= limits.apartMs) &&
    voicedShare >= limits.leastVoicedShare &&
    levelDb >= limits.leastLevelDb;
  if (!isOne) return undefined;
  return {
    text: core.hums * frameMs >= 60 ? 'um' : 'uh',
    filler: true,
    confidence: Math.round(100 * likeness) / 100,
    startMs: startMs + core.from * frameMs,
    endMs: startMs + core.end * frameMs,
  };
}

/** Nothing but vowel and hum: with consonants around it the sound may be a word. */
const isOpen = ({ from, end, core }: GapSound): boolean =>
  core.other + (core.from - from) + (end - core.end) <= mostOtherFramesOfOpen;
const mostOtherFramesOfOpen = 2;

/** Median level of the placed words; a hundred of them say enough. */
async function levelOfWords(
  words: readonly AlignedWord[],
  read: Reading['read'],
): Promise<number | undefined> {
  const placed = words.filter(({ phones }) => phones);
  const every = Math.max(1, Math.floor(placed.length / 100));
  const levels: number[] = [];
  for (let at = 0; at < placed.length; at += every) {
    const { startMs, endMs } = placed[at]!;
    levels.push(levelOf(await read(startMs, endMs), 0, (endMs - startMs) / frameMs));
  }
  return levels.sort((a, b) => a - b)[levels.length >> 1];
}
