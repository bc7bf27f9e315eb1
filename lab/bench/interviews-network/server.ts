/**
 * The server of `interviews-network.ts`, in a namespace of its own: a real one, with a stub in place of a language model that never runs
 * out of questions. Prints the candidate's link, then, once a line comes in, what became of the interview; each as a line of JSON.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { courtesyOf } from '#server/domain/interview/courtesy.ts';
import { processFacts, serverProcesses } from '../../../testkit/processes.ts';
import { startThrowawayServer } from '../../../testkit/throwaway-server.ts';

export interface InterviewReport {
  state: string;
  minutes: number;
  /** The candidate's turns, as the transcript of record has them. */
  heard: string[];
  courtesy: ReturnType<typeof courtesyOf>;
  /** From the end of an answer to the decision that it has ended, and from there to the interviewer's first sound, ms. */
  waits: { decision: number[]; sound: number[] };
  /** How often the candidate was noted to have left. */
  left: number;
  /** Memory of the live process: before the interview, each minute of it, and when it was stored. */
  liveMb: { before: number; each: number[]; after: number };
  /** Restarts of the live process. */
  restarts: number;
}

const [address = '', recordingPath = ''] = process.argv.slice(2);
const openings = [
  'Thank you.',
  'I see.',
  'That is helpful.',
  'All right.',
  'That makes sense.',
  'Good to know.',
  'Thanks for that.',
];
const questions = [
  'What did you learn from it?',
  'How would you explain it to a new colleague?',
  'What would you do differently today?',
  'Who else was involved, and how did you work together?',
  'Can you tell me about another time like that?',
  'How did your customers see it?',
  'What was the hardest part of it?',
  'How long did it take you?',
  'Which tools did you use?',
  'What happened in the end?',
  'How did you know that it worked?',
];

const model = createServer(async (request, response) => {
  for await (const _ of request);
  asked++;
  response.setHeader('content-type', 'text/event-stream');
  const event = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const question = `${openings[asked % openings.length]} ${questions[asked % questions.length]}`;
  for (const word of question.split(/(?<= )/)) response.write(event({ content: word }));
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
});
let asked = 0;
await new Promise<void>((ready) => model.listen(0, '127.0.0.1', ready));

const server = await startThrowawayServer(process.env, {
  HOST: address,
  INTERVIEW_MODEL_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
  INTERVIEW_MODEL_NAME: 'stub',
});
try {
  await server.ready();
  const { apiKey } = await server.createKey(1000);
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v1/interview${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const persona = await call('/personas', { role_name: 'Customer support agent', language: 'en' });
  let created = await call(`/personas/${String(persona.body.id)}/sessions`, { consent_mode: 'none' });
  while (created.status === 503) {
    await delay(500);
    created = await call(`/personas/${String(persona.body.id)}/sessions`, { consent_mode: 'none' });
  }
  if (created.status !== 201) throw new Error(JSON.stringify([persona.body, created.body]));
  const sessionId = String(created.body.id);
  const memory = async () => {
    const { live } = await serverProcesses(server.pid);
    return { pid: live.pid, mb: Math.round((await processFacts(live.pid))!.residentBytes / 1e6) };
  };
  const before = await memory();
  console.log(JSON.stringify({ link: created.body.candidate_link }));

  const each: number[] = [];
  const minutely = setInterval(() => {
    memory().then(
      ({ mb }) => each.push(mb),
      // Just being restarted.
      () => undefined,
    );
  }, 60_000);
  await new Promise<void>((told) => createInterface(process.stdin).once('line', () => told()));
  clearInterval(minutely);
  let state = '';
  while (state !== 'completed' && state !== 'failed') {
    await delay(500);
    state = String((await call(`/sessions/${sessionId}`)).body.status);
  }
  const after = await memory();
  const recording = await fetch(`${server.url}/api/v1/interview/sessions/${sessionId}/recording`, {
    headers: { 'x-api-key': apiKey },
  });
  const wav = Buffer.from(await recording.arrayBuffer());
  const frames = Math.max(0, (wav.length - 44) / 4);
  await writeFile(recordingPath, wav);
  const { body } = await call(`/sessions/${sessionId}/transcript`);
  const turns = (body.turns ?? []) as { speaker: string; text: string }[];
  const events = await server.services.db
    .selectFrom('interview_events')
    .select(['kind', 'data'])
    .where('run_id', '=', sessionId)
    .orderBy('number')
    .execute();
  const noted = events.map(({ kind, data }) => ({ kind, data: JSON.parse(data) as Record<string, unknown> }));
  console.log(
    JSON.stringify({
      state,
      minutes: frames / 16_000 / 60,
      heard: turns.filter(({ speaker }) => speaker === 'candidate').map(({ text }) => text),
      courtesy: courtesyOf(noted),
      waits: {
        decision: noted
          .filter(({ kind }) => kind === 'turn-ended')
          .map(({ data }) => Number(data.decidedMs) - Number(data.endMs)),
        sound: noted
          .filter(({ kind, data }) => kind === 'spoke' && data.responseMs !== null)
          .flatMap(({ data }) => {
            const startMs = Number(data.startMs);
            const before = noted.findLast(
              ({ kind, data }) => kind === 'turn-ended' && Number(data.decidedMs) <= startMs,
            );
            return before ? [startMs - Number(before.data.decidedMs)] : [];
          }),
      },
      left: noted.filter(({ kind }) => kind === 'left').length,
      liveMb: { before: before.mb, each, after: after.mb },
      restarts: before.pid === after.pid ? 0 : 1,
    } satisfies InterviewReport),
  );
} catch (error) {
  console.error(await server.log());
  throw error;
} finally {
  await server.stop();
  model.close();
}
process.exit();
