import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { silentWav } from '../../testkit/silent-wav.ts';
import { makeCustomers, nothingSent, send } from './customers.ts';
import { allEnded, fakeMain, install, keyPepper, realMain } from './installation.ts';

const samplePath = join(import.meta.dirname, '../../scripts/sample/interview.mp3');

/**
 * Recordings an hour with one, two and three workers, each on a machine of its own in name only: all share the processors of this one.
 * With steps that wait, as if each machine had processors of its own, it shows what database, api and dispatch allow; with the real
 * ones, what these processors do.
 */
export async function throughput({
  submissions,
  stepMs,
  isReal,
  upTo,
}: {
  submissions: number;
  stepMs: number;
  isReal: boolean;
  upTo: number;
}): Promise<void> {
  console.log(
    isReal
      ? `The real steps on the sample interview, ${submissions} recordings; all machines share ${availableParallelism()} cores.`
      : `Steps that wait ${stepMs} ms each (twelve a recording), four recordings at once by each worker, ${submissions} recordings; all machines share ${availableParallelism()} cores.`,
  );
  const wav = isReal ? await readFile(samplePath) : silentWav(3 * 60 + 5);
  for (let count = 1; count <= upTo; count++) {
    const place = await install(isReal ? realMain : fakeMain);
    try {
      for (const name of ['api-1', 'api-2']) place.add(name, 'api');
      for (let number = 1; number <= count; number++) {
        place.add(`worker-${number}`, 'worker', {
          FAKE_STEP_MS: String(stepMs),
          WORKER_CONCURRENCY: isReal ? '1' : '4',
        });
      }
      await place.ready(count);
      const customers = await makeCustomers(place.db, {
        count: 4,
        credits: 100_000,
        maxConcurrentRuns: 100,
        keyPepper,
      });
      const sent = nothingSent();
      const signal = AbortSignal.timeout(1_800_000);
      let left = submissions;
      await Promise.all(
        customers.map(async (customer) => {
          while (left-- > 0) await send({ apis: place.apis, customer, wav, sent, signal });
        }),
      );
      await allEnded(place.db, 1_800_000);
      const { first, last, runs } = await place.db
        .selectFrom('runs')
        .select((of) => [
          of.fn.min('started_at').as('first'),
          of.fn.max('finished_at').as('last'),
          of.fn.countAll<number>().as('runs'),
        ])
        .where('status', '=', 'success')
        .executeTakeFirstOrThrow();
      const { rows } = await sql<{ count: number }>`
        select xact_commit as count from pg_stat_database where datname = current_database()`.execute(
        place.db,
      );
      const tookS = (Date.parse(String(last)) - Date.parse(String(first))) / 1000;
      console.log(
        `${count} ${count === 1 ? 'worker ' : 'workers'}  ${runs} recordings in ${tookS.toFixed(1)} s  ${Math.round((Number(runs) / tookS) * 3600)} an hour, ${Math.round(rows[0]!.count / Number(runs))} transactions each with all that goes on beside`,
      );
    } finally {
      await place.remove();
    }
  }
}
