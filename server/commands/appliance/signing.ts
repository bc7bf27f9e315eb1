import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ApplianceError } from './appliance-error.ts';

/** An Ed25519 pair as PEM: PKCS #8 and SPKI, which openssl reads as they are. */
export function makeSigningKeys(): { privateKey: string; publicKey: string; fingerprint: string } {
  const pair = generateKeyPairSync('ed25519');
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
    fingerprint: fingerprintOf(pair.publicKey),
  };
}

/** SHA-256 of the public key in DER: what `openssl pkey -pubin -in FILE -outform DER | sha256sum` prints. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** @throws ApplianceError SIGNING_KEY when the file is no secret Ed25519 key */
export const readPrivateKey = (file: string): Promise<KeyObject> => readKey(file, 'secret', createPrivateKey);

/** @throws ApplianceError SIGNING_KEY when the file is no public Ed25519 key */
export async function readPublicKey(file: string): Promise<KeyObject> {
  return readKey(file, 'public', (pem) => {
    // Node would make a public key of a secret one; refused, before the secret key is handed out by mistake.
    if (pem.includes('PRIVATE KEY')) throw new Error('it is a secret key');
    return createPublicKey(pem);
  });
}

async function readKey(file: string, kind: string, parse: (pem: string) => KeyObject): Promise<KeyObject> {
  const advice = `Give the ${kind} key of "assay appliance keys", as PEM.`;
  const pem = await readFile(file, 'utf8').catch((cause) => {
    throw new ApplianceError('SIGNING_KEY', `The key ${file} cannot be read. ${advice}`, { cause });
  });
  let key: KeyObject;
  try {
    key = parse(pem);
  } catch (cause) {
    throw new ApplianceError('SIGNING_KEY', `${file} is no ${kind} key. ${advice}`, { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new ApplianceError(
      'SIGNING_KEY',
      `${file} is a key of ${key.asymmetricKeyType}, not Ed25519. ${advice}`,
    );
  }
  return key;
}
