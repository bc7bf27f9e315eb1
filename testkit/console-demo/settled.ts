import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const WITHIN_MS = 30_000;
/** A page that has nothing of ours by now is none of ours. */
const BEGUN_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 80;
/** Nothing has moved for this long. */
const QUIET_MS = 250;

/** In the browser's words: how much of what can be seen is still loading, what the page measures, and whether it has begun. */
const look = `[
  [...document.querySelectorAll('.mantine-Skeleton-root[data-visible], .mantine-Loader-root, [aria-busy="true"]')]
    .filter((one) => one.checkVisibility()).length,
  document.fonts.status,
  document.body.scrollHeight,
  document.body.innerHTML.length,
  document.querySelector('#root > *') ? 'begun' : 'empty',
].join(' ')`;

/**
 * Waits until a page shows what it has to show: no skeletons or loaders, fonts there, and nothing changing any more.
 * Event streams stay open for ever, so the network is no sign.
 */
export async function settled(page: Page): Promise<void> {
  const until = Date.now() + WITHIN_MS;
  let before = '';
  let quietSince = Date.now();
  while (Date.now() < until) {
    const now = String(await page.evaluate(look));
    const hasBegun = now.endsWith('begun');
    if (!hasBegun && Date.now() > until - WITHIN_MS + BEGUN_WITHIN_MS) {
      throw new Error(`${page.url()} shows nothing.`);
    }
    const isReady = now.startsWith('0 loaded') && hasBegun;
    if (!isReady || now !== before) quietSince = Date.now();
    else if (Date.now() - quietSince > QUIET_MS) return;
    before = now;
    await sleep(LOOK_EVERY_MS);
  }
}
