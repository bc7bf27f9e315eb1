import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * The container's health check. A program of its own because it runs every half minute: it loads nothing else. Ends with 0 where all is well:
 *
 * - `node health-probe.ts http://127.0.0.1:8080`: the server there says that it is healthy;
 * - `node health-probe.ts worker`: the process of this role, on this machine, has shown within a minute that it is not stuck (`process/alive.ts`).
 */
const FRESH_MS = 60_000;

async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(4000) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function isAlive(role: string): boolean {
  const folder = process.env.SCRATCH_DIR || process.env.DATA_DIR || './data';
  const file = statSync(join(folder, `${role}.${hostname()}.alive`), { throwIfNoEntry: false });
  return file !== undefined && Date.now() - file.mtimeMs < FRESH_MS;
}

const [what = ''] = process.argv.slice(2);
process.exitCode = (what.includes('://') ? await isHealthy(what) : isAlive(what)) ? 0 : 1;
