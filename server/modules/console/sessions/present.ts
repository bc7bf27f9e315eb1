import { courtesyOf } from '../../../domain/interview/courtesy.ts';
import { wordsOfTurn } from '../../../domain/interview/turn-words.ts';
import { underWay } from '../../../domain/interview/under-way.ts';
import type { Transcript, TranscriptSegment } from '../../../domain/transcript/segments.ts';
import type { InterviewRun } from '../../interview/run-type.ts';
import type {
  InterviewTranscript,
  SessionMarks,
  SessionStanding,
  StoredEvent,
} from '../../interview/types.ts';
import { sessionStateOf } from '../../interview/types.ts';
import type { SessionDetails, SessionRow } from './contract.ts';

export function presentSessionRow(
  run: InterviewRun,
  projects: ReadonlyMap<string, string>,
  marks: SessionMarks | undefined,
): SessionRow {
  const { personaId, roleName, language } = run.input;
  const { projectId } = run;
  return {
    id: run.id,
    state: sessionStateOf(run),
    persona: { id: personaId, roleName },
    language,
    candidateRef: run.externalId,
    project: projectId === null ? null : { id: projectId, name: projects.get(projectId) ?? projectId },
    tags: run.tags,
    durationMs: run.audioDurationMs,
    createdAt: run.createdAt,
    startedAt: run.startedAt,
    endedAt: run.finishedAt,
    error: run.error && { code: run.error.code, message: run.error.message },
    declinedAt: marks?.declinedAt ?? null,
    slowTurns: marks?.slowTurns ?? 0,
  };
}

/** What is shown of a session beside its row. */
export function presentCourse(
  run: InterviewRun,
  { linkExpiresAt, openedAt, endsBy, canBeReinvited, consent }: SessionStanding,
  events: readonly StoredEvent[],
  now: string,
): Pick<
  SessionDetails,
  | 'consentMode'
  | 'maxMinutes'
  | 'creditsCharged'
  | 'linkExpiresAt'
  | 'openedAt'
  | 'canBeReinvited'
  | 'consent'
  | 'startedOver'
  | 'live'
  | 'courtesy'
  | 'hasTranscript'
> {
  const state = sessionStateOf(run);
  return {
    consentMode: run.input.consentMode,
    maxMinutes: run.input.maxMinutes,
    creditsCharged: run.chargedCredits,
    linkExpiresAt: state === 'initiated' ? linkExpiresAt : null,
    openedAt,
    canBeReinvited,
    consent,
    startedOver: state === 'initiated' ? startedOverOf(events) : null,
    live: state === 'active' ? { seen: underWay(events), endsBy, now } : null,
    courtesy: state === 'completed' && events.length > 0 ? courtesyOf(events) : null,
    hasTranscript: (run.result?.transcript ?? null) !== null,
  };
}

const startedOverOf = (events: readonly StoredEvent[]): SessionDetails['startedOver'] =>
  (events.findLast(({ kind }) => kind === 'started-over')?.data.because as SessionDetails['startedOver']) ??
  null;

const speakers = [
  { id: 'candidate', label: 'Candidate', role: 'candidate' },
  { id: 'interviewer', label: 'Interviewer', role: 'interviewer' },
] as const;

/** The transcript of an interview as that of a recording: one view reads both. */
export function presentSessionTranscript({ turns }: InterviewTranscript): Transcript {
  const segments = turns.map(segmentOf);
  const of = (speaker: string) => segments.filter((segment) => segment.speaker === speaker);
  return {
    segments,
    speakers: speakers.map((speaker) => ({
      ...speaker,
      speakingMs: of(speaker.id).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
      wordCount: of(speaker.id).reduce((sum, { words }) => sum + words.length, 0),
      turnCount: of(speaker.id).length,
    })),
    candidateText: of('candidate')
      .map(({ text }) => text)
      .join('\n'),
    candidateSpeaker: 'candidate',
  };
}

function segmentOf(turn: InterviewTranscript['turns'][number], index: number): TranscriptSegment {
  const { speaker, startMs, endMs, text } = turn;
  const words = wordsOfTurn(turn);
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length);
  return { id: `turn_${index + 1}`, speaker, startMs, endMs, text, confidence, overlap: false, words };
}
