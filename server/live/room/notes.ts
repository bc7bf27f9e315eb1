import { limits } from '../../config/limits.ts';
import type { Logger } from '../../logging.ts';
import type { LiveEvent, LiveInterviews } from '../../modules/interview/types.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';
import type { DiaryPage } from '../diary.ts';

const noteEveryMs = seconds(1);

/** The session's events: those of the transcript at once, those of the session a little later. */
export interface Notes {
  add(kind: string, data: Record<string, unknown>): void;
  /** Stores what waits. @throws Error when it could not be stored; it waits on */
  flush(): Promise<void>;
  /** The same, with a fault logged only. */
  flushSoon(): void;
  /** The same, once a second. */
  tick(nowMs: number): void;
}

/** @param options.onLost the session is not this process's any more */
export function createNotes({
  live,
  sessionId,
  page,
  clock,
  log,
  onLost,
}: {
  live: Pick<LiveInterviews, 'note'>;
  sessionId: string;
  page: Pick<DiaryPage, 'events'>;
  clock: Clock;
  log: Logger;
  onLost: () => void;
}): Notes {
  let waiting: LiveEvent[] = [];
  let flushedMs = 0;
  const flush = async () => {
    const events = waiting;
    waiting = [];
    if (events.length === 0) return;
    try {
      if (!(await live.note(sessionId, events))) onLost();
    } catch (error) {
      waiting = [...events, ...waiting];
      throw error;
    }
  };
  const flushSoon = () =>
    void flush().catch((error: unknown) =>
      log.warn({ err: error }, 'could not store interview events; tried again'),
    );
  return {
    add(kind, data) {
      // As many as are stored in the end.
      if (page.events.length >= limits.interview.maxEvents) return;
      const event = { kind, at: isoTime(clock.now()), data };
      waiting.push(event);
      page.events.push(event);
    },
    flush,
    flushSoon,
    tick(nowMs) {
      if (nowMs - flushedMs < noteEveryMs) return;
      flushedMs = nowMs;
      flushSoon();
    },
  };
}
