import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../errors.ts';
import { days, hours } from '../../time.ts';

/** A folder of pages that `vite build` made: one page, and files of which those in assets/ carry a hash in their names. */
export interface BuiltPages {
  folder: string;
  /** Sent with the page and its files. */
  headers: Readonly<Record<string, string>>;
  /** Content security policy of the page. */
  policy: (nonce: string) => string;
  /** In place of a page that was not built. */
  notBuilt: string;
}

export const pageHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const NONCE_PLACE = '__CSP_NONCE__';

/** What was escaped in the address may not lead out of the folder, nor end in a file's name. */
export function assertPlain(path: string, message: string): void {
  if (path.includes('\0') || path.split(/[/\\]/).includes('..')) throw new ApiError('NOT_FOUND', message);
}

export const isFile = (path: string): boolean => extname(path) !== '' && path !== 'index.html';

/** @param path within the folder; browsers keep what lies in assets/ for good */
export const sendFile = (reply: FastifyReply, path: string, { headers }: BuiltPages): FastifyReply => {
  const keep = path.startsWith('assets/') ? { maxAge: days(365), immutable: true } : { maxAge: hours(1) };
  return reply.headers(headers).sendFile(path, keep);
};

/** The page, with a nonce of its own for each visit; 503 when it was not built. */
export async function sendPage(reply: FastifyReply, pages: BuiltPages): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64');
  reply.headers(pages.headers).headers({
    'content-security-policy': pages.policy(nonce),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  const page = await readFile(join(pages.folder, 'index.html'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  return page === undefined
    ? reply.code(503).send(pages.notBuilt)
    : reply.send(page.replaceAll(NONCE_PLACE, nonce));
}
