import { setTimeout as delay } from 'node:timers/promises';
import { silentWav } from '../../testkit/silent-wav.ts';
import { makeCustomers, nothingSent, repeatedOf, send } from './customers.ts';
import { allEnded, fakeMain, keyPepper } from './installation.ts';
import { type Database, startOneMachine } from './one-machine.ts';
import { judge } from './verdict.ts';

/** Recordings in the busiest minute of the simulation; at night there are none. */
const mostAMinute = 60;
/** Memory in the busiest quarter of the last day may be so much more than in that of the first. */
const mayGrow = 1.1;

/** Office hours: nothing before 6 and after 22, most around 14. */
const shareAt = (hour: number) => Math.max(0, Math.sin(((hour - 6) / 16) * Math.PI));

/**
 * The work of days in a few minutes: recordings come as they do over a day, each result is asked for until it is there. What a process
 * takes in the busiest hours it keeps, so days are compared, not hours. Prints the memory of every process; false where a later day
 * took more than the first, or anything was lost.
 */
export async function day({
  database,
  minutes,
  days,
}: {
  database: Database;
  /** Of all days. */
  minutes: number;
  days: number;
}): Promise<boolean> {
  console.log(`${database}: ${days} days in ${minutes} minutes`);
  const place = await startOneMachine({
    database,
    mainPath: fakeMain,
    env: { FAKE_LIVE: '0', FAKE_STEP_MS: '10', WORKER_CONCURRENCY: '4' },
  });
  try {
    const { db } = place;
    await place.ready();
    const customers = await makeCustomers(db, {
      count: 4,
      credits: 1_000_000,
      maxConcurrentRuns: 50,
      keyPepper,
    });
    const wav = silentWav(3 * 60 + 5);
    const sent = nothingSent();
    const giveUp = new AbortController();
    const startedMs = performance.now();
    const wholeMs = minutes * 60_000;
    const hourNow = () => (((performance.now() - startedMs) / wholeMs) * days * 24) % 24;
    const underWay = new Set<Promise<void>>();
    let polls = 0;

    const submit = async (customer: (typeof customers)[number]) => {
      const mine = nothingSent();
      await send({ apis: place.apis, customer, wav, sent: mine, signal: giveUp.signal });
      for (const id of mine.accepted) {
        sent.accepted.add(id);
        for (let isOpen = true; isOpen && !giveUp.signal.aborted; ) {
          const [api] = place.apis();
          const response = await fetch(`${api}/api/v1/speech/analyze/${id}`, {
            headers: { 'x-api-key': customer.apiKey },
          });
          const body = (await response.json()) as { status?: string };
          polls++;
          isOpen = response.status === 429 || body.status === 'queued' || body.status === 'processing';
          if (isOpen) await delay(10_500, undefined, { signal: giveUp.signal }).catch(() => undefined);
        }
      }
      for (const [status, count] of mine.repeated)
        sent.repeated.set(status, (sent.repeated.get(status) ?? 0) + count);
      sent.refused.push(...mine.refused);
    };

    const samples: Map<string, number>[] = [];
    /** A process that was started again would look flat. */
    const pids = new Map<string, Set<number>>();
    const sampling = (async () => {
      for (; performance.now() - startedMs < wholeMs; await delay(Math.min(30_000, wholeMs / days / 20))) {
        const found = await place.processes();
        samples.push(new Map(found.map(({ name, residentBytes }) => [name, residentBytes / 1024 ** 2])));
        for (const { name, pid } of found) pids.set(name, (pids.get(name) ?? new Set()).add(pid));
      }
    })();
    for (let turn = 0; performance.now() - startedMs < wholeMs; turn++) {
      const perMinute = mostAMinute * shareAt(hourNow());
      if (perMinute < 1 || underWay.size > 60) {
        await delay(500);
        continue;
      }
      const one = submit(customers[turn % customers.length]!).finally(() => underWay.delete(one));
      underWay.add(one);
      await delay(60_000 / perMinute);
    }
    await Promise.race([Promise.all(underWay), delay(60_000)]);
    giveUp.abort();
    await sampling;
    await allEnded(db, 120_000);
    const verdict = await judge(db, { customers, sent });
    console.log(
      `${sent.accepted.size} recordings, ${polls} polls, repeated: ${repeatedOf(sent)}, lost ${verdict.lost}, charged twice ${verdict.chargedTwice}, wrongly ${verdict.chargedWrongly}, refused ${sent.refused.length}`,
    );

    const count = 4 * days;
    const quarter = (number: number) =>
      samples.slice(
        Math.floor((samples.length * number) / count),
        Math.floor((samples.length * (number + 1)) / count),
      );
    const mean = (some: Map<string, number>[], name: string) => {
      const there = some.flatMap((one) => one.get(name) ?? []);
      return there.reduce((total, mb) => total + mb, 0) / Math.max(1, there.length);
    };
    let isFlat = true;
    let startedAgain = 0;
    console.log('process       MB by quarter of a day');
    for (const [name, { size }] of [...pids].sort()) {
      startedAgain += size - 1;
      const quarters = Array.from({ length: count }, (_, number) => mean(quarter(number), name));
      isFlat &&= Math.max(...quarters.slice(-4)) <= Math.max(...quarters.slice(0, 4)) * mayGrow;
      console.log(`${name.padEnd(12)}  ${quarters.map((mb) => mb.toFixed(0).padStart(6)).join('')}`);
    }
    if (startedAgain > 0) console.log(`Processes started again: ${startedAgain}`);
    const isRight =
      isFlat &&
      startedAgain === 0 &&
      verdict.lost + verdict.chargedTwice + verdict.chargedWrongly + sent.refused.length === 0;
    console.log(isRight ? 'Memory is flat, nothing lost.\n' : 'NOT AS IT MUST BE.\n');
    return isRight;
  } finally {
    await place.remove();
  }
}
