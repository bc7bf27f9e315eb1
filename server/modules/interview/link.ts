import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** Tokens of candidate links. */
export interface InterviewLinks {
  /**
   * The token of a session's link, 256 bits in base64url: the same for the same session and number, so that a repeated request gets the
   * link again although it is not stored.
   */
  token(sessionId: string, number: number): string;
}

/** Derived (HKDF-SHA-256) from the pepper of the API keys, which is never in the database. */
export function createInterviewLinks(keyPepper: string): InterviewLinks {
  const key = Buffer.from(hkdfSync('sha256', keyPepper, '', 'assay interview links 1', 32));
  return {
    token: (sessionId, number) =>
      createHmac('sha256', key).update(`${sessionId} ${number}`).digest('base64url'),
  };
}

/** All that is stored of a token, and of the cookie of a device. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The token is in the fragment, which no browser sends to a server and no server logs. */
export const candidateLink = (baseUrl: string, token: string): string => `${baseUrl}/i/#t=${token}`;
