import { BackupError } from './backup-error.ts';

/** Lines collected before they are handed on: a chunk a line would cost more than the line. */
const CHUNK_CHARS = 64 * 1024;

/** JSON lines as bytes. */
export async function* toLines(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < CHUNK_CHARS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/**
 * The values of JSON lines, one at a time. A last line without an end is one that a killed process did not finish: it is left out.
 *
 * @throws BackupError BACKUP_DAMAGED for a line that is no JSON
 */
export async function* fromLines<Value>(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Value> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield parse<Value>(line);
  }
}

function parse<Value>(line: string): Value {
  try {
    return JSON.parse(line) as Value;
  } catch (cause) {
    throw new BackupError('BACKUP_DAMAGED', 'A list of files is not what was written.', { cause });
  }
}

/** All of it, for what is known to be small. */
export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
