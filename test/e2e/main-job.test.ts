import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { limits } from '#server/config/limits.ts';
import type { ShownDimension } from '#server/modules/speech/result.ts';
import { minutes } from '#server/time.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { ffmpeg } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { withoutMoonshine } from '../../testkit/moonshine.ts';
import { buildSampleRealInterview, type TruthTurn } from '../../testkit/real-interview.ts';
import { startThrowawayServer, type ThrowawayServer } from '../../testkit/throwaway-server.ts';
import { transcriptErrors } from '../../testkit/word-errors.ts';

/** The real server, real HTTP, real recordings: what a customer gets. */

const samplePath = join(import.meta.dirname, '../../scripts/sample/interview.mp3');
interface Truth {
  durationMs: number;
  candidate: string;
  turns: (TruthTurn & { text: string })[];
}

/** The beginning of a recording, up to the end of a turn: little more than the shortest that is taken. */
async function beginningOf(recording: string, folder: string): Promise<{ path: string; truth: Truth }> {
  const whole: Truth = JSON.parse(readFileSync(recording.replace('.mp3', '.json'), 'utf8'));
  const last = whole.turns.findIndex(({ endMs }) => endMs > limits.audio.minDurationMs + 1000);
  const turns = whole.turns.slice(0, last + 1);
  const durationMs = turns[last]!.endMs + 250;
  const path = join(folder, 'beginning.mp3');
  await ffmpeg(`-i ${recording} -t ${durationMs / 1000} -c copy ${path}`);
  return { path, truth: { ...whole, durationMs, turns } };
}
/** Against a hang alone: a busy machine takes its time. */
const RUN_WITHIN_MS = minutes(12);
const servers: ThrowawayServer[] = [];
after(() => Promise.all(servers.map((server) => server.stop())));

/** A client of its own on a server with these settings; loading models takes long, so there is one server for each. */
const started = new Map<string, Promise<ThrowawayServer>>();
async function newClient(settings: Record<string, string> = {}) {
  const name = JSON.stringify(settings);
  const server = await (started.get(name) ?? started.set(name, serve(settings)).get(name)!);
  const { apiKey } = await server.createKey(100);
  return createSpeechClient(server, apiKey);
}

async function serve(settings: Record<string, string>) {
  // Each thread loads models of its own, and one recording is heard at a time.
  const server = await startThrowawayServer(process.env, { LANE_THREADS: '1', ...settings });
  servers.push(server);
  await server.ready();
  return server;
}

interface Segment {
  speaker: string;
  startMs: number;
  endMs: number;
}

/** Milliseconds that a speaker of the transcript shares with a speaker of the truth. */
const sharedMs = (segments: readonly Segment[], speaker: string, turns: readonly TruthTurn[], real: string) =>
  segments
    .filter((segment) => segment.speaker === speaker)
    .flatMap((segment) =>
      turns
        .filter((turn) => turn.speaker === real)
        .map((turn) =>
          Math.max(0, Math.min(segment.endMs, turn.endMs) - Math.max(segment.startMs, turn.startMs)),
        ),
    )
    .reduce((sum, ms) => sum + ms, 0);

test('the sample interview becomes a truthful scorecard, charged by started minute', {
  skip: withoutMoonshine(),
}, async (t) => {
  const { path, truth } = await beginningOf(samplePath, await tempFolder(t));
  const client = await newClient();
  const { status, body: accepted } = await client.submit(
    path,
    { externalId: 'sample-1', tags: '["e2e"]', metadata: '{"role":"planner"}' },
    '?includeCutAudio=true',
  );
  assert.equal(status, 202, JSON.stringify(accepted));
  assert.equal(accepted.externalId, 'sample-1');

  const first = await client.poll(accepted.id);
  assert.equal(first.body.status, 'processing');
  assert.deepEqual(first.body.metadata, { role: 'planner' });
  const hasty = await client.poll(accepted.id);
  assert.equal(hasty.status, 429, 'a second poll within ten seconds must wait');
  assert.deepEqual(Object.keys(hasty.body).sort(), ['error', 'message', 'requestId', 'retryAfterSeconds']);
  assert.equal(hasty.body.error, 'POLL_RATE_LIMITED');
  assert.equal(hasty.headers.get('retry-after'), String(hasty.body.retryAfterSeconds));

  const run = await client.ended(accepted.id, RUN_WITHIN_MS);
  assert.equal(run.status, 'success', JSON.stringify(run).slice(0, 2000));
  assert.ok(run.status === 'success');
  assert.deepEqual(run.tags, ['e2e']);
  assert.ok(Math.abs(run.audio!.durationMs - truth.durationMs) < 200);
  assert.equal(run.audio!.speakerCount, 2);

  await t.test('the candidate is the one who answers', () => {
    const { segments, candidateSpeaker } = run.transcript;
    assert.equal(run.candidateDetection!.speaker, candidateSpeaker);
    const own = sharedMs(segments, candidateSpeaker!, truth.turns, 'candidate');
    const other = sharedMs(segments, candidateSpeaker!, truth.turns, 'interviewer');
    assert.ok(own > 20 * other, `${own} ms of the candidate, ${other} ms of the interviewer`);
    assert.ok(run.candidateDetection!.reason.length > 20);
  });

  await t.test('at least nineteen words of twenty are right', () => {
    const reference = truth.turns.map(({ text }) => text).join(' ');
    const words = run.transcript.segments.flatMap((segment) => segment.words);
    const { rate } = transcriptErrors(reference, words.map(({ text }) => text).join(' '));
    assert.ok(rate <= 0.05, `word error rate ${rate.toFixed(3)}`);
  });

  await t.test('every score lies in its interval, with features and evidence', () => {
    for (const name of ['vocabulary', 'fluency', 'accent'] as const) {
      const detail: ShownDimension = run.analysis![name]!;
      assert.ok(detail.score !== null && detail.interval, name);
      assert.equal(run.scores[name], detail.score);
      const [low, high] = detail.interval;
      assert.ok(low! <= detail.score && detail.score <= high! && low! >= 0 && high! <= 5, name);
      assert.ok(Object.keys(detail.features).length >= 4, name);
      assert.equal(run.scores[`${name}Percent`], Math.round(detail.score * 20));
    }
    assert.ok(run.explainability && run.hrRecommendation && run.candidateFeedback);
  });

  await t.test('four started minutes cost four credits, once', async () => {
    assert.equal(run.credits!.deducted, 4);
    const { body: balance } = await client.get('/api/v1/credits');
    assert.equal(balance.creditBalance, 96);
    assert.equal(run.credits!.remainingBalance, 96);
    const debits = balance.recentTransactions.filter(({ type }: { type: string }) => type === 'debit');
    assert.equal(debits.length, 1);
    assert.equal(debits[0].referenceId, accepted.id);
  });

  await t.test('the cut audio is an MP3 of the candidate alone', async () => {
    assert.ok(run.cutAudio);
    const path = join(await tempFolder(t), 'cut.mp3');
    await writeFile(path, Buffer.from(run.cutAudio.base64, 'base64'));
    const probed = await promisify(execFile)('ffprobe', [
      ...['-v', 'error', '-show_entries', 'stream=codec_name,channels:format=duration', '-of', 'json', path],
    ]);
    const { streams, format } = JSON.parse(probed.stdout);
    assert.deepEqual(streams, [{ codec_name: 'mp3', channels: 1 }]);
    assert.ok(Math.abs(Number(format.duration) * 1000 - run.cutAudio.durationMs) < 200);
    const spoken = truth.turns.filter(({ speaker }) => speaker === truth.candidate);
    const spokenMs = spoken.reduce((sum, turn) => sum + turn.endMs - turn.startMs, 0);
    assert.ok(run.cutAudio.durationMs > 0.6 * spokenMs && run.cutAudio.durationMs < 1.1 * spokenMs);
  });

  await t.test('it is in the list, and a finished run may be polled at will', async () => {
    const { body: list } = await client.get(
      '/api/v1/speech/runs?tags=e2e&metadata_key=role&metadata_value=planner',
    );
    assert.deepEqual(
      list.runs.map(({ id }: { id: string }) => id),
      [accepted.id],
    );
    for (let poll = 0; poll < 3; poll++) assert.equal((await client.poll(accepted.id)).status, 200);
  });
});

test('two real people reading: words, speakers and the candidate are right', {
  skip: withoutMoonshine(),
}, async (t) => {
  const { path, truth: readers } = await beginningOf(
    samplePath.replace('interview', 'readers'),
    await tempFolder(t),
  );
  const client = await newClient();
  const { body: accepted } = await client.submit(path);
  const run = await client.ended(accepted.id, RUN_WITHIN_MS);
  assert.ok(run.status === 'success', JSON.stringify(run).slice(0, 2000));
  assert.equal(run.audio!.speakerCount, 2);
  const { segments, candidateSpeaker } = run.transcript;
  const own = sharedMs(segments, candidateSpeaker!, readers.turns, 'candidate');
  const other = sharedMs(segments, candidateSpeaker!, readers.turns, 'interviewer');
  assert.ok(own > 10 * other, `${own} ms of the candidate, ${other} ms of the other`);
  const heard = segments.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
  const { rate } = transcriptErrors(readers.turns.map(({ text }) => text).join(' '), heard);
  assert.ok(rate <= 0.12, `word error rate ${rate.toFixed(3)}`);
});

test('a language that nothing here hears is refused at once, without an operator’s command', {
  skip: withoutMoonshine(),
}, async () => {
  const client = await newClient();
  const { status, body } = await client.submit(samplePath, { language: 'de' });
  assert.deepEqual([status, body.error.code], [400, 'LANGUAGE_NOT_AVAILABLE']);
  assert.match(body.error.message, /German \("de"\)/);
  assert.doesNotMatch(body.error.message, /assay models/);
  assert.equal((await client.get('/api/v1/credits')).body.creditBalance, 100);
});

/** Two learners are understood in part; what follows is to be looked at all the same. */
const openGates = {
  ASR_MAX_WORD_ERRORS: '1',
  ASR_MIN_MEAN_CONFIDENCE: '0',
  ASR_MIN_WORD_CONFIDENCE: '0',
};

test('two learners, with the gates open: a full scorecard, and who spoke when is right', {
  skip: withoutSharedData() || withoutMoonshine(),
}, async (t) => {
  const outDir = await tempFolder(t);
  const interview = await buildSampleRealInterview({
    dataDir: findSharedData()!,
    outDir,
    interviewer: 'speechocean',
  });
  const client = await newClient(openGates);
  const { body: accepted } = await client.submit(interview.wavPath);
  const run = await client.ended(accepted.id, RUN_WITHIN_MS);
  assert.equal(run.status, 'success', JSON.stringify(run).slice(0, 2000));
  assert.ok(run.status === 'success');
  for (const name of ['vocabulary', 'fluency', 'accent', 'overall'] as const) {
    assert.equal(typeof run.scores[name], 'number', name);
  }

  // Words, not turns: it is the transcript that the customer reads.
  const words = run.transcript.segments.flatMap(({ speaker, words }) =>
    words.map((word) => ({ ...word, speaker })),
  );
  const candidate = run.transcript.candidateSpeaker!;
  let [rightMs, allMs] = [0, 0];
  for (const speaker of new Set(words.map((word) => word.speaker))) {
    for (const real of [interview.candidate, interview.interviewer]) {
      const ms = sharedMs(words, speaker, interview.turns, real);
      allMs += ms;
      if ((speaker === candidate) === (real === interview.candidate)) rightMs += ms;
    }
  }
  const talk = interview.turns.reduce((sum, turn) => sum + turn.endMs - turn.startMs, 0);
  assert.ok(allMs > 0.5 * talk, `words cover ${Math.round((100 * allMs) / talk)} % of the speech`);
  assert.ok(
    rightMs >= 0.85 * allMs,
    `${((100 * rightMs) / allMs).toFixed(1)} % of the time is given to the right person`,
  );
});
