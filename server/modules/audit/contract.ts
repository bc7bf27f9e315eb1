import { csvLine } from '../../domain/csv.ts';
import type { AuditRecord } from './types.ts';

/** A file of entries, oldest first, as it is being read. */
export interface AuditExport {
  contentType: string;
  lines: AsyncIterable<string>;
}

/**
 * JSON lines hold all that the hashes cover, so that the chain can be calculated again from the file; CSV is for
 * spreadsheets.
 */
export function exportOf(format: 'jsonl' | 'csv', records: AsyncIterable<AuditRecord>): AuditExport {
  return format === 'jsonl'
    ? { contentType: 'application/x-ndjson; charset=utf-8', lines: jsonLines(records) }
    : { contentType: 'text/csv; charset=utf-8; header=present', lines: csvLines(records) };
}

async function* jsonLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

const columns = [
  'sequence',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'client_id',
  'target',
  'ip_address',
  'details',
  'previous_hash',
  'hash',
];

async function* csvLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const record of records) {
    const cells = [
      record.sequence,
      record.at,
      record.actor.kind,
      record.actor.id,
      record.actor.name,
      record.action,
      record.clientId,
      record.target,
      record.ipAddress,
      JSON.stringify(record.details),
      record.previousHash,
      record.hash,
    ];
    yield csvLine(cells);
  }
}
