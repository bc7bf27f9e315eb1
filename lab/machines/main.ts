import { parseArgs } from 'node:util';

const help = `An installation on many machines, shown on one: each machine is a network namespace (needs root, iproute2, util-linux, PostgreSQL).

  scripts/many-machines show [--submissions 500] [--step-ms 200]
      1 database, 2 api nodes, 3 workers; a worker's network is cut, an api node is killed, the database is killed
  scripts/many-machines throughput [--real] [--submissions 160] [--step-ms 250] [--workers 3]
      recordings an hour with 1, 2, … workers
  scripts/many-machines kills [--kills 200] [--minutes 60] [--real] [--seed 1] [--database sqlite|postgres]
      kill -9 at random to every role while recordings and interviews go on (both databases unless one is named; as any user)
  scripts/many-machines day [--minutes 20] [--days 2] [--database sqlite|postgres]
      the work of so many days in so many minutes, with the memory of every process (as any user)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    submissions: { type: 'string' },
    'step-ms': { type: 'string' },
    workers: { type: 'string', default: '3' },
    real: { type: 'boolean', default: false },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    days: { type: 'string', default: '2' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const command = values.help ? undefined : positionals[0];
const isReal = values.real;
const databases = values.database
  ? [values.database as 'sqlite' | 'postgres']
  : (['sqlite', 'postgres'] as const);

async function run(): Promise<boolean> {
  switch (command) {
    case 'show': {
      const { show } = await import('./show.ts');
      return show({
        submissions: Number(values.submissions ?? 500),
        stepMs: Number(values['step-ms'] ?? 200),
      });
    }
    case 'throughput': {
      const { throughput } = await import('./throughput.ts');
      await throughput({
        submissions: Number(values.submissions ?? (isReal ? 6 : 160)),
        stepMs: Number(values['step-ms'] ?? 250),
        isReal,
        upTo: Number(values.workers),
      });
      return true;
    }
    case 'kills': {
      const { killCampaign } = await import('./kills.ts');
      let isRight = true;
      for (const database of databases) {
        isRight =
          (await killCampaign({
            database,
            kills: Number(values.kills),
            minutes: Number(values.minutes ?? 60),
            seed: Number(values.seed),
            isReal,
          })) && isRight;
      }
      return isRight;
    }
    case 'day': {
      const { day } = await import('./day.ts');
      const days = Number(values.days);
      if (!(days >= 2)) {
        console.error('--days: two or more, so that a later day can be compared with the first.');
        return false;
      }
      let isRight = true;
      for (const database of databases)
        isRight = (await day({ database, minutes: Number(values.minutes ?? 20), days })) && isRight;
      return isRight;
    }
    default:
      console.log(help);
      return command === undefined;
  }
}

process.exit((await run()) ? 0 : 1);
