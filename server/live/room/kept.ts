import { samplesPerMs } from '../../engines/audio/pcm.ts';
import type { Logger } from '../../logging.ts';
import type { LiveInterviews, LiveSession } from '../../modules/interview/types.ts';
import { type Diary, type DiaryPage, type EndedBy, emptyPage, openDiary } from '../diary.ts';
import type { Ear } from '../ear/ear.ts';
import { storeInterview } from '../finish.ts';
import { openRecorder, type Recorder } from '../recorder.ts';

/** What is kept of a room while it is held, and what becomes of it at its end. */
export interface Kept {
  readonly page: DiaryPage;
  /** An earlier process has begun it. */
  readonly isResumed: boolean;
  readonly recorder: Recorder;
  readonly diary: Pick<Diary, 'write' | 'written'>;
  readonly events: Pick<LiveInterviews, 'note'>;
  /** @param isLate the session is not this process's any more. @throws Error when storing fails for good */
  store(by: EndedBy, isLate: boolean): Promise<void>;
}

/** The diary of a session and what is in it; of an earlier attempt nothing is taken up. @throws Error from the file system */
export async function keepInterview(
  deps: { live: LiveInterviews; ear: Ear; folder: string },
  session: LiveSession,
  { isTyped, log }: { isTyped: boolean; log: Logger },
): Promise<Kept> {
  const { folder, live } = deps;
  const { sessionId, startedAt } = session;
  let diary = await openDiary(folder, sessionId);
  let kept = await diary.read();
  if (kept?.startedAt !== undefined && kept.startedAt !== startedAt) {
    await diary.remove();
    diary = await openDiary(folder, sessionId);
    kept = undefined;
  }
  const page: DiaryPage = structuredClone(kept ?? { ...emptyPage, isTyped, startedAt: startedAt! });
  // A sentence that was being said when an earlier process ended does not go on.
  for (const caption of page.captions) caption.isFinal = true;
  return {
    ...{ page, diary, events: live, isResumed: kept !== undefined },
    recorder: await openRecorder(diary.recordingPath),
    store: (by, isLate) => storeInterview(deps, { session, diary, page, by, log, isLate }),
  };
}

/** Of a trial: it is given neither a folder nor the database, and its recorder is a clock. What was said goes with its room. */
export function keepNothing(isTyped: boolean): Kept {
  let samples = 0;
  return {
    page: structuredClone({ ...emptyPage, isTyped }),
    isResumed: false,
    recorder: {
      nowMs: () => samples / samplesPerMs,
      add(candidate) {
        samples += candidate.length;
      },
      finish: async () => undefined,
    },
    diary: { write: () => undefined, written: async () => undefined },
    events: { note: async () => true },
    store: async () => undefined,
  };
}
