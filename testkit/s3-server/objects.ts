import { createHash, randomUUID } from 'node:crypto';

/** One version of an object; `content` is null where it is a mark that the object was deleted. */
export interface Version {
  versionId: string;
  content: Buffer | null;
  etag: string;
  modifiedAtMs: number;
  metadata: Record<string, string>;
}

export interface Unfinished {
  key: string;
  initiatedAtMs: number;
  metadata: Record<string, string>;
  parts: Map<number, Buffer>;
}

const md5 = (content: Uint8Array) => createHash('md5').update(content).digest('hex');

/** What a bucket holds, in memory. */
export function createObjects({ isVersioned }: { isVersioned: boolean }) {
  /** The newest version first. */
  const objects = new Map<string, Version[]>();
  const unfinished = new Map<string, Unfinished>();

  const current = (key: string): (Version & { content: Buffer }) | undefined => {
    const newest = objects.get(key)?.[0];
    return newest?.content ? { ...newest, content: newest.content } : undefined;
  };

  function add(key: string, content: Buffer | null, metadata: Record<string, string>, etag: string): Version {
    const versionId = isVersioned ? randomUUID() : 'null';
    const version = { versionId, content, etag, modifiedAtMs: Date.now(), metadata };
    objects.set(key, isVersioned ? [version, ...(objects.get(key) ?? [])] : [version]);
    return version;
  }

  return {
    isVersioned,
    unfinished,
    current,

    put: (key: string, content: Buffer, metadata: Record<string, string> = {}) =>
      add(key, content, metadata, md5(content)),

    /** Whether the object is now only hidden. */
    delete(key: string, versionId: string | null): { isHidden: boolean } {
      if (versionId !== null) {
        const left = (objects.get(key) ?? []).filter((one) => one.versionId !== versionId);
        if (left.length > 0) objects.set(key, left);
        else objects.delete(key);
        return { isHidden: false };
      }
      if (isVersioned) add(key, null, {}, '');
      else objects.delete(key);
      return { isHidden: isVersioned };
    },

    begin(key: string, metadata: Record<string, string>): string {
      const uploadId = randomUUID();
      unfinished.set(uploadId, { key, metadata, initiatedAtMs: Date.now(), parts: new Map() });
      return uploadId;
    },

    /** @param parts their numbers and ETags; undefined when one is not what was sent */
    complete(uploadId: string, parts: readonly { number: number; etag: string }[]): Version | undefined {
      const { key, metadata, parts: sent } = unfinished.get(uploadId)!;
      const contents = parts.map(({ number }) => sent.get(number));
      const isAsSent = parts.every(({ etag }, index) => contents[index] && md5(contents[index]) === etag);
      if (!isAsSent || parts.length === 0) return undefined;
      unfinished.delete(uploadId);
      const whole = contents as Buffer[];
      const hashes = Buffer.concat(whole.map((part) => Buffer.from(md5(part), 'hex')));
      return add(key, Buffer.concat(whole), metadata, `${md5(hashes)}-${whole.length}`);
    },

    /** By key, in the order of bytes. */
    keys: (prefix: string): string[] =>
      [...objects.keys()]
        .filter((key) => key.startsWith(prefix) && current(key))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),

    /** Every version of every key, hidden ones too. */
    versions: (prefix: string) =>
      [...objects]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([key, versions]) =>
          versions.map((version, index) => ({ key, ...version, isLatest: index === 0 })),
        ),
  };
}

export type Objects = ReturnType<typeof createObjects>;
