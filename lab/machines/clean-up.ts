const removals = new Set<() => Promise<void>>();

/** Also when the script is told to end: nothing of it stays behind. @returns `remove`, to be called once */
export function removedAtTheEnd(remove: () => Promise<void>): () => Promise<void> {
  if (removals.size === 0) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, removeAll);
  }
  removals.add(remove);
  return () => {
    removals.delete(remove);
    return remove();
  };
}

function removeAll(): void {
  void Promise.allSettled([...removals].map((remove) => remove())).then(() => process.exit(1));
}
