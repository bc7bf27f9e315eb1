import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { askedIn } from '../domain/interview/asked.ts';
import { slowTurnsOf } from '../domain/interview/courtesy.ts';
import { finalTurns, type TranscriptTurn } from '../domain/interview/final-turns.ts';
import type { Logger } from '../logging.ts';
import type {
  InterviewTranscript,
  LiveInterviews,
  LiveSession,
  Outcome,
} from '../modules/interview/types.ts';
import { isBucketAway } from '../outages.ts';
import { seconds } from '../time.ts';
import { extractCandidate } from './channel.ts';
import type { Diary, DiaryPage, EndedBy } from './diary.ts';
import type { Ear } from './ear/ear.ts';
import { repairRecording } from './recorder.ts';

/** A database that is away is waited for: nothing said may be lost. */
const tryAgainMs = [0, seconds(1), seconds(5), seconds(15), seconds(30), seconds(60)];
/** A bucket is on another machine: for an hour and a half, then at the next start of this process. */
const mostTriesForBucket = 90;

const goneUnanswered = {
  code: 'CANDIDATE_LEFT',
  message: 'The candidate left before answering anything, and did not come back.',
} as const;
const neverAnswered = {
  code: 'NOTHING_ANSWERED',
  message: 'The candidate was there, but nothing that they said or wrote was heard as an answer.',
} as const;

/**
 * Hears the recording once more for the transcript of record, stores all, and removes what was kept meanwhile, unless the interview goes
 * on elsewhere. One in which nothing was answered costs nothing: the candidate who ended it may begin it again.
 *
 * @param about.isLate the session is not this process's any more; what it may have, it gets
 * @throws Error when storing fails for good; what was kept stays
 */
export async function storeInterview(
  { live, ear }: { live: LiveInterviews; ear: Ear },
  {
    session,
    diary,
    page,
    by,
    log,
    isLate = false,
  }: {
    session: Pick<LiveSession, 'sessionId' | 'language'>;
    diary: Diary;
    page: DiaryPage;
    by: EndedBy;
    log: Logger;
    isLate?: boolean;
  },
): Promise<void> {
  const { sessionId, language } = session;
  const durationMs = await repairRecording(diary.recordingPath);
  // One that is held again leaves nothing: this machine is spared the last hearing.
  const isUnheard = isLate || by === 'too-slow';
  const turns = isUnheard ? toldIn(page) : await transcriptOf({ ear, diary, page, language, log });
  // From whichever of the two hearings has one: an answer is never thrown away.
  const hasAnswers = [...turns, ...page.turns].some(({ speaker }) => speaker === 'candidate');
  const outcome: Outcome = {
    slowTurns: slowTurnsOf(page.events),
    durationSec: Math.ceil(durationMs / 1000),
    recordingPath: durationMs > 0 ? diary.recordingPath : null,
    transcript: {
      ...{ language, turns, ...plannedIn(page) },
      events: page.events.map(({ kind, at, data }) => ({ kind, at, ...data })),
    },
  };
  const store = async () => {
    if (isLate) return live.keepLate(sessionId, outcome);
    if (by === 'too-slow') return live.startOver(sessionId, 'too-slow');
    if (by === 'candidate' && !hasAnswers) return live.startOver(sessionId, 'unanswered');
    if (!hasAnswers) return live.fail(sessionId, by === 'left' ? goneUnanswered : neverAnswered);
    return live.complete(sessionId, outcome);
  };
  for (let index = 0; ; index++) {
    await delay(tryAgainMs[index] ?? tryAgainMs.at(-1));
    try {
      const isStored = await store();
      if (!isStored && !isLate) await live.keepLate(sessionId, outcome);
      break;
    } catch (error) {
      const most = isBucketAway(error) ? mostTriesForBucket : tryAgainMs.length;
      if (index + 1 >= most) throw error;
      log.warn({ err: error }, 'could not store an interview yet; tried again');
    }
  }
  // Another process may have taken it up, over the same folder.
  if (!(isLate && (await live.isUnderWay(sessionId)))) await diary.remove();
}

/** The turns as they were heard and spoken at the time, with what each asks. */
function toldIn({ turns, conversation }: DiaryPage): TranscriptTurn[] {
  const asked = conversation ? askedIn(turns, conversation.interview.plan) : [];
  return turns.map(({ speaker, startMs, endMs, text }, at) => ({
    speaker,
    startMs: Math.round(startMs),
    endMs: Math.round(endMs),
    text,
    ...asked[at],
  }));
}

/** What was to be asked. */
const plannedIn = ({ conversation }: DiaryPage): Pick<InterviewTranscript, 'questions'> =>
  conversation
    ? {
        questions: conversation.interview.plan.questions.map(({ text, own }, index) => ({
          number: index + 1,
          text,
          mustAsk: own?.mustAsk ?? false,
        })),
      }
    : {};

/** Where the recording cannot be heard again, what was heard at the time stands. */
async function transcriptOf({
  ear,
  diary,
  page,
  language,
  log,
}: {
  ear: Ear;
  diary: Diary;
  page: DiaryPage;
  language: string;
  log: Logger;
}): Promise<TranscriptTurn[]> {
  try {
    await extractCandidate(diary.recordingPath, diary.channelPath);
    const words = await ear.transcribe({ language, hotwords: [], pcmPath: diary.channelPath });
    const others = toldIn(page).filter(
      ({ speaker }, at) => speaker === 'interviewer' || page.turns[at]!.isTyped,
    );
    return finalTurns(others, words);
  } catch (error) {
    log.error({ err: error }, 'could not transcribe an interview recording; the live transcript is kept');
    return toldIn(page);
  } finally {
    await rm(diary.channelPath, { force: true });
  }
}
