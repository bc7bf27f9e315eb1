import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createSessions } from '#server/modules/accounts/sessions.ts';
import { seconds, systemClock } from '#server/time.ts';
import { shell } from '../../server/web/console/texts/shell.ts';
import { launchChromium, openContext } from '../../testkit/console-demo/chromium.ts';
import { startDemoServer } from '../../testkit/console-demo/demo-server.ts';

test('one banner while the server is away, none once it is back, and the page has what it missed', async (t) => {
  const [server, browser] = await Promise.all([startDemoServer(), launchChromium()]);
  t.after(async () => {
    await browser.close();
    await server.stop();
  });
  const { db } = server.services;
  const { id: clientId } = await server.services.identity.createClient({ name: 'Northwind', credits: 10 });
  const userId = randomUUID();
  const at = new Date().toISOString();
  await db
    .insertInto('users')
    .values({ id: userId, email: 'o@people.example', name: 'Olivia', is_owner: 1, created_at: at })
    .execute();
  const sessions = createSessions({ db, clock: systemClock, newId: randomUUID });
  const visit = { userId, method: 'link', ipAddress: '127.0.0.1', userAgent: 'test' } as const;
  const { token } = await sessions.begin(db, visit);
  const context = await openContext(browser, { url: server.url, session: token });
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
