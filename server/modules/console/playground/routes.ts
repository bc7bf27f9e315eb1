import type { FastifyPluginAsync } from 'fastify';
import { fieldRefusal } from '../../../errors.ts';
import { speechForm } from '../../speech/contract/form.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import type { ConsoleDeps } from '../types.ts';

type Deps = Pick<ConsoleDeps, 'speech' | 'identity'>;

/** A recording from the browser. It costs what it costs by API, and stays out of the client's list of runs. */
export const playgroundRoutes =
  ({ speech, identity }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('POST /clients/:clientId/playground', {
      handler: async (request) => {
        const { clientId } = request.params;
        // Before a body is asked for.
        const client = await requireModule(identity, clientId, 'speech');
        await speech.assertReady();
        return app.receiveSubmission(request, {
          holder: { clientId, userId: request.signedIn.user.id },
          form: speechForm,
          refuse: fieldRefusal,
          admit: (fields, head) =>
            speech.assertAcceptable({ caller: { client, key: null }, ...fields() }, head),
          service: speech,
          submit: (fields, upload) =>
            speech.submit({
              ...fields,
              ...upload,
              holdKey: async (trx) => {
                await upload.holdKey(trx);
                await request.audit({ target: `run:${upload.runId}` });
              },
              caller: { client, key: null },
              playground: true,
              includeCutAudio: false,
              analysis: true,
            }),
          answer: ({ run: { id, status, costCredits } }) => ({ runId: id, status, costCredits }),
        });
      },
    });
  };
