import Fastify from 'fastify';
import type { ConsoleApi } from '#server/modules/console/contract.ts';
import { registrar } from '#server/modules/console/register.ts';
import { ask } from '#server/web/console/api/client.ts';
import { keyOf } from '#server/web/console/api/reads.ts';

/** Checked by the compiler alone: each line that must not compile says so, and is an error once it does. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_Fact extends true>() => undefined;

type Rotate = ConsoleApi['POST /clients/:clientId/keys/:keyId/rotate'];
holds<Same<Rotate['params'], Record<'clientId' | 'keyId', string>>>();
holds<Same<Rotate['body'], { overlapHours: number }>>();
holds<Same<Rotate['answer']['apiKey'], string>>();
holds<Same<ConsoleApi['DELETE /session']['answer'], undefined>>();

const route = registrar(Fastify());
const project = { id: '1', name: 'One', createdAt: '', archivedAt: null, validKeys: 0, runs: 0 };

route('POST /clients/:clientId/projects', {
  handler: async ({ params, body }) => ({ ...project, id: params.clientId, name: body.name }),
});
route('POST /clients/:clientId/projects', {
  // @ts-expect-error: an answer of another shape
  handler: async () => ({ ...project, runs: 'many' }),
});
route('POST /clients/:clientId/projects', {
  // @ts-expect-error: a field that the contract does not name
  handler: async () => ({ ...project, secret: 'shown' }),
});
route('POST /clients/:clientId/projects', {
  // @ts-expect-error: a field is missing
  handler: async () => ({ id: '1' }),
});
route('POST /clients/:clientId/projects', {
  // @ts-expect-error: no such param
  handler: async ({ params }) => ({ ...project, id: params.projectId }),
});
// @ts-expect-error: not in the access table
route('GET /clients/:clientId/secrets', { handler: async () => ({}) });
route('DELETE /session', { handler: async () => undefined });
// @ts-expect-error: it answers nothing
route('DELETE /session', { handler: async () => ({ done: true }) });
// @ts-expect-error: a file is sent by its route
route('GET /clients/:clientId/runs/:runId/audio', { handler: async () => ({ bytes: 1 }) });

ask('GET /account');
// @ts-expect-error: the client is missing
ask('GET /clients/:clientId/keys');
// @ts-expect-error: what changes something goes through `useChange`
ask('DELETE /session');
// @ts-expect-error: no such order
keyOf('GET /clients/:clientId/matches', { params: { clientId: '1' }, query: { order: 'oldest' } });
