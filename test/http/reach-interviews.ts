import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { limits } from '#server/config/limits.ts';
import { minutes } from '#server/time.ts';
import { get, type TestApp } from '#test/support/build-test-app.ts';
import { spoken } from '#test/support/interview-layer.ts';
import type { openapiConformance } from '#test/support/openapi-conformance.ts';

/** Reaches every answer that interviews promise. */

export const NEW_PERSONA = 'POST /api/v1/interview/personas';
export const LIST_PERSONAS = 'GET /api/v1/interview/personas';
export const GET_PERSONA = 'GET /api/v1/interview/personas/{personaId}';
export const NEW_SESSION = 'POST /api/v1/interview/personas/{personaId}/sessions';
export const LIST_SESSIONS = 'GET /api/v1/interview/sessions';
export const GET_SESSION = 'GET /api/v1/interview/sessions/{sessionId}';
export const NEW_LINK = 'POST /api/v1/interview/sessions/{sessionId}/link';
export const GET_RECORDING = 'GET /api/v1/interview/sessions/{sessionId}/recording';
export const GET_TRANSCRIPT = 'GET /api/v1/interview/sessions/{sessionId}/transcript';

export const interviewOperations = [
  NEW_PERSONA,
  LIST_PERSONAS,
  GET_PERSONA,
  NEW_SESSION,
  LIST_SESSIONS,
  GET_SESSION,
  NEW_LINK,
  GET_RECORDING,
  GET_TRANSCRIPT,
];

const baker = { role_name: 'Baker', language: 'en' };

/** One request of an operation, ordinary unless told otherwise. */
export function askInterviews(
  app: FastifyInstance,
  operation: string,
  {
    apiKey,
    id = 'unknown',
    payload,
    headers = {},
  }: {
    apiKey: string | undefined;
    id?: string;
    payload?: string | object;
    headers?: Record<string, string>;
  },
) {
  const [method, path] = operation.split(' ');
  return app.inject({
    method: method as 'GET',
    url: path!.replace(/\{\w+\}/, id),
    headers: { ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers },
    ...(method === 'POST' && { payload: payload ?? (operation === NEW_PERSONA ? baker : {}) }),
  });
}

export async function reachInterviews(
  { app, clock, customer, interviews, interviewsAreHeld, live }: TestApp,
  { check }: Pick<Awaited<ReturnType<typeof openapiConformance>>, 'check'>,
): Promise<void> {
  const { apiKey, clientId } = await customer();
  const ask = async (operation: string, about: Partial<Parameters<typeof askInterviews>[2]> = {}) => {
    const answer = await askInterviews(app, operation, { apiKey, ...about });
    check(operation, answer);
    return answer;
  };
  const id = (await ask(NEW_PERSONA)).json().id as string;
  await ask(NEW_SESSION, { id }); // INTERVIEWS_NOT_AVAILABLE
  await interviewsAreHeld();
  for (const operation of [NEW_PERSONA, NEW_SESSION]) {
    const json = { 'content-type': 'application/json' };
    const tooLong = `"${'x'.repeat(limits.interview.maxBodyBytes)}"`;
    await ask(operation, { id, payload: { nonsense: 1 } });
    await ask(operation, { id, payload: '{', headers: json });
    await ask(operation, { id, payload: tooLong, headers: json });
    await ask(operation, { id, payload: 'x', headers: { 'content-type': 'text/csv' } });
    await ask(operation, { id, headers: { 'idempotency-key': 'k'.repeat(256) } });
    const keyed = { 'idempotency-key': operation.length.toString() };
    await ask(operation, { id, headers: keyed });
    await ask(operation, { id, payload: { ...baker, language: 'de' }, headers: keyed });
  }
  await interviewsAreHeld(['fr']);
  for (const operation of [NEW_PERSONA, NEW_SESSION]) await ask(operation, { id }); // LANGUAGE_NOT_AVAILABLE
  await interviewsAreHeld();
  const keyed = { 'idempotency-key': 'session' };
  await ask(NEW_SESSION, { id, headers: keyed });
  await ask(NEW_SESSION, { id, payload: { tags: ['x'] }, headers: keyed }); // IDEMPOTENCY_CONFLICT
  await ask(NEW_SESSION, { id, payload: { metadata: 7 } });
  await ask(NEW_SESSION, { id, payload: { tags: 7 } });
  await ask(NEW_SESSION);
  for (const operation of [LIST_PERSONAS, GET_PERSONA]) await ask(operation, { id });
  await ask(GET_PERSONA);

  const poor = await customer({ credits: 1 });
  const theirs = (await ask(NEW_PERSONA, { apiKey: poor.apiKey })).json().id as string;
  await ask(NEW_SESSION, { apiKey: poor.apiKey, id: theirs });
  const { personas } = interviews;
  await personas.archive({ clientId, personaId: id });
  await ask(NEW_SESSION, { id }); // PERSONA_ARCHIVED
  const positionId = 'interview-job';
  const job = await app.inject({
    method: 'POST',
    url: '/api/v1/jobs',
    headers: { 'x-api-key': apiKey },
    payload: { position_id: positionId, job_description: 'x', config: { requirements: {} } },
  });
  const steered = await personas.create(
    { clientId, id: randomUUID() },
    { roleName: 'Baker', language: 'en', positionId },
  );
  const made = await ask(NEW_SESSION, { id: steered.id, payload: { consent_mode: 'none' } });
  await app.inject({
    method: 'DELETE',
    url: `/api/v1/jobs/${job.json().job_id}`,
    headers: { 'x-api-key': apiKey },
  });
  await ask(NEW_SESSION, { id: steered.id }); // JOB_NOT_FOUND

  const { id: sessionId } = made.json() as { id: string };
  await ask(NEW_LINK);
  const json = { 'content-type': 'application/json' };
  await ask(NEW_LINK, { id: sessionId, payload: '{', headers: json });
  await ask(NEW_LINK, {
    id: sessionId,
    payload: `"${'x'.repeat(limits.interview.maxBodyBytes)}"`,
    headers: json,
  });
  await ask(NEW_LINK, { id: sessionId, payload: 'x', headers: { 'content-type': 'text/csv' } });
  await ask(NEW_LINK, { id: sessionId, headers: { 'idempotency-key': 'k'.repeat(256) } });
  await interviewsAreHeld(['fr']);
  await ask(NEW_LINK, { id: sessionId }); // LANGUAGE_NOT_AVAILABLE
  clock.advance(minutes(5));
  await ask(NEW_LINK, { id: sessionId }); // INTERVIEWS_NOT_AVAILABLE
  await interviewsAreHeld();
  const renewal = { 'idempotency-key': 'renewal' };
  const { candidate_link: link } = (await ask(NEW_LINK, { id: sessionId, headers: renewal })).json() as {
    candidate_link: string;
  };
  await ask(NEW_LINK, { id: sessionId, payload: { other: 1 }, headers: renewal }); // IDEMPOTENCY_CONFLICT
  const ofSession = [GET_SESSION, GET_RECORDING, GET_TRANSCRIPT];
  for (const operation of ofSession) {
    await ask(operation);
    await ask(operation, { id: sessionId });
  }
  await live.begin({ token: link.split('#t=')[1]!, device: 'phone' });
  await ask(GET_SESSION, { id: sessionId });
  await ask(NEW_LINK, { id: sessionId }); // NOT_POSSIBLE_NOW
  await live.complete(sessionId, spoken(import.meta.filename));
  await ask(GET_SESSION, { id: sessionId });
  await ask(GET_TRANSCRIPT, { id: sessionId });
  await ask(GET_RECORDING, { id: sessionId, headers: { range: 'bytes=999999-' } });
  for (const query of ['', '?status=completed&limit=1', '?status=x', '?limit=0', '?tags=']) {
    check(LIST_SESSIONS, await get(app, `/api/v1/interview/sessions${query}`, apiKey));
  }
}
