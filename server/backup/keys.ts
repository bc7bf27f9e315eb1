import { readFile } from 'node:fs/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { decryptAge, encryptAge } from './age-file.ts';
import { BackupError } from './backup-error.ts';

/** Shorter ones are guessed: a thief of the backups can try without limit. */
const MIN_PASSPHRASE_CHARS = 16;

/**
 * What a key file holds. `recipients`: public keys, which encrypt only; `identities`: secret keys, which do both; `passphrase`: it
 * opens the secret key that lies beside the backups.
 */
export type BackupKey =
  | { kind: 'recipients'; recipients: readonly string[] }
  | { kind: 'identities'; identities: readonly string[]; recipients: readonly string[] }
  | { kind: 'passphrase'; passphrase: string };

/** Encrypts in the format of age (age-encryption.org/v1), so that the tools of that name can open a backup without Assay. */
export interface Sealer {
  seal(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

export interface Opener {
  /** Throws BackupError BACKUP_KEY for another key, BACKUP_DAMAGED, also while it is read, for changed content. */
  open(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** @throws BackupError BACKUP_KEY, saying what is wrong with the file */
export async function readKeyFile(path: string): Promise<BackupKey> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError('BACKUP_KEY', `The key file ${path} cannot be read (${error.code}).`);
  });
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const refuse = (why: string): never => {
    throw new BackupError('BACKUP_KEY', `The key file ${path} ${why}`);
  };
  if (lines.length === 0) return refuse('is empty. Make one: assay backup keygen --out FILE');
  const isIdentity = (line: string) => line.startsWith('AGE-SECRET-KEY-');
  if (lines.every(isIdentity)) {
    const recipients = await Promise.all(lines.map(identityToRecipient)).catch(() =>
      refuse('holds a secret key that is mistyped.'),
    );
    return { kind: 'identities', identities: lines, recipients };
  }
  if (lines.every((line) => /^age1[0-9a-z]{50,}$/.test(line))) {
    try {
      const encrypter = new Encrypter();
      for (const recipient of lines) encrypter.addRecipient(recipient);
    } catch {
      refuse('holds a public key that is mistyped.');
    }
    return { kind: 'recipients', recipients: lines };
  }
  if (lines.some((line) => isIdentity(line) || line.startsWith('age1')) || lines.length > 1) {
    refuse(
      'must hold one of: a passphrase in one line; public keys (age1…), one a line; secret keys (AGE-SECRET-KEY-1…), one a line.',
    );
  }
  const [passphrase = ''] = lines;
  if ([...passphrase].length < MIN_PASSPHRASE_CHARS) {
    refuse(`holds a passphrase of under ${MIN_PASSPHRASE_CHARS} characters, which can be guessed.`);
  }
  return { kind: 'passphrase', passphrase };
}

/** A new secret key and the public key that belongs to it. */
export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** The public key that belongs to a secret key. */
export const recipientOf = (identity: string): Promise<string> => identityToRecipient(identity);

/** A secret key, encrypted by a passphrase (scrypt, about two seconds on a small machine). */
export async function lockIdentity(identity: string, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(`${identity}\n`);
}

/** @throws BackupError BACKUP_KEY for another passphrase */
export async function unlockIdentity(locked: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(locked, 'text').catch((cause) => {
    throw new BackupError('BACKUP_KEY', 'The passphrase is not that of these backups.', { cause });
  });
  return text.trim();
}

export function createSealer(recipients: readonly string[]): Sealer {
  const newEncrypter = () => {
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    return encrypter;
  };
  return { seal: (content) => encryptAge(newEncrypter, content) };
}

export function createOpener(identities: readonly string[]): Opener {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return {
    async *open(content) {
      try {
        yield* decryptAge(decrypter, content);
      } catch (cause) {
        if (cause instanceof BackupError) throw cause;
        const { message, code } = cause as NodeJS.ErrnoException;
        // A disk has codes of its own; those of OpenSSL are about what was read.
        if (code !== undefined && !code.startsWith('ERR_')) throw cause;
        if (/no identity matched/.test(message)) {
          throw new BackupError('BACKUP_KEY', 'The secret key is not one that these backups were made for.', {
            cause,
          });
        }
        throw new BackupError('BACKUP_DAMAGED', `It cannot be decrypted (${message}).`, { cause });
      }
    },
  };
}
