import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { overwriteFreedSpace } from '#server/db/overwrite-freed-space.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { createCandidatesService } from '#server/modules/search/ingest/candidates.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { storedRuns } from '#test/support/stored-runs.ts';

dialectTest('of deleted candidates nothing is left in the space that was freed', async ({ db, config }) => {
  const { clientId, clock } = await storedRuns(db, config);
  const candidates = createCandidatesService({ db, clock });
  const rows = [readCandidate({ external_id: 'wryneck', skills: ['Ringouzel'], tags: ['Hawfinch'] })];
  await candidates.upsert({ clientId, corpusId: 'c', rows });
  assert.ok(await candidates.delete({ clientId, corpusId: 'c', externalId: 'wryneck' }));
  const isOverwritten = await overwriteFreedSpace(db, config);
  assert.equal(isOverwritten, config.databaseUrl === null);
  if (config.databaseUrl) {
    for (const table of ['candidates', 'candidate_tags', 'candidate_words']) {
      const { rows: vacuumed } = await sql<{ count: number }>`
        select pg_stat_force_next_flush(), vacuum_count as count from pg_stat_user_tables
        where relname = ${table} and schemaname = current_schema()`.execute(db);
      assert.ok(Number(vacuumed[0]?.count) > 0, `${table} was not vacuumed`);
    }
    return;
  }
  for (const name of await readdir(config.dataDir)) {
    const text = (await readFile(join(config.dataDir, name))).toString('latin1').toLowerCase();
    for (const word of ['wryneck', 'ringouzel', 'hawfinch'])
      assert.ok(!text.includes(word), `${word}: ${name}`);
  }
});
