import { utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logging.ts';
import { seconds } from '../time.ts';

const BEAT_EVERY_MS = seconds(10);

/** Its time says when the process of a role was last able to do anything; `health-probe.ts` looks at it. */
export const aliveFile = (scratchDir: string, role: string): string =>
  join(scratchDir, `${role}.${hostname()}.alive`);

/**
 * For roles that answer no requests: a file whose time stands still once the process is stuck. For container platforms, which then start
 * it anew.
 */
export function showAlive(path: string, { logger }: { logger: Pick<Logger, 'warn'> }): void {
  const beat = () => {
    try {
      const now = new Date();
      writeFileSync(path, '', { mode: 0o600, flag: 'a' });
      utimesSync(path, now, now);
    } catch (error) {
      // A full disk stops no worker: the platform must not either, as far as we can help it.
      logger.warn(
        { err: error },
        'could not write the liveness file for the container platform; check the scratch folder',
      );
    }
  };
  beat();
  setInterval(beat, BEAT_EVERY_MS).unref();
}
