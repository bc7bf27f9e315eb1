import type { Selectable } from 'kysely';
import type { RunsTable } from '../../db/tables.ts';
import type { Run } from './types.ts';

/** Every column but the large `result`, which lists never need. */
export const listColumns = [
  'sequence',
  'id',
  'service_type',
  'client_id',
  'project_id',
  'api_key_id',
  'external_id',
  'status',
  'playground',
  'part_of',
  'metadata',
  'tags',
  'input',
  'audio_duration_ms',
  'language',
  'cost_credits',
  'charged_credits',
  'balance_after',
  'summary',
  'error_code',
  'error_message',
  'created_at',
  'started_at',
  'finished_at',
  'lease_owner',
  'lease_until',
  'lapses',
  'alone',
  'progress_step',
  'progress_fraction',
  'polled_at',
] as const satisfies readonly (keyof RunsTable)[];

type ListRow = Pick<Selectable<RunsTable>, (typeof listColumns)[number]>;

export function toRun(row: ListRow & { result?: string | null }): Run {
  return {
    id: row.id,
    sequence: row.sequence,
    serviceType: row.service_type,
    clientId: row.client_id,
    projectId: row.project_id,
    externalId: row.external_id,
    status: row.status,
    playground: row.playground === 1,
    partOf: row.part_of,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    tags: JSON.parse(row.tags) as string[],
    input: JSON.parse(row.input) as unknown,
    audioDurationMs: row.audio_duration_ms,
    language: row.language,
    costCredits: row.cost_credits,
    chargedCredits: row.charged_credits,
    balanceAfter: row.balance_after,
    result: parsed(row.result),
    summary: parsed(row.summary),
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    leaseOwner: row.lease_owner,
    polledAt: row.polled_at,
    lapses: row.lapses,
    alone: row.alone === 1,
    progress:
      row.progress_step === null ? null : { step: row.progress_step, fraction: row.progress_fraction ?? 0 },
  };
}

function parsed(text: string | null | undefined): unknown {
  return text === null || text === undefined ? null : JSON.parse(text);
}
