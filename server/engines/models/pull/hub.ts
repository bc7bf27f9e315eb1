import { ModelError } from '../../installed/model-error.ts';
import { isModelPath } from '../../installed/record.ts';

/** What the hub says a file is: SHA-256 for large files, git's blob hash (SHA-1 with a header) for small ones. */
export interface HubHash {
  algorithm: 'sha256' | 'git-sha1';
  hex: string;
}

export interface HubFile {
  path: string;
  sizeBytes: number;
  hash: HubHash;
}

export interface HubListing {
  /** The commit that the files belong to, so that a download never mixes two. */
  commit: string;
  files: HubFile[];
}

export interface HubAddress {
  /** Without a slash at the end. */
  baseUrl: string;
  /** "owner/name". */
  repo: string;
}

const answerTimeoutMs = 20_000;
const maxPages = 50;

/**
 * Asks the hub, or a mirror with its addresses, what a repository holds.
 *
 * @param revision a branch, tag or commit
 * @throws ModelError DOWNLOAD_FAILED
 */
export async function listRepository(
  { baseUrl, repo }: HubAddress,
  revision: string,
  { signal, timeoutMs = answerTimeoutMs }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<HubListing> {
  const repoPath = repo.split('/').map(encodeURIComponent).join('/');
  const api = `${baseUrl}/api/models/${repoPath}`;
  const ask = (url: string) => fetchJson(url, timeoutMs, signal);

  const { value: about } = await ask(`${api}/revision/${encodeURIComponent(revision)}`);
  const commit = (about as { sha?: unknown } | null)?.sha;
  if (typeof commit !== 'string' || !/^[0-9a-f]{7,64}$/.test(commit)) {
    throw failed(`${api} does not answer as a model hub does`);
  }
  const files: HubFile[] = [];
  let url: string | undefined = `${api}/tree/${commit}?recursive=true`;
  for (let page = 0; url !== undefined && page < maxPages; page++) {
    const { value, next } = await ask(url);
    if (!Array.isArray(value)) throw failed(`${url} does not answer as a model hub does`);
    files.push(...value.flatMap((entry) => fileOf(entry)));
    url = next;
  }
  return { commit, files };
}

/** The address of one file's bytes. */
export const fileUrl = ({ baseUrl, repo }: HubAddress, commit: string, path: string): string =>
  `${baseUrl}/${[...repo.split('/'), 'resolve', commit, ...path.split('/')].map(encodeURIComponent).join('/')}`;

function fileOf(entry: unknown): HubFile[] {
  const { type, path, size, oid, lfs } = (entry ?? {}) as Record<string, unknown>;
  if (type !== 'file' || typeof path !== 'string' || !isModelPath(path)) return [];
  const large = lfs as { oid?: unknown; size?: unknown } | undefined;
  const sizeBytes = large?.size ?? size;
  const hex = large ? String(large.oid).replace(/^sha256:/, '') : String(oid);
  const algorithm = large ? 'sha256' : 'git-sha1';
  if (!Number.isSafeInteger(sizeBytes) || !/^[0-9a-f]+$/.test(hex)) return [];
  if (hex.length !== (algorithm === 'sha256' ? 64 : 40)) return [];
  return [{ path, sizeBytes: sizeBytes as number, hash: { algorithm, hex } }];
}

const failed = (why: string, cause?: unknown) =>
  new ModelError('DOWNLOAD_FAILED', `${why}. Nothing was installed.`, { cause });

async function fetchJson(
  url: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ value: unknown; next: string | undefined }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    if (!answer.ok) throw failed(`${url} answers ${answer.status}`);
    const link = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    const next = link === undefined ? undefined : URL.parse(link, url);
    if (next && next.origin !== new URL(url).origin) throw failed(`${url} continues on another host`);
    return { value: await answer.json(), next: next?.href };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    signal?.throwIfAborted();
    const why = timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    throw failed(`${url} cannot be read: ${why}`, error);
  }
}

/** fetch hides what happened in the cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const inner = cause as NodeJS.ErrnoException | undefined;
  return inner ? inner.message || (inner.code ?? message) : message;
}
