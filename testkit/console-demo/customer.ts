import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '#server/time.ts';
import type { DemoServer } from './demo-server.ts';

/** A customer's program with a key: real requests to the real server. */
export function createCustomer(server: Pick<DemoServer, 'url' | 'services' | 'log'>, apiKey: string) {
  const submit = async (
    path: string,
    file: [name: string, content: Blob, fileName: string],
    fields: object,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    form.set(...file);
    const headers = { 'X-API-Key': apiKey };
    const answer = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: form });
    const body = (await answer.json()) as { id: string };
    if (answer.status !== 202) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'X-API-Key': apiKey, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}/api/v1${path}`, request);
    const given = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(given)}`);
    return given;
  };
  return {
    /** @returns the run's id */
    submitRecording: async (audioPath: string, fields: object = {}, query = '') =>
      submit(`/speech/analyze${query}`, ['audio', await openAsBlob(audioPath), basename(audioPath)], fields),

    submitCv: (cv: { pdf: Buffer; fileName: string }, fields: object) =>
      submit('/cvdeepmatch/submit', ['cv', new Blob([new Uint8Array(cv.pdf)]), cv.fileName], fields),

    post,

    createJob: async (job: object): Promise<string> => (await post('/jobs', job)).job_id as string,

    /** Looks into the database, so that no test has to sit out poll intervals. */
    async ended(runIds: readonly string[], withinMs = seconds(60)): Promise<void> {
      const until = Date.now() + withinMs;
      for (const id of runIds) {
        for (;;) {
          const { run } = await server.services.runs.show(id);
          if (run.finishedAt !== null) break;
          if (Date.now() > until) {
            throw new Error(`Run ${id} is still ${run.status}.\n${server.log().slice(-3000)}`);
          }
          await sleep(50);
        }
      }
    },
  };
}

export type Customer = ReturnType<typeof createCustomer>;
