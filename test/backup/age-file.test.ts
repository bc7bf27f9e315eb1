import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { decryptAge, encryptAge } from '#server/backup/age-file.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const newEncrypter = () => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
};
const newDecrypter = (key = identity) => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return decrypter;
};
async function* pieces(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
const whole = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream));

const CHUNK = 64 * 1024;
for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 17]) {
  test(`${size} bytes are what the library of age writes and reads, in pieces of any size`, async () => {
    const plain = randomBytes(size);
    for (const piece of [1000, CHUNK, CHUNK + 16, 1_000_000]) {
      const ours = await whole(encryptAge(newEncrypter, pieces(plain, piece)));
      assert.deepEqual(Buffer.from(await newDecrypter().decrypt(ours)), plain);
      const theirs = await newEncrypter().encrypt(plain);
      assert.equal(ours.length, theirs.length);
      assert.deepEqual(await whole(decryptAge(newDecrypter(), pieces(theirs, piece))), plain);
    }
  });
}

test('content that was changed, cut off, lengthened or reordered is refused', async () => {
  const sealed = await whole(encryptAge(newEncrypter, pieces(randomBytes(3 * CHUNK), CHUNK)));
  const header = sealed.indexOf('\n', sealed.indexOf('\n--- ') + 1) + 1;
  const payload = header + 16;
  const chunk = (n: number) => sealed.subarray(payload + n * (CHUNK + 16), payload + (n + 1) * (CHUNK + 16));
  const flipped = (at: number) => {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    return changed;
  };
  const cases: [string, Buffer][] = [
    ['a bit of the header', flipped(header - 5)],
    ['a bit of the nonce', flipped(header + 3)],
    ['a bit of the payload', flipped(payload + CHUNK + 100)],
    ['the last bit', flipped(sealed.length - 1)],
    ['cut off at a chunk', sealed.subarray(0, payload + 2 * (CHUNK + 16))],
    ['cut off within a chunk', sealed.subarray(0, payload + 100)],
    ['cut off within the header', sealed.subarray(0, 60)],
    ['nothing', Buffer.alloc(0)],
    ['lengthened', Buffer.concat([sealed, Buffer.from('x')])],
    ['reordered', Buffer.concat([sealed.subarray(0, payload), chunk(1), chunk(0), chunk(2)])],
  ];
  for (const [what, bytes] of cases) {
    await assert.rejects(whole(decryptAge(newDecrypter(), pieces(bytes, 50_000))), Error, what);
  }
  const other = newDecrypter(await generateX25519Identity());
  await assert.rejects(whole(decryptAge(other, pieces(sealed, 50_000))), /no identity matched/);
});

test('no two files have the same key, though they say the same', async () => {
  const twice = [randomBytes(100)].flatMap((plain) => [plain, plain]);
  const sealed = await Promise.all(twice.map((plain) => whole(encryptAge(newEncrypter, pieces(plain, 100)))));
  assert.notDeepEqual(sealed[0]!.subarray(-116), sealed[1]!.subarray(-116));
});
