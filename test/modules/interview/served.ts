import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveSession } from '#server/modules/interview/types.ts';
import { minutes } from '#server/time.ts';
import { buildTestApp, type TestApp } from '#test/support/build-test-app.ts';
import { spoken } from '#test/support/interview-layer.ts';

export const base = '/api/v1/interview';
export const baker = { role_name: 'Baker', language: 'English' };

type Customer = Awaited<ReturnType<TestApp['customer']>>;

export const post = (
  { app }: TestApp,
  { apiKey }: Pick<Customer, 'apiKey'>,
  path: string,
  payload: object | string = {},
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: `${base}${path}`,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    payload,
  });

export const newPersona = async (server: TestApp, customer: Customer, body: object = baker) =>
  (await post(server, customer, '/personas', body)).json().id as string;

export async function invite(server: TestApp, customer: Customer, body: object = {}) {
  const persona = await newPersona(server, customer);
  const answer = await post(server, customer, `/personas/${persona}/sessions`, body);
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json() as { id: string; candidate_link: string };
}

export const tokenOf = (link: string): string => new URL(link).hash.slice('#t='.length);

/** A session that was held to its end, of which so many bytes were recorded. */
export async function hold(server: TestApp, customer: Customer, bytes = 1000) {
  const { id, candidate_link } = await invite(server, customer, { consent_mode: 'none' });
  const { live } = server;
  const visitor = { token: tokenOf(candidate_link), device: 'phone' };
  await live.admit(visitor);
  assert.equal(((await live.begin(visitor)) as LiveSession).state, 'active');
  const path = join(server.dataDir, `${id}.wav`);
  await writeFile(path, Buffer.from(Array.from({ length: bytes }, (_, index) => index % 256)));
  server.clock.advance(minutes(2));
  await server.interviewsAreHeld();
  assert.equal(await live.complete(id, spoken(path)), true);
  return id;
}

export async function setUp(t: Parameters<typeof buildTestApp>[0]) {
  const server = await buildTestApp(t);
  await server.interviewsAreHeld();
  return { server, customer: await server.customer() };
}

export const idOf = (one: { id: string }) => one.id;
