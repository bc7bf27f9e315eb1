import { limits } from '../../../../config/limits.ts';
import type { UploadFile } from '../../../../modules/console/uploads/contract.ts';
import { estimateCredits, faultOfRecording } from '../playground/recording.ts';

export type FileKind = UploadFile['kind'];
export type ChosenFault = 'unknown' | 'tooLarge' | 'tooShort' | 'tooLong' | 'empty';

const recordings = new Set<string>([...limits.audio.formats, 'mp4']);

/** By the end of its name, as people see it; null for what is neither. */
export function kindOf(fileName: string): FileKind | null {
  const [, ending = ''] = /\.(\w+)$/.exec(fileName.toLowerCase()) ?? [];
  if (ending === 'pdf' || ending === 'docx') return 'cv';
  return recordings.has(ending) ? 'recording' : null;
}

/** Why a file need not be sent at all; undefined where the server is to judge. */
export function faultOfChosen(
  { name, size }: Pick<File, 'name' | 'size'>,
  durationMs: number | null,
): ChosenFault | undefined {
  const kind = kindOf(name);
  if (kind === null) return 'unknown';
  if (size === 0) return 'empty';
  if (kind === 'cv') return size > limits.cv.maxSizeBytes ? 'tooLarge' : undefined;
  return faultOfRecording({ size }, durationMs);
}

interface Priced {
  kind: FileKind;
  durationMs: number | null;
}

/**
 * What files will cost. `unknown`: recordings of which the browser cannot tell the length; the least that they can cost is counted.
 *
 * @param isForJob a CV without a job is read free of charge
 */
export function costOf(
  files: readonly Priced[],
  prices: { cvMatch: number; speechPerStartedMinute: number },
  isForJob: boolean,
): { credits: number; unknown: number } {
  let credits = 0;
  let unknown = 0;
  for (const { kind, durationMs } of files) {
    if (kind === 'cv') credits += isForJob ? prices.cvMatch : 0;
    else {
      if (durationMs === null) unknown += 1;
      credits +=
        estimateCredits(durationMs ?? limits.audio.minDurationMs, prices.speechPerStartedMinute) ?? 0;
    }
  }
  return { credits, unknown };
}

/** What people write into a file's name beside the name of the person. */
const beside =
  /^(interview|recording|record|audio|video|call|voice|memo|speech|cv|resume|résumé|lebenslauf|candidate|applicant|bewerbung|final|copy|kopie|new|neu|v?\d+|am|pm|mp\d|wav|zoom|teams|meet|gespräch|aufnahme|with|mit|round|screening|phone|tel)$/iu;
/** Small words of names, which are written small. */
const particle = /^(de|del|la|las|los|van|von|der|den|di|da|dos|do|el|al|bin|ibn|y|e)$/u;

/** Whose recording a file is, as far as its name says; empty where it says nothing. A guess, for the person who sends it to check. */
export function nameInFile(fileName: string): string {
  const words = fileName
    .replace(/\.\w+$/, '')
    // "AnnaKowalska", as programs write names.
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[\s_.,()[\]+–-]+|-/u)
    .filter((word) => word !== '' && !beside.test(word) && !/\d/.test(word));
  if (words.length < 2 || words.length > 5) return '';
  return words
    .map((word) => (particle.test(word) ? word : word[0]!.toLocaleUpperCase() + word.slice(1)))
    .join(' ');
}
