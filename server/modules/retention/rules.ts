import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import { type RetentionDays, type RetentionKind, retentionKinds } from '../runs/types.ts';
import type { OwnRetention } from './types.ts';

/** The scope of the installation's own rules; no client has this id. */
const INSTALLATION = 'installation';

/** Nothing goes by itself until a person sets a rule. */
const asBrought: RetentionDays = { audio: null, transcripts: null, cvs: null, results: null, runs: null };

async function rulesOf(db: Db, scope: string): Promise<OwnRetention> {
  const rows = await db
    .selectFrom('retention_rules')
    .select(['kind', 'days'])
    .where('scope', '=', scope)
    .execute();
  return Object.fromEntries(rows.map(({ kind, days }) => [kind, days]));
}

export const installationRules = async (db: Db): Promise<RetentionDays> => ({
  ...asBrought,
  ...(await rulesOf(db, INSTALLATION)),
});

export const clientRules = (db: Db, clientId: string): Promise<OwnRetention> => rulesOf(db, clientId);

export const effectiveRules = async (db: Db, clientId: string): Promise<RetentionDays> => ({
  ...(await installationRules(db)),
  ...(await clientRules(db, clientId)),
});

/** @param scope a client's id; null for the installation */
export async function saveRules(
  trx: Db,
  scope: string | null,
  changes: Partial<Record<RetentionKind, number | null | 'installation'>>,
  nowIso: string,
): Promise<void> {
  refuseBadDays(changes, scope);
  for (const kind of retentionKinds) {
    const days = changes[kind];
    if (days === undefined) continue;
    const key = { scope: scope ?? INSTALLATION, kind };
    if (days === 'installation') {
      await trx
        .deleteFrom('retention_rules')
        .where('scope', '=', key.scope)
        .where('kind', '=', kind)
        .execute();
      continue;
    }
    const values = { days, changed_at: nowIso };
    await trx
      .insertInto('retention_rules')
      .values({ ...key, ...values })
      .onConflict((conflict) => conflict.columns(['scope', 'kind']).doUpdateSet(values))
      .execute();
  }
}

/** ApiError INVALID_INPUT. The values come from outside, whatever their type says. */
function refuseBadDays(changes: Partial<Record<string, unknown>>, scope: string | null): void {
  const { min, max } = limits.retentionDays;
  const fields: Record<string, string> = {};
  for (const [kind, days] of Object.entries(changes)) {
    const isDays = typeof days === 'number' && Number.isInteger(days) && days >= min && days <= max;
    const follows = days === 'installation' && scope !== null;
    if (!(retentionKinds as readonly string[]).includes(kind))
      fields[kind] = 'There is no such kind of data.';
    else if (days !== null && days !== undefined && !isDays && !follows) {
      fields[kind] = `Must be a whole number of days from ${min} to ${max}, or null to keep it.`;
    }
  }
  if (Object.keys(fields).length > 0) {
    const [kind, message] = Object.entries(fields)[0]!;
    throw new ApiError('INVALID_INPUT', `${kind}: ${message}`, { details: { fields } });
  }
}
