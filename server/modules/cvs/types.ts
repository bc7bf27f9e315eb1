import { type Static, Type } from 'typebox';
import type { Db } from '../../db/db.ts';
import type { CvDocument, CvProfile } from '../../domain/cv/types.ts';

/** What is known of a CV that was read. */
export const CvReading = Type.Object({
  document: Type.Unsafe<CvDocument>(Type.Object({})),
  /** Sentences for the client on what of the file was left out. */
  warnings: Type.Array(Type.String()),
  profile: Type.Unsafe<CvProfile>(Type.Object({})),
  /** Month that "present" means in the profile, YYYY-MM. */
  profileAsOf: Type.String(),
  /** Who reads with another version may read otherwise. */
  parserVersion: Type.String(),
});
export type CvReading = Static<typeof CvReading>;

/** An upload that lies where stored CVs lie and has no row yet. */
export interface ReceivedCv {
  /** Its own, if it turns out to be the first of its kind. */
  id: string;
  clientId: string;
  sha256: string;
  sizeBytes: number;
}

interface CvUse {
  clientId: string;
  runId: string;
  cvId: string;
}

/** CVs, each stored once for each client, for as long as a run needs it. */
export interface CvsService {
  /** Takes an upload out of its folder and hashes it. Without a row, orphan sweeps remove it. */
  receive(upload: { clientId: string; uploadKey: string }): Promise<ReceivedCv>;
  /**
   * In the transaction that makes a run of it and has locked the client: the CV that the client has already, else this
   * one. What is not needed then is the caller's to discard.
   */
  store(trx: Db, received: ReceivedCv): Promise<{ cvId: string; blobKey: string }>;
  /** Removes the file of one that was not stored. */
  discard(received: ReceivedCv): Promise<void>;
  /** Null while it was not read, or its profile is gone. */
  reading(cvId: string): Promise<CvReading | null>;
  saveReading(cvId: string, reading: CvReading): Promise<void>;
  /**
   * What a CV says is one of its runs' results and goes with the last of them; who needs it again reads the file. In the caller's
   * transaction; nothing happens while a run has results of it.
   */
  forgetReading(trx: Db, cvId: string): Promise<void>;
  /** What there is of a CV: undefined when nothing is. */
  find(cvId: string): Promise<{ sha256: string; sizeBytes: number; hasFile: boolean } | undefined>;
  /**
   * A run does not need its CV any more: file and profile go with the last that does. May be called again after it was cut off.
   *
   * @returns whether they are gone
   */
  letGo(use: CvUse): Promise<boolean>;
  /** What is still there of one that should be gone. */
  left(cvId: string): Promise<{ rows: number; files: number }>;
}
