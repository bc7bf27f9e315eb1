import { inIpa, sounds } from '../languages/en/sounds.ts';
import type { AccentResult } from '../scoring/accent.ts';

/** From models/calibration/usual-sounds.json: how clear each sound usually is, by goodness of pronunciation. */
export interface UsualSounds {
  id: string;
  /** How it was made, from what: for people. */
  method: string[];
  /** By name in ARPAbet; `sd` is of single sounds. */
  sounds: Record<string, { mean: number; sd: number; count: number }>;
}

/** Fewer occurrences than this say nothing about a sound. */
const MIN_OCCURRENCES = 8;

/** A smaller difference is none that a listener would notice. */
const MIN_DIFFERENCE = 0.4;

/** Standard errors under what is usual: with some forty sounds looked at, chance alone shows one in a hundred people a sound so far off. */
const MIN_STANDARD_ERRORS = 3.5;

export interface UnclearSound {
  phone: string;
  /** 'the "th" of "think" (/θ/)' */
  named: string;
}

/**
 * Sounds that come out less clearly than usual, measured around the candidate's own average, by more than chance; the furthest off first.
 * Every sound is compared with itself in other mouths, because some are less clear in all of them. None where none were measured.
 */
export function unclearSounds(
  accent: Pick<AccentResult, 'phones'>,
  usual: UsualSounds,
  limit: number,
): UnclearSound[] {
  const known = (accent.phones ?? []).flatMap((row) => {
    const reference = usual.sounds[row.phone];
    const sound = sounds[row.phone];
    return reference && sound ? [{ ...row, reference, sound }] : [];
  });
  const total = known.reduce((sum, { count }) => sum + count, 0);
  const own = known.reduce((sum, { count, gop, reference }) => sum + count * (gop - reference.mean), 0);
  const shift = own / Math.max(1, total);
  return known
    .map(({ phone, count, gop, reference, sound }) => {
      const difference = gop - reference.mean - shift;
      return {
        ...{ phone, count, difference },
        standardErrors: difference / (reference.sd / Math.sqrt(count)),
        named: `${sound.example} (${inIpa(phone)})`,
      };
    })
    .filter(
      ({ count, difference, standardErrors }) =>
        count >= MIN_OCCURRENCES && difference < -MIN_DIFFERENCE && standardErrors < -MIN_STANDARD_ERRORS,
    )
    .toSorted((a, b) => a.standardErrors - b.standardErrors)
    .slice(0, limit)
    .map(({ phone, named }) => ({ phone, named }));
}
