import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { limits } from '../../../config/limits.ts';
import { fieldRefusal } from '../../../domain/requirements/refusal.ts';
import { ApiError } from '../../../errors.ts';
import type { Run } from '../../runs/types.ts';
import { parseSpeechFields, speechTextFields } from '../../speech/fields.ts';
import { blobFolder } from '../../speech/service.ts';
import type { PlaygroundAnswer } from '../contract/run-events.ts';
import { registrar } from '../register.ts';
import { requireModule } from '../require-module.ts';
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
          folder: blobFolder(runId),
          fileField: 'audio',
          textFields: speechTextFields,
          maxSizeBytes: limits.audio.maxSizeBytes,
          refuse: {
            file: (message) => new ApiError('MISSING_AUDIO_FILE', message),
            field: fieldRefusal,
          },
          checkFields: parseSpeechFields,
        });

        let submitted = false;
        const key = request.headers['idempotency-key'];
        const form = JSON.stringify([[...fields].sort(), file.sha256, request.signedIn.user.id]);
        try {
          const { body } = await idempotency.once(
            {
              clientId,
              // Apart from the keys that the client's own programs send.
              key: key && `console:playground:${key}`,
              fingerprint: createHash('sha256').update(form).digest('hex'),
              resourceId: runId,
            },
            async (unfinishedId) => {
              const found = unfinishedId && (await speech.find({ clientId, runId: unfinishedId }));
              if (found) return { status: 202, body: presentAccepted(found) };
              submitted = true;
              const { run } = await speech.submit({
                ...parseSpeechFields(fields),
                caller: { client, key: null },
                playground: true,
                includeCutAudio: false,
                analysis: true,
                runId,
                fileName: file.fileName,
              });
              return { status: 202, body: presentAccepted(run) };
            },
          );
          const answer = body as PlaygroundAnswer;
          await request.audit({
            target: `run:${answer.runId}`,
            details: { costCredits: answer.costCredits },
          });
          return answer;
        } finally {
          // An answer given before, or a conflict: this upload is nobody's. What `submit` refuses, it removes.
          if (!submitted) await speech.discardUpload(runId);
        }
      },
    });
  };

const presentAccepted = ({ id, status, costCredits }: Run): PlaygroundAnswer => ({
  runId: id,
  status,
  costCredits,
});
