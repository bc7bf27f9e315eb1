import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caption } from '#server/live/protocol.ts';
import { withoutEnglishRecogniser } from '#test/support/english-recogniser.ts';
import { listening, until } from '#test/support/live-process.ts';
import { ffmpeg, readPcm, speak } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { newDevice, openPage, type PageClient } from '../../testkit/interview/page-client.ts';
import { serverProcesses } from '../../testkit/processes.ts';
import { startThrowawayServer } from '../../testkit/throwaway-server.ts';

const answers = [
  'I have worked in customer support for about five years now, and I trained two new colleagues.',
  'Once every second delivery came late, so I called all customers before they called us.',
] as const;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Share of the words that a text has in their order, whatever is between them, as a recogniser's small mistakes allow. */
function found(expected: string, text: string): number {
  const [wanted, words] = [wordsOf(expected), wordsOf(text)];
  // Longest common subsequence, a row for each word that is looked for.
  let row = new Array<number>(words.length + 1).fill(0);
  for (const word of wanted) {
    const next = [0];
    for (const [at, heard] of words.entries()) {
      next.push(heard === word ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    }
    row = next;
  }
  return row.at(-1)! / wanted.length;
}

/** All that the candidate was heard to say, as the captions have it. */
const saidBy = (captions: readonly Caption[]): string =>
  [
    ...new Map(
      captions.filter(({ speaker }) => speaker === 'candidate').map(({ id, text }) => [id, text]),
    ).values(),
  ].join(' ');
const captionsOf = ({ messages }: PageClient): Caption[] =>
  messages.flatMap((message) => (message.type === 'caption' ? [message.caption] : []));

/** Each wait is for an event. On a machine that has no time left, events come late: this only ends what will never come. */
const withinMs = 120_000;
const mostTries = 3;

/**
 * Says an answer until it was understood. Where this process or the server's gets no time, sound has holes that no network made: then it
 * is said once more, as people do.
 */
async function sayUntilHeard(page: PageClient, samples: Int16Array, text: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const from = page.messages.length;
    await page.speak(samples);
    const isHeard = () => found(text, saidBy(captionsOf(page))) > 0.7;
    const isAnswered = () =>
      page.messages.slice(from).some((message) => message.type === 'phase' && message.phase === 'speaking');
    await until(() => isHeard() || isAnswered(), withinMs);
    if (isHeard()) return;
    assert.ok(tries < mostTries, `"${text}" was heard as "${saidBy(captionsOf(page))}"`);
    await listening(page, from, withinMs);
  }
}

/**
 * The same while the interviewer speaks, until it has fallen silent for it: on a machine without time it may have finished before it is
 * known that the candidate speaks. @returns where the messages of that time begin
 */
async function interruptUntilHeard(page: PageClient, samples: Int16Array, text: string): Promise<number> {
  for (let tries = 1; ; tries++) {
    const from = page.messages.length;
    await sayUntilHeard(page, samples, text);
    const came = () => page.messages.slice(from);
    const isSilent = () => came().some(({ type }) => type === 'hush');
    await until(
      () => isSilent() || came().some((message) => message.type === 'phase' && message.phase === 'listening'),
      withinMs,
    );
    if (isSilent()) return from;
    assert.ok(tries < mostTries, 'the interviewer falls silent for who speaks up');
    const after = page.messages.length;
    await page.next('phase', { from: after, withinMs, where: ({ phase }) => phase === 'speaking' });
    await delay(700);
  }
}

test('a live interview: spoken answers, barge-in, kill -9 of the live process in the middle, and everything said is kept', {
  skip: withoutEnglishRecogniser(),
}, async (t) => {
  const folder = await tempFolder(t);
  const [first, second] = await Promise.all(
    answers.map((text, index) => speakIn(text, join(folder, `${index}`))),
  );
  const server = await startThrowawayServer(process.env, { LANE_THREADS: '1' });
  t.after(() => server.stop());
  await server.ready();
  const { apiKey } = await server.createKey(1000);
  const api = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v1/interview${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const persona = await api('POST', '/personas', { role_name: 'Customer support agent', language: 'en' });
  assert.equal(persona.status, 201, JSON.stringify(persona.body));
  let created = await api('POST', `/personas/${String(persona.body.id)}/sessions`, {
    consent_mode: 'explicit',
  });
  // The live process may still be starting.
  for (let tries = 0; created.status === 503 && tries < 60; tries++) {
    await delay(500);
    created = await api('POST', `/personas/${String(persona.body.id)}/sessions`, {
      consent_mode: 'explicit',
    });
  }
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const sessionId = String(created.body.session_id);
  const token = String(created.body.candidate_link).split('#t=')[1]!;
  const device = newDevice();

  const page = await openPage(server.url, { device });
  t.after(() => page.drop());
  page.send({ type: 'hello', token });
  await page.next('invitation');
  page.send({ type: 'consent' });
  page.send({ type: 'begin', typed: false });
  await page.next('joined');
  await page.next('phase', { where: ({ phase }) => phase === 'speaking' });

  // Who speaks, and that it is no person, is said to the end; behind that, who speaks up is heard at once.
  await page.next('caption', {
    withinMs,
    where: ({ caption }) => caption.text.includes('Customer support agent'),
  });
  await delay(1000);
  let from = await interruptUntilHeard(page, first!, answers[0]);
  await page.next('caption', {
    from,
    withinMs,
    where: ({ caption }) => caption.speaker === 'candidate' && caption.isFinal && caption.text !== '',
  });
  await page.next('phase', { from, withinMs, where: ({ phase }) => phase === 'speaking' });
  assert.ok(
    page.played.some(({ samples }) => samples.some((sample) => Math.abs(sample) > 1000)),
    'it was heard',
  );

  const { live } = await serverProcesses(server.pid);
  process.kill(live.pid, 'SIGKILL');
  await page.closed;
  let again = await openPage(server.url, { device }).catch(() => undefined);
  await until(async () => {
    again ??= await openPage(server.url, { device }).catch(() => undefined);
    if (again && again.messages.length === 0) again.send({ type: 'hello', token });
    await delay(500);
    if (again?.messages.some(({ type }) => type === 'joined')) return true;
    again?.drop();
    again = undefined;
    return false;
  }, withinMs);
  const resumed = again!;
  t.after(() => resumed.drop());
  const { captions } = await resumed.next('joined');
  assert.ok(found(answers[0], saidBy(captions)) > 0.7, JSON.stringify(captions));
  from = await listening(resumed, 0, withinMs);
  await delay(300);
  await sayUntilHeard(resumed, second!, answers[1]);
  await resumed.next('phase', { from, withinMs, where: ({ phase }) => phase === 'thinking' });
  resumed.send({ type: 'end' });
  await resumed.next('ended', { withinMs });

  let session = await api('GET', `/sessions/${sessionId}`);
  await until(async () => {
    session = await api('GET', `/sessions/${sessionId}`);
    return String(session.body.status) !== 'active';
  }, withinMs);
  assert.equal(String(session.body.status), 'completed', JSON.stringify(session.body));
  assert.equal(Number(session.body.credit_charged), Math.ceil(Number(session.body.duration_sec) / 60));
  const { body: transcript } = await api('GET', `/sessions/${sessionId}/transcript`);
  const turns = transcript.turns as {
    speaker: string;
    text: string;
    startMs: number;
    endMs: number;
  }[];
  const told = turns
    .filter(({ speaker }) => speaker === 'candidate')
    .map(({ text }) => text)
    .join(' ');
  for (const answer of answers) assert.ok(found(answer, told) > 0.8, `${answer}\n${told}`);
  const kinds = (transcript.events as { kind: string }[]).map(({ kind }) => kind);
  for (const kind of ['joined', 'interrupted', 'restarted', 'turn-ended', 'spoke', 'ended']) {
    assert.ok(kinds.includes(kind), `${kind} of ${kinds.join(' ')}`);
  }

  const recording = await fetch(`${server.url}/api/v1/interview/sessions/${sessionId}/recording`, {
    headers: { 'x-api-key': apiKey },
  });
  assert.equal(recording.headers.get('content-type'), 'audio/wav');
  const wav = join(folder, 'recording.wav');
  await writeFile(wav, Buffer.from(await recording.arrayBuffer()));
  for (const [channel, speaker] of [
    [0, 'candidate'],
    [1, 'interviewer'],
  ] as const) {
    await ffmpeg(`-i ${wav} -af pan=mono|c0=c${channel} -f s16le ${folder}/channel.pcm`);
    const samples = await readPcm(`${folder}/channel.pcm`);
    const turn = turns
      .filter((one) => one.speaker === speaker)
      .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0]!;
    const power = (from: number, to: number) => {
      const part = samples.subarray(16 * from, 16 * to);
      return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
    };
    assert.ok(power(turn.startMs, turn.endMs) > 500, `the ${speaker} is heard where the transcript says`);
  }
});

async function speakIn(text: string, folder: string): Promise<Int16Array> {
  await mkdir(folder, { recursive: true });
  return (await speak(text, 'rms', folder)).samples;
}
