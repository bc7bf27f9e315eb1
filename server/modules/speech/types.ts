import type { OpenedBlob } from '../../storage/port.ts';

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
