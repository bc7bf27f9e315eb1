import { createHash } from 'node:crypto';

/** Tags may be any text, words of an index may not. */
export const tagWords = (tags: readonly string[]): string[] =>
  tags.map((tag) => `t${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`);
