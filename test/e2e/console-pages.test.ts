import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, openContext, viewports } from '../../scripts/shared/console-demo/chromium.ts';
import { complaints } from '../../scripts/shared/console-demo/complaints.ts';
import { type DemoServer, startDemoServer } from '../../scripts/shared/console-demo/demo-server.ts';
import { addressOf, pages } from '../../scripts/shared/console-demo/pages.ts';
import { type Demo, seedDemo } from '../../scripts/shared/console-demo/seed-demo.ts';
import { settled } from '../../scripts/shared/console-demo/settled.ts';

/** Every page of the console with data in it, in a real browser: nothing in red, nothing that shuts anybody out. */

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

/**
 * Serious and critical findings of axe-core, one line each.
 *
 * @param said loses what axe-core itself had said to it: it tries styles in the page, which the policy forbids
 */
async function barriers(page: Page, said: string[]): Promise<string[]> {
  const before = said.length;
  // "Legacy" leaves frames of other origins out, and our pages have no frames; it takes a third of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  said.length = before;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
    );
}

const scrollsSideways = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

for (const [name, { path, who, expected = [] }] of Object.entries(pages)) {
  test(`the page "${name}" can be used by everybody, light and wide, dark and narrow`, async () => {
    const session = who === 'public' ? undefined : demo.sessions[who];
    const context = await openContext(browser, { url: server.url, ...(session && { session }) });
    try {
      const page = await context.newPage();
      const said = complaints(page);
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
    } finally {
      await context.close();
    }
  });
}

for (const [name, path, who] of [
  ['sign-in', '/console/sign-in', undefined],
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
