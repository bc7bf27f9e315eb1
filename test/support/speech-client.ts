import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndedRun } from '#server/commands/demo/scorecard.ts';
import type { Services } from '#server/commands/services.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** A customer's program: one key, real HTTP. */
export function createSpeechClient(
  server: { url: string; services: Services; log(): string | Promise<string> },
  apiKey: string,
) {
  const headers = { 'X-API-Key': apiKey };
  const answer = async (response: Response): Promise<Answer> => ({
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  });
  const client = {
    async submit(audio: string | Blob, fields: Record<string, string> = {}, query = ''): Promise<Answer> {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (typeof audio === 'string') form.set('audio', await openAsBlob(audio), basename(audio));
      else form.set('audio', audio, 'recording');
      const url = `${server.url}/api/v1/speech/analyze${query}`;
      return answer(await fetch(url, { method: 'POST', headers, body: form }));
    },
    poll: async (id: string): Promise<Answer> =>
      answer(await fetch(`${server.url}/api/v1/speech/analyze/${id}`, { headers })),
    get: async (path: string): Promise<Answer> => answer(await fetch(server.url + path, { headers })),
    /** Waits by looking into the database, so that no test has to sit out poll intervals, and then polls. */
    async ended(id: string, withinMs: number): Promise<EndedRun> {
      const until = Date.now() + withinMs;
      for (;;) {
        const { run } = await server.services.runs.show(id);
        if (run.finishedAt !== null) break;
        if (Date.now() > until) {
          throw new Error(
            `Run ${id} is still ${run.status} at ${JSON.stringify(run.progress)}.\n${await server.log()}`,
          );
        }
        await sleep(100);
      }
      const { status, body } = await client.poll(id);
      if (status !== 200) throw new Error(`Poll answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
  return client;
}
