/** Small recordings that were made to cost a reader much; each is valid enough to be opened. */

const oggCrcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

function oggCrc(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ oggCrcTable[(crc >>> 24) ^ byte]!) >>> 0;
  return crc;
}

/** A page of RFC 3533 with whole packets, each under 255 bytes long. */
function oggPage(packets: readonly Uint8Array[], at: { sequence: number; granule: number; flags: number }) {
  const head = Buffer.alloc(27 + packets.length);
  head.write('OggS');
  head[5] = at.flags;
  head.writeBigInt64LE(BigInt(at.granule), 6);
  head.writeUInt32LE(0xa55a, 14);
  head.writeUInt32LE(at.sequence, 18);
  head[26] = packets.length;
  for (const [index, packet] of packets.entries()) head[27 + index] = packet.length;
  const page = Buffer.concat([head, ...packets]);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

/**
 * Capture patterns of Ogg pages and nothing between them: a reader that looks for the next page tries every one.
 *
 * @param begun after the beginning of a real Opus file
 */
export const repeatedOggS = (bytes: number, { begun = false } = {}): Buffer =>
  Buffer.concat([begun ? silentOpus(1 / 3600) : Buffer.alloc(0), Buffer.alloc(bytes, 'OggS')]);

/** Opus in Ogg (RFC 7845): frames of 20 ms in three bytes, so that 10 hours take 7 MB. */
export function silentOpus(hours: number): Buffer {
  const samplesPerPacket = 960;
  const packetsPerPage = 255;
  const head = Buffer.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  const packets = Array.from({ length: packetsPerPage }, () => Buffer.from([0xf8, 0xff, 0xfe]));
  const pages = [
    oggPage([head], { sequence: 0, granule: 0, flags: 2 }),
    oggPage([tags], { sequence: 1, granule: 0, flags: 0 }),
  ];
  const count = Math.ceil((hours * 3600 * 48_000) / (samplesPerPacket * packetsPerPage));
  for (let index = 0; index < count; index++) {
    const granule = (index + 1) * samplesPerPacket * packetsPerPage;
    pages.push(oggPage(packets, { sequence: index + 2, granule, flags: index === count - 1 ? 4 : 0 }));
  }
  return Buffer.concat(pages);
}

function box(type: string, ...content: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4);
  return Buffer.concat([head, ...content]);
}

/** Words of 32 bits, most significant byte first. */
function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
}

/**
 * An MP4 (ISO/IEC 14496-12) whose table of chunks names one chunk again and again: hours of sound in a few bytes of it.
 *
 * @param bytes of the file, nearly all of them table
 * @param framesPerChunk how many sound frames each entry of the table is worth
 */
export function repeatingMp4(bytes: number, { framesPerChunk = 1024 } = {}): Buffer {
  const rateHz = 48_000;
  const chunks = Math.floor((bytes - 1000 - 2 * framesPerChunk) / 4);
  const frames = chunks * framesPerChunk;
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const soundEntry = box(
    'sowt',
    ...[Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), Buffer.alloc(8), Buffer.from([0, 1, 0, 16])],
    ...[Buffer.alloc(4), words(rateHz << 16)],
  );
  const ftyp = box('ftyp', Buffer.from('M4A '), words(0), Buffer.from('M4A isom'));
  const mdat = box('mdat', Buffer.alloc(2 * framesPerChunk));
  const offset = ftyp.length + 8;
  const table = Buffer.alloc(8 + 4 * chunks);
  table.writeUInt32BE(chunks, 4);
  for (let index = 0; index < chunks; index++) table.writeUInt32BE(offset, 8 + 4 * index);
  const stbl = box(
    'stbl',
    box('stsd', words(0, 1), soundEntry),
    box('stts', words(0, 1, frames, 1)),
    box('stsc', words(0, 1, 1, framesPerChunk, 1)),
    box('stsz', words(0, 2, frames)),
    box('stco', table),
  );
  const mdia = box(
    'mdia',
    box('mdhd', words(0, 0, 0, rateHz, frames, 0x55c40000)),
    box('hdlr', words(0, 0), Buffer.from('soun'), Buffer.alloc(13)),
    box('minf', box('smhd', words(0, 0)), box('dinf', box('dref', words(0, 1), box('url ', words(1)))), stbl),
  );
  const tkhd = box(
    'tkhd',
    ...[words(3, 0, 0, 1, 0, 0, 0, 0, 0), Buffer.from([1, 0, 0, 0]), matrix, words(0, 0)],
  );
  const mvhd = box(
    'mvhd',
    ...[words(0, 0, 0, 1000, 0, 0x10000), Buffer.from([1, 0]), Buffer.alloc(10), matrix],
    ...[Buffer.alloc(24), words(2)],
  );
  return Buffer.concat([ftyp, mdat, box('moov', mvhd, box('trak', tkhd, mdia))]);
}
