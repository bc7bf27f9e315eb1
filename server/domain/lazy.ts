/** Makes something at its first use and keeps it: what takes long to make costs nothing where it is not used. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
