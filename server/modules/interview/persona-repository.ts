import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { PersonasTable } from '../../db/tables.ts';
import type { OwnQuestion } from '../../domain/interview/types.ts';
import type { Cursor } from '../../domain/paging/cursor.ts';
import type { Persona } from './types.ts';

const toPersona = (row: Selectable<PersonasTable>): Persona => ({
  id: row.id,
  clientId: row.client_id,
  roleName: row.role_name,
  language: row.language,
  systemPrompt: row.system_prompt,
  isPromptGenerated: row.prompt_generated === 1,
  basePromptOverride: row.base_prompt_override,
  maxMinutes: row.max_minutes,
  voice: row.voice,
  patienceMs: row.patience_ms,
  analyse: row.analyse === 1,
  positionId: row.position_id,
  questions: row.questions === null ? null : (JSON.parse(row.questions) as OwnQuestion[]),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  archivedAt: row.archived_at,
});

const changeable = (persona: Persona) => ({
  role_name: persona.roleName,
  language: persona.language,
  system_prompt: persona.systemPrompt,
  prompt_generated: persona.isPromptGenerated ? 1 : 0,
  base_prompt_override: persona.basePromptOverride,
  max_minutes: persona.maxMinutes,
  voice: persona.voice,
  patience_ms: persona.patienceMs,
  analyse: persona.analyse ? 1 : 0,
  position_id: persona.positionId,
  questions: persona.questions === null ? null : JSON.stringify(persona.questions),
  updated_at: persona.updatedAt,
  archived_at: persona.archivedAt,
});

export async function insertPersona(trx: Db, persona: Persona): Promise<void> {
  await trx
    .insertInto('personas')
    .values({
      id: persona.id,
      client_id: persona.clientId,
      created_at: persona.createdAt,
      ...changeable(persona),
    })
    .execute();
}

/** Stores what may change of a persona; the caller holds the client's lock. */
export async function storePersona(trx: Db, persona: Persona): Promise<void> {
  await trx.updateTable('personas').set(changeable(persona)).where('id', '=', persona.id).execute();
}

export async function findPersona(db: Db, clientId: string, personaId: string): Promise<Persona | undefined> {
  const row = await db
    .selectFrom('personas')
    .selectAll()
    .where('id', '=', personaId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row && toPersona(row);
}

/** Newest first; all of them without a limit. */
export async function listPersonas(
  db: Db,
  {
    clientId,
    archived,
    limit,
    after,
  }: { clientId: string; archived: boolean; limit?: number; after?: Pick<Cursor, 'sequence'> },
): Promise<{ personas: Persona[]; next: Cursor | null }> {
  let query = db
    .selectFrom('personas')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('sequence', 'desc');
  if (after !== undefined) query = query.where('sequence', '<', after.sequence);
  if (limit !== undefined) query = query.limit(limit + 1);
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    personas: rows.map(toPersona),
    next: last ? { createdAt: last.created_at, sequence: last.sequence } : null,
  };
}
