import type { Received } from './playout.ts';

/** Seconds from 1900 to 1970. */
const ntpEpochSeconds = 2_208_988_800;
const senderReport = 200;
const receiverReport = 201;
const description = 202;

/** What has been sent. */
export interface Sent {
  source: number;
  packets: number;
  octets: number;
  timestamp: number;
}

/** Reports of both directions (RFC 3550, 6.4), which tell a page how much of its sound is lost. */
export interface Reports {
  /** @returns a datagram, unprotected */
  write(sent: Sent, received: (Received & { source: number }) | undefined, nowMs: number): Buffer;
  /** A page's. @returns the share of our packets that it lost, 0–1, if it says so */
  read(data: Buffer, ownSource: number, nowMs: number): number | undefined;
}

export function createReports(): Reports {
  let before = { expected: 0, packets: 0 };
  let theirs: { middle: number; atMs: number } | undefined;
  return {
    write(sent, received, nowMs) {
      const data = Buffer.alloc(28 + (received ? 24 : 0));
      data[0] = 0x80 | (received ? 1 : 0);
      data[1] = senderReport;
      data.writeUInt16BE(data.length / 4 - 1, 2);
      data.writeUInt32BE(sent.source, 4);
      data.writeUInt32BE((Math.floor(nowMs / 1000) + ntpEpochSeconds) >>> 0, 8);
      data.writeUInt32BE(Math.floor(((nowMs % 1000) / 1000) * 2 ** 32), 12);
      data.writeUInt32BE(sent.timestamp, 16);
      data.writeUInt32BE(sent.packets >>> 0, 20);
      data.writeUInt32BE(sent.octets >>> 0, 24);
      if (received) {
        const expected = received.highest - received.first + 1;
        const [more, came] = [expected - before.expected, received.packets - before.packets];
        before = { expected, packets: received.packets };
        const share = more > 0 ? Math.max(0, more - came) / more : 0;
        data.writeUInt32BE(received.source, 28);
        data[32] = Math.min(255, Math.floor(share * 256));
        data.writeUIntBE(Math.min(0x7fffff, Math.max(0, expected - received.packets)), 33, 3);
        data.writeUInt32BE(received.highest >>> 0, 36);
        data.writeUInt32BE(Math.floor(received.jitter), 40);
        if (theirs) {
          data.writeUInt32BE(theirs.middle, 44);
          data.writeUInt32BE(Math.min(2 ** 32 - 1, Math.floor(((nowMs - theirs.atMs) * 65_536) / 1000)), 48);
        }
      }
      // SDES: one chunk with the name of the answer.
      const name = Buffer.alloc(20);
      name.set([0x81, description, 0, 4], 0);
      name.writeUInt32BE(sent.source, 4);
      name.set([1, 5, ...Buffer.from('assay')], 8);
      return Buffer.concat([data, name]);
    },
    read(data, ownSource, nowMs) {
      let lost: number | undefined;
      for (let at = 0; at + 8 <= data.length; ) {
        const end = at + 4 * (data.readUInt16BE(at + 2) + 1);
        const type = data[at + 1];
        if (end > data.length) break;
        if (type === senderReport && end >= at + 28) {
          theirs = { middle: data.readUInt32BE(at + 10), atMs: nowMs };
        }
        if (type === senderReport || type === receiverReport) {
          let block = at + (type === senderReport ? 28 : 8);
          for (let left = data[at]! & 31; left > 0 && block + 24 <= end; left--, block += 24) {
            if (data.readUInt32BE(block) === ownSource) lost = data[block + 4]! / 256;
          }
        }
        at = end;
      }
      return lost;
    },
  };
}
