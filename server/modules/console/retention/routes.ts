import type { FastifyPluginAsync } from 'fastify';
import type { OwnRetention } from '../../retention/types.ts';
import { retentionKinds } from '../../runs/types.ts';
import { registrar } from '../register.ts';
import type { ConsoleDeps } from '../types.ts';
import type { ClientRetention, InstallationRetention } from './contract.ts';

const invalid = Object.fromEntries(['kind', 'days'].map((field) => [field, 'INVALID_INPUT' as const]));

/** How long each kind of data is kept: of the installation, and of one client where that differs. */
export const retentionRoutes =
  ({ retention }: Pick<ConsoleDeps, 'retention'>): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    const presentInstallation = async (): Promise<InstallationRetention> => ({
      days: await retention.installation(),
      enforcement: await retention.enforcement(),
    });

    const presentClient = async (clientId: string): Promise<ClientRetention> => {
      const installation = await retention.installation();
      const own = await retention.ofClientAlone(clientId);
      return {
        kinds: retentionKinds.map((kind) => {
          const set = own[kind];
          return {
            kind,
            days: set === undefined ? installation[kind] : set,
            own: set === undefined ? 'installation' : set,
            installation: installation[kind],
          };
        }),
        enforcement: await retention.enforcement(),
      };
    };

    route('GET /installation/retention', {
      handler: presentInstallation,
    });

    route('PUT /installation/retention', {
      config: { invalid },
      handler: async (request) => {
        await retention.setInstallation(request.body as OwnRetention);
        await request.audit({ target: 'installation', details: { ...request.body } });
        return presentInstallation();
      },
    });

    route('POST /installation/retention/preview', {
      config: { invalid },
      handler: ({ body }) => retention.previewInstallation(body.kind, body.days),
    });

    route('GET /clients/:clientId/retention', {
      handler: ({ params }) => presentClient(params.clientId),
    });

    route('PUT /clients/:clientId/retention', {
      config: { invalid },
      handler: async (request) => {
        const { clientId } = request.params;
        await retention.setClient(clientId, request.body);
        await request.audit({ target: `client:${clientId}`, details: { ...request.body } });
        return presentClient(clientId);
      },
    });

    route('POST /clients/:clientId/retention/preview', {
      config: { invalid },
      handler: ({ params, body }) => retention.preview(params.clientId, body.kind, body.days),
    });
  };
