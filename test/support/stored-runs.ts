import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { createFileServices } from '#server/app/services.ts';
import type { Config } from '#server/config/env.ts';
import type { Tables } from '#server/db/tables.ts';
import { createWorkFolders } from '#server/dispatch/work-folders.ts';
import { matchRuns, uploadKey } from '#server/modules/matching/run-type.ts';
import { evidenceKey, blobFolder as speechFolder } from '#server/modules/speech/files.ts';
import { evidenceOf } from '#server/modules/speech/pipeline/evidence.ts';
import { newRun, silence, testServices } from './data-layer.ts';
import { createLendingBlobs } from './lending-blobs.ts';
import { matched, matchResult } from './match-state.ts';
import { createMovingClock } from './moving-clock.ts';
import { finishedState, settlementOf, spoken } from './speech-state.ts';
import { folderUntilExit } from './temp-folder.ts';
import { announce, deliverDue } from './webhooks.ts';

/** Stands in everything that belongs to the person: what is left of it after a deletion is left of them. */
export const MARK = 'zanzibarian';

/** Real services, tables and files with finished runs in them, for tests of keeping and deleting. */
export async function storedRuns(
  db: Kysely<Tables>,
  config: Pick<Config, 'databaseUrl'>,
  clock = createMovingClock(),
) {
  const dataDir = await folderUntilExit();
  const root = join(dataDir, 'blobs');
  const blobs = createLendingBlobs({ root });
  const layer = testServices({ db, clock });
  const { audit, idempotency, webhooks } = layer;
  /** Also on another handle of the same database, as another process would have. */
  const keeping = (handle = db, store: typeof blobs = blobs) =>
    createFileServices(testServices({ db: handle, clock }), { blobs: store, audio: silence, config });
  const kept = keeping();
  const { cvs } = kept;
  const client = await layer.identity.createClient({ name: 'Acme', credits: 1000 });
  const put = (key: string, content: string | Buffer) =>
    blobs.put(key, Readable.from([Buffer.from(content)]));

  /** An interview of S1 and S2 with all that can hang on one; the candidate says the mark. */
  async function interview({ clientId = client.id, externalId = `person-${MARK}` as string | null } = {}) {
    const runId = randomUUID();
    const state = finishedState();
    state.spokenWords.push(...spoken('S2', 14_000, `my name is ${MARK}`));
    state.hrRecommendation = `To judge for yourself, listen at 0:14 ("my name is ${MARK}").`;
    state.cutAudio = { path: 'cut.mp3', durationMs: 9000 };
    await put(`${speechFolder(runId)}/upload`, `audio of ${MARK}`);
    await put(`${speechFolder(runId)}/cut.mp3`, `cut of ${MARK}`);
    await put(`${speechFolder(runId)}/peaks.json`, '{}');
    const submit = () =>
      layer.runs.submit(
        newRun({
          id: runId,
          clientId,
          externalId,
          tags: [`tag-${MARK}`],
          metadata: { candidate: `meta-${MARK}` },
          input: { language: 'en', includeCutAudio: true, fileName: `${MARK}.mp3`, blobKey: '' },
        }),
      );
    await idempotency.once(
      { clientId, key: `key-${runId}`, fingerprint: 'x', resourceId: runId },
      async () => {
        await submit();
        return { status: 202, body: { id: runId, externalId } };
      },
    );
    const run = (await layer.queue.claim('worker', 'speech'))!;
    const outcome = {
      step: 'transcribe',
      status: 'ok' as const,
      output: { words: [MARK] },
      code: null,
      message: null,
      startedAt: run.createdAt,
      durationMs: 5,
    };
    await layer.queue.saveOutcome(runId, 'worker', 3, outcome);
    await put(evidenceKey(runId), gzipSync(JSON.stringify(evidenceOf(state))));
    await layer.queue.settle(run, 'worker', settlementOf(state));
    return runId;
  }

  /**
   * A CV match whose webhook was tried.
   *
   * @param cv what its file says; null: a match of an earlier release, whose file is its own
   */
  async function match({ clientId = client.id, cv = undefined as string | null | undefined } = {}) {
    const runId = randomUUID();
    const blobKey = uploadKey(runId);
    await put(blobKey, `%PDF of ${MARK} ${cv ?? runId}`);
    const received = cv === null ? undefined : await cvs.receive({ clientId, uploadKey: blobKey });
    const input = {
      blobKey,
      jobId: null,
      positionId: 'p',
      webhookUrl: 'http://127.0.0.1:9/hook',
      fileName: `${MARK}.pdf`,
    };
    await layer.runs.submit(
      newRun({
        id: runId,
        clientId,
        serviceType: 'cv_deepmatch',
        input,
        audioDurationMs: null,
        language: null,
        costCredits: 2,
        metadata: { candidate: `meta-${MARK}` },
      }),
      async (trx) => (received ? cvs.store(trx, received) : {}),
    );
    const run = matchRuns.of((await layer.queue.claim('worker', 'cv_deepmatch'))!);
    const { cvId } = run.input;
    if (received && cvId !== received.id) await cvs.discard(received);
    const named = structuredClone(matchResult.profile);
    named.contacts.name!.value = MARK;
    if (cvId) {
      await cvs.saveReading(cvId, {
        document: { pages: matchResult.pages, lines: [] },
        warnings: [`Not all of ${MARK} was read.`],
        profile: named,
        profileAsOf: run.createdAt.slice(0, 7),
        parserVersion: '1',
      });
    }
    await layer.queue.settle(run, 'worker', {
      ...matched({ profile: named }),
      summary: { score: matchResult.match.score, candidateName: MARK },
    });
    await deliverDue(webhooks);
    return runId;
  }

  /** Where the text stands in the database: "table.column" of each row. */
  async function tracesOf(text: string): Promise<string[]> {
    const found: string[] = [];
    for (const { name } of await db.introspection.getTables()) {
      const rows = await db
        .selectFrom(name as 'runs')
        .selectAll()
        .execute();
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (String(value).includes(text)) found.push(`${name}.${column}`);
        }
      }
    }
    return found.sort();
  }

  /** Names of the files that hold the text, also where they are compressed. */
  async function filesWith(text: string): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const found: string[] = [];
    for (const entry of entries.filter((one) => one.isFile())) {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      const content = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      if (content.includes(text)) found.push(entry.name);
    }
    return found.sort();
  }

  return {
    ...layer,
    ...kept,
    keeping,
    clientId: client.id,
    clock,
    dataDir,
    blobs,
    cvs,
    webhooks,
    audit,
    announce,
    interview,
    match,
    tracesOf,
    filesWith,
    /** A machine with a disk of its own, whose worker has reported for the first time. */
    async machine(host: string) {
      const root = join(dataDir, host);
      const { machines } = keeping();
      const folders = createWorkFolders({ root, queue: layer.queue });
      const seen = () => machines.enlist({ id: `id-of-${host}`, host });
      await seen();
      return {
        seen,
        clear: () => machines.clear(`id-of-${host}`, folders.sweep),
        async leaveFolder(runId: string) {
          await writeFile(join(await folders.make(runId), 'audio.pcm'), MARK);
        },
        folders: () => readdir(root),
      };
    },
  };
}
