import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DimensionScore } from '#server/domain/scoring/types.ts';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';
import { failed } from '#test/support/data-layer.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';

const norm = { mean: 100, sd: 20, source: 'learners at B2' };

/** An interview of a person with something to say and something to practise, whose words are markup. */
function state() {
  const made = finishedState();
  const fluency = made.fluency as DimensionScore;
  return {
    ...made,
    expectedErrors: {
      rate: 0.3,
      interval: [0.2, 0.4] as [number, number],
      calibration: { id: 'x', sha256: '' },
    },
    fluency: {
      ...fluency,
      features: {
        wordsPerFloorMinute: { value: 150, unit: 'words', norm },
        midClausePausesPerMinute: { value: 14, unit: 'per minute', norm: { ...norm, mean: 7, sd: 2 } },
      },
      evidence: [
        {
          feature: 'midClausePausesPerMinute',
          text: '<b>we</b> had to',
          startMs: 83_000,
          endMs: 85_000,
        },
      ],
    },
  };
}

/** An analysis that has not ended, and how its report is asked for. */
async function submitted(t: Parameters<typeof buildTestApp>[0]) {
  const server = await buildTestApp(t);
  const { apiKey, clientId } = await server.customer();
  const { id } = (await submit(server.app, { apiKey, fields: { externalId: '王小明' } })).json();
  const ask = (query: string, key = apiKey) =>
    get(server.app, `/api/v1/speech/analyze/${id}/report?${query}`, key);
  return { server, apiKey, clientId, id, ask };
}

test('a report has the same sentences as JSON, as HTML that runs and loads nothing, and as PDF', async (t) => {
  const { server, id, ask } = await submitted(t);
  await server.finish(id, settlementOf(state()));
  const json = await ask('for=recruiter');
  assert.equal(json.statusCode, 200, json.body);
  const report = json.json();
  assert.equal(report.person, '王小明');
  assert.equal(report.level.score, 3.4);
  const reasons = report.sections.find(({ kind }: { kind: string }) => kind === 'reasons');
  const pause = reasons.items.find(
    ({ measure }: { measure: string }) => measure === 'midClausePausesPerMinute',
  );
  assert.match(pause.text, /^Lowers the score: .*14 times/);
  assert.deepEqual(pause.quote, { text: '<b>we</b> had to', startMs: 83_000, endMs: 85_000 });

  const misheard = report.sections.flatMap(({ items }: { items: { text: string }[] }) =>
    items.filter(({ text }) => text.includes('misheard')),
  );
  assert.equal(misheard.length, 1, 'it is said once');

  const jobless = await ask('for=recruiter&job_id=');
  assert.deepEqual(jobless.json(), report, 'an empty parameter is an absent one');
  const unknown = await ask('for=recruiter&job_id=none');
  assert.equal(unknown.json().error.code, 'JOB_NOT_FOUND');

  const html = await ask('for=recruiter&format=html');
  assert.match(String(html.headers['content-type']), /^text\/html/);
  assert.match(String(html.headers['content-security-policy']), /default-src 'none'/);
  assert.ok(html.body.includes('&lt;b&gt;we&lt;/b&gt; had to'));
  assert.doesNotMatch(html.body, /<script|<b>|https?:|src=|href=/);
  for (const { items } of report.sections) {
    for (const { text } of items) {
      assert.ok(
        html.body.includes(text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')),
      );
    }
  }

  const pdf = await ask('for=recruiter&format=pdf');
  assert.equal(pdf.headers['content-type'], 'application/pdf');
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-');
});

test('the candidate reads no level and no score, in German too', async (t) => {
  const { server, id, ask } = await submitted(t);
  await server.finish(id, settlementOf(state()));
  const report = (await ask('for=candidate&language=de')).json();
  assert.equal(report.level, null);
  const texts = report.sections.flatMap(({ items }: { items: { text: string }[] }) =>
    items.map(({ text }) => text),
  );
  assert.ok(texts.some((text: string) => text.startsWith('Etwa 14-mal je Minute')));
  assert.ok(texts.every((text: string) => !/von 5|\bStufe\b/.test(text)));
});

test('there is no report before the end, of a failed run, and for another client', async (t) => {
  const { server, id, ask } = await submitted(t);
  const early = await ask('for=recruiter');
  assert.deepEqual([early.statusCode, early.json().error.code], [404, 'REPORT_NOT_AVAILABLE']);
  const wait = early.headers['retry-after'];
  assert.ok(Number(wait) > 0);
  assert.match(early.json().error.message, new RegExp(`Ask for the report again in ${wait} seconds\\.$`));
  const again = await ask('for=recruiter');
  assert.equal(again.statusCode, 429, 'it counts as a poll');
  const stranger = await server.customer();
  assert.equal((await ask('for=recruiter', stranger.apiKey)).json().error.code, 'REQUEST_NOT_FOUND');
  await server.finish(id, failed);
  const none = await ask('for=recruiter');
  assert.deepEqual([none.statusCode, none.json().error.code], [404, 'REPORT_NOT_AVAILABLE']);
  assert.match(none.json().error.message, /^The analysis failed\. .* Submit the recording again/);
});

test('a reader is asked for, and only what there is', async (t) => {
  const { ask } = await submitted(t);
  for (const query of ['', 'for=boss', 'for=recruiter&format=doc', 'for=recruiter&language=fr']) {
    assert.equal((await ask(query)).statusCode, 400, query);
  }
});
