import pg from 'pg';
import { seconds } from '../../time.ts';

/**
 * What the server does about a client that the network has cut off: it lets go of what that one has locked. Its own defaults keep the
 * locks for two hours.
 */
export const sessionLimits = [
  `set idle_in_transaction_session_timeout = '20s'`,
  `set tcp_keepalives_idle = 10`,
  `set tcp_keepalives_interval = 5`,
  `set tcp_keepalives_count = 2`,
  `set tcp_user_timeout = '20s'`,
].join(';');

/** Its server process, and the way to it; the library's types leave both out. */
interface Inside {
  processID: number | null;
  connection: { stream: { destroy(error: Error): void } };
}

/**
 * Notices connections whose other end has gone without a word, as when a cable is pulled: the system would go on sending to it for a
 * quarter of an hour, and the caller would wait as long. A statement may take its time; so the server is asked over a
 * new connection whether it still works on it.
 *
 * @param times.patienceMs how long a connection is in use before the server is asked
 */
export function watchConnections(
  pool: pg.Pool,
  config: pg.ClientConfig,
  { patienceMs, lookEveryMs } = { patienceMs: seconds(15), lookEveryMs: seconds(5) },
): void {
  /** In use, since when. */
  const inUse = new Map<pg.PoolClient, number>();
  let looking = false;

  const look = async (overdue: readonly [client: pg.PoolClient, sinceMs: number][]) => {
    const asker = new pg.Client({
      ...config,
      connectionTimeoutMillis: seconds(4),
      query_timeout: seconds(4),
    });
    asker.on('error', () => {});
    try {
      await asker.connect();
      const { rows } = await asker.query<{ pid: number }>('select pid from pg_stat_activity');
      const living = new Set(rows.map(({ pid }) => pid));
      for (const [client, sinceMs] of overdue) {
        const { processID, connection } = client as unknown as Inside;
        const isLost = processID !== null && !living.has(processID) && inUse.get(client) === sinceMs;
        if (isLost) connection.stream.destroy(new Error('Connection terminated: its other end is gone.'));
      }
    } catch {
      // Cut off as before: the next look comes.
    } finally {
      // Not awaited: over a network that is cut, saying goodbye takes as long as everything.
      asker.end().catch(() => undefined);
    }
  };

  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer);
    const overdue = [...inUse].filter(([, sinceMs]) => performance.now() - sinceMs >= patienceMs);
    if (looking || overdue.length === 0) return;
    looking = true;
    void look(overdue).finally(() => {
      looking = false;
    });
  }, lookEveryMs);
  timer.unref();
}
