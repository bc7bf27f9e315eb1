import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '#server/time.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { startThrowawayServer } from '../../testkit/throwaway-server.ts';

/** The real server, real HTTP, real CVs: what a customer gets. */

const MATCH_WITHIN_MS = seconds(180);
const job = {
  position_id: 'accountant-1',
  job_description: 'We are looking for an accountant who closes the books and prepares financial statements.',
  config: {
    requirements: {
      workExperience: { from: 2, to: 30, importance: 4 },
      relevant_industries: ['Accounting'],
      skills: {
        hard_skills: [
          { name: 'Accounts payable', importance: 5 },
          { name: 'General ledger', importance: 5 },
          { name: 'Excel', importance: 3 },
        ],
      },
      education: { is_enabled: true, degree: 'Bachelor', fields: ['Accounting'], importance: 3 },
    },
  },
};

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A customer's receiver of webhooks on this machine. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end('thanks');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  after(() => receiver.close());
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`, received };
}

test('real CVs are matched with a stored job, charged, listed and announced with a signature', {
  skip: withoutSharedData(),
}, async () => {
  const server = await startThrowawayServer(process.env, {
    LANE_THREADS: '1',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
  });
  after(() => server.stop());
  const receiver = await startReceiver();
  await server.ready();
  const { apiKey, clientId } = await server.createKey(20);
  const headers = { 'X-API-Key': apiKey };
  const get = async (path: string) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const stored = await fetch(`${server.url}/api/v1/jobs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(job),
  });
  assert.equal(stored.status, 201);
  const { job_id: jobId } = (await stored.json()) as { job_id: string };

  const submit = async (file: Blob, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('cv', file, 'cv.pdf');
    const answer = await fetch(`${server.url}/api/v1/cvdeepmatch/submit`, {
      method: 'POST',
      headers,
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; job_id: string | null } };
  };
  const ended = async (id: string) => {
    // Looks into the database, so that the test need not sit out poll intervals.
    for (const until = Date.now() + MATCH_WITHIN_MS; ; await sleep(50)) {
      if ((await server.services.runs.show(id)).run.finishedAt !== null) break;
      if (Date.now() > until) throw new Error(`The match did not end.\n${await server.log()}`);
    }
    return (await get(`/cvdeepmatch/${id}`)).body;
  };

  const folder = join(findSharedData()!, 'cv');
  const cvOf = async (occupation: string) => {
    const [name = ''] = (await readdir(join(folder, occupation)))
      .filter((file) => file.endsWith('.pdf'))
      .sort();
    return openAsBlob(join(folder, occupation, name));
  };
  const right = await submit(await cvOf('ACCOUNTANT'), {
    position_id: 'accountant-1',
    webhook_url: receiver.url,
    tags: '["e2e"]',
  });
  const wrong = await submit(await cvOf('CHEF'), { job_id: jobId });
  const none = await submit(new Blob(['%PDF-1.4\nnothing more']), {
    job_id: jobId,
    webhook_url: receiver.url,
  });
  for (const { status, body } of [right, wrong, none]) {
    assert.equal(status, 202, JSON.stringify(body));
    assert.equal(body.job_id, jobId);
  }

  const [accountant, chef, broken] = [
    await ended(right.body.id),
    await ended(wrong.body.id),
    await ended(none.body.id),
  ];
  assert.equal(accountant.status, 'finished', JSON.stringify(accountant.error));
  assert.equal(chef.status, 'finished', JSON.stringify(chef.error));
  assert.ok(accountant.score > chef.score, `${accountant.score} is not above ${chef.score}`);
  const quotes = accountant.requirements.flatMap((one: { evidence: object[] }) => one.evidence);
  assert.ok(quotes.length > 0);
  for (const { text, page, box } of quotes) {
    assert.ok(text.length > 0 && page >= 1 && box.width > 0 && box.height > 0);
  }
  assert.ok(accountant.profile.positions.length + accountant.profile.education.length > 0);
  assert.deepEqual([broken.status, broken.error.code], ['failed', 'CV_UNREADABLE']);

  const { body: credits } = await get('/credits');
  assert.deepEqual([credits.creditBalance, credits.usage.cvCreditsUsed], [16, 4]);
  const { body: listed } = await get('/cvdeepmatch/requests');
  assert.deepEqual(
    listed.data.map(({ id, status }: { id: string; status: string }) => [id, status]),
    [
      [none.body.id, 'failed'],
      [wrong.body.id, 'finished'],
      [right.body.id, 'finished'],
    ],
  );

  for (const until = Date.now() + seconds(60); receiver.received.length < 2; await sleep(50)) {
    assert.ok(Date.now() < until, `webhooks did not come\n${await server.log()}`);
  }
  const { secret } = await server.services.webhooks.defaultSecret();
  for (const { headers: sent, body } of receiver.received) {
    const [, timestamp, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(sent['x-cvdm-signature'])) ?? [];
    assert.equal(createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'), digest);
  }
  const told = receiver.received.map(({ body }) => JSON.parse(body));
  const announced = told.find(({ id }) => id === accountant.id);
  const { webhook: _, timestamp: __, ...polled } = accountant;
  assert.deepEqual(announced, { event: 'cvdeepmatch.finished', ...polled });
  assert.deepEqual(told.find(({ id }) => id === broken.id).event, 'cvdeepmatch.failed');
  // The receiver has answered before the server has written that it did.
  const statuses = async () => {
    const { messages } = await server.services.webhooks.list({ clientId, limit: 10, offset: 0 });
    return messages.map(({ status }) => status);
  };
  for (const until = Date.now() + seconds(60); (await statuses()).includes('pending'); await sleep(50)) {
    assert.ok(Date.now() < until, `a delivery stays pending\n${await server.log()}`);
  }
  assert.deepEqual(await statuses(), ['delivered', 'delivered']);
});
