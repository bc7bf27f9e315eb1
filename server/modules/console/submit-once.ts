import { createHash } from 'node:crypto';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import type { IdempotencyService } from '../idempotency/service.ts';
import type { Run } from '../runs/types.ts';

export interface UploadedOnce<Made extends Run = Run> {
  clientId: string;
  /** The page's Idempotency-Key, one per chosen file; undefined submits whatever comes. */
  key: string | undefined;
  page: 'playground' | 'matches';
  /** Everything that makes it this request and no other. */
  content: unknown;
  /** Of the run that the upload is to become. */
  runId: string;
  find(runId: string): Promise<Made | undefined>;
  /** Makes the run, calling `holdKey` in its transaction; removes the upload where it refuses. */
  submit(holdKey: (trx: Db) => Promise<void>): Promise<unknown>;
  discardUpload(runId: string): Promise<void>;
}

/**
 * The run of an upload: sent again under the same key after a lost answer, it is the one made the first time, and the
 * second upload is removed. ApiError IDEMPOTENCY_CONFLICT, and whatever `submit` throws.
 */
export async function submitOnce<Made extends Run>(
  idempotency: Pick<IdempotencyService, 'once'>,
  { clientId, key, page, content, runId, find, submit, discardUpload }: UploadedOnce<Made>,
): Promise<Made> {
  let submitted = false;
  try {
    const { body } = await idempotency.once(
      {
        clientId,
        key: key && consoleKey(page, key),
        fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
        resourceId: runId,
      },
      async ({ unfinishedResourceId: unfinishedId, hold }) => {
        const found = unfinishedId === undefined ? undefined : await find(unfinishedId);
        if (!found) {
          submitted = true;
          await submit(hold);
        }
        return { status: 202, body: { runId: found?.id ?? runId } };
      },
    );
    const run = await find((body as { runId: string }).runId);
    if (!run) throw new ApiError('NOT_FOUND', 'This was submitted before, and has been deleted since.');
    return run;
  } finally {
    if (!submitted) await discardUpload(runId);
  }
}

/**
 * Whether this upload came before: it is then answered as it was, whatever has become since of credits and of what it
 * refers to.
 */
export const cameBefore = async (
  idempotency: Pick<IdempotencyService, 'isKnown'>,
  { clientId, key, page }: Pick<UploadedOnce, 'clientId' | 'key' | 'page'>,
): Promise<boolean> =>
  key !== undefined && (await idempotency.isKnown({ clientId, key: consoleKey(page, key) }));

/** Apart from the keys that the client's own programs send. */
const consoleKey = (page: UploadedOnce['page'], key: string): string => `console:${page}:${key}`;
