import { ModelError } from '../../installed/model-error.ts';
import { reasonOf } from './hub.ts';
import type { PackageIndex } from './pip-settings.ts';

/** A file of a Python package, pinned. */
export interface Archive {
  /** Of the package, as its index writes it. */
  name: string;
  version: string;
  /** Its file's name in the index. */
  file: string;
  sizeBytes: number;
  sha256: string;
}

/** Where a file is, and what to send along. */
export interface ArchiveAddress {
  url: string;
  headers: Record<string, string>;
}

export const archiveTitle = ({ name, version }: Pick<Archive, 'name' | 'version'>): string =>
  `Python ${name} ${version}`;

/** What its download is called while it is under way. */
export const partName = ({ sha256, file }: Pick<Archive, 'sha256' | 'file'>): string => `${sha256}-${file}`;

/** JSON where an index can (PEP 691), else the HTML that every index has (PEP 503). */
const accept =
  'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

/**
 * Asks an index where an archive lies.
 *
 * @throws ModelError DOWNLOAD_FAILED when the index cannot be reached, does not have it, or has another one
 */
export async function findArchive(
  index: PackageIndex,
  archive: Archive,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<ArchiveAddress> {
  const page = `${index.url}/${archive.name.toLowerCase().replace(/[-_.]+/g, '-')}/`;
  const headers: Record<string, string> = index.authorization ? { authorization: index.authorization } : {};
  const answer = await ask(page, { accept, ...headers }, timeoutMs, signal);
  const listed = answer.isJson ? filesOfJson(answer.text) : filesOfHtml(answer.text);
  const found = listed?.find(({ name }) => name === archive.file);
  if (!listed) throw failed(`${page} does not answer as a Python index does`);
  if (!found) throw failed(`${page} has no ${archive.file}`);
  if (found.sha256 !== undefined && found.sha256 !== archive.sha256) {
    throw failed(
      `${page} has another ${archive.file} (SHA-256 ${found.sha256}) than Assay knows (${archive.sha256})`,
    );
  }
  const url = URL.parse(found.href, answer.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw failed(`${page} names no address of ${archive.file}`);
  if (index.url.startsWith('https:') && url.protocol !== 'https:') {
    throw failed(`${page} leads to an address without encryption (${url.href})`);
  }
  url.hash = '';
  // Name and password are the index's business alone.
  return { url: url.href, headers: url.origin === new URL(index.url).origin ? headers : {} };
}

interface ListedFile {
  name: string;
  href: string;
  sha256: string | undefined;
}

async function ask(
  url: string,
  headers: Record<string, string>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ url: string; text: string; isJson: boolean }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!answer.ok) throw failed(`${url} answers ${answer.status}`);
    if (url.startsWith('https:') && !answer.url.startsWith('https:')) {
      throw failed(`${url} leads to an address without encryption (${answer.url})`);
    }
    const isJson = /\bjson\b/.test(answer.headers.get('content-type') ?? '');
    return { url: answer.url, text: await answer.text(), isJson };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    signal?.throwIfAborted();
    const why = timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    throw failed(`${url} cannot be read: ${why}`, error);
  }
}

/** @returns undefined for what is no listing */
function filesOfJson(text: string): ListedFile[] | undefined {
  let files: unknown;
  try {
    files = (JSON.parse(text) as { files?: unknown } | null)?.files;
  } catch {
    files = undefined;
  }
  if (!Array.isArray(files)) return undefined;
  return files.flatMap(
    (entry: { filename?: unknown; url?: unknown; hashes?: { sha256?: unknown } } | null) => {
      const { filename: name, url: href, hashes } = entry ?? {};
      if (typeof name !== 'string' || typeof href !== 'string') return [];
      const sha256 = typeof hashes?.sha256 === 'string' ? hashes.sha256.toLowerCase() : undefined;
      return [{ name, href, sha256 }];
    },
  );
}

/** A page of links, the hash behind "#" where the index knows it. */
function filesOfHtml(text: string): ListedFile[] {
  return [...text.matchAll(/<a\s[^>]*?href\s*=\s*["']([^"']+)["'][^>]*>([^<]*)<\/a>/gi)].map((link) => {
    const href = link[1]!.replaceAll('&amp;', '&');
    const sha256 = /#(?:.*&)?sha256=([0-9a-f]{64})/i.exec(href)?.[1]?.toLowerCase();
    return { name: link[2]!.trim(), href, sha256 };
  });
}

const failed = (why: string, cause?: unknown) =>
  new ModelError('DOWNLOAD_FAILED', `${why}. Nothing was installed.`, { cause });
