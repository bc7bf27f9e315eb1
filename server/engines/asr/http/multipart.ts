import { randomBytes } from 'node:crypto';
import { pcmRateHz } from '../../audio/pcm.ts';

/** A `multipart/form-data` body of text fields and one file. Names and values must not contain quotes or line breaks. */
export function multipart(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; fileName: string; contentType: string; bytes: Buffer },
): { contentType: string; body: Buffer } {
  const boundary = `assay-${randomBytes(16).toString('hex')}`;
  const part = (headers: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      ...fields.flatMap(([name, value]) => part(`Content-Disposition: form-data; name="${name}"`, value)),
      ...part(
        `Content-Disposition: form-data; name="${file.name}"; filename="${file.fileName}"\r\nContent-Type: ${file.contentType}`,
        file.bytes,
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}

/** A WAV file of s16le mono samples at 16 kHz. */
export function wavOf(pcm: Buffer): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(pcmRateHz, 24);
  header.writeUInt32LE(2 * pcmRateHz, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}
