/** So many files are sent at once: more would only share the same line. */
const atOnce = 3;

export interface ToSend {
  uploadId: string;
  /** Of the list that the server keeps. */
  fileId: string;
  file: File;
}

/** What this browser has in hand. `share`: sent, 0–1; null while it waits for its turn. */
export type InHand = ReadonlyMap<string, { share: number | null; message: string | null }>;

/** Files of one client on their way. It goes on while people look at other pages. */
export interface Sender {
  /** By the file's id; with a `message` once it was not taken, until it is sent again. */
  readonly inHand: InHand;
  /** For `useSyncExternalStore`: called when `inHand` is another. */
  subscribe(listener: () => void): () => void;
  add(files: readonly ToSend[]): void;
  /** False where this browser no longer has the file. */
  retry(fileId: string): boolean;
  /** Forgets files that were not taken. */
  forget(fileIds: readonly string[]): void;
}

/**
 * @param send throws what says why a file was not taken
 * @param sentence of such a fault
 * @param onChange called after each file, taken or not
 */
export function createSender({
  send,
  sentence,
  onChange,
}: {
  send(one: ToSend, onShare: (share: number) => void): Promise<unknown>;
  sentence(fault: unknown): string;
  onChange(): void;
}): Sender {
  const held = createHeld();
  const files = new Map<string, ToSend>();
  const waiting: string[] = [];
  const { set } = held;
  let sending = 0;

  const sendNext = () => {
    while (sending < atOnce) {
      const fileId = waiting.shift();
      if (fileId === undefined) return;
      void sendOne(files.get(fileId)!);
    }
  };

  const sendOne = async (one: ToSend) => {
    const { fileId } = one;
    sending += 1;
    set(fileId, { share: 0, message: null });
    try {
      await send(one, (share) => set(fileId, { share, message: null }));
      files.delete(fileId);
      set(fileId, undefined);
    } catch (fault) {
      set(fileId, { share: null, message: sentence(fault) });
    }
    sending -= 1;
    onChange();
    sendNext();
  };

  const enqueue = (fileId: string) => {
    set(fileId, { share: null, message: null });
    waiting.push(fileId);
  };

  return {
    get inHand() {
      return held.inHand;
    },
    subscribe: held.subscribe,
    add(added) {
      for (const one of added) {
        if (files.has(one.fileId)) continue;
        files.set(one.fileId, one);
        enqueue(one.fileId);
      }
      sendNext();
    },
    retry(fileId) {
      if (!files.has(fileId)) return false;
      if (held.inHand.get(fileId)?.message == null) return true;
      enqueue(fileId);
      sendNext();
      return true;
    },
    forget(fileIds) {
      for (const fileId of fileIds) {
        if (held.inHand.get(fileId)?.message == null) continue;
        files.delete(fileId);
        set(fileId, undefined);
      }
    },
  };
}

/** What is in hand, and who wants to know of changes. */
function createHeld() {
  let inHand: InHand = new Map();
  const listeners = new Set<() => void>();
  return {
    get inHand() {
      return inHand;
    },
    set(fileId: string, state: { share: number | null; message: string | null } | undefined) {
      const next = new Map(inHand);
      if (state) next.set(fileId, state);
      else next.delete(fileId);
      inHand = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether it is still on its way. */
export const isOnItsWay = (inHand: InHand, fileId: string): boolean => {
  const one = inHand.get(fileId);
  return one !== undefined && one.message === null;
};

interface Expected {
  id: string;
  files: readonly { id: string; fileName: string; sizeBytes: number; state: string }[];
}

/** Chosen files that an earlier page was to send, by name and size, and those that are new. Each is expected once. */
export function continued(
  chosen: readonly File[],
  uploads: readonly Expected[],
  inHand: InHand,
): { expected: ToSend[]; fresh: File[] } {
  const open = uploads.flatMap(({ id, files }) =>
    files
      .filter((file) => file.state === 'waiting' || file.state === 'refused')
      .filter((file) => !isOnItsWay(inHand, file.id))
      .map((file) => ({ uploadId: id, ...file })),
  );
  const expected: ToSend[] = [];
  const fresh: File[] = [];
  for (const file of chosen) {
    const at = open.findIndex(({ fileName, sizeBytes }) => fileName === file.name && sizeBytes === file.size);
    const [found] = at < 0 ? [] : open.splice(at, 1);
    if (found) expected.push({ uploadId: found.uploadId, fileId: found.id, file });
    else fresh.push(file);
  }
  return { expected, fresh };
}
