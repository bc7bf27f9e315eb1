import type { Report, ReportLanguage, ReportReader } from '../../domain/report/types.ts';
import type { OpenedBlob } from '../../storage/port.ts';
import type { SpeechRun } from './run-type.ts';

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
