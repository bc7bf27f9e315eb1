import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { isoTime } from '../../../time.ts';
import type { WorkerRecord } from '../../runs/types.ts';
import type { PricesAnswer, WorkerInfo } from '../contract/installation.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';

/** The machine, its models, its workers, and what things cost unless a client has its own price. */
export const installationRoutes =
  ({
    health,
    workers,
    models,
    system,
    prices,
    clock,
  }: Pick<
    ConsoleDeps,
    'health' | 'workers' | 'models' | 'system' | 'prices' | 'clock'
  >): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const workerInfos = async (isOwner: boolean): Promise<WorkerInfo[]> => {
      const aliveSince = clock.now() - limits.lease.leaseMs;
      return (await workers()).map((worker) => presentWorker(worker, { aliveSince, isOwner }));
    };

    route('GET /installation/health', {
      handler: async ({ signedIn }) => {
        const [{ status, checks }, infos] = await Promise.all([
          health.check(),
          workerInfos(signedIn.user.isOwner),
        ]);
        return {
          status,
          checks: Object.fromEntries(
            Object.entries(checks).map(([name, check]) => [
              name,
              { status: check.status, latencyMs: check.latency },
            ]),
          ),
          workers: infos,
          checkedAt: isoTime(clock.now()),
        };
      },
    });

    route('GET /installation/models', {
      handler: async ({ signedIn }) => {
        const { isOwner } = signedIn.user;
        const [items, infos] = await Promise.all([models.inventory(), workerInfos(isOwner)]);
        const recognisers = infos
          .filter(({ isAlive, isReady }) => isAlive && isReady)
          .flatMap((worker) => worker.recognisers);
        return {
          items,
          loaded: [...new Map(recognisers.map((recogniser) => [recogniser.id, recogniser])).values()],
          languages: limits.languages,
          folder: isOwner ? models.folder : null,
          isOffline: models.isOffline,
        };
      },
    });

    route('GET /installation/system', {
      handler: () => system.describe(),
    });

    const pricesAnswer = async (): Promise<PricesAnswer> => ({
      prices: await prices.installation(),
      defaults: limits.prices,
      clientsWithOwn: await prices.clientsWithOwn(),
    });

    route('GET /installation/prices', { handler: () => pricesAnswer() });

    route('PUT /installation/prices', {
      handler: async (request) => {
        await prices.setInstallation(request.body);
        await request.audit({ target: 'prices', details: request.body });
        return pricesAnswer();
      },
    });
  };

/** What a worker says of itself, as far as it is of the form we know. */
interface Capabilities {
  checks?: Record<string, { ok: boolean; detail: string }>;
  recognisers?: { id: string; languages: string[] }[];
}

function presentWorker(
  { id, host, pid, readyAt, heartbeatAt, capabilities }: WorkerRecord,
  { aliveSince, isOwner }: { aliveSince: number; isOwner: boolean },
): WorkerInfo {
  const { checks = {}, recognisers = [] } = capabilities as Capabilities;
  return {
    id,
    host: isOwner ? host : null,
    pid: isOwner ? pid : null,
    isAlive: Date.parse(heartbeatAt) >= aliveSince,
    isReady: readyAt !== null,
    heartbeatAt,
    recognisers,
    checks,
  };
}
