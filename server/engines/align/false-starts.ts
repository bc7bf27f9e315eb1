import type { AlignedPhone, AlignedWord } from '../../domain/transcript/types.ts';
import type { Native } from '../../native.ts';
import { type FramePosteriors, frameMs } from './frame-model.ts';
import type { GapSound } from './gap-sounds.ts';
import { frameClasses, silenceClass } from './phones.ts';
import { type PlacedWord, placeWords } from './place-words.ts';

/**
 * A sound is an attempt at a word if the word's phones cover so much of it and fit it (goodness of pronunciation, nats) at most so much
 * worse than they fit the word itself: the same person said both.
 */
const leastCover = 0.75;
const mostWorse = 0.5;
const leastGop = -2;
/** What comes after a word is as likely the next one misheard: it has to fit better. */
const leastGopAfter = -0.6;
/** Shorter sounds are found anywhere. */
const leastMs = 140;
/** Fewer phones are found in any sound. */
const leastPhones = 2;
const leastFragmentPhones = 2;
const leastPhoneMs = 40;
/** A phone squeezed into less was not said: the word was cut off before it. */
const leastLastPhoneMs = 40;

export interface FalseStart {
  word: AlignedWord;
  /** The word in front was said again: it is that one which was taken back. */
  repeatsBefore?: boolean;
}

/**
 * A sound between two words as the first attempt at the word behind it ("the the"), a piece of it ("wor- word"), or the word before it
 * once more.
 */
export function findFalseStart(
  bestPath: Native['bestPath'],
  posteriors: FramePosteriors,
  sound: GapSound,
  before: AlignedWord | undefined,
  after: AlignedWord,
  startMs: number,
): FalseStart | undefined {
  const phonesOf = (word: AlignedWord | undefined) => word?.phones?.map(({ phone }) => phone) ?? [];
  const [next, previous] = [phonesOf(after), phonesOf(before)];
  const whole = (phones: readonly string[], word: AlignedWord | undefined) =>
    phones.length >= leastPhones && phones.some(isVowel) ? fit(phones, word!.gop!) : undefined;

  const again = whole(next, after);
  if (again) return { word: { ...attempt(after.text, again), abandoned: true } };
  const repeated = before && !before.filler && whole(previous, before);
  if (repeated && repeated.gop >= leastGopAfter)
    return { word: attempt(before.text, repeated), repeatsBefore: true };
  for (let count = next.length - 1; count >= leastFragmentPhones; count--) {
    const begun = next.slice(0, count).some(isVowel) && fit(next.slice(0, count), after.gop!);
    if (begun && lasts(begun.phones.at(-1)!) >= leastLastPhoneMs) {
      return {
        word: { ...attempt(`${firstLetters(after.text, count / next.length)}-`, begun), abandoned: true },
      };
    }
  }
  return undefined;

  function fit(phones: readonly string[], gop: number): PlacedWord | undefined {
    const lengthMs = (sound.end - sound.from) * frameMs;
    if (lengthMs < Math.max(leastMs, leastPhoneMs * phones.length)) return undefined;
    const placed = placeAlone(bestPath, posteriors, sound, phones, gop, startMs);
    if (!placed) return undefined;
    return placed.endMs - placed.startMs >= Math.max(leastMs, leastCover * lengthMs) ? placed : undefined;
  }
}

/** Places phones in a stretch of frames if they fit at most so much worse than they did elsewhere (`gop`). */
function placeAlone(
  bestPath: Native['bestPath'],
  posteriors: FramePosteriors,
  { from, end }: { from: number; end: number },
  phones: readonly string[],
  gop: number,
  startMs: number,
): PlacedWord | undefined {
  const rows = (of: Float32Array) => of.subarray(from * frameClasses.length, end * frameClasses.length);
  const piece = {
    frames: end - from,
    data: rows(posteriors.data),
    ...(posteriors.acceptable && { acceptable: rows(posteriors.acceptable) }),
  };
  const [placed] = placeWords(bestPath, piece, [[phones]], startMs + from * frameMs);
  return placed && placed.gop >= Math.max(leastGop, gop - mostWorse) ? placed : undefined;
}

/** A consonant that lasts longer holds a silence: the word was begun, and begun again behind it. */
const stretchedMs = 280;

/** The consonant over whose silence an aligned word may have been stretched from its first attempt to the second. */
export const stretchedPhone = (word: AlignedWord): AlignedPhone | undefined =>
  word.phones
    ?.slice(0, -1)
    .find(({ phone, startMs, endMs }) => endMs - startMs > stretchedMs && !isVowel(phone));

/**
 * A word with a stretched phone placed anew behind the silence, if all of it is there.
 *
 * @param behindMs end of the silence
 */
export function placeBehind(
  bestPath: Native['bestPath'],
  posteriors: FramePosteriors,
  word: AlignedWord,
  behindMs: number,
  startMs: number,
): AlignedWord {
  const frame = (ms: number) => Math.round((ms - startMs) / frameMs);
  const stretch = {
    from: Math.max(0, frame(behindMs) - 1),
    end: Math.min(posteriors.frames, Math.floor((word.endMs - startMs) / frameMs)),
  };
  const phones = word.phones!.map(({ phone }) => phone);
  const placed = placeAlone(bestPath, posteriors, stretch, phones, word.gop!, startMs);
  if (!placed) return word;
  const { variant, ...heard } = placed;
  return { ...word, ...heard };
}

function attempt(text: string, { variant, ...placed }: PlacedWord): AlignedWord {
  return {
    text: text.replace(/[.,;:?!]+$/, ''),
    confidence: Math.round(100 * Math.exp(placed.gop)) / 100,
    ...placed,
  };
}

/** As many letters as were said of it, at least one and not all. */
function firstLetters(text: string, share: number): string {
  const letters = text.match(/[\p{L}\p{N}'’]+/u)?.[0] ?? text;
  return letters.slice(0, Math.max(1, Math.min(letters.length - 1, Math.round(share * letters.length))));
}

const isVowel = (phone: string): boolean => phone !== frameClasses[silenceClass] && /^[aeiou]/.test(phone);

const lasts = ({ startMs, endMs }: AlignedPhone): number => endMs - startMs;
