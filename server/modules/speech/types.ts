import type { Readable } from 'node:stream';
import type { Db } from '../../db/db.ts';
import type { Report, ReportLanguage, ReportReader } from '../../domain/report/types.ts';
import type { OpenedBlob } from '../../storage/port.ts';
import type { Caller } from '../identity/types.ts';
import type { QueuePlace, Run } from '../runs/types.ts';
import type { CutSettings } from './pipeline/state.ts';
import type { SpeechRun } from './run-type.ts';
import type { SpeechRunInput } from './stored.ts';

/** The shape of a recording, to be drawn. */
export interface Peaks {
  durationMs: number;
  /** Loudest sample of each of equally long stretches, in percent of full scale. */
  peaks: number[];
}

/** Recordings for people's ears. */
export interface ListeningService {
  /** Whether there is anything to listen to: recordings go when their time is over. */
  isKept(runId: string): Promise<boolean>;
  /** An MP3 on the clock of the transcript's words; undefined when the recording is gone. */
  recording(runId: string): Promise<OpenedBlob | undefined>;
  /** Undefined likewise. */
  peaks(runId: string): Promise<Peaks | undefined>;
}

/** The languages of the interface, ISO 639-1, by whether a living worker has a recogniser for them. */
export interface HeardLanguages {
  available: string[];
  notAvailable: string[];
}

/** A run that is scored again because a person said who the candidate is. */
export interface Rescore {
  id: string;
  runId: string;
  clientId: string;
  /** A `Turn.speaker`, e.g. "S1". */
  speaker: string;
  status: 'open' | 'done' | 'failed';
  createdAt: string;
  finishedAt: string | null;
  /** Why the earlier result stayed. */
  error: { code: string; message: string } | null;
}

/** An earlier result, kept when another took its place. */
export interface RunVersion {
  version: number;
  status: Run['status'];
  replacedAt: string;
  /** User id. */
  replacedBy: string;
  summary: unknown;
}

export interface RescoringService {
  /**
   * Asks for it; a worker does it within seconds, for free. ApiError NOT_FOUND for a run that is not the client's,
   * INVALID_INPUT for a speaker who is not in the recording or is the candidate already, NOT_POSSIBLE_NOW when what it
   * needs is not kept (any more), the run is not finished, or is being rescored or deleted.
   */
  request(request: {
    clientId: string;
    runId: string;
    speaker: string;
    userId: string;
    /** Asked before anything is stored; its sentence, if any, is the refusal. */
    obstacle: (run: Run) => Promise<string | null>;
  }): Promise<Rescore>;
  /** The newest; undefined where there was no request. */
  newest(runId: string): Promise<Rescore | undefined>;
  /** Oldest first. */
  versions(runId: string): Promise<RunVersion[]>;
}

/** The form of a submission, parsed. */
export interface SpeechFields {
  language: string;
  externalId: string | null;
  /** Exactly as supplied. */
  metadata: Record<string, unknown>;
  tags: string[];
  cutSettings: CutSettings;
}

export interface SpeechSubmission extends SpeechFields {
  /** `key` null: a person in the console. */
  caller: {
    client: Pick<Caller['client'], 'id' | 'multilingual' | 'accentUse'>;
    key: Pick<Caller['key'], 'id' | 'projectId'> | null;
  };
  /** Runs of the playground stay out of the client's list of runs. */
  playground?: boolean;
  /** The upload is in the blob store already, at `uploadKey(runId)`. */
  runId: string;
  fileName: string | null;
  includeCutAudio: boolean;
  analysis: boolean;
  /** Of the catalogue: what the person is interviewed for. */
  jobId?: string;
  /** The key's, unless given. */
  projectId?: string | null;
  /** Who spoke when, where that is known. */
  heldTurns?: NonNullable<SpeechRunInput['heldTurns']>;
  /** Of an interview that Assay held: answers that it took too long to react to. */
  slowTurns?: number;
  /** Called in the transaction that makes the run; when it throws, there is none. */
  holdKey: (trx: Db) => Promise<void>;
}

export interface SpeechService {
  /** ApiError SERVICE_WARMING_UP until a worker has reported ready since this process began. */
  assertReady(): Promise<void>;
  /** What can be recognised at the moment; null while no living worker has told. */
  languages(): Promise<HeardLanguages | null>;
  /**
   * Asked before the file is read. ApiError MULTILINGUAL_NOT_ENABLED, LANGUAGE_NOT_AVAILABLE, UNSUPPORTED_FORMAT where its first bytes are
   * of no recording, and INSUFFICIENT_CREDITS where not even the shortest recording could be paid.
   */
  assertAcceptable(
    submission: Pick<SpeechSubmission, 'caller' | 'language'>,
    head: Uint8Array,
  ): Promise<void>;
  /**
   * Probes the stored upload, holds the credits and makes the run. ApiError MULTILINGUAL_NOT_ENABLED, LANGUAGE_NOT_AVAILABLE,
   * UNSUPPORTED_FORMAT, AUDIO_DURATION_UNAVAILABLE, AUDIO_TOO_SHORT, AUDIO_TOO_LONG, INSUFFICIENT_CREDITS, SERVER_BUSY;
   * after any of them neither run nor file exists.
   */
  submit(submission: SpeechSubmission): Promise<{ run: Run; place: QueuePlace }>;
  /** Puts a recording where `submit` looks for it. */
  storeUpload(runId: string, content: Readable): Promise<void>;
  /** Undefined for an unknown id and for another client's alike. */
  find(request: { clientId: string; runId: string }): Promise<SpeechRun | undefined>;
  place(run: Run): Promise<QueuePlace>;
  /** The candidate-only MP3 of a finished run; undefined when none was asked for or made. */
  readCutAudio(run: SpeechRun): Promise<Buffer | undefined>;
  /**
   * Why a run cannot be scored again for another speaker, or for this one, as a person reads it; null: nothing is known against it.
   */
  rescoringObstacle(run: Run, speaker?: string): Promise<string | null>;
  /** Each speaker of a run who could be the candidate instead, with why scoring them would fail; empty where no rescoring can be. */
  rescorableSpeakers(run: Run): Promise<{ id: string; label: string; obstacle: string | null }[]>;
  /** Removes the upload of a submission that became no run. */
  discardUpload(runId: string): Promise<void>;
}

export const reportFormats = ['json', 'html', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface WantedReport {
  reader: ReportReader;
  language: ReportLanguage;
  /** With whose language requirement the level is compared. */
  jobId?: string | undefined;
}

/** A report as it is sent. */
export interface RenderedReport {
  body: Report | string | Buffer;
  headers: Record<string, string>;
}

/** Reports of finished runs. */
export interface ReportService {
  /**
   * A report with the headers of its format. ApiError REPORT_NOT_AVAILABLE for a run that has not ended, failed or lost its result,
   * JOB_NOT_FOUND for a job that the client has not.
   */
  render(run: SpeechRun, wanted: WantedReport & { format: ReportFormat }): Promise<RenderedReport>;
}
