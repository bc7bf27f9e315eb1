/** Whether anything has come from a page since it was last looked. */
export interface SignOfLife {
  /** Something has come. */
  heard(): void;
  /** To be called every so often. @returns whether the page is gone */
  isGone(): boolean;
}

/**
 * A process that was stuck itself has read nothing meanwhile: a look that comes late proves nothing, and the next one decides. Otherwise
 * one page that keeps the process busy would have everybody else's taken for gone.
 *
 * @param everyMs how often it is looked
 * @param now ms, of any beginning
 */
export function createSignOfLife(everyMs: number, now: () => number): SignOfLife {
  let hasCome = true;
  let lookedMs = now();
  return {
    heard() {
      hasCome = true;
    },
    isGone() {
      const nowMs = now();
      const wasStuck = nowMs - lookedMs > 1.5 * everyMs;
      const isGone = !hasCome && !wasStuck;
      lookedMs = nowMs;
      hasCome = false;
      return isGone;
    },
  };
}
