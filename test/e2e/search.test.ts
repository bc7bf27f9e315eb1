import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/open-database.ts';
import { createIdentityService } from '#server/modules/identity/service.ts';
import { loadKeyPepper } from '#server/modules/installation/key-pepper.ts';
import { systemClock } from '#server/time.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../testkit/random.ts';
import { families } from '../../testkit/search/occupation-families.ts';
import { syntheticPeople } from '../../testkit/search/synthetic-people.ts';
import { type ServerProcess, startServer } from '../../testkit/server-process.ts';

/** The real processes, HTTP, database, index and steps of CV search; only speech is made up, so that a start takes a moment. */
const mainPath = join(import.meta.dirname, '../../testkit/fake-speech/cv-main.ts');
const PEOPLE = 1500;
const BATCH = 50;
const KILLS = 9;
const CREDITS = 10_000;
/** A slow machine must not be given more searches than it can ever work off. */
const WAITING = 30;
const SEED = 20261123;

test(`${KILLS} kill -9 of api, worker and both in the middle of ingest and searches: no candidate is lost, none found or charged twice`, async (t) => {
  const dataDir = await tempFolder(t);
  const config = { dataDir, databaseUrl: null, keyPepper: null };
  const db = await openDatabase(config);
  t.after(() => db.destroy());
  const identity = createIdentityService({ db, clock: systemClock, keyPepper: await loadKeyPepper(config) });
  const { id: clientId } = await identity.createClient({ name: 'one', credits: CREDITS });
  const { apiKey } = await identity.createKey({ clientId, rateLimitPerMinute: 100_000 });

  const port = await freePort();
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', PORT: String(port), LANE_THREADS: '1' };
  let server: ServerProcess = await startServer({ mainPath, env });
  t.after(async () => {
    if (server.supervisor.exitCode === null && !server.supervisor.signalCode) await server.killGroup();
  });
  const ask = async (path: string, payload?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/cvds${path}`, {
      method: payload ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
    return { status: answer.status, body: (await answer.json()) as any };
  };

  const answers: string[] = [];
  let isIngesting = true;
  /** Everybody once, in order; what a death cut off is sent again. */
  const ingest = async () => {
    for (let from = 0; from < PEOPLE; ) {
      const sent = { corpus_id: 'c', candidates: syntheticPeople(BATCH, { from }) };
      const answer = await ask('/candidates', sent).catch(() => undefined);
      if (answer?.status === 200) {
        assert.equal(answer.body.summary.failed, 0);
        // Candidates that came before a death are there already; coming again changes none.
        assert.equal(answer.body.summary.updated, 0);
        from += BATCH;
        // All of it at once would be over before the first death.
        await delay(250);
      } else {
        if (answer) answers.push(`${answer.status} ${JSON.stringify(answer.body)}`);
        await delay(100);
      }
    }
    isIngesting = false;
  };
  const unended = () =>
    db.selectFrom('runs').select('id').where('status', 'in', ['queued', 'processing']).execute();
  const accepted = new Set<string>();
  let isSearching = true;
  const search = async () => {
    for (let index = 0; isSearching; index++) {
      if ((await unended()).length >= WAITING) {
        await delay(100);
        continue;
      }
      const { titles, skills } = families[index % families.length]!;
      const position_metadata = {
        job_description: titles[0],
        requirements: {
          skills: { hard_skills: skills.slice(0, 3).map((name) => ({ name, importance: 3 })) },
        },
      };
      const answer = await ask('/search', { corpus_id: 'c', position_metadata, limit: 10 }).catch(
        () => undefined,
      );
      if (answer?.status === 202) accepted.add(answer.body.id);
      else if (answer && answer.body.error?.code !== 'CORPUS_NOT_FOUND')
        answers.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      await delay(answer ? 60 : 150);
    }
  };
  const working = Promise.all([ingest(), search()]);

  const random = seededRandom(SEED);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = accepted.size;
    await until(
      async () => accepted.size > before,
      () => `nothing was accepted before kill ${kill}\n${server.log()}`,
    );
    await delay(random() * 300);
    if (kill % 3 === 2) {
      await server.killGroup();
      server = await startServer({ mainPath, env });
      continue;
    }
    const role = kill % 3 === 0 ? 'worker' : 'api';
    const pid = await until(
      async () => (await server.children())[role],
      () => `no ${role} to kill\n${server.log()}`,
    );
    process.kill(pid, 'SIGKILL');
  }
  await until(
    async () => !isIngesting,
    () => `ingest did not end\n${answers.slice(-3)}\n${server.log()}`,
  );
  isSearching = false;
  await working;
  assert.deepEqual(
    answers.filter((answer) => !answer.startsWith('503 ')),
    [],
  );

  const count = async (table: 'candidates' | 'candidate_vectors', where?: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.raw(where ?? '1 = 1')}`.execute(db);
    return rows[0]!.count;
  };
  assert.equal(await count('candidates'), PEOPLE);
  const { candidates } = await db.selectFrom('corpora').select('candidates').executeTakeFirstOrThrow();
  assert.equal(candidates, PEOPLE);
  const { rows: words } = await sql<{ count: number }>`select count(*) as count from candidate_words`.execute(
    db,
  );
  assert.equal(words[0]!.count, PEOPLE);
  await sql`insert into candidate_words(candidate_words) values ('integrity-check')`.execute(db);

  for (let left = (await unended()).length; left > 0; ) {
    left = await until(
      async () => {
        const now = (await unended()).length;
        return now < left && { now };
      },
      () => `${left} searches do not end\n${server.log()}`,
    ).then(({ now }) => now);
  }
  await until(
    async () => (await count('candidates', "embedding_status = 'embedded'")) === PEOPLE,
    () => `not everybody was embedded\n${server.log()}`,
  );
  assert.equal(await count('candidate_vectors'), PEOPLE);

  const runs = await db.selectFrom('runs').selectAll().execute();
  t.diagnostic(`${runs.length} searches, ${accepted.size} accepted`);
  const ids = new Set(runs.map(({ id }) => id));
  for (const id of accepted) assert.ok(ids.has(id), `search ${id} was accepted and is lost`);
  for (const run of runs) {
    const end = String(run.status === 'failed' ? run.error_code : run.status);
    assert.match(end, /^(?:success|STUCK_TIMEOUT)$/, `${run.id} ${run.error_message}`);
    assert.equal(run.charged_credits, run.status === 'success' ? 1 : 0);
  }
  const succeeded = runs.filter(({ status }) => status === 'success').map(({ id }) => id);
  assert.ok(succeeded.length > runs.length / 2, `${succeeded.length} of ${runs.length} succeeded`);
  const debits = await db.selectFrom('ledger').selectAll().where('type', '=', 'debit').execute();
  assert.deepEqual(debits.map(({ reference_id }) => reference_id).sort(), succeeded.toSorted());
  assert.deepEqual(await db.selectFrom('holds').selectAll().execute(), []);
  const { credit_balance } = await db
    .selectFrom('clients')
    .select('credit_balance')
    .executeTakeFirstOrThrow();
  assert.equal(credit_balance, CREDITS - succeeded.length);
  for (const id of succeeded) {
    const rows = await db
      .selectFrom('search_results')
      .select(['rank', 'external_id'])
      .where('run_id', '=', id)
      .execute();
    assert.equal(rows.length, 10);
    assert.equal(new Set(rows.map(({ external_id }) => external_id)).size, 10, 'no candidate is found twice');
  }

  const { body } = await ask(`/runs/${succeeded.at(-1)}`);
  assert.deepEqual([body.status, body.results.length, body.results_pending], ['finished', 10, false]);
  assert.equal(await server.stop(), 0);
});

/** For every start: a restarted api listens where clients know it. */
async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  taken.close();
  await once(taken, 'close');
  return port;
}

async function until<Value>(
  look: () => Promise<Value | undefined | false>,
  why: () => string,
  withinMs = 90_000,
): Promise<Value> {
  for (const giveUpAt = performance.now() + withinMs; ; await delay(20)) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > giveUpAt) assert.fail(why());
  }
}
