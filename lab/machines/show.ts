import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { silentWav } from '../../testkit/silent-wav.ts';
import { beInterviewed, invitations } from './candidate.ts';
import { makeCustomers, nothingSent, send } from './customers.ts';
import { allEnded, fakeMain, type Installation, install, keyPepper } from './installation.ts';
import { judge, noteBeginnings, orderOf, printTable, verdictRows } from './verdict.ts';

const workers = ['worker-1', 'worker-2', 'worker-3'];

const countOf = async (db: Kysely<Tables>, ended: boolean): Promise<number> => {
  const { count } = await db
    .selectFrom('runs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', ended ? 'not in' : 'in', ['queued', 'processing'])
    .executeTakeFirstOrThrow();
  return Number(count);
};

const liveHosts = (db: Kysely<Tables>) =>
  db.selectFrom('live_processes').select(['id', 'host']).where('address', '!=', '').execute();

/** The machine whose live process holds an interview. */
async function holderOf(db: Kysely<Tables>, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('interview_sessions')
    .innerJoin('live_processes', 'live_processes.id', 'interview_sessions.lease_owner')
    .select('live_processes.host')
    .where('run_id', '=', sessionId)
    .executeTakeFirst();
  return row?.host;
}

/**
 * One database, two api nodes, three workers, two live nodes, each in a network of its own. While recordings are sent and an interview is
 * held, the network of a worker and that of the interview's live node are cut, an api node is killed, the database crashes. Prints what happened and what came of it; false when anything was lost.
 *
 * @param options.stepMs how long each of the twelve fake steps takes
 */
export async function show({
  submissions,
  stepMs,
}: {
  submissions: number;
  stepMs: number;
}): Promise<boolean> {
  const startedMs = performance.now();
  const say = (line: string) =>
    console.log(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}`);
  const place: Installation = await install(fakeMain);
  try {
    const { db, network, nodes } = place;
    for (const name of ['api-1', 'api-2']) place.add(name, 'api');
    for (const name of workers)
      place.add(name, 'worker', { FAKE_STEP_MS: String(stepMs), WORKER_CONCURRENCY: '4' });
    for (const name of ['live-1', 'live-2']) place.add(name, 'live', { FAKE_LIVE: '0' });
    await place.ready(workers.length);
    while ((await liveHosts(db)).length < 2) await delay(200);
    await noteBeginnings(db);
    say('1 database, 2 api, 3 worker and 2 live nodes are ready, each in a network of its own');
    const customers = await makeCustomers(db, { count: 5, credits: 100_000, keyPepper });
    const wav = silentWav(3 * 60 + 5);
    const sent = nothingSent();
    const giveUp = new AbortController();
    let left = submissions;
    const sending = customers.flatMap((customer) =>
      Array.from({ length: 2 }, async () => {
        while (left-- > 0) await send({ apis: place.apis, customer, wav, sent, signal: giveUp.signal });
      }),
    );
    const after = async (share: number) => {
      while (sent.accepted.size < submissions * share) await delay(100);
    };
    const progress = async () => `${sent.accepted.size} accepted, ${await countOf(db, true)} ended`;

    await after(0.15);
    network.cut('worker-2');
    say(`the network of worker-2 is cut (${await progress()})`);
    const cutMs = performance.now();
    const { sessionId, token } = await invitations(db, keyPepper)(customers[0]!.id);
    const talking = beInterviewed({ apis: place.apis, token, answers: 8, signal: giveUp.signal });
    let holder = await holderOf(db, sessionId);
    for (; holder === undefined; holder = await holderOf(db, sessionId)) await delay(100);
    network.cut(holder);
    say(`the network of ${holder} is cut, which holds the interview`);
    await after(0.35);
    nodes.get('api-1')!.kill();
    say(`api-1 is killed (${await progress()})`);
    await after(0.55);
    say(`the database is killed (${await progress()})`);
    await place.database.crash();
    await delay(3000);
    await place.database.start();
    say('the database is back');
    await after(0.7);
    // So long that its leases have lapsed and the server has given up its connections.
    await delay(Math.max(0, 45_000 - (performance.now() - cutMs)));
    network.restore('worker-2');
    say(`the network of worker-2 is back (${await progress()})`);
    let successor = await holderOf(db, sessionId);
    const went = await Promise.race([talking, delay(240_000, undefined)]);
    say(`the interview is over: ${went?.isOver ?? false}`);
    successor ??= 'no process any more';
    network.restore(holder);
    await Promise.all(sending);
    say(`all are sent (${await progress()})`);
    await allEnded(db, 600_000);
    say('all have ended');

    const verdict = await judge(db, { customers, sent });
    const order = await orderOf(db);
    const { rows } = await sql<{ owner: string; runs: number }>`
      select split_part(workers.host, '.', 1) as owner, count(distinct run_id) as runs from begun
        left join workers on workers.id = begun.owner group by 1 order by 1`.execute(db);
    const table: [string, string | number][] = [
      ['recordings sent', submissions],
      ...verdictRows(verdict, sent),
      ['begun again after a lost worker', order.begunAgain],
      ['begun after a later one of its customer', `${order.late}, by ${order.longestMs} ms at most`],
      ['runs by worker', rows.map(({ owner, runs }) => `${owner ?? 'gone'} ${runs}`).join(', ')],
      [
        'interview',
        `began on ${holder}, then on ${successor}; ${went?.answered ?? 0} answers, went on where it was ${went?.resumed ?? 0} times`,
      ],
      ['starts of api-1', nodes.get('api-1')!.starts()],
    ];
    console.log();
    printTable(table, sent);
    const isRight =
      verdict.runs === submissions + 1 &&
      went?.isOver === true &&
      sent.accepted.size === submissions &&
      verdict.lost + verdict.chargedTwice + verdict.chargedWrongly + verdict.balancesWrong + verdict.held ===
        0 &&
      order.longestMs < 1000;
    console.log(
      isRight ? '\nNothing lost, nothing charged twice, first come first served.' : '\nNOT AS IT MUST BE.',
    );
    return isRight;
  } finally {
    await place.remove();
  }
}
