import type { Config } from './config/env.ts';
import type { Db } from './db/db.ts';
import { describeDatabase } from './db/dialects/describe.ts';
import type { HealthService } from './modules/health/service.ts';
import { createEnded } from './modules/metrics/ended.ts';
import { createFigures } from './modules/metrics/registry.ts';
import { createMetricsService, type MetricsService } from './modules/metrics/service.ts';
import { createStanding } from './modules/metrics/standing.ts';
import { runTypes } from './modules/runs/registry.ts';
import type { RunQueue } from './modules/runs/types.ts';
import type { Clock } from './time.ts';
import { version } from './version.ts';

/** Figures for Prometheus, from this api process and from the database. */
export function composeMetrics({
  db,
  clock,
  config,
  health,
  workers,
}: {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  health: HealthService;
  workers: RunQueue['workers'];
}): MetricsService {
  const figures = createFigures();
  const services = runTypes.map(({ name }) => name);
  return createMetricsService({
    figures,
    reads: [
      createStanding({
        ...{ db, clock, figures, services, workers, health },
        dataDir: config.dataDir,
        databaseBytes: async () => (await describeDatabase(db, config)).sizeBytes,
      }),
      createEnded({ db, clock, figures, services }),
    ],
    version,
    clock,
  });
}
