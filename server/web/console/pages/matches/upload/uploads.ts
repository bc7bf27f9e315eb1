import { limits } from '../../../../../config/limits.ts';
import type { MatchRow } from '../../../../../modules/console/contract/matches.ts';
import { ApiFault } from '../../../api/client.ts';
import { faultSentence } from '../../../components/fault.ts';
import { matchTexts } from '../../../texts/matches.ts';
import {
  faultOfFile,
  isDone,
  nextToSend,
  reduceUploads,
  type UploadEvent,
  type UploadItem,
} from './upload-queue.ts';

const { upload: words } = matchTexts;
const maxSizeMb = limits.cv.maxSizeBytes / 1024 / 1024;

/** How often matches under way are looked at: the longer none of them ends, the seldomer. */
export const lookEveryMs = { min: 2000, max: 10_000 } as const;
const seldomerBy = 1.5;

export interface CvToSend {
  jobId: string;
  file: File;
  key: string;
  /** Also where the same PDF was matched with this job before. */
  again?: boolean;
}

export interface UploadTools {
  /**
   * @param cv `key` is the same at every try: a try whose answer was lost does not become another match
   * @throws ApiFault
   */
  send(cv: CvToSend, onShare: (share: number) => void): Promise<MatchRow>;
  /** Those of these matches that there still are, as they stand; at most `limits.cvPage.max` at once. */
  look(matchIds: readonly string[]): Promise<readonly MatchRow[]>;
  newKey(): string;
  onAccepted(): void;
}

/** Files on their way to becoming matches of jobs. */
export interface Uploads {
  readonly items: readonly UploadItem[];
  /** For `useSyncExternalStore`: called when `items` is another. */
  subscribe(listener: () => void): () => void;
  add(jobId: string, files: readonly File[]): void;
  retry(id: number): void;
  /** A known PDF is matched with the job once more. */
  matchAgain(id: number): void;
  clear(): void;
  /** Sends files a few at a time, and looks after each until its match has ended; the answer calls it off. */
  follow(): () => void;
}

export function createUploads({ send, look, newKey, onAccepted }: UploadTools): Uploads {
  let items: readonly UploadItem[] = [];
  let isFollowed = false;
  let lastId = 0;
  const cvs = new Map<number, CvToSend>();
  const listeners = new Set<() => void>();

  const tell = (event: UploadEvent) => {
    items = reduceUploads(items, event);
    for (const listener of listeners) listener();
  };
  const change = (id: number, state: UploadItem['state']) => tell({ type: 'changed', id, state });

  const sendNext = () => {
    if (!isFollowed) return;
    for (const id of nextToSend(items)) void sendOne(id);
  };

  const sendOne = async (id: number) => {
    change(id, { kind: 'uploading', share: 0 });
    try {
      const match = await send(cvs.get(id)!, (share) => change(id, { kind: 'uploading', share }));
      cvs.delete(id);
      waitMs = lookEveryMs.min;
      change(id, { kind: 'accepted', match });
      onAccepted();
    } catch (fault) {
      const message = faultSentence(fault);
      const matchId = fault instanceof ApiFault ? fault.details?.knownMatchId : undefined;
      const isFinal = fault instanceof ApiFault && fault.status === 400;
      change(
        id,
        typeof matchId === 'string'
          ? { kind: 'known', message, matchId }
          : { kind: 'refused', message, isFinal },
      );
    }
    sendNext();
    lookLater();
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  let waitMs: number = lookEveryMs.min;
  /** Per match the look that it was last part of. */
  const lookedAt = new Map<string, number>();
  let looks = 0;

  const underWay = () =>
    items.flatMap((item) => (item.state.kind === 'accepted' && !isDone(item) ? [item.state.match.id] : []));

  const lookLater = () => {
    if (!isFollowed || isLooking || timer !== undefined || underWay().length === 0) return;
    timer = setTimeout(() => void lookNow(), waitMs);
  };

  const lookNow = async () => {
    timer = undefined;
    isLooking = true;
    // With more under way than fit a question, each has its turn.
    const asked = underWay()
      .toSorted((a, b) => (lookedAt.get(a) ?? 0) - (lookedAt.get(b) ?? 0))
      .slice(0, limits.cvPage.max);
    looks += 1;
    for (const id of asked) lookedAt.set(id, looks);
    // What cannot be seen now is seen at the next look.
    const seen = await look(asked).catch(() => undefined);
    isLooking = false;
    const before = underWay().length;
    if (seen) {
      tell({ type: 'seen', matches: seen });
      const there = new Set(seen.map(({ id }) => id));
      const gone = asked.filter((id) => !there.has(id));
      if (gone.length > 0) tell({ type: 'gone', matchIds: gone, message: words.gone });
    }
    const hasSomeEnded = underWay().length < before;
    waitMs = hasSomeEnded ? lookEveryMs.min : Math.min(waitMs * seldomerBy, lookEveryMs.max);
    lookLater();
  };

  return {
    get items() {
      return items;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(jobId, files) {
      const added = files.map((file): UploadItem => {
        lastId += 1;
        const fault = faultOfFile(file, limits.cv.maxSizeBytes);
        if (!fault) cvs.set(lastId, { jobId, file, key: newKey() });
        const message = fault === 'tooLarge' ? words.tooLarge(maxSizeMb) : words.notPdf;
        return {
          id: lastId,
          fileName: file.name,
          sizeBytes: file.size,
          state: fault ? { kind: 'refused', message, isFinal: true } : { kind: 'waiting' },
        };
      });
      tell({ type: 'added', items: added });
      sendNext();
    },
    retry(id) {
      const { state } = items.find((item) => item.id === id) ?? {};
      if (state?.kind !== 'refused' || state.isFinal) return;
      change(id, { kind: 'waiting' });
      sendNext();
    },
    matchAgain(id) {
      const { state } = items.find((item) => item.id === id) ?? {};
      const cv = cvs.get(id);
      if (state?.kind !== 'known' || !cv) return;
      cvs.set(id, { ...cv, key: newKey(), again: true });
      change(id, { kind: 'waiting' });
      sendNext();
    },
    clear() {
      tell({ type: 'cleared' });
      const left = new Set(items.map(({ id }) => id));
      for (const id of cvs.keys()) if (!left.has(id)) cvs.delete(id);
    },
    follow() {
      isFollowed = true;
      sendNext();
      lookLater();
      return () => {
        isFollowed = false;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
