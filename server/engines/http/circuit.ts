/** Keeps callers from a server that does not answer: after some failures in a row no caller asks it for a while, then one does. */
export interface Circuit {
  /** Milliseconds until a request may be tried; 0 for now. After a pause one caller gets 0 and the others wait for its outcome. */
  waitMs(): number;
  succeeded(): void;
  failed(): void;
  /** A caller who was given the word and never asked (called off) gives it back. */
  abandoned(): void;
}

/** While another caller tries whether the server is back. */
const probeLookMs = 250;

export function createCircuit({
  failuresToOpen,
  pauseMs,
  now,
}: {
  failuresToOpen: number;
  pauseMs: number;
  /** Milliseconds of any clock that never goes back. */
  now: () => number;
}): Circuit {
  let failures = 0;
  let openUntilMs = 0;
  let isProbing = false;
  const isOpen = () => failures >= failuresToOpen;
  return {
    waitMs() {
      if (!isOpen()) return 0;
      const leftMs = openUntilMs - now();
      if (leftMs > 0) return leftMs;
      if (isProbing) return probeLookMs;
      isProbing = true;
      return 0;
    },
    succeeded() {
      failures = 0;
      isProbing = false;
    },
    failed() {
      failures++;
      isProbing = false;
      if (isOpen()) openUntilMs = now() + pauseMs;
    },
    abandoned() {
      isProbing = false;
    },
  };
}
