import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import { type OwnRetention, retentionKinds } from '../../retention/types.ts';
import type {
  ClientRetention,
  InstallationRetention,
  RetentionChanges,
  RetentionPreview,
} from '../contract/retention.ts';
import type { ConsoleDeps } from '../types.ts';

const InClient = Type.Object({ clientId: Type.String() });
const { min, max } = limits.retentionDays;
const Days = Type.Integer({ minimum: min, maximum: max });
/**
 * Which kinds there are and what they may be is checked by the service: this validator would take 0 for null, and what
 * keeps nothing would become what keeps everything.
 */
const Changes = Type.Object({}, { additionalProperties: true });
const Preview = Type.Object(
  { kind: Type.Enum([...retentionKinds]), days: Days },
  { additionalProperties: false },
);
const invalid = Object.fromEntries(['kind', 'days'].map((field) => [field, 'INVALID_INPUT' as const]));

/** How long each kind of data is kept: of the installation, and of one client where that differs. */
export const retentionRoutes =
  ({ retention }: Pick<ConsoleDeps, 'retention'>): FastifyPluginAsyncTypebox =>
  async (app) => {
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

    app.route({
      method: 'GET',
      url: '/installation/retention',
      handler: presentInstallation,
    });

    app.route({
      method: 'PUT',
      url: '/installation/retention',
      config: { invalid },
      schema: { body: Changes },
      handler: async (request) => {
        await retention.setInstallation(request.body as OwnRetention);
        await request.audit({ target: 'installation', details: { ...request.body } });
        return presentInstallation();
      },
    });

    app.route({
      method: 'POST',
      url: '/installation/retention/preview',
      config: { invalid },
      schema: { body: Preview },
      handler: ({ body }): Promise<RetentionPreview> => retention.previewInstallation(body.kind, body.days),
    });

    app.route({
      method: 'GET',
      url: '/clients/:clientId/retention',
      schema: { params: InClient },
      handler: ({ params }) => presentClient(params.clientId),
    });

    app.route({
      method: 'PUT',
      url: '/clients/:clientId/retention',
      config: { invalid },
      schema: {
        params: InClient,
        body: Changes,
      },
      handler: async (request) => {
        const { clientId } = request.params;
        await retention.setClient(clientId, request.body as RetentionChanges);
        await request.audit({ target: `client:${clientId}`, details: { ...request.body } });
        return presentClient(clientId);
      },
    });

    app.route({
      method: 'POST',
      url: '/clients/:clientId/retention/preview',
      config: { invalid },
      schema: { params: InClient, body: Preview },
      handler: ({ params, body }): Promise<RetentionPreview> =>
        retention.preview(params.clientId, body.kind, body.days),
    });
  };
