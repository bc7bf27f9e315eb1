import type { Operation } from './requests.ts';
import { type Answer, sendRaw } from './wire.ts';

/**
 * Everything that was made can be read by its client, each list to its end; another client reads that there is none, in the words
 * that an unknown id gets.
 */
export async function readBack({
  port,
  keys,
  ids,
  operations,
}: {
  port: number;
  keys: { own: string; other: string };
  /** Addresses. */
  ids: readonly string[];
  operations: readonly Operation[];
}): Promise<{ read: number; faults: string[] }> {
  const faults: string[] = [];
  let read = 0;
  const ask = (target: string, apiKey: string): Promise<Answer> => {
    read++;
    const headers = [['host', 'localhost'] as const, ['x-api-key', apiKey] as const];
    return sendRaw(port, { method: 'GET', target, headers }, Math.random);
  };
  const words = ({ body }: Answer) =>
    body.replaceAll(/"(?:timestamp|requestId)":"[^"]*"/g, '').replaceAll(/"[^"]*[0-9a-f-]{36}[^"]*"/g, '');
  const unknown = new Map<string, string>();
  for (const target of ids) {
    const own = await ask(target, keys.own);
    // Those of the customer without credits belong to another client, too.
    if (own.status !== 200 && own.status !== 404)
      faults.push(`${target}: ${own.status} ${own.body.slice(0, 300)}`);
    const other = await ask(target, keys.other);
    const folder = target.slice(0, target.lastIndexOf('/') + 1);
    if (!unknown.has(folder))
      unknown.set(folder, words(await ask(`${folder}00000000-0000-7000-8000-000000000000`, keys.other)));
    if (other.status !== 404 || words(other) !== unknown.get(folder))
      faults.push(`another client, ${target}: ${other.status} ${other.body.slice(0, 300)}`);
  }
  const corpusId = operations.flatMap(
    ({ json }) => (json as { corpus_id?: string } | undefined)?.corpus_id ?? [],
  )[0];
  const lists = operations.filter(
    ({ method, path, query }) => method === 'GET' && !path.includes('{') && query.includes('limit'),
  );
  for (const { path, query } of lists) {
    const isPaged = query.includes('cursor');
    const first = `${path}?limit=100${query.includes('corpus_id') ? `&corpus_id=${corpusId}` : ''}`;
    let target = first;
    for (let offset = 0; ; ) {
      const page = await ask(target, keys.own);
      if (page.status !== 200) {
        faults.push(`${target}: ${page.status} ${page.body.slice(0, 300)}`);
        break;
      }
      const { next_cursor: cursor, pagination } = JSON.parse(page.body) as {
        next_cursor?: string | null;
        pagination?: { hasMore?: boolean; next_cursor?: string | null };
      };
      offset += 100;
      const next = cursor ?? pagination?.next_cursor;
      if (isPaged ? !next : !pagination?.hasMore) break;
      target = `${first}&${isPaged ? `cursor=${encodeURIComponent(next!)}` : `offset=${offset}`}`;
    }
    const other = await ask(first, keys.other);
    if (other.status === 200 && /"(?:id|external_id)":/.test(other.body))
      faults.push(`another client, ${path}: ${other.body.slice(0, 300)}`);
  }
  return { read, faults };
}
