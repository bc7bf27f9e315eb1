import { oddTexts, pick, type Random, upTo } from './chance.ts';
import { oddJson } from './json.ts';

export interface FormFile {
  field: string;
  fileName: string;
  type: string;
  bytes: Buffer;
}

export interface Form {
  contentType: string;
  body: Buffer;
}

const boundary = 'odd-inputs-7MA4YWxkTrZu0gW';
const crlf = '\r\n';

type Part = readonly [head: string, content: Buffer];

const textPart = (name: string, text: string): Part => [
  `content-disposition: form-data; name="${name}"`,
  Buffer.from(text),
];

const filePart = ({ field, fileName, type, bytes }: FormFile): Part => [
  `content-disposition: form-data; name="${field}"; filename="${fileName}"${crlf}content-type: ${type}`,
  bytes,
];

const written = (
  parts: readonly Part[],
  { newline = crlf, end = `--${boundary}--${crlf}` }: { newline?: string; end?: string } = {},
) =>
  Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(`--${boundary}${newline}${head}${newline}${newline}`),
      content,
      Buffer.from(newline),
    ]),
    Buffer.from(end),
  ]);

/** As any library writes it. */
export const formOf = (fields: Readonly<Record<string, string>>, file?: FormFile): Form => ({
  contentType: `multipart/form-data; boundary=${boundary}`,
  body: written([
    ...Object.entries(fields).map(([name, text]) => textPart(name, text)),
    ...(file ? [filePart(file)] : []),
  ]),
});

const oddHeads = (field: string): readonly string[] => [
  '',
  'x: y',
  'content-disposition: form-data',
  'content-disposition: form-data; name=""',
  `content-disposition: form-data; name="${field}`,
  `content-disposition: form-data; name=${field}`,
  `content-disposition: attachment; name="${field}"`,
  `content-disposition: form-data; name="${field}\0x"`,
  `content-disposition: form-data; name="${'n'.repeat(9000)}"`,
  'content-disposition: form-data; name="__proto__"',
  'content-disposition: form-data; name="constructor"; filename="toString"',
  `content-disposition: form-data; name="${field}"; filename=""`,
  `content-disposition: form-data; name="${field}"; filename="../../../etc/passwd"`,
  `content-disposition: form-data; name="${field}"; filename="\ud83d\ude00\u202e.mp3"`,
  `content-disposition: form-data; name="${field}"; filename*=UTF-8''%e2%82%ac%00%ff.mp3`,
  `content-disposition: form-data; name="${field}"; filename*=utf-99''%zz`,
  `content-disposition: form-data; name="${field}"${crlf}content-type: text/plain; charset=utf-16`,
  `content-disposition: form-data; name="${field}"${crlf}content-type: text/plain; charset=utf-7`,
  `content-disposition: form-data; name="${field}"${crlf}content-type: text/plain; charset="`,
  `content-disposition: form-data; name="${field}"${crlf}content-type: application/json`,
  `content-disposition: form-data; name="${field}"${crlf}content-transfer-encoding: base64`,
  `content-disposition: form-data; name="${field}"${crlf}content-transfer-encoding: quoted-printable`,
  `content-disposition: form-data; name="${field}"${crlf}content-length: 99999999999`,
  `content-disposition: form-data; name="${field}"${crlf}content-type: multipart/mixed; boundary=in`,
  `content-disposition: form-data; name="${field}"${crlf}${'x: y\r\n'.repeat(3000)}a: b`,
  `CONTENT-DISPOSITION:form-data;NAME="${field}";FILENAME="A"`,
  `content-disposition: form-data; name="${field}"; name="other"`,
];

const oddContents = (random: Random): Buffer =>
  pick(random, [
    () => Buffer.from(pick(random, oddTexts)),
    () => Buffer.from(`\uFEFF${pick(random, oddTexts)}`),
    () => Buffer.from(pick(random, oddTexts), 'utf16le'),
    () => Buffer.from([0xff, 0xfe, 0, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
    () => Buffer.from('--in\r\ncontent-disposition: file; filename="a"\r\n\r\nx\r\n--in--'),
    () => Buffer.alloc(300_000, 'x'),
    () => Buffer.from(oddJson(random, { a: 'b', c: 1 }).text),
  ])();

/** A form that something is odd about: its texts, its parts, or how it is written. */
export function oddForm(
  random: Random,
  fields: Readonly<Record<string, string>>,
  file: FormFile,
): Form & { kind: string } {
  const parts: Part[] = [
    ...Object.entries(fields).map(([name, text]) => textPart(name, text)),
    filePart(file),
  ];
  const names = [...Object.keys(fields), file.field];
  const at = () => upTo(random, parts.length + 1);
  const way = upTo(random, 10);
  if (way < 4) {
    for (let count = 1 + upTo(random, 3); count > 0; count--) {
      const index = upTo(random, parts.length);
      const name = pick(random, names);
      const text = fields[name];
      const isJson = text !== undefined && /^[[{]/.test(text) && random() < 0.7;
      parts[index] = textPart(name, isJson ? oddJson(random, JSON.parse(text)).text : pick(random, oddTexts));
    }
    return { kind: 'odd fields', ...formOf({}), body: written(parts) };
  }
  if (way < 6) {
    for (let count = 1 + upTo(random, 3); count > 0; count--)
      parts.splice(at(), 0, [pick(random, oddHeads(pick(random, names))), oddContents(random)]);
    return { kind: 'odd parts', ...formOf({}), body: written(parts) };
  }
  if (way === 6) {
    const twice = pick(random, parts);
    parts.splice(at(), 0, ...Array.from({ length: pick(random, [1, 2, 60, 1500]) }, () => twice));
    return { kind: 'a part again', ...formOf({}), body: written(parts) };
  }
  if (way === 7) {
    const end = pick(random, ['', `--${boundary}`, `--${boundary}--`, `--${boundary}--${crlf}more`, '--']);
    const newline = pick(random, [crlf, crlf, '\n', '\r']);
    return { kind: 'odd end', ...formOf({}), body: written(parts, { newline, end }) };
  }
  if (way === 8) {
    const body = written(parts);
    return { kind: 'cut short', ...formOf({}), body: body.subarray(0, upTo(random, body.length)) };
  }
  const contentType = pick(random, [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary=other',
    `multipart/form-data; boundary="${boundary}"`,
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    `multipart/form-data; charset=utf-16; boundary=${boundary}`,
    `multipart/form-data; boundary=${boundary}; boundary=other`,
    `multipart/form-data;boundary=${boundary} ; x`,
    `multipart/mixed; boundary=${boundary}`,
    `MULTIPART/FORM-DATA; BOUNDARY=${boundary}`,
    'application/x-www-form-urlencoded',
    'application/json',
    'audio/mpeg',
    'multipart/form-data; boundary=\xff\xfe',
  ]);
  return { kind: 'odd boundary', contentType, body: written(parts) };
}
