import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { fieldRefusal } from '../../../domain/requirements/refusal.ts';
import { ApiError } from '../../../errors.ts';
import { parseSpeechFields, speechTextFields } from '../../speech/fields.ts';
import { speechRuns } from '../../speech/run-type.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
import { submitOnce } from '../submit-once.ts';
import type { ConsoleDeps } from '../types.ts';

type Deps = Pick<ConsoleDeps, 'speech' | 'identity' | 'idempotency' | 'newId'>;

/** A recording from the browser. It costs what it costs by API, and stays out of the client's list of runs. */
export const playgroundRoutes =
  ({ speech, identity, idempotency, newId }: Deps): FastifyPluginAsync =>
  async (app) => {
    const route = registrar(app);
    route('POST /clients/:clientId/playground', {
      handler: async (request) => {
        const { clientId } = request.params;
        // Before a body is asked for.
        await requireModule(identity, clientId, 'speech');
        await speech.assertReady();
        const client = (await identity.findClient(clientId))!;
        const runId = newId();
        const { fields, file } = await app.receiveUpload(request, {
          folder: speechRuns.folderOf(runId),
          fileField: 'audio',
          textFields: speechTextFields,
          maxSizeBytes: limits.audio.maxSizeBytes,
          refuse: {
            file: (message) => new ApiError('MISSING_AUDIO_FILE', message),
            field: fieldRefusal,
          },
          checkFields: parseSpeechFields,
        });

        const run = await submitOnce(idempotency, {
          clientId,
          key: request.headers['idempotency-key'],
          page: 'playground',
          content: [[...fields].sort(), file.sha256, request.signedIn.user.id],
          runId,
          find: (id) => speech.find({ clientId, runId: id }),
          submit: (holdKey) =>
            speech.submit({
              ...parseSpeechFields(fields),
              caller: { client, key: null },
              playground: true,
              includeCutAudio: false,
              analysis: true,
              runId,
              fileName: file.fileName,
              holdKey,
            }),
          discardUpload: speech.discardUpload,
        });
        const { id, status, costCredits } = run;
        await request.audit({ target: `run:${id}`, details: { costCredits } });
        return { runId: id, status, costCredits };
      },
    });
  };
