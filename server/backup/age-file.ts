import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Decrypter, Encrypter } from 'age-encryption';

/**
 * Files in the format of age, version 1 (https://age-encryption.org/v1). The header, with everything about keys, is the library's; the
 * payload is encrypted by Node's own ChaCha20-Poly1305, which is several times as fast as one in JavaScript.
 */
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
/** Thousands of recipients fit in it. */
const MAX_HEADER_BYTES = 1024 * 1024;
const CIPHER = 'chacha20-poly1305';

const streamKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

/** The nonce of a chunk: its number, 11 bytes, and whether it is the last. */
function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts as a stream. Memory does not grow with the file. */
export async function* encryptAge(
  newEncrypter: () => Encrypter,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await newHeader(newEncrypter());
  const nonce = randomBytes(NONCE_BYTES);
  const key = streamKey(fileKey, nonce);
  let number = 0;
  const seal = (plain: Uint8Array, isLast: boolean): Buffer[] => {
    const cipher = createCipheriv(CIPHER, key, chunkNonce(number++, isLast), { authTagLength: TAG_BYTES });
    return [cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  };
  yield Buffer.concat([header, nonce]);
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const bytes of content) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const sealed: Buffer[] = [];
    // The last chunk, which may be a full one, is marked: it waits until it is known to be the last.
    let from = 0;
    for (; rest.length - from > CHUNK_BYTES; from += CHUNK_BYTES) {
      sealed.push(...seal(rest.subarray(from, from + CHUNK_BYTES), false));
    }
    rest = rest.subarray(from);
    if (sealed.length > 0) yield Buffer.concat(sealed);
  }
  yield Buffer.concat(seal(rest, true));
}

/** The library encrypts an empty file; its header holds a file key that a recipient of ours learns, too. */
async function newHeader(encrypter: Encrypter): Promise<{ header: Uint8Array; fileKey: Uint8Array }> {
  let fileKey: Uint8Array | undefined;
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = key.slice();
      return [];
    },
  });
  const whole = await encrypter.encrypt(new Uint8Array(0));
  return { header: whole.subarray(0, whole.length - NONCE_BYTES - TAG_BYTES), fileKey: fileKey! };
}

/** @throws Error for another key, and for content that was changed or cut off, at the latest at its end */
export async function* decryptAge(
  decrypter: Decrypter,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let key: Buffer | undefined;
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    if (sealed.length < TAG_BYTES) throw new Error('it is cut off');
    const decipher = createDecipheriv(CIPHER, key!, chunkNonce(number++, isLast), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    decipher.final();
    if (isLast && plain.length === 0 && number > 1) throw new Error('its last chunk is empty');
    return plain;
  };
  for await (const bytes of content) {
    rest = Buffer.concat([rest, bytes]);
    if (!key) {
      const headerBytes = headerEnd(rest);
      if (headerBytes === null || rest.length < headerBytes + NONCE_BYTES) {
        if (rest.length > MAX_HEADER_BYTES) throw new Error('it has no header');
        continue;
      }
      const fileKey = await decrypter.decryptHeader(rest.subarray(0, headerBytes));
      key = streamKey(fileKey, rest.subarray(headerBytes, headerBytes + NONCE_BYTES));
      rest = rest.subarray(headerBytes + NONCE_BYTES);
    }
    const opened: Buffer[] = [];
    let from = 0;
    const sealedBytes = CHUNK_BYTES + TAG_BYTES;
    for (; rest.length - from > sealedBytes; from += sealedBytes) {
      opened.push(open(rest.subarray(from, from + sealedBytes), false));
    }
    rest = rest.subarray(from);
    if (opened.length > 0) yield Buffer.concat(opened);
  }
  if (!key) throw new Error('it is cut off');
  yield open(rest, true);
}

/** Where the header ends: behind the line that begins with "---". Null while that is not there. */
function headerEnd(bytes: Buffer): number | null {
  const mac = bytes.indexOf('\n--- ');
  const end = mac < 0 ? -1 : bytes.indexOf('\n', mac + 1);
  return end < 0 ? null : end + 1;
}
