import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../testkit/random.ts';
import { sampleRecording } from '../../testkit/sample-recording.ts';
import { silentWav } from '../../testkit/silent-wav.ts';
import { beInterviewed, type Interviewed, invitations } from './candidate.ts';
import { makeCustomers, nothingSent, send } from './customers.ts';
import { allEnded, fakeMain, keyPepper, realMain } from './installation.ts';
import { type Database, startOneMachine } from './one-machine.ts';
import { judge, printTable, verdictRows } from './verdict.ts';

/**
 * With made-up steps and with the real ones, which take seconds each: runs that wait or go on at a time, and the longest pause before a
 * kill, which must leave a worker the time to get something done.
 */
const pace = {
  madeUp: { inTheAir: 8, pauseMs: 3000, endWithinMs: 300_000 },
  real: { inTheAir: 4, pauseMs: 8000, endWithinMs: 1_200_000 },
} as const;

/**
 * kill -9 at random, to every role and to the database, while recordings are processed and interviews held. Prints what came of it;
 * false when anything was lost or charged wrongly.
 */
export async function killCampaign({
  database,
  kills,
  minutes,
  seed,
  isReal,
}: {
  database: Database;
  kills: number;
  /** No kill after so many. */
  minutes: number;
  seed: number;
  /** Recordings are really heard. */
  isReal: boolean;
}): Promise<boolean> {
  console.log(
    `${database}: ${kills} kills, seed ${seed}, ${isReal ? 'the real steps' : 'steps that are made up'}`,
  );
  const startedMs = performance.now();
  const { inTheAir, pauseMs, endWithinMs } = isReal ? pace.real : pace.madeUp;
  const place = await startOneMachine({
    database,
    mainPath: isReal ? realMain : fakeMain,
    env: { FAKE_LIVE: '0', ...(!isReal && { FAKE_STEP_MS: '40', WORKER_CONCURRENCY: '3' }) },
  });
  try {
    const { db } = place;
    await place.ready();
    const customers = await makeCustomers(db, { count: 2, credits: 1_000_000, keyPepper });
    const random = seededRandom(seed);
    const wav = isReal ? await sampleRecording({ speechSeconds: 60 }) : silentWav(3 * 60 + 5);
    const sent = nothingSent();
    const giveUp = new AbortController();
    let isGoing = true;
    const openRuns = async () => {
      const { count } = await db
        .selectFrom('runs')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('status', 'in', ['queued', 'processing'])
        .where('service_type', '=', 'speech')
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    const patiently = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
      for (;;) {
        try {
          return await ask();
        } catch (error) {
          if (giveUp.signal.aborted) throw error;
          await delay(500);
        }
      }
    };
    /** Something has to be there that a kill can disturb: a run that a worker holds, and, under a supervisor, all its processes. */
    const underWay = async () => {
      for (const giveUpAt = performance.now() + 30_000; performance.now() < giveUpAt; await delay(100)) {
        const { count } = await patiently(() =>
          db
            .selectFrom('runs')
            .select((of) => of.fn.countAll<number>().as('count'))
            .where('lease_owner', 'is not', null)
            .executeTakeFirstOrThrow(),
        );
        if (Number(count) > 0 && (await place.targets()).length >= place.mostTargets) return;
      }
    };
    const sending = customers.map(async (customer) => {
      while (isGoing) {
        if ((await patiently(openRuns)) >= inTheAir) await delay(50);
        else await send({ apis: place.apis, customer, wav, sent, signal: giveUp.signal });
      }
    });
    const invite = invitations(db, keyPepper);
    const interviews: Interviewed[] = [];
    const talking = customers.map(async ({ id }) => {
      while (isGoing) {
        const { token } = await patiently(() => invite(id));
        interviews.push(await beInterviewed({ apis: place.apis, token, answers: 3, signal: giveUp.signal }));
      }
    });

    const killed = new Map<string, number>();
    for (let kill = 0; kill < kills && performance.now() - startedMs < minutes * 60_000; kill++) {
      await underWay();
      await delay(random() * pauseMs);
      const targets = await place.targets();
      // A supervisor takes all with it; mostly one process dies.
      const isWhole = random() < 0.15;
      const parts = targets.filter(({ name }) => name !== 'all');
      // Where the machine is slow, a supervisor may have none yet.
      const fit = isWhole || parts.length === 0 ? targets : parts;
      const target = fit[Math.floor(random() * fit.length)]!;
      await target.kill();
      killed.set(target.name, (killed.get(target.name) ?? 0) + 1);
      if ((kill + 1) % 50 === 0)
        console.log(`${kill + 1} kills after ${Math.round((performance.now() - startedMs) / 1000)} s`);
    }
    isGoing = false;
    await Promise.race([Promise.all([...sending, ...talking]), delay(endWithinMs)]);
    giveUp.abort();
    await Promise.allSettled([...sending, ...talking]);
    await allEnded(db, endWithinMs);
    const verdict = await judge(db, { customers, sent });
    const sum = (of: (one: Interviewed) => number) => interviews.reduce((total, one) => total + of(one), 0);
    const { freed, stuck, errors } = place.recoveries();
    const byName = [...killed].sort().map(([name, count]) => `${name} ${count}`);
    const all = [...killed.values()].reduce((total, count) => total + count, 0);
    const table: [string, string | number][] = [
      ['killed', `${all}: ${byName.join(', ')}`],
      ['leases lapsed, runs given up', `${freed + stuck}, ${stuck}`],
      ['errors in the logs', errors.length],
      [
        'interviews',
        `${interviews.length}, ${sum(({ isOver }) => (isOver ? 1 : 0))} over; candidates came back ${sum(({ reconnected }) => Math.max(0, reconnected))} times, went on where they were ${sum(({ resumed }) => resumed)} times`,
      ],
      ...verdictRows(verdict, sent),
      ['minutes', ((performance.now() - startedMs) / 60_000).toFixed(1)],
    ];
    printTable(table, sent);
    const { lost, chargedTwice, chargedWrongly, balancesWrong, held } = verdict;
    const isRight = lost + chargedTwice + chargedWrongly + balancesWrong + held + sent.refused.length === 0;
    console.log(isRight ? '0 lost, 0 charged twice.\n' : 'NOT AS IT MUST BE.\n');
    return isRight;
  } finally {
    await place.remove();
  }
}
