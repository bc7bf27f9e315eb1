import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { isoTime } from '../../../time.ts';
import type { WorkerRecord } from '../../runs/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { HearingAnswer, ModelInfo, PricesAnswer, WorkerInfo } from './contract.ts';

/** The machine, its models, its workers, and what things cost unless a client has its own price. */
export const installationRoutes =
  ({
    health,
    workers,
    models,
    languages: installable,
    speech,
    system,
    prices,
    clock,
  }: Pick<
    ConsoleDeps,
    'health' | 'workers' | 'models' | 'languages' | 'speech' | 'system' | 'prices' | 'clock'
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

    const hearing = async (): Promise<HearingAnswer> => {
      const [languages, install] = await Promise.all([speech.languages(), installable.describe()]);
      return {
        languages,
        advice: adviceOn(languages, await models.inventory(), models.isOffline),
        install: languages?.notAvailable.some((code) => install?.languages.includes(code)) ? install : null,
      };
    };

    route('GET /installation/hearing', { handler: () => hearing() });

    route('POST /installation/hearing/languages', {
      handler: async (request) => {
        await installable.request();
        await request.audit({ target: 'installation' });
        return hearing();
      },
    });

    route('DELETE /installation/hearing/languages', {
      handler: async (request) => {
        await installable.cancel();
        await request.audit({ target: 'installation' });
        return hearing();
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

/**
 * What is here already goes before what would have to be fetched. Where nothing is recognised, set-up could not fetch what it
 * brings, which the catalogue begins with; else the model of many languages that suits this machine.
 */
function adviceOn(
  languages: HearingAnswer['languages'],
  models: readonly ModelInfo[],
  isOffline: boolean,
): HearingAnswer['advice'] {
  const helpful = models.flatMap((model) => {
    const adds = (languages?.notAvailable ?? []).filter((code) => model.languages.includes(code));
    return model.isRecogniser && adds.length > 0 ? [{ model, adds }] : [];
  });
  const found =
    helpful.find(({ model }) => model.state === 'installed' || model.state === 'shipped') ??
    helpful.find(({ model }) => languages?.available.length === 0 || model.isRecommended);
  if (!found) return null;
  const { id: modelId, state, inUse } = found.model;
  const toFetch = isOffline ? ('import' as const) : ('pull' as const);
  const action = state === 'available' ? toFetch : inUse ? ('restart' as const) : ('use' as const);
  return { modelId, action, adds: found.adds };
}

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
