import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for cookies and links. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** All that is stored of a token: found by equality of hashes, which tells nothing about how near a guess was. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
