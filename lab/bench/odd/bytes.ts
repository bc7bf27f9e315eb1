import { Buffer } from 'node:buffer';
import { pick, type Random, upTo } from './chance.ts';

/** What is done to a file; several may be done to one. */
type Change = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

const extremes = [0, 1, 2, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

const changes: Readonly<Record<string, Change>> = {
  flips(bytes, random) {
    const changed = Buffer.from(bytes);
    // A few, or one in a hundred: the first gets past a header, the second through a whole stream.
    const count = random() < 0.5 ? 1 + upTo(random, 20) : Math.ceil(changed.length / 100);
    for (let index = 0; index < count && changed.length > 0; index++)
      changed[upTo(random, changed.length)]! ^= 1 << upTo(random, 8);
    return changed;
  },
  headFlips(bytes, random) {
    const changed = Buffer.from(bytes);
    for (let index = 0; index < 8 && changed.length > 0; index++)
      changed[upTo(random, Math.min(400, changed.length))] = upTo(random, 256);
    return changed;
  },
  truncated: (bytes, random) => bytes.subarray(0, upTo(random, bytes.length + 1)),
  beheaded: (bytes, random) => bytes.subarray(upTo(random, Math.min(4096, bytes.length + 1))),
  cutOut(bytes, random) {
    const from = upTo(random, bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + upTo(random, 4096))]);
  },
  repeated(bytes, random) {
    const from = upTo(random, bytes.length + 1);
    const piece = bytes.subarray(from, from + 1 + upTo(random, 2048));
    const times = Array.from({ length: 1 + upTo(random, 40) }, () => piece);
    return Buffer.concat([bytes.subarray(0, from), ...times, bytes.subarray(from)]);
  },
  spliced(bytes, random, others) {
    const other = pick(random, others);
    const from = upTo(random, other.length + 1);
    return Buffer.concat([bytes.subarray(0, upTo(random, bytes.length + 1)), other.subarray(from)]);
  },
  prefixed: (bytes, random) =>
    Buffer.concat([Buffer.alloc(1 + upTo(random, 3000), upTo(random, 256)), bytes]),
  zeroed(bytes, random) {
    const changed = Buffer.from(bytes);
    const from = upTo(random, changed.length + 1);
    return changed.fill(random() < 0.5 ? 0 : 0xff, from, Math.min(changed.length, from + upTo(random, 5000)));
  },
  /** Lengths beside the four letters that name chunks, boxes and tags, either side, either order of bytes. */
  sizes(bytes, random) {
    const changed = Buffer.from(bytes);
    const places: number[] = [];
    for (let at = 0; at + 8 < changed.length && places.length < 400; at++)
      if (/^[a-zA-Z][\w ]{3}$/.test(changed.toString('latin1', at, at + 4))) places.push(at);
    for (let count = 1 + upTo(random, 3); count > 0 && places.length > 0; count--) {
      const at = pick(random, places);
      const to = random() < 0.5 || at < 4 ? at + 4 : at - 4;
      const size = random() < 0.7 ? pick(random, extremes) : upTo(random, 2 ** 32);
      if (random() < 0.5) changed.writeUInt32BE(size, to);
      else changed.writeUInt32LE(size, to);
    }
    return changed;
  },
  /** Numbers written as text: what PDFs say of lengths, places and references. */
  numbers(bytes, random) {
    const odd = ['0', '-1', '1', '99999999999999999999', '2147483648', '4294967295', '1e9', '.', '0.0000001'];
    const share = random() < 0.5 ? 0.005 : 0.1;
    return Buffer.from(
      bytes.toString('latin1').replaceAll(/\d+/g, (found) => (random() < share ? pick(random, odd) : found)),
      'latin1',
    );
  },
  names(bytes, random) {
    const text = bytes.toString('latin1');
    const names = text.match(/\/[A-Za-z]{2,20}/g) ?? ['/Length'];
    return Buffer.from(
      text.replaceAll(/\/[A-Za-z]{2,20}/g, (found) => (random() < 0.02 ? pick(random, names) : found)),
      'latin1',
    );
  },
};

/** A file with one to three changes, and their names. */
export function oddBytes(random: Random, files: readonly Buffer[]): { kind: string; bytes: Buffer } {
  let bytes = pick(random, files);
  const kinds: string[] = [];
  for (let count = pick(random, [0, 1, 1, 1, 1, 2, 2, 3]); count > 0; count--) {
    const kind = pick(random, Object.keys(changes));
    bytes = changes[kind]!(bytes, random, files);
    kinds.push(kind);
  }
  return { kind: kinds.join('+') || 'as it is', bytes };
}
