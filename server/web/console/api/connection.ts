/** How often an absent server is looked for. */
const LOOK_EVERY_MS = 2000;

export interface Connection {
  isLost(): boolean;
  /** A call got no answer. */
  lost(): void;
  /** A call was answered: ends a loss once that is sure. */
  answered(): void;
  /** Something went wrong that may have other reasons: looks for the server now. */
  check(): void;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  /** Done once the server is back, before the loss counts as over: what was missed is asked for. */
  whenBack(catchUp: () => Promise<unknown>): void;
}

/**
 * Whether the server answers: one truth for the whole console, so that a loss is said once, and ends by itself.
 *
 * @param looks resolves to true when the server is there
 */
export function createConnection(looks: () => Promise<boolean>): Connection {
  const listeners = new Set<() => void>();
  let isLost = false;
  let isLooking = false;
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let catchUp: () => Promise<unknown> = async () => {};
  const set = (value: boolean) => {
    isLost = value;
    for (const listener of listeners) listener();
  };
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    hasFailed = !(await looks().catch(() => false));
    if (hasFailed && !isLost) set(true);
    if (!hasFailed && isLost) await catchUp();
    isLooking = false;
    if (hasFailed) lookLater();
    else if (isLost) set(false);
  };
  // Without a page that waits there is no need to look.
  const lookLater = () => {
    if (listeners.size > 0) timer = setTimeout(look, LOOK_EVERY_MS);
  };
  return {
    isLost: () => isLost,
    lost() {
      hasFailed = true;
      if (isLost) return;
      set(true);
      lookLater();
    },
    answered() {
      if (isLost) void look();
    },
    check() {
      void look();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (isLost) void look();
      return () => listeners.delete(listener);
    },
    whenBack(doing) {
      catchUp = doing;
    },
  };
}

/** An answer of a proxy on the way, which did not reach the server either. */
export const isOfGateway = (status: number): boolean => status === 502 || status === 504;

/** The connection of this page. */
export const connection = createConnection(async () => {
  const { status } = await fetch('/console/api/session', { headers: { 'x-assay-console': '1' } });
  return status < 500;
});
