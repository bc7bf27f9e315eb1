import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { AuditAnchor, AuditHead } from './types.ts';

/** What was read from where anchors are kept. */
export interface KeptAnchors {
  anchors: AuditAnchor[];
  /** What is wrong with the place itself, in words; null when nothing is. */
  fault: string | null;
}

/** The ends of the log, written down where a person with access to the database alone cannot change them. */
export interface AuditAnchors {
  /** To be called once an entry is committed. Never throws: the entry is there, whatever becomes of its anchor. */
  add(head: AuditHead): Promise<void>;
  of(head: AuditHead): AuditAnchor;
  /** Those of the file; `path` for a file that was collected elsewhere. */
  read(path?: string): Promise<KeptAnchors>;
  /** Null when there is no such file. */
  newest(): Promise<KeptAnchors | null>;
}

/** A file of this size keeps its newest lines, and every hundredth of the others. */
const THIN_FROM_BYTES = 8 * 1024 * 1024;
const NEWEST_KEPT = 1000;
const KEPT_OF_THE_OTHERS = 100;

/**
 * A file of JSON lines beside the database.
 *
 * @param key AUDIT_ANCHOR_KEY; else the pepper, which is never in the database either
 */
export function createFileAnchors({
  path,
  key: secret,
  clock,
  whenNotKept = () => {},
}: {
  path: string;
  key: string;
  clock: Clock;
  whenNotKept?: (error: unknown) => void;
}): AuditAnchors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'assay audit anchors 1', 32));
  const sealOf = ({ sequence, hash, at }: Omit<AuditAnchor, 'seal'>) =>
    createHmac('sha256', key).update(`${sequence}:${hash}:${at}`).digest();
  const isOurs = (anchor: AuditAnchor) => {
    const given = Buffer.from(String(anchor.seal), 'hex');
    const wanted = sealOf(anchor);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
  const of = (head: AuditHead): AuditAnchor => {
    const said = { sequence: head.sequence, hash: head.hash, at: isoTime(clock.now()) };
    return { ...said, seal: sealOf(said).toString('hex') };
  };

  const parse = (text: string, from: string): KeptAnchors => {
    const anchors: AuditAnchor[] = [];
    const lines = text.split('\n');
    // What follows the last line break is a line that a power cut left unfinished.
    lines.pop();
    for (const [index, line] of lines.entries()) {
      const anchor = parseLine(line);
      if (!anchor || !isOurs(anchor)) {
        const fault = `Line ${index + 1} of ${from} is not one that this installation wrote, or AUDIT_ANCHOR_KEY (without it: the key pepper) changed.`;
        return { anchors, fault };
      }
      anchors.push(anchor);
    }
    return { anchors, fault: null };
  };

  const thin = async (): Promise<void> => {
    const lines = (await readFile(path, 'utf8')).split('\n');
    const others = lines.length - NEWEST_KEPT;
    const kept = lines.filter((_, index) => index >= others || index % KEPT_OF_THE_OTHERS === 0);
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, kept.join('\n'), { mode: 0o600 });
    // A line that another process adds just now may be lost; its next one stands for it.
    await rename(draft, path);
  };

  return {
    of,
    async add(head) {
      try {
        makeFolder(dirname(path));
        // One write at the end of the file: lines of several processes do not mix.
        await appendFile(path, `${JSON.stringify(of(head))}\n`, { mode: 0o600 });
        if ((await stat(path)).size > THIN_FROM_BYTES) await thin();
      } catch (error) {
        whenNotKept(error);
      }
    },
    async read(from = path) {
      const text = await textOf(from);
      if (text !== null) return parse(text, from);
      return {
        anchors: [],
        fault: `The file ${from} is missing: it has the numbers that the log had reached.`,
      };
    },
    async newest() {
      const text = await textOf(path);
      if (text === null) return null;
      const { anchors, fault } = parse(text, path);
      const newest = anchors.reduce<AuditAnchor | undefined>(
        (most, one) => (most && most.sequence >= one.sequence ? most : one),
        undefined,
      );
      return { anchors: newest ? [newest] : [], fault };
    },
  };
}

const textOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

function parseLine(line: string): AuditAnchor | null {
  try {
    return JSON.parse(line) as AuditAnchor | null;
  } catch {
    return null;
  }
}
