import type { Address, Offer, OwnSide } from './offer.ts';

/**
 * What a live process and a peer program say to each other, over the program's standard input and output: the length of what follows
 * (32 bits, little-endian), a byte that says what it is, and its body.
 */
export const kinds = { start: 1, ready: 2, packet: 3, sound: 4 } as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

/** To the program, once and first. */
export interface StartOrder {
  offer: Offer;
  /** UDP sockets that the live process holds for it: what it sends goes out there, what comes in is passed on. */
  sockets: readonly Address[];
  servers: readonly IceServerAddress[];
}

/** A STUN or TURN server, reached by UDP. */
export interface IceServerAddress extends Address {
  kind: 'stun' | 'turn';
  username: string;
  credential: string;
}

/** From the program, once. */
export type Ready = OwnSide;

/** A datagram, with the socket's place in `StartOrder.sockets`. */
export interface Packet {
  socket: number;
  peer: Address;
  data: Buffer;
}

/** A datagram and its address, or a second of sound, are far smaller. */
const mostBytes = 128 * 1024;

export function written(kind: Kind, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(1 + body.byteLength);
  head[4] = kind;
  return Buffer.concat([head, body]);
}

/** Takes bytes as they come and tells each message. @throws RangeError for a length that is never sent */
export function createReader(take: (kind: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= 5) {
      const length = rest.readUInt32LE(at);
      if (length < 1 || length > mostBytes) throw new RangeError(`A message of ${length} bytes`);
      if (rest.length - at < 4 + length) break;
      take(rest[at + 4]!, rest.subarray(at + 5, at + 4 + length));
      at += 4 + length;
    }
    rest = rest.subarray(at);
  };
}

export function packetBytes({ socket, peer, data }: Packet): Buffer {
  const address = Buffer.from(peer.address, 'latin1');
  const head = Buffer.from([socket, peer.port >> 8, peer.port & 255, address.length]);
  return Buffer.concat([head, address, data]);
}

/** @throws RangeError */
export function packetOf(body: Buffer): Packet {
  const length = body[3] ?? 0;
  return {
    socket: body.readUInt8(0),
    peer: { port: body.readUInt16BE(1), address: body.toString('latin1', 4, 4 + length) },
    data: body.subarray(4 + length),
  };
}

/** Mono 16 kHz, as s16le. */
export const soundBytes = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

/** A copy: bytes may lie at odd places. */
export function soundOf(body: Buffer): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(body.length >> 1);
  for (let at = 0; at < samples.length; at++) samples[at] = body.readInt16LE(2 * at);
  return samples;
}
