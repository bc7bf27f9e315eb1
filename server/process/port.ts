import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/env.ts';
import { seconds } from '../time.ts';
import { HopelessError } from './run-child.ts';

type Place = Pick<Config, 'host' | 'port'>;
/** What the settings of the place begin with: HOST and PORT, or those of live processes. */
type Prefix = '' | 'LIVE_';

/** The predecessor of a restarted process may hold the port a moment longer. */
const PORT_PATIENCE_MS = seconds(5);

/**
 * Listens, and waits a moment for a port that is taken.
 *
 * @throws HopelessError that says which setting to change
 */
export async function whenFree<Result>(
  { host, port }: Place,
  prefix: Prefix,
  listen: (place: Place) => Promise<Result>,
): Promise<Result> {
  const giveUpAt = performance.now() + PORT_PATIENCE_MS;
  for (;;) {
    try {
      return await listen({ host, port });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const mayPass = code === 'EADDRINUSE' && performance.now() < giveUpAt;
      if (!mayPass) throw new HopelessError(listenFault(cause as Error, { host, port }, prefix), { cause });
      await delay(100);
    }
  }
}

/**
 * Whether a process could listen there. Tries it, and lets go of the port again.
 *
 * @throws HopelessError that says which setting to change
 */
export const requireFree = (place: Place, prefix: Prefix): Promise<void> =>
  whenFree(place, prefix, async ({ host, port }) => {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });

function listenFault(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: Place,
  prefix: Prefix,
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is taken by another program. Stop that program, or set ${prefix}PORT to a free one (0 takes any).`;
  }
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set ${prefix}PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address "${host}". Set ${prefix}HOST to one of its addresses, or to 0.0.0.0 for all.`;
  return `Cannot listen on ${host}:${port}: ${message}. Check ${prefix}HOST and ${prefix}PORT.`;
}
