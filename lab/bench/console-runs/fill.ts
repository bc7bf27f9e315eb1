import { randomUUID } from 'node:crypto';
import { runTypes } from '../../../server/app/run-types.ts';
import type { Db } from '../../../server/db/db.ts';
import { transaction } from '../../../server/db/transaction.ts';
import { sortedBy } from '../../../server/modules/runs/queries.ts';
import { isoTime, minutes } from '../../../server/time.ts';

const BATCH = 200;
/** About as much as the interview of a quarter of an hour leaves, without its pages being written a hundred thousand times. */
const RESULT = JSON.stringify({ transcript: { candidateText: 'word '.repeat(400) } });
const tags = ['first-round', 'second-round', 'lisbon', 'porto', 'leeds'];
const roles = ['Event planner', 'Concierge', 'Accountant'];

export interface Filled {
  clientId: string;
  projectIds: readonly string[];
  count: number;
}

/**
 * Runs as years of use leave them, a few minutes apart, newest last: nine in ten with a result, one in fifty from the
 * playground. Straight into the tables: a hundred thousand submissions would take an hour.
 */
export async function fillRuns(db: Db, { clientId, projectIds, count }: Filled): Promise<void> {
  const beganMs = Date.now() - count * minutes(7);
  for (let from = 0; from < count; from += BATCH) {
    const indices = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index);
    const ids = indices.map(() => randomUUID());
    await transaction(db, async (trx) => {
      await trx
        .insertInto('runs')
        .values(
          indices.map((index, place) => runRow({ index, id: ids[place]!, clientId, projectIds, beganMs })),
        )
        .execute();
      await trx
        .insertInto('run_tags')
        .values(
          indices.map((index, place) => ({
            run_id: ids[place]!,
            client_id: clientId,
            tag: tags[index % tags.length]!,
          })),
        )
        .execute();
      await trx
        .insertInto('run_metadata')
        .values(
          indices.map((index, place) => ({
            run_id: ids[place]!,
            client_id: clientId,
            key: 'role',
            value: roles[index % roles.length]!,
          })),
        )
        .execute();
    });
  }
}

interface RowOf {
  index: number;
  id: string;
  clientId: string;
  projectIds: readonly string[];
  beganMs: number;
}

function runRow({ index, id, clientId, projectIds, beganMs }: RowOf) {
  const atMs = beganMs + index * minutes(7);
  const isFailed = index % 10 === 9;
  const score = 1 + (index % 40) / 10;
  const scores = { vocabulary: score, fluency: score, accent: score, overall: score };
  const levels = { vocabularyCefr: 'B2', fluencyCefr: 'B2', accentCefr: 'B2', cefrLevel: 'B2' };
  const summary = { languageCode: 'en', speakerCount: 2, scores: { ...scores, ...levels } };
  const serviceType = index % 4 === 3 ? 'cv_deepmatch' : 'speech';
  return {
    id,
    service_type: serviceType,
    client_id: clientId,
    project_id: projectIds[index % (projectIds.length + 1)] ?? null,
    api_key_id: null,
    external_id: index % 20 === 0 ? null : `cand-${String(index).padStart(6, '0')}`,
    status: isFailed ? ('failed' as const) : ('success' as const),
    playground: index % 50 === 7 ? 1 : 0,
    metadata: JSON.stringify({ role: roles[index % roles.length] }),
    tags: JSON.stringify([tags[index % tags.length]]),
    input: JSON.stringify({
      language: 'en',
      includeCutAudio: false,
      analysis: true,
      blobKey: `speech/${id}/upload`,
    }),
    audio_duration_ms: minutes(12),
    language: 'en',
    cost_credits: 12,
    charged_credits: isFailed ? 0 : 12,
    balance_after: 1000,
    result: isFailed ? null : RESULT,
    summary: isFailed ? null : JSON.stringify(summary),
    ...sortedBy(runTypes.of(serviceType), isFailed ? null : summary),
    error_code: isFailed ? 'TRANSCRIPTION_FAILED' : null,
    error_message: isFailed ? 'No speech was found.' : null,
    created_at: isoTime(atMs),
    started_at: isoTime(atMs + 1000),
    finished_at: isoTime(atMs + minutes(3)),
    lapses: 0,
  };
}
