import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createInterviewHolder } from '#server/app/services.ts';
import { limits } from '#server/config/limits.ts';
import type { Db } from '#server/db/db.ts';
import type { Tables } from '#server/db/tables.ts';
import { createInterviewAnnouncer } from '#server/modules/interview/announce.ts';
import { createInterviewLinks } from '#server/modules/interview/link.ts';
import type {
  LiveSession,
  NewSession,
  Outcome,
  PersonaContent,
  ServedNotice,
} from '#server/modules/interview/types.ts';
import type { Run } from '#server/modules/runs/types.ts';
import { createDataLayer } from './data-layer.ts';
import type { DialectTest } from './dialect-test.ts';
import { createLendingBlobs } from './lending-blobs.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';
import { testPepper, webhooksOn } from './webhooks.ts';

/** What a candidate was served. */
export const served: ServedNotice = {
  language: 'en',
  isScored: false,
  version: 0,
  sections: [{ title: 'What is recorded', paragraphs: ['Your voice.'] }],
  agree: 'I agree to be recorded.',
  hash: 'a'.repeat(64),
};

/** What a candidate and an interviewer said, and what was recorded of it (any bytes will do here). */
export function spoken(recordingPath: string | null, durationSec = 125): Outcome {
  return {
    durationSec,
    recordingPath,
    transcript: {
      language: 'en',
      turns: [
        { speaker: 'interviewer', startMs: 0, endMs: 2000, text: 'Hello.' },
        { speaker: 'candidate', startMs: 2400, endMs: 4000, text: 'Good morning.' },
      ],
      events: [{ kind: 'turn-ended', at: '2026-11-23T09:00:04.000Z', startMs: 2400, endMs: 4000 }],
    },
  };
}

/** The real services of interviews on a database, with live processes of any name. */
export async function interviewLayer(
  { db, t }: Pick<DialectTest, 'db' | 't'>,
  clock: MovingClock = createMovingClock(),
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-interviews-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const blobs = createLendingBlobs({ root: join(dataDir, 'blobs') });
  const webhooks = webhooksOn({ db, clock });
  const announce = createInterviewAnnouncer({ webhooks });
  const fault = { breaks: false };
  const whenEnded = async (trx: Db, run: Run) => {
    await announce(trx, run);
    if (fault.breaks) throw new Error('The outbox is full.');
  };
  const layerOn = (handle: Db) => createDataLayer(handle, clock, { interview: whenEnded });
  const layer = layerOn(db);
  const { personas, sessions, presence } = layer;
  const liveOn = (handle: Kysely<Tables>, processId = 'live_1') =>
    createInterviewHolder(layerOn(handle), { blobs, processId });
  const live = liveOn(db);
  await presence.enlist({
    id: 'live_1',
    host: 'test',
    pid: 1,
    address: 'http://127.0.0.1:1',
    languages: limits.languages,
  });
  const recordingPath = join(dataDir, 'held.wav');
  await writeFile(recordingPath, 'RIFF what was said');
  const links = createInterviewLinks(testPepper);

  const newClient = async (client: { credits?: number; maxConcurrentRuns?: number } = {}) =>
    (await layer.identity.createClient({ name: 'Acme', credits: 1000, ...client })).id;
  const invite = async (
    clientId: string,
    given: { persona?: Partial<PersonaContent>; session?: Partial<NewSession> } = {},
  ) => {
    const persona = await personas.create(
      { clientId, id: randomUUID() },
      { roleName: 'Baker', language: 'English', ...given.persona },
    );
    const sessionId = randomUUID();
    await sessions.create({
      clientId,
      sessionId,
      personaId: persona.id,
      projectId: null,
      apiKeyId: null,
      consentMode: 'none',
      candidateRef: 'cand-1',
      metadata: {},
      tags: [],
      ...given.session,
    });
    return { sessionId, personaId: persona.id, token: links.token(sessionId, 1) };
  };
  const admitted = (answer: LiveSession | { refusal: string }): LiveSession => {
    if ('refusal' in answer) throw new Error(`Refused: ${JSON.stringify(answer)}`);
    return answer;
  };

  return {
    ...layer,
    blobs,
    webhooks,
    fault,
    live,
    liveOn,
    links,
    recordingPath,
    newClient,
    invite,
    admitted,
    /** Time passes, and the live process is still there. */
    async pass(durationMs: number) {
      clock.advance(durationMs);
      await presence.stillHere('live_1');
    },
    /** An interview that is under way. */
    async begun(clientId: string, given: Parameters<typeof invite>[1] = {}, by = live) {
      const invited = await invite(clientId, given);
      const visitor = { token: invited.token, device: 'phone' };
      admitted(await by.admit(visitor));
      admitted((await by.begin(visitor)) as LiveSession);
      return invited;
    },
    state: async (clientId: string, sessionId: string) =>
      (await layer.runs.find({ clientId, runId: sessionId }))?.status,
  };
}
