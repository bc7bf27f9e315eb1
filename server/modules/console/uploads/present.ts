import type { Db } from '../../../db/db.ts';
import type { ErrorCode, FailureCode } from '../../../errors.ts';
import { peopleOfRuns } from '../../candidates/queries.ts';
import { jobNames } from '../../jobs/queries.ts';
import { runRows } from '../../runs/queries.ts';
import type { RunTypes } from '../../runs/run-type.ts';
import type { Run } from '../../runs/types.ts';
import type { Upload as Stored, UploadFile as StoredFile } from '../../uploads/types.ts';
import type { Upload, UploadFile } from './contract.ts';

type Person = { id: string; name: string | null };

/** Uploads of one client, each file with what became of it. */
export async function presentUploads(
  { db, types }: { db: Db; types: RunTypes },
  clientId: string,
  uploads: readonly Stored[],
): Promise<Upload[]> {
  const runIds = uploads.flatMap(({ files }) => files.flatMap(({ runId }) => runId ?? []));
  const runs = new Map((await runRows(db, runIds)).map((run) => [run.id, run]));
  const people = await peopleOfRuns(db, clientId, runIds);
  const jobs = await jobNames(db, [...new Set(uploads.flatMap(({ jobId }) => jobId ?? []))]);
  return uploads.map(({ id, jobId, author, createdAt, files }) => ({
    id,
    job: jobId === null ? null : { id: jobId, title: jobs.get(jobId) ?? null },
    author,
    createdAt,
    files: files.map((file) => presentFile(types, file, runs, people)),
  }));
}

/** Faults of what is in a file: whenever it is sent, it is the same. */
const ofFile: ReadonlySet<string> = new Set<ErrorCode | FailureCode>([
  ...(['UNSUPPORTED_FORMAT', 'FILE_TOO_LARGE'] as const),
  ...(['AUDIO_TOO_SHORT', 'AUDIO_TOO_LONG', 'AUDIO_DURATION_UNAVAILABLE'] as const),
  ...(['CV_UNREADABLE', 'CV_TEXT_MISSING'] as const),
]);

const isOfFile = (fault: { code: string } | null): boolean => fault !== null && ofFile.has(fault.code);

function presentFile(
  types: RunTypes,
  { runId, fault, sha256: _, ...file }: StoredFile,
  runs: ReadonlyMap<string, Run>,
  people: ReadonlyMap<string, Person>,
): UploadFile {
  const run = runId === null ? undefined : runs.get(runId);
  const { score = null } = run?.summary == null ? {} : types.of(run.serviceType).row(run.summary);
  return {
    ...file,
    state: run ? stateOf(run) : fault ? 'refused' : 'waiting',
    fault: run ? run.error : fault,
    needsOtherFile: isOfFile(run ? run.error : fault),
    runId,
    person: (runId !== null && people.get(runId)) || null,
    score,
  };
}

const stateOf = ({ status }: Run): UploadFile['state'] =>
  status === 'success' || status === 'partial' ? 'done' : status;
