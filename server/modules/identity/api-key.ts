import { createHash, createHmac, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'assay_api_';
/** 62^43 > 2^256. */
const secretLength = 43;
const checksumLength = 6;
const maxKeyChars = 256;

/**
 * "assay_api_" + 43 random base62 characters (256 bits) + 6 of checksum, by which secret scanners and we recognise
 * a mistyped key without asking the database.
 */
export function generateApiKey(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of randomBytes(64)) {
      // 248 is the largest multiple of 62 in a byte: bytes above it would favour the first letters.
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
    }
  }
  return prefix + secret + checksumOf(secret);
}

function checksumOf(secret: string): string {
  let value = createHash('sha256').update(secret).digest().readUIntBE(0, 6);
  let text = '';
  for (let position = 0; position < checksumLength; position++) {
    text += alphabet[value % 62];
    value = Math.floor(value / 62);
  }
  return text;
}

/**
 * Whether the text can be a key at all: a prefix ending in "api_" and a secret; for a key of today's form also the
 * right length and checksum. Keys of older forms have other prefixes.
 */
export function looksLikeApiKey(text: string): boolean {
  if (text.length > maxKeyChars) return false;
  const match = /^([A-Za-z0-9_-]*api_)([A-Za-z0-9_-]{8,})$/.exec(text);
  if (!match) return false;
  if (!text.startsWith(prefix)) return true;
  const rest = text.slice(prefix.length);
  if (rest.length !== secretLength + checksumLength) return false;
  return checksumOf(rest.slice(0, secretLength)) === rest.slice(secretLength);
}

/** What the database keeps of a key: without the installation's pepper it can be neither reversed nor tried out. */
export function hashApiKey(apiKey: string, pepper: string): string {
  return createHmac('sha256', pepper).update(apiKey).digest('hex');
}

/** Everything up to and including "api_", and the last four characters. */
export function visibleParts(apiKey: string): { prefix: string; lastFour: string } {
  return { prefix: apiKey.slice(0, apiKey.indexOf('api_') + 'api_'.length), lastFour: apiKey.slice(-4) };
}
