import type { Answer, Outgoing } from './wire.ts';

/** What came of all requests. */
export function createTally() {
  const byStatus = new Map<string, number>();
  const faults: string[] = [];
  const runs = new Set<string>();
  /** Addresses of what was made. */
  const created = new Set<string>();
  const ids: string[] = [];
  let slowest: { tookMs: number; title: string }[] = [];

  function note(title: string, outgoing: Outgoing, answer: Answer): void {
    const status = answer.status > 0 ? String(answer.status) : answer.wasCut ? 'none, ended by us' : 'none';
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    slowest = [...slowest, { tookMs: answer.tookMs, title }].sort((a, b) => b.tookMs - a.tookMs).slice(0, 5);
    const fault = faultOf(outgoing, answer);
    if (fault) faults.push(`${title}\n  ${outgoing.method} ${outgoing.target.slice(0, 300)}\n  ${fault}`);
    if (answer.status === 201 || answer.status === 202) keep(outgoing, answer);
  }

  function keep({ target }: Outgoing, { body }: Answer): void {
    const { id } = read(body) as { id?: unknown };
    if (typeof id !== 'string') return;
    ids.push(id);
    const path = target.split('?')[0]!;
    if (/\/(?:analyze|submit|search)$/.test(path)) runs.add(id);
    const at = [
      [/\/speech\/analyze$/, `/api/v1/speech/analyze/${id}`],
      [/\/cvdeepmatch\/submit$/, `/api/v1/cvdeepmatch/${id}`],
      [/\/cvds\/search$/, `/api/v1/cvds/runs/${id}`],
      [/\/jobs$/, `/api/v1/jobs/${id}`],
      [/\/personas$/, `/api/v1/interview/personas/${id}`],
      [/\/sessions$/, `/api/v1/interview/sessions/${id}`],
    ] as const;
    const known = at.find(([pattern]) => pattern.test(path));
    if (known) created.add(known[1]);
  }

  return {
    note,
    faults: () => faults,
    runs: () => runs,
    created: () => [...created],
    /** The last of them: those of long ago show nothing more. */
    ids: () => ids.slice(-50),
    summary: () =>
      [...byStatus]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
    slowest: () => slowest.map(({ tookMs, title }) => `${Math.round(tookMs)} ms: ${title}`).join('\n'),
  };
}

const read = (body: string): unknown => {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
};

/** What about an answer should not be. */
function faultOf(
  { method }: Outgoing,
  { status, headers, body, wasCut, tookMs }: Answer,
): string | undefined {
  if (status === 0)
    return wasCut ? undefined : `no answer after ${Math.round(tookMs)} ms: ${body.slice(0, 200)}`;
  if (status === 503) return headers.has('retry-after') ? undefined : `503 without Retry-After: ${body}`;
  if (status >= 500) return `${status} ${body.slice(0, 500)}`;
  if (method === 'HEAD' || status < 400) return undefined;
  const { error, message } = read(body) as { error?: { code?: string } | string; message?: string };
  const isTold = typeof error === 'string' ? Boolean(message) : Boolean(error?.code);
  return isTold ? undefined : `${status} without a code: ${body.slice(0, 300)}`;
}
