import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { createLivePresence } from '#server/modules/interview/presence.ts';
import { seconds, systemClock } from '#server/time.ts';
import { barriers, scrollsSideways } from '#test/support/barriers.ts';
import { until } from '#test/support/live-process.ts';
import { shell } from '../../server/web/console/texts/shell.ts';
import { launchChromium, openContext, viewports } from '../../testkit/console-demo/chromium.ts';
import { complaints } from '../../testkit/console-demo/complaints.ts';
import { type DemoServer, startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { addressOf, type DemoPage, pages } from '../../testkit/console-demo/pages.ts';
import { type Demo, seedDemo } from '../../testkit/console-demo/seed-demo.ts';
import { settled } from '../../testkit/console-demo/settled.ts';

/** Every page of the console with data in it, in a real browser: nothing in red, nothing that shuts a person out. */

/** What the first page may weigh, as the wire carries it. */
const FIRST_PAGE_MAX_BYTES = 350 * 1024;

let server: DemoServer;
let browser: Browser;
let demo: Demo;
before(async () => {
  [server, browser] = await Promise.all([startDemoServer(), launchChromium()]);
  demo = await seedDemo(server);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Windows by who looks in them; each loads one address after the other: a browser's new window costs more than the console. */
const free = new Map<string, Window[]>();

interface Window {
  page: Page;
  said: string[];
}

async function inWindow(who: DemoPage['who'], look: (window: Window) => Promise<void>): Promise<void> {
  const own = free.get(who) ?? [];
  free.set(who, own);
  const window = own.pop() ?? (await openWindow(who === 'public' ? undefined : demo.sessions[who]));
  await look(window);
  own.push(window);
}

async function openWindow(session: string | undefined): Promise<Window> {
  const context = await openContext(browser, { url: server.url, ...(session && { session }) });
  const page = await context.newPage();
  return { page, said: complaints(page) };
}

describe('every page can be used by everybody, light and wide, dark and narrow', { concurrency: 2 }, () => {
  for (const [name, { path, who, expected = [] }] of Object.entries(pages)) {
    test(name, () =>
      inWindow(who, async ({ page, said }) => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(viewports[1440]);
        // Of the page before: a page of nothing between them would cost a process of the browser each time.
        said.length = 0;
        await page.goto(addressOf(path, demo.ids));
        await settled(page);
        assert.equal(await page.locator('h1').count(), 1, 'a page has one main heading');
        assert.deepEqual(await barriers(page, said), [], 'axe-core, light and wide');
        assert.equal(await scrollsSideways(page), false, 'scrolls sideways at 1440 px');
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize(viewports[390]);
        await settled(page);
        assert.deepEqual(await barriers(page, said), [], 'axe-core, dark and narrow');
        assert.equal(await scrollsSideways(page), false, 'scrolls sideways at 390 px');
        const unexpected = said.filter((line) => !expected.some((part) => line.includes(part)));
        assert.deepEqual([...new Set(unexpected)], [], 'the browser complained');
      }),
    );
  }
});

test('a person with a German browser can use the console in German, wide and narrow', async () => {
  const url = server.url;
  const context = await openContext(browser, { url, session: demo.sessions.admin, locale: 'de-DE' });
  const page = await context.newPage();
  const said = complaints(page);
  for (const [name, heading] of [
    ['candidates', 'Kandidaten'],
    ['runs', 'Aufnahmen'],
    ['keys', 'API-Schlüssel'],
  ] as const) {
    await page.setViewportSize(viewports[1440]);
    await page.goto(addressOf(pages[name]!.path, demo.ids));
    await settled(page);
    assert.equal(await page.locator('h1').textContent(), heading);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(await barriers(page, said), [], `axe-core, ${name}`);
    await page.setViewportSize(viewports[390]);
    await settled(page);
    assert.equal(await scrollsSideways(page), false, `${name} scrolls sideways at 390 px`);
  }
  await context.close();
});

test('an interviewer is made and heard, a candidate invited, an interview listened to and held again', async () => {
  const presence = createLivePresence({ db: server.services.db, clock: systemClock });
  await presence.enlist({ id: 'live_test', host: 'test', pid: 1, address: '', languages: ['en'] });
  const { clientId, sessionId, failedSessionId } = demo.ids;
  const context = await openContext(browser, { url: server.url, session: demo.sessions.admin });
  try {
    const page = await context.newPage();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await page.goto(`/console/c/${clientId}/personas/new`);
    await page.getByRole('textbox', { name: 'Role' }).fill('Pastry chef');
    await button('Read its opening').click();
    await page.getByRole('listitem').filter({ hasText: 'Pastry chef' }).waitFor();
    await button('Hear its voice').click();
    const sound = page.locator('audio[aria-label="The opening, spoken"]');
    await sound.waitFor();
    await until(
      async () => Number(await page.evaluate('document.querySelector("audio").duration')) > 3,
      30_000,
    );
    await button('Create interviewer').click();
    await heading('Pastry chef').waitFor();

    await button('Invite a candidate').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Candidate reference').fill('cand-4000');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    assert.match((await page.getByTestId('secret').textContent()) ?? '', /\/i\/#t=[\w-]{43}$/);
    await page.getByText('It is valid until').waitFor();
    await page.getByRole('link', { name: 'To the interview' }).click();
    await heading('cand-4000').waitFor();
    await page.getByText('Waiting for the candidate').waitFor();

    await page.goto(`/console/c/${clientId}/sessions/${sessionId}`);
    // A quotation above may have it, too.
    await page.locator('[data-word]', { hasText: 'flight.' }).click();
    await page.locator('[data-word][data-now]').waitFor();

    await page.goto(`/console/c/${clientId}/sessions/${failedSessionId}`);
    await button('Invite again').click();
    await dialog.getByRole('button', { name: 'Invite again' }).click();
    await page.getByTestId('secret').waitFor();
    await button('Done').click();
    await page.getByText('Waiting for the candidate').waitFor();
  } finally {
    await context.close();
  }
});

test('a recruiter types what they look for, narrows down, compares, keeps a list and reads a CV', async () => {
  const { clientId } = demo.ids;
  const context = await openContext(browser, { url: server.url, session: demo.sessions.admin });
  try {
    const page = await context.newPage();
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.goto(`/console/c/${clientId}/cv-search/new?corpus=applicants-2026`);
    await page.getByText('Type requirements').click();
    const search = page.getByRole('button', { name: 'Search', exact: true });
    assert.equal(await search.isDisabled(), true, 'nothing was said yet');
    await page.getByRole('textbox', { name: 'Description' }).fill('Pastry chef');
    await button('Add a hard skill').click();
    await page.getByRole('textbox', { name: 'Hard skill 1' }).fill('Food safety');
    await search.click();
    await page.getByRole('heading', { level: 1, name: 'Pastry chef' }).waitFor();
    const people = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: /^Choose/ }) });
    await people.first().waitFor();
    const all = await people.count();
    assert.ok(all > 20, `${all} people`);
    assert.equal(await page.getByText(/^Candidate person-1-/).count(), all, 'no candidate is named');
    const names = page.getByRole('switch', { name: 'Show names' });
    await names.check();
    await page
      .getByText(/^Candidate person-1-/)
      .first()
      .waitFor({ state: 'detached' });
    await names.uncheck();

    await page.getByRole('checkbox', { name: /^Food safety/ }).check();
    await page.getByText(/^\d+ of \d+ people$/).waitFor();
    const fewer = await people.count();
    assert.ok(fewer > 1 && fewer < all, `${fewer} of ${all}`);
    const [first, second] = [people.nth(0), people.nth(1)];
    await first.getByRole('button', { name: /^Show every requirement/ }).click();
    await first.getByRole('blockquote').first().waitFor();
    await first.getByRole('checkbox').check();
    await second.getByRole('checkbox').check();
    await button('Compare side by side').click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('columnheader').count(), 3);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await button('Save as list …').click();
    await dialog.getByLabel('Name of the list').fill('Pastry shortlist');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 people put on “Pastry shortlist”.').waitFor();
    await first.getByText('Pastry shortlist').waitFor();
    // A list that is there already is suggested, beside the button that saves.
    await button('Save as list …').click();
    await dialog.getByRole('combobox', { name: 'Name of the list' }).fill('Pastry shortlist');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All of them were on “Pastry shortlist” already.').waitFor();

    await page.goto(`/console/c/${clientId}/cv-search/corpora/applicants-2026?tag=Pastry+shortlist`);
    // While it loads the table shows grey rows, which have no button.
    const rows = page.locator('tbody tr').filter({ has: page.getByRole('button') });
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    await rows.first().getByRole('button').click();
    await dialog.getByRole('heading', { name: 'Experience' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this candidate?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('The candidate is deleted.').waitFor();
    await rows.nth(1).waitFor({ state: 'detached' });
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
  } finally {
    await context.close();
  }
});

for (const [name, path, who] of [
  ['sign-in', '/console/sign-in', undefined],
  ['home', '/console/', 'recruiter'],
  ['overview', '/console/', 'admin'],
] as const) {
  test(`the first page of ${name} weighs no more than 350 kB`, async (t) => {
    const session = who && demo.sessions[who];
    const context = await openContext(browser, { url: server.url, ...(session && { session }) });
    try {
      const page = await context.newPage();
      const sizes: number[] = [];
      const reading: Promise<unknown>[] = [];
      page.on('response', (response) => {
        if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
        reading.push(response.body().then((body) => sizes.push(gzipSync(body).length)));
      });
      await page.goto(path);
      await settled(page);
      await Promise.all(reading);
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      t.diagnostic(`${name}: ${(bytes / 1024).toFixed(0)} kB gzip in ${sizes.length} files`);
      assert.ok(sizes.length > 1, 'no scripts were seen');
      assert.ok(bytes <= FIRST_PAGE_MAX_BYTES, `${bytes} bytes gzip`);
    } finally {
      await context.close();
    }
  });
}

/** Last: the others need a server that is there. */
test('one banner while the server is away, none once it is back, and the page has what it missed', async () => {
  const { id: clientId } = await server.services.identity.createClient({ name: 'Northwind', credits: 10 });
  const context = await openContext(browser, { url: server.url, session: demo.sessions.owner });
  const page = await context.newPage();
  page.setDefaultTimeout(seconds(30));
  const banner = page.getByText(shell.offline.title);
  await page.goto(`/console/c/${clientId}/overview`);
  await page.getByRole('heading', { name: shell.pages.home }).waitFor();

  // The supervisor would start it again at once.
  server.supervisor.kill('SIGSTOP');
  const { api } = await server.children();
  process.kill(api!, 'SIGKILL');
  await banner.waitFor();
  // Its code has never been asked for.
  await page.getByRole('link', { name: shell.pages.projects }).click();
  await page.getByText(shell.broken.notHere).waitFor();
  // Two more questions in vain change nothing of it.
  await page.waitForTimeout(seconds(5));
  assert.equal(await banner.count(), 1);
  assert.equal(await page.getByRole('alert').count(), 0, 'it is said once');

  await server.services.identity.createProject({ clientId, name: 'Made meanwhile' });
  server.supervisor.kill('SIGCONT');
  await page.getByText('Made meanwhile').first().waitFor();
  await banner.waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('alert').count(), 0);
});
