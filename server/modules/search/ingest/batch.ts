import { limits } from '../../../config/limits.ts';
import { readBody } from '../../../domain/requirements/body.ts';
import { createFaults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import { ApiError } from '../../../errors.ts';
import { CandidateBatch, readCorpusId } from '../contract/candidates.ts';
import type { BatchRow } from '../types.ts';
import { readCandidate } from './candidate-fields.ts';

/** Rows judged between two looks at what else there is to do: a batch must not keep other requests waiting. */
const rowsAtOnce = 16;

/**
 * ApiError INVALID_INPUT for what is wrong with the batch itself, BATCH_TOO_LARGE; what is wrong with a row is said of the row. Of two
 * rows with one external_id the later one is refused: which of them counts is not ours to guess.
 */
export async function parseBatch(body: unknown): Promise<{ corpusId: string; rows: BatchRow[] }> {
  const faults = createFaults();
  const given = readBody(body, CandidateBatch, faults);
  const corpusId = readCorpusId(given.corpus_id, faults);
  const { candidates } = given;
  if (!Array.isArray(candidates) || candidates.length === 0)
    faults.add(
      'candidates',
      candidates === undefined ? 'Is missing.' : 'Must be a list with at least one entry.',
    );
  refuseFaults(faults);
  const list = candidates as unknown[];
  const { maxCandidates } = limits.search.batch;
  if (list.length > maxCandidates) {
    throw new ApiError(
      'BATCH_TOO_LARGE',
      `A batch has at most ${maxCandidates} candidates; this one has ${list.length}.`,
      { details: { maxCandidates, candidates: list.length } },
    );
  }
  const rows: BatchRow[] = [];
  const seen = new Set<string>();
  for (const one of list) {
    if (rows.length % rowsAtOnce === rowsAtOnce - 1) await new Promise(setImmediate);
    const row = readCandidate(one);
    if ('candidate' in row) {
      const { externalId } = row.candidate;
      if (seen.has(externalId)) {
        rows.push({
          externalId,
          faults: { external_id: 'Stands in this batch twice; the first one counts.' },
        });
        continue;
      }
      seen.add(externalId);
    }
    rows.push(row);
  }
  return { corpusId: corpusId!, rows };
}
