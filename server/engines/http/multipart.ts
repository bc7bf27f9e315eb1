import { randomBytes } from 'node:crypto';

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
