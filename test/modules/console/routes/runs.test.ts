import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import type { PeaksAnswer, RunDetail, RunsAnswer } from '#server/modules/console/runs/contract.ts';
import { uploadKey } from '#server/modules/speech/files.ts';
import { seconds } from '#server/time.ts';
import { get, type SubmitOptions, submit } from '#test/support/build-test-app.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';
import { failed, newRun, succeeded } from '#test/support/data-layer.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';

const samplePath = resolve(import.meta.dirname, '../../../../scripts/sample/interview.mp3');
const server = await buildConsoleApp({ after });

async function submitted(options: SubmitOptions): Promise<string> {
  server.clock.advance(seconds(1));
  return (await submit(server.app, options)).json().id;
}

test('the table has every filter of the list endpoint, a search, and pages', async () => {
  const { clientId, apiKey } = await server.customer();
  const project = await server.identity.createProject({ clientId, name: 'Hotels' });
  const { apiKey: projectKey } = await server.identity.createKey({ clientId, projectId: project.id });
  const first = await submitted({ apiKey, fields: { externalId: 'cand-1', tags: '["lisbon"]' } });
  const second = await submitted({
    apiKey: projectKey,
    fields: { externalId: 'cand-2', tags: '["lisbon","porto"]', metadata: '{"role":"cook"}' },
  });
  const third = await submitted({ apiKey });
  await server.finish(third, failed);
  server.clock.advance(seconds(1));
  await server.runs.submit(newRun({ clientId, id: 'playground-run', playground: true }));
  const viewer = await server.as('viewer', clientId);
  const list = async (query: string) => {
    const answer = await viewer.get(`/clients/${clientId}/runs?${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<RunsAnswer>();
  };
  for (const [query, expected] of [
    ['', ['playground-run', third, second, first]],
    ['status=failed', [third]],
    ['serviceType=cv_deepmatch', []],
    [`project=${project.id}`, [second]],
    ['project=none', ['playground-run', third, first]],
    ['tags=lisbon', [second, first]],
    ['tags=lisbon&tags=porto', [second]],
    ['metadata_key=role&metadata_value=cook', [second]],
    ['externalId=cand-1', [first]],
    ['createdAfter=2026-03-02', []],
    ['createdBefore=2026-03-01', ['playground-run', third, second, first]],
    ['search=AND-', [second, first]],
    [`search=${third.slice(0, 9)}`, [third]],
    ['search=%20', ['playground-run', third, second, first]],
    ['playground=only', ['playground-run']],
    ['playground=without', [third, second, first]],
    ['sort=submitted&direction=asc', [first, second, third, 'playground-run']],
  ] as const) {
    const { items } = await list(query);
    assert.deepEqual(
      items.map(({ id }) => id),
      expected,
      query,
    );
  }
  const page = await list('limit=2&playground=without');
  assert.deepEqual(
    page.items.map(({ id, project: of }) => [id, of?.name ?? null]),
    [
      [third, null],
      [second, 'Hotels'],
    ],
  );
  const rest = await list(`limit=2&playground=without&cursor=${page.next}`);
  assert.deepEqual([rest.items.map(({ id }) => id), rest.next], [[first], null]);

  for (const [query, code] of [
    ['status=done', 'INVALID_STATUS'],
    ['serviceType=x', 'INVALID_SERVICE_TYPE'],
    ['createdAfter=soon', 'INVALID_DATE'],
    ['metadata_key=role', 'INVALID_INPUT'],
    ['cursor=x', 'INVALID_INPUT'],
    ['playground=yes', 'INVALID_INPUT'],
    ['sort=name', 'INVALID_INPUT'],
    ['direction=up', 'INVALID_INPUT'],
    // Of the list by time.
    [`sort=overall&cursor=${page.next}`, 'INVALID_INPUT'],
  ] as const) {
    const refused = await viewer.get(`/clients/${clientId}/runs?${query}`);
    assert.equal(refused.statusCode, 400);
    assert.equal(refused.json().error.code, code, query);
  }
});

test('the best of 1,000 candidates heads the table, and all of them are counted and met once', async () => {
  const { clientId } = await server.customer({ credits: 10_000, client: { maxConcurrentRuns: 1 } });
  const expected: { id: string; overall: number }[] = [];
  for (let index = 0; index < 1000; index++) {
    const id = `candidate-${index}`;
    // 0 to 5 in no order; the two best came first of all.
    const overall = index < 2 ? 5 : ((index * 37) % 49) / 10;
    expected.push({ id, overall });
    await server.runs.submit(newRun({ clientId, id, externalId: id }));
    const scores = { overall, vocabulary: overall, fluency: 5 - overall, accent: null };
    await server.finish(id, { ...succeeded(), summary: { scores } });
  }
  const viewer = await server.as('viewer', clientId);
  const page = async (query: string) =>
    (await viewer.get(`/clients/${clientId}/runs?limit=50&${query}`)).json<RunsAnswer>();

  const best = await page('sort=overall');
  assert.deepEqual(
    best.items.slice(0, 3).map(({ externalId, scores }) => [externalId, scores.overall]),
    [
      ['candidate-1', 5],
      ['candidate-0', 5],
      ['candidate-976', 4.8],
    ],
  );
  assert.equal((await page('sort=fluency')).items[0]!.scores.fluency, 5);
  assert.equal((await page('sort=overall&direction=asc')).items[0]!.scores.overall, 0);

  const met: (number | null)[] = [];
  const ids = new Set<string>();
  for (let next: string | null = ''; next !== null; ) {
    const found: RunsAnswer = await page(`sort=overall${next && `&cursor=${next}`}`);
    assert.equal(found.total, 1000);
    for (const { id, scores } of found.items) {
      met.push(scores.overall);
      ids.add(id);
    }
    next = found.next;
  }
  assert.equal(ids.size, 1000);
  assert.deepEqual(
    met,
    expected.map(({ overall }) => overall).sort((a, b) => b - a),
  );
});

test("a run's page has what a poll answers, and what surrounds it", async () => {
  const { clientId, apiKey } = await server.customer();
  const runId = await submitted({ apiKey, fields: { externalId: 'cand-7' }, fileName: 'seven.mp3' });
  const viewer = await server.as('viewer', clientId);
  const look = async () => (await viewer.get(`/clients/${clientId}/runs/${runId}`)).json<RunDetail>();

  const waiting = await look();
  assert.equal(waiting.run.fileName, 'seven.mp3');
  assert.equal(waiting.answer.status, 'processing');
  assert.deepEqual(
    [waiting.credits, waiting.overall, waiting.rescoring],
    [{ held: 4, charged: null }, null, null],
  );

  await server.finish(runId, settlementOf(finishedState()));
  const finished = await look();
  const { timestamp: _, ...polled } = (
    await get(server.app, `/api/v1/speech/analyze/${runId}`, apiKey)
  ).json();
  const { timestamp: __, ...shown } = finished.answer;
  assert.deepEqual(shown, polled);
  assert.ok(finished.overall);
  assert.equal(finished.run.scores.overall, finished.overall.score);
  assert.equal(finished.credits.charged, 4);
  assert.equal(finished.cutPoints.B2, 4);
  assert.equal(finished.hasRecording, true);
});

test('a recording is played from any place, and is gone once its file is', async () => {
  const { clientId, apiKey } = await server.customer();
  const runId = await submitted({ apiKey });
  await server.blobs.delete(uploadKey(runId));
  await server.blobs.put(uploadKey(runId), createReadStream(samplePath));
  const viewer = await server.as('viewer', clientId);
  const base = `/clients/${clientId}/runs/${runId}`;

  // Both at once, as a page asks: the copy is made once.
  const [peaks, whole] = await Promise.all([viewer.get(`${base}/peaks`), viewer.get(`${base}/audio`)]);
  const { durationMs, peaks: values } = peaks.json<PeaksAnswer>();
  assert.ok(Math.abs(durationMs - 254_900) < 300, `${durationMs}`);
  assert.ok(values.length > 4000 && values.length <= 12_000);
  assert.ok(Math.max(...values) > 20 && Math.min(...values) >= 0 && Math.max(...values) <= 100);

  const bytes = whole.rawPayload;
  assert.equal(whole.statusCode, 200);
  assert.equal(whole.headers['content-type'], 'audio/mpeg');
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  assert.equal(Number(whole.headers['content-length']), bytes.length);
  const ask = (range: string) => viewer.inject({ method: 'GET', url: `${base}/audio`, headers: { range } });
  for (const [range, start, end] of [
    ['bytes=0-99', 0, 99],
    ['bytes=1000-', 1000, bytes.length - 1],
    ['bytes=-10', bytes.length - 10, bytes.length - 1],
  ] as const) {
    const part = await ask(range);
    assert.equal(part.statusCode, 206);
    assert.equal(part.headers['content-range'], `bytes ${start}-${end}/${bytes.length}`);
    assert.deepEqual(part.rawPayload, bytes.subarray(start, end + 1));
  }
  const beyond = await ask(`bytes=${bytes.length}-`);
  assert.equal(beyond.statusCode, 416);
  assert.equal(beyond.headers['content-range'], `bytes */${bytes.length}`);

  await server.blobs.delete(uploadKey(runId));
  for (const part of ['peaks', 'audio']) {
    const gone = await viewer.get(`${base}/${part}`);
    assert.equal(gone.statusCode, 404);
    assert.match(gone.json().error.message, /no longer kept/);
  }
  assert.equal((await viewer.get(base)).json<RunDetail>().hasRecording, false);
});
