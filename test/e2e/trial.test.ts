import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { wavOf } from '#server/domain/wav.ts';
import { withoutEnglishRecogniser } from '#test/support/english-recogniser.ts';
import { listening, until } from '#test/support/live-process.ts';
import { speak } from '#test/support/speech-sounds.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { texts } from '../../server/web/candidate/texts/en.ts';
import { personaTexts } from '../../server/web/console/texts/personas.ts';
import { launchChromium, openContext } from '../../testkit/console-demo/chromium.ts';
import { complaints } from '../../testkit/console-demo/complaints.ts';
import { createConsoleClient } from '../../testkit/console-demo/console-client.ts';
import { seedPeople } from '../../testkit/console-demo/people.ts';
import { newDevice, openPage, type PageClient } from '../../testkit/interview/page-client.ts';
import { serverProcesses } from '../../testkit/processes.ts';
import { startThrowawayServer, type ThrowawayServer } from '../../testkit/throwaway-server.ts';

/** A persona is tried against the real server, in a real browser and without one; then the data folder is searched, byte by byte. */
const withinMs = 120_000;
const word = 'caraway7421';

async function setUp(t: { after(end: () => Promise<void>): void }) {
  const server = await startThrowawayServer(process.env, {
    LANE_THREADS: '1',
    // A browser that offers WebRTC looks for the way out of its machine.
    LIVE_WEBRTC: '0',
  });
  t.after(() => server.stop());
  await server.ready();
  const { clientId, apiKey } = await server.createKey(0);
  const admin = createConsoleClient(server.url);
  admin.session = (await seedPeople(server.services, clientId)).admin;
  const at = `/clients/${clientId}/personas`;
  const persona = await admin.call('POST', at, {
    ...{ roleName: 'Customer support agent', language: 'en', maxMinutes: 20, patienceMs: 1000 },
    ...{ systemPrompt: null, basePromptOverride: null, voice: null, analyse: true, positionId: null },
    questions: null,
  });
  const trial = async () => {
    const path = `${at}/${persona.id}/trials`;
    let answer = await admin.ask('POST', path);
    // The live process may still be starting.
    await until(async () => {
      if (answer.status === 503) answer = await admin.ask('POST', path);
      return answer.status !== 503;
    }, withinMs);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return String(answer.body.link).split('#t=')[1]!;
  };
  const asProgram = async (path: string) => {
    const headers = { 'x-api-key': apiKey };
    const answer = await fetch(`${server.url}/api/v1/interview/sessions${path}`, { headers });
    return { status: answer.status, body: (await answer.json()) as { data?: unknown[] } };
  };
  return { server, clientId, admin, persona, trial, asProgram };
}

/** Files below the data folder that have these bytes, and what the tables of interviews hold. */
async function leftOf({ server, words }: { server: ThrowawayServer; words: readonly string[] }) {
  const { db } = server.services;
  const files = globSync('**/*', { cwd: server.dataDir }).filter((path) =>
    statSync(join(server.dataDir, path)).isFile(),
  );
  const rows = await Promise.all([
    db.selectFrom('interview_sessions').selectAll().execute(),
    db.selectFrom('interview_events').selectAll().execute(),
    db.selectFrom('runs').selectAll().execute(),
    db.selectFrom('candidate_records').selectAll().execute(),
    db.selectFrom('webhook_messages').selectAll().execute(),
  ]);
  const log = await server.log();
  return {
    rows: rows.flat(),
    filesThatSayIt: files.filter((path) => {
      const bytes = readFileSync(join(server.dataDir, path));
      return words.some((one) => bytes.includes(one));
    }),
    filesOfInterviews: files.filter((path) => /^(live|work)\/|\.(wav|pcm)$|said\.json/.test(path)),
    logSaysIt: log.includes(word),
  };
}

const nothing = { rows: [], filesThatSayIt: [], filesOfInterviews: [], logSaysIt: false };

/** A typed answer within a trial, heard and answered. */
async function answerIn(page: PageClient): Promise<string> {
  const { invitation, notice } = await page.next('invitation', { withinMs });
  page.send({ type: 'consent', notice: notice.hash });
  page.send({ type: 'begin', typed: true });
  await page.next('joined', { withinMs });
  await listening(page, 0, withinMs);
  const from = page.messages.length;
  page.send({ type: 'say', text: `My bread has ${word} in it.` });
  await page.next('caption', { from, withinMs, where: ({ caption }) => caption.text.includes(word) });
  return invitation.sessionId;
}

test('kill -9 of the process that holds a trial, and of the one that passes it on, leaves nothing of it', {
  skip: withoutEnglishRecogniser(),
}, async (t) => {
  const { server, trial, asProgram } = await setUp(t);
  for (const role of ['live', 'api'] as const) {
    const token = await trial();
    let opened: PageClient | undefined;
    // One that was killed is still starting.
    await until(async () => {
      opened = await openPage(server.url, { device: newDevice() }).catch(() => undefined);
      return opened !== undefined;
    }, withinMs);
    const page = opened!;
    t.after(async () => page.drop());
    page.send({ type: 'hello', token });
    const sessionId = await answerIn(page);
    const said = [word, sessionId];
    assert.deepEqual(await leftOf({ server, words: said }), nothing, 'while it is held');
    assert.deepEqual((await asProgram('')).body.data, [], 'programs see no session');
    assert.equal((await asProgram(`/${sessionId}`)).status, 404);
    const before = (await serverProcesses(server.pid))[role].pid;
    process.kill(before, 'SIGKILL');
    await page.closed;
    await until(async () => {
      const now = await serverProcesses(server.pid).catch(() => undefined);
      const health = await fetch(`${server.url}/api/v1/health`).catch(() => undefined);
      await delay(200);
      return now !== undefined && now[role].pid !== before && health?.ok === true;
    }, withinMs);
    assert.deepEqual(await leftOf({ server, words: said }), nothing, `after the death of ${role}`);
  }
});

test('an administrator presses the button, talks with the persona, and finds what was said on the page alone', {
  skip: withoutEnglishRecogniser(),
}, async (t) => {
  const { server, clientId, admin, persona, trial } = await setUp(t);
  await trial();
  const folder = await tempFolder(t);
  const voice = join(folder, 'voice.wav');
  const { samples } = await speak('I have worked in customer support for five years.', 'rms', folder);
  // Then silence: it is played again and again.
  const pcm = Buffer.alloc(2 * samples.length + 2 * 16_000 * 10);
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(pcm);
  await writeFile(voice, wavOf(pcm));
  const browser = await launchChromium([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${voice}`,
  ]);
  t.after(() => browser.close());
  const context = await openContext(browser, { url: server.url, session: admin.session! });
  await context.grantPermissions(['microphone']);
  const page = await context.newPage();
  page.setDefaultTimeout(withinMs);
  const said = complaints(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  await page.goto(`/console/c/${clientId}/personas/${persona.id}/edit`);
  await page.getByRole('button', { name: personaTexts.trial.saveAndStart }).waitFor();
  await press(personaTexts.trial.saveAndStart);
  await heading(texts.welcome.title);
  await page.getByRole('link', { name: texts.trial.back }).click();
  await page.getByText(personaTexts.trial.description).waitFor();
  await press(personaTexts.trial.start);
  await heading(texts.welcome.title);
  await press(texts.goOn);
  await page.getByText(texts.trial.consent).waitFor();
  await press(texts.goOn);
  await press(texts.microphone.allow);
  await page.getByText(texts.microphone.heard).waitFor();
  await press(texts.microphone.start);
  await page.getByRole('log').getByText('Customer support agent').first().waitFor();
  await page
    .locator('.caption[data-speaker=candidate]')
    .filter({ hasText: /customer support/i })
    .first()
    .waitFor();
  await page.getByText(texts.trial.banner).waitFor();
  await press(texts.interview.end);
  await press(texts.interview.endYes);
  await heading(texts.trial.title);
  await page
    .locator('.caption[data-speaker=candidate]')
    .filter({ hasText: /customer support/i })
    .first()
    .waitFor();
  await page.getByRole('button', { name: texts.trial.back, exact: true }).click();
  await page.getByText(personaTexts.trial.description).waitFor();
  await page.goto(`/console/c/${clientId}/sessions`);
  await page
    .getByText(/No interviews/i)
    .first()
    .waitFor();
  assert.deepEqual(said, []);
  assert.deepEqual(await leftOf({ server, words: [word, 'customer support for five'] }), nothing);
  const { items } = await admin.call('GET', `/clients/${clientId}/audit`);
  const tried = (items as { action: string }[]).filter(({ action }) => action === 'persona.try');
  assert.equal(tried.length, 3);
});
