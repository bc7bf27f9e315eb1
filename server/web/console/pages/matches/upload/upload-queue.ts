import type { MatchRow } from '../../../../../modules/console/contract/matches.ts';

/** One file on its way to becoming a match. */
export interface UploadItem {
  id: number;
  fileName: string;
  sizeBytes: number;
  state:
    | { kind: 'waiting' }
    | { kind: 'uploading'; share: number }
    | { kind: 'accepted'; match: MatchRow }
    /** The same PDF was matched with this job before: nothing was spent, and nothing will be unless somebody asks. */
    | { kind: 'known'; message: string; matchId: string }
    | { kind: 'refused'; message: string; isFinal: boolean };
}

export type UploadEvent =
  | { type: 'added'; items: UploadItem[] }
  | { type: 'changed'; id: number; state: UploadItem['state'] }
  | { type: 'seen'; matches: readonly MatchRow[] }
  /** Matches that were deleted while they were under way. */
  | { type: 'gone'; matchIds: readonly string[]; message: string }
  | { type: 'cleared' };

/** So many files are sent at once: more would only share the same line. */
const atOnce = 3;

export function reduceUploads(items: readonly UploadItem[], event: UploadEvent): readonly UploadItem[] {
  switch (event.type) {
    case 'added':
      return [...items, ...event.items];
    case 'changed':
      return items.map((item) => (item.id === event.id ? { ...item, state: event.state } : item));
    case 'seen': {
      const seen = new Map(event.matches.map((match) => [match.id, match]));
      return items.map((item) => {
        const match = item.state.kind === 'accepted' ? seen.get(item.state.match.id) : undefined;
        return match ? { ...item, state: { kind: 'accepted', match } } : item;
      });
    }
    case 'gone': {
      const gone = new Set(event.matchIds);
      return items.map((item) =>
        item.state.kind === 'accepted' && gone.has(item.state.match.id)
          ? { ...item, state: { kind: 'refused', message: event.message, isFinal: true } }
          : item,
      );
    }
    case 'cleared':
      return items.filter((item) => !isDone(item));
  }
}

/** Ids of the files whose turn it is. */
export function nextToSend(items: readonly UploadItem[]): number[] {
  const sending = items.filter(({ state }) => state.kind === 'uploading').length;
  return items
    .filter(({ state }) => state.kind === 'waiting')
    .slice(0, Math.max(0, atOnce - sending))
    .map(({ id }) => id);
}

/** Nothing will change about it by itself. */
export const isDone = ({ state }: UploadItem): boolean =>
  state.kind === 'refused' ||
  state.kind === 'known' ||
  (state.kind === 'accepted' && state.match.finishedAt !== null);

/** How the files have ended so far; what is under way is in none. */
export function countsOf(items: readonly UploadItem[]): { matched: number; failed: number; known: number } {
  const counts = { matched: 0, failed: 0, known: 0 };
  for (const item of items.filter(isDone)) {
    const { state } = item;
    if (state.kind === 'known') counts.known += 1;
    else if (state.kind === 'accepted' && state.match.status === 'finished') counts.matched += 1;
    else counts.failed += 1;
  }
  return counts;
}

/** Why a file need not be sent at all; undefined where the server is to judge. */
export function faultOfFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  maxSizeBytes: number,
): 'notPdf' | 'tooLarge' | undefined {
  if (!/\.pdf$/i.test(name)) return 'notPdf';
  return size > maxSizeBytes ? 'tooLarge' : undefined;
}
