import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createBackground } from '../background.ts';
import type { Config } from '../config/env.ts';
import type { Logger } from '../logging.ts';
import { seconds } from '../time.ts';
import { whenFree } from './port.ts';
import type { Service } from './service.ts';

/** Requests under way may take this long to finish; then their connections are cut. */
const FINISH_WITHIN_MS = seconds(7);

/** Listens, sweeps now and then, and ends in order. */
export function createApiServer({
  app,
  config,
  logger,
  sweep,
  sweepEveryMs,
  setUpToken,
  close,
}: {
  app: FastifyInstance;
  config: Pick<Config, 'host' | 'port' | 'publicUrl'>;
  logger: Logger;
  /** Removes left-overs; answers what it removed. */
  sweep: () => Promise<string[]>;
  sweepEveryMs: number;
  /** Of the link that makes the first owner; null once there is one. */
  setUpToken: () => Promise<string | null>;
  close: () => Promise<void>;
}): Service {
  const background = createBackground(logger);

  return {
    async start() {
      await app.ready();
      await whenFree(config, '', (place) => app.listen(place));
      background.every(sweepEveryMs, 'sweep of uploads', async () => {
        const removed = await sweep();
        if (removed.length > 0) logger.info({ runIds: removed }, 'removed unfinished uploads');
      });
      const url = urlOf(app, config.host);
      const token = await setUpToken();
      return {
        url,
        ...(token !== null && {
          setUpLink: `${config.publicUrl ?? reachable(url)}/console/welcome#${token}`,
        }),
      };
    },
    async stop() {
      const swept = background.stop();
      const closed = app.close();
      const inTime = await Promise.race([
        closed.then(() => true),
        delay(FINISH_WITHIN_MS, false, { ref: false }),
      ]);
      if (!inTime) {
        logger.warn('closed connections that did not finish in time');
        app.server.closeAllConnections();
        await closed;
      }
      await swept;
      await close();
    },
  };
}

function urlOf(app: FastifyInstance, host: string): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address.');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** "Every address of this machine" is none that a browser can open. */
function reachable(url: string): string {
  const { hostname, port } = new URL(url);
  return hostname === '0.0.0.0' || hostname === '[::]' ? `http://localhost:${port}` : url;
}
