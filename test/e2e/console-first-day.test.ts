import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { days, isoTime, minutes, seconds } from '#server/time.ts';
import { accessTexts } from '../../server/web/console/texts/access.ts';
import { audit } from '../../server/web/console/texts/audit.ts';
import { clientsTexts, projectsTexts } from '../../server/web/console/texts/clients.ts';
import { common, statusLabels } from '../../server/web/console/texts/common.ts';
import { keysTexts } from '../../server/web/console/texts/keys.ts';
import { listenTexts, runTexts } from '../../server/web/console/texts/run.ts';
import { shell } from '../../server/web/console/texts/shell.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { launchChromium, openContext } from '../../testkit/console-demo/chromium.ts';
import { complaints } from '../../testkit/console-demo/complaints.ts';
import { createCustomer } from '../../testkit/console-demo/customer.ts';
import { type DemoServer, startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { demoPassword, people } from '../../testkit/console-demo/people.ts';
import { settled } from '../../testkit/console-demo/settled.ts';
import { makeVariant } from '../../testkit/recorded-speech/variants.ts';

/**
 * The first day of an installation, in a real browser against the real server: from the link that the first start prints to a
 * scorecard, and what becomes of a key. Each step stands on those before it. Hearing is recorded; main-job.test.ts hears for real.
 */
const RUN_WITHIN_MS = minutes(15);
/** Of each step that hears: the page has to be seen at work. */
const REPLAY_STEP_MS = '1500';

let server: DemoServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let said: string[];
let clientId: string;
let apiKey: string;
let runId: string;
before(async () => {
  [server, browser] = await Promise.all([
    startDemoServer({ settings: { REPLAY_STEP_MS } }),
    launchChromium(),
  ]);
  context = await openContext(browser, { url: server.url });
  page = await context.newPage();
  page.setDefaultTimeout(seconds(60));
  said = complaints(page);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const navigate = (label: string) =>
  page.getByRole('navigation', { name: shell.navigation }).getByRole('link', { name: label }).click();

/** What the API answers to a program that holds the key. */
async function askWithKey(): Promise<{ status: number; code: string | undefined }> {
  const answer = await fetch(`${server.url}/api/v1/credits`, { headers: { 'X-API-Key': apiKey } });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code };
}

/** Opens the menu of the key's row and chooses. */
async function chooseForKey(action: string): Promise<void> {
  await page.getByRole('button', { name: common.actionsFor('Careers site') }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await dialog().waitFor();
}

test('the link of the first start makes an owner, once', async () => {
  const link = /https?:\/\/\S+\/console\/welcome#\S+/.exec(server.said() + server.log())?.[0];
  assert.ok(link, `no link in:\n${server.said()}`);
  await page.goto(link);
  await page.getByRole('heading', { name: accessTexts.welcome.titles['set-up'] }).waitFor();
  await page.getByLabel(accessTexts.welcome.email, { exact: true }).fill(people.owner.email);
  await page.getByLabel(accessTexts.welcome.name, { exact: true }).fill(people.owner.name);
  await page.getByLabel(accessTexts.welcome.password, { exact: true }).fill(demoPassword);
  await button(accessTexts.welcome.create).click();
  await page.getByRole('button', { name: shell.account.menu }).waitFor();

  const stranger = await openContext(browser, { url: server.url });
  const another = await stranger.newPage();
  await another.goto(link);
  await another.getByText(accessTexts.welcome.invalidTitle).waitFor();
  await stranger.close();
});

test('the owner makes a client, a project and a key, which is shown once', async () => {
  await page.goto('/console/clients');
  await button(clientsTexts.create).first().click();
  await dialog().getByLabel(clientsTexts.name, { exact: true }).fill('Northwind Talent');
  await button(clientsTexts.createDo).click();
  await page.waitForURL('**/c/*/overview');
  clientId = /\/c\/([^/]+)\//.exec(page.url())![1]!;

  await navigate(shell.pages.projects);
  await button(projectsTexts.create).first().click();
  await dialog().getByLabel(projectsTexts.name, { exact: true }).fill('Hotels Lisbon');
  await button(projectsTexts.createDo).click();
  await page.getByRole('cell', { name: 'Hotels Lisbon' }).first().waitFor();

  await navigate(shell.pages.keys);
  await button(keysTexts.create).first().click();
  await dialog().getByLabel(keysTexts.name, { exact: true }).fill('Careers site');
  await dialog().getByRole('combobox', { name: keysTexts.project, exact: true }).click();
  await page.getByRole('option', { name: 'Hotels Lisbon' }).click();
  await dialog().getByLabel(keysTexts.allowedIps).fill('not an address');
  await dialog()
    .getByText(/not an address/i)
    .last()
    .waitFor();
  await dialog().getByLabel(keysTexts.allowedIps).fill('');
  await button(keysTexts.createDo).click();
  const secret = page.getByTestId('secret');
  await secret.waitFor();
  apiKey = ((await secret.textContent()) ?? '').trim();
  assert.match(apiKey, /^assay_api_\w{49}$/);
  await button(common.secretStored).click();
  await page.reload();
  await settled(page);
  assert.equal((await page.content()).includes(apiKey), false, 'a key is shown once');
});

test('a recording sent with the key appears as a run, whose page plays it and shows the scorecard', async (t) => {
  assert.deepEqual(await askWithKey(), { status: 200, code: undefined });
  const customer = createCustomer(server, apiKey);
  const recording = await makeVariant('short', join(server.dataDir, '..'));
  runId = await customer.submitRecording(recording, { externalId: 'cand-2041', tags: ['first-round'] });

  await navigate(shell.pages.runs);
  const row = page.getByRole('row').filter({ hasText: 'cand-2041' });
  await row.waitFor();
  await row.getByRole('link').first().click();
  await page.waitForURL(`**/runs/${runId}`);
  await page.getByText(runTexts.processingTitle).first().waitFor();
  await customer.ended([runId], RUN_WITHIN_MS);
  // Without a reload the page learns that the run has ended.
  await page
    .getByRole('heading', { name: runTexts.dimensions.overall })
    .or(page.getByText(runTexts.profile))
    .first()
    .waitFor();
  for (const name of ['vocabulary', 'fluency', 'accent'] as const) {
    await page.getByText(runTexts.dimensions[name], { exact: true }).first().waitFor();
  }
  await playsTheWordClicked(t);
  assert.deepEqual(said, []);
});

/** Clicks a word far into the recording, and hears the recording go on from there. */
async function playsTheWordClicked(t: TestContext): Promise<void> {
  const words = page.locator('[data-word]');
  await words.first().waitFor();
  const count = await words.count();
  assert.ok(count > 200, `${count} words`);
  t.diagnostic(`${count} words`);
  const word = words.nth(Math.floor(count / 2));
  const startMs = Number(await word.getAttribute('data-start'));
  const heard = page.waitForResponse(
    (response) => response.url().includes(`/runs/${runId}/audio`) && response.status() === 206,
  );
  await word.click();
  await heard;
  // The clock beside the controls: it goes on from the word, and did not begin elsewhere.
  const wordS = Math.floor(startMs / 1000);
  const figures = page.locator('[data-figures]').filter({ hasText: /^\d+:\d\d \/ / });
  const positionS = async () => {
    const [, minute, second] = /^(\d+):(\d\d)/.exec((await figures.first().textContent()) ?? '') ?? [];
    return Number(minute) * 60 + Number(second);
  };
  const until = Date.now() + seconds(60);
  while ((await positionS()) <= wordS) {
    assert.ok(Date.now() < until, `the recording stands at ${await positionS()} s, the word at ${wordS} s`);
    await sleep(100);
  }
  assert.ok((await positionS()) < wordS + 20, 'it did not begin at the word');
  await button(listenTexts.pause).click();
}

test('an allow-list that leaves the caller out answers 403', async () => {
  await page.goto(`/console/c/${clientId}/keys`);
  await chooseForKey(keysTexts.edit);
  await dialog().getByLabel(keysTexts.allowedIps).fill('10.20.0.0/16');
  await dialog().getByText(keysTexts.excludesYou('127.0.0.1')).waitFor();
  await button(keysTexts.edit, dialog()).click();
  await page.getByText(keysTexts.saved).waitFor();
  assert.deepEqual(await askWithKey(), { status: 403, code: 'IP_NOT_ALLOWED' });

  await chooseForKey(keysTexts.edit);
  await dialog().getByLabel(keysTexts.allowedIps).fill('');
  await button(keysTexts.edit, dialog()).click();
  await dialog().waitFor({ state: 'hidden' });
  assert.deepEqual(await askWithKey(), { status: 200, code: undefined });
});

test('a key that has expired works again once it is extended, with the same value', async () => {
  // Expired a day ago, as the row says.
  await server.services.db
    .updateTable('api_keys')
    .set({ expires_at: isoTime(Date.now() - days(1)) })
    .where('client_id', '=', clientId)
    .execute();
  assert.deepEqual(await askWithKey(), { status: 401, code: 'API_KEY_EXPIRED' });
  await page.reload();
  await page.getByText(statusLabels.expired).first().waitFor();
  await chooseForKey(keysTexts.extend);
  await button(keysTexts.extendDo).click();
  await dialog().waitFor({ state: 'hidden' });
  assert.deepEqual(await askWithKey(), { status: 200, code: undefined });
});

test('a revoked key answers 401', async () => {
  await chooseForKey(keysTexts.revoke);
  await button(keysTexts.revokeDo).click();
  await dialog().waitFor({ state: 'hidden' });
  assert.deepEqual(await askWithKey(), { status: 401, code: 'INVALID_API_KEY' });
});

test('what was done stands in the audit log, whose chain is whole', async () => {
  await page.goto('/console/installation/audit');
  await settled(page);
  const log = (await page.locator('main').textContent()) ?? '';
  const { actions } = audit;
  for (const action of [
    'client.create',
    'project.create',
    'key.create',
    'key.change',
    'key.revoke',
  ] as const) {
    const words = actions[action] ?? action;
    assert.ok(log.includes(words), `"${words}" is not in the log`);
  }
  await button(audit.verify).click();
  await page.getByText(audit.verifiedTitle).waitFor();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [builtProgram('server/cli.ts'), 'audit', 'verify'],
    { env: { ...process.env, ...server.env } },
  );
  assert.match(stdout, /is intact/);
  assert.deepEqual(said, []);
});
