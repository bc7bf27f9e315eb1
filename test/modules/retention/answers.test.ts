import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFileServices } from '#server/app/services.ts';
import { days } from '#server/time.ts';
import { buildTestApp, submit } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { silence } from '#test/support/data-layer.ts';
import { matched } from '#test/support/match-state.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';
import { inlineJob, submitMatch } from '#test/support/submit-match.ts';

const server = await buildTestApp({ after });
const clientOf = await conformingClients(server.app);
const { clock, blobs } = server;
const { retention } = createFileServices(server, { blobs, audio: silence, config: { databaseUrl: null } });

/** A finished interview and a finished match, and then the time of this kind of data is over. */
async function grownOld(kind: 'audio' | 'cvs' | 'transcripts' | 'results' | 'runs') {
  const { clientId, apiKey } = await server.customer({ key: { expiresInDays: null } });
  const ask = clientOf(apiKey);
  const spoken = (await submit(server.app, { apiKey })).json<{ id: string }>().id;
  await server.finish(spoken, settlementOf(finishedState()));
  const match = (await submitMatch(ask, inlineJob)).body.id as string;
  await server.finish(match, matched());
  await retention.setClient(clientId, { [kind]: 30 });
  clock.advance(days(31));
  await server.workerIsReady();
  await retention.enforceIfDue('worker', new AbortController().signal);
  const speech = await ask('GET', `/speech/analyze/${spoken}`);
  const cv = await ask('GET', `/cvdeepmatch/${match}`);
  const runs = (await ask('GET', '/speech/runs')).body.runs as { id: string; scores: object }[];
  return { ask, speech, cv, runs, at: new Date(clock.now()).toISOString() };
}

test('without its results an analysis is still a finished one, with nothing in it and the day it went', async () => {
  const { ask, speech, cv, runs, at } = await grownOld('results');
  assert.deepEqual([speech.body.status, speech.body.deleted], ['success', { results: at }]);
  assert.ok(Object.values(speech.body.scores).every((score) => score === null));
  assert.deepEqual([speech.body.analysis, speech.body.transcript.segments], [null, []]);
  assert.equal(speech.body.credits.deducted, 4);
  assert.deepEqual([cv.body.status, cv.body.score, cv.body.error], ['finished', null, null]);
  assert.deepEqual(cv.body.deleted, { results: at });
  assert.deepEqual([cv.body.profile, cv.body.requirements], [null, null]);
  assert.equal(runs.length, 2);
  const list = await ask('GET', '/cvdeepmatch/requests');
  assert.equal(list.body.data[0].score, null);
});

test('without transcript, audio or CV the scores stay', async () => {
  const silent = await grownOld('transcripts');
  assert.deepEqual([silent.speech.body.scores.vocabulary, silent.speech.body.transcript.segments], [3.2, []]);
  assert.deepEqual(Object.keys(silent.speech.body.deleted), ['transcripts']);
  assert.equal(silent.cv.body.deleted, undefined);
  const unheard = await grownOld('audio');
  assert.deepEqual(Object.keys(unheard.speech.body.deleted), ['audio']);
  assert.ok(unheard.speech.body.transcript.segments.length > 0);
  const filed = await grownOld('cvs');
  assert.deepEqual([filed.cv.body.score, Object.keys(filed.cv.body.deleted)], [60, ['cvs']]);
});

test('a run whose time is over is unknown', async () => {
  const { speech, cv, runs } = await grownOld('runs');
  assert.deepEqual([speech.status, cv.status, runs], [404, 404, []]);
});
