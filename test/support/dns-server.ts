import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { TestContext } from 'node:test';

const TYPE = { A: 1, CNAME: 5, AAAA: 28 } as const;

/** Answers to one question after another; the last one is repeated. `cname:x` puts an alias before the addresses. */
type Script = readonly (readonly string[])[] | 'silent';

export interface TestDns {
  /** "127.0.0.1:port", as a resolver takes it. */
  address: string;
  /** "A name" or "AAAA name", in the order asked. */
  questions: string[];
}

/** A name server of the test's own on a free port of the loopback interface. An unknown name does not exist. */
export async function startDns(
  t: Pick<TestContext, 'after'>,
  names: Readonly<Record<string, Script>>,
): Promise<TestDns> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  const asked = new Map<string, number>();
  socket.on('message', (message, peer) => {
    const { name, type, end } = readQuestion(message);
    const kind = type === TYPE.A ? 'A' : type === TYPE.AAAA ? 'AAAA' : String(type);
    const question = `${kind} ${name}`;
    questions.push(question);
    const script = names[name];
    if (script === 'silent') return;
    const count = asked.get(question) ?? 0;
    asked.set(question, count + 1);
    const values = script?.[Math.min(count, script.length - 1)] ?? [];
    const records = values
      .map((value) => recordOf(value))
      .filter((record) => record.type === type || record.type === TYPE.CNAME);
    const header = Buffer.alloc(12);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    // A recursive answer; "no such name" when there is none.
    header.writeUInt16BE(script ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    let owner = name;
    const answers = records.map((record) => {
      const bytes = encodeRecord(owner, record);
      if (record.type === TYPE.CNAME) owner = record.alias!;
      return bytes;
    });
    socket.send(Buffer.concat([header, message.subarray(12, end), ...answers]), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

interface AnswerRecord {
  type: number;
  data: Buffer;
  alias?: string;
}

function recordOf(value: string): AnswerRecord {
  if (value.startsWith('cname:')) {
    const alias = value.slice('cname:'.length);
    return { type: TYPE.CNAME, data: encodeName(alias), alias };
  }
  return isIPv4(value)
    ? { type: TYPE.A, data: Buffer.from(value.split('.').map(Number)) }
    : { type: TYPE.AAAA, data: encodeIpv6(value) };
}

function encodeRecord(owner: string, { type, data }: AnswerRecord): Buffer {
  const middle = Buffer.alloc(10);
  middle.writeUInt16BE(type, 0);
  middle.writeUInt16BE(1, 2);
  // No time to live: each question gets the next answer.
  middle.writeUInt32BE(0, 4);
  middle.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), middle, data]);
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** Through the URL parser, which knows every way to write one. */
function encodeIpv6(text: string): Buffer {
  const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [head, tail] = [groups(before), groups(after ?? '')];
  const middle = after === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0');
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...head, ...middle, ...tail].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  }
  return bytes;
}
