import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The pepper is not the one that the secrets were encrypted with, or a row was tampered with. */
export class SealError extends Error {
  constructor(cause: unknown) {
    super(
      'The secret cannot be read: it was stored under another KEY_PEPPER. Restore that, or make a new secret.',
      { cause },
    );
    this.name = 'SealError';
  }
}

export interface SecretSeal {
  /** `rowId` is bound in: a sealed text moved to another row cannot be opened there. */
  seal(secret: string, rowId: string): string;
  /** @throws SealError */
  open(sealed: string, rowId: string): string;
}

/**
 * Keeps secrets that must be read again out of database dumps: AES-256-GCM under a key derived (HKDF-SHA-256) from
 * the pepper of the API keys, which is in the data folder or the environment and never in the database.
 */
export function createSecretSeal(
  keyPepper: string,
  purpose: 'webhook' | 'authenticator' = 'webhook',
): SecretSeal {
  const key = Buffer.from(hkdfSync('sha256', keyPepper, '', `assay ${purpose} secrets 1`, 32));
  return {
    seal(secret, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open(sealed, rowId) {
      try {
        const bytes = Buffer.from(sealed, 'base64');
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(rowId))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new SealError(error);
      }
    },
  };
}
