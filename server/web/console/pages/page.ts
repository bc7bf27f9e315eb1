import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { ConsoleRoute } from '../../../modules/console/access.ts';
import type { PageHandle } from '../layout/page-gate.tsx';

/**
 * A page that loads when it is first opened.
 *
 * @param path below its area, e.g. `runs/:runId`
 * @param needs what the page asks the server first; who may not, is told so. Null: every account may see it.
 * @param load e.g. `async () => (await import('./runs/run-page.tsx')).RunPage`
 */
export function page(
  path: string,
  needs: ConsoleRoute | null,
  load: () => Promise<ComponentType>,
): RouteObject {
  return { path, handle: { needs } satisfies PageHandle, lazy: async () => ({ Component: await load() }) };
}
