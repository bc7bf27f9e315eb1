import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Serious and critical findings of axe-core, one line each.
 *
 * @param said loses what axe-core itself had said to it: it tries styles in the page, which the policy forbids
 */
export async function barriers(page: Page, said: string[]): Promise<string[]> {
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

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
