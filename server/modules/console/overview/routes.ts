import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import type { RunType } from '../../runs/run-type.ts';
import { type Run, serviceTypeOf } from '../../runs/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { RecentRun } from './contract.ts';

/** What is going on: in one client, and in all of them. */
export const overviewRoutes =
  ({
    overview,
    identity,
    credits,
    runs,
    types,
    health,
    workers,
    system,
    clock,
  }: Pick<
    ConsoleDeps,
    'overview' | 'identity' | 'credits' | 'runs' | 'types' | 'health' | 'workers' | 'system' | 'clock'
  >): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('GET /clients/:clientId/overview', {
      handler: async ({ params: { clientId }, query: { timeZone } }) => {
        const [{ since, ...figures }, client, balance, recent, { status, checks }] = await Promise.all([
          overview.client(clientId, timeZone),
          identity.findClient(clientId),
          credits.balance(clientId),
          runs.browse({ clientId, limit: limits.console.recentRuns, playground: 'with' }),
          health.check(),
        ]);
        return {
          ...figures,
          queue: { ...figures.queue, slots: client!.maxConcurrentRuns },
          credits: {
            balance: balance.balance,
            held: balance.held,
            available: balance.available,
            usedInDays: await credits.chargedSince(clientId, since),
          },
          recent: recent.runs.map((run) => presentRecent(run, types.of(run.serviceType))),
          health: {
            status,
            worker: checks.worker?.status ?? 'unreachable',
            recogniser: checks.recogniser?.status ?? 'unreachable',
          },
        };
      },
    });

    route('GET /installation/overview', {
      handler: async ({ query: { timeZone } }) => {
        const clients = await identity.listClients();
        const ids = clients.map(({ id }) => id);
        const [{ clients: activity, ...figures }, found, disk, { status, checks }] = await Promise.all([
          overview.installation(ids, timeZone),
          workers(),
          system.disk(),
          health.check(),
        ]);
        const aliveSince = clock.now() - limits.lease.leaseMs;
        const alive = found.filter(({ heartbeatAt }) => Date.parse(heartbeatAt) >= aliveSince);
        return {
          ...figures,
          clients: clients.map(({ id, name, active, creditBalance }) => ({
            id,
            name,
            isActive: active,
            creditBalance,
            ...activity.get(id)!,
          })),
          health: {
            status,
            checks: Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, check.status])),
          },
          workers: {
            alive: alive.length,
            ready: alive.filter(({ readyAt }) => readyAt !== null).length,
          },
          disk,
        };
      },
    });
  };

function presentRecent(run: Run, type: RunType): RecentRun {
  const { id, serviceType, externalId, status, createdAt, playground } = run;
  const { name, score = null, cefr = null } = run.summary === null ? {} : type.row(run.summary);
  return {
    id,
    serviceType: serviceTypeOf(serviceType),
    name: externalId ?? name ?? type.fileName(run.input),
    status,
    createdAt,
    isPlayground: playground,
    score,
    cefr,
  };
}
