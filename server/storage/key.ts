/**
 * Keys come from our own code, but a slip there must not reach outside of the store.
 *
 * @throws RangeError
 */
export function checkKey(key: string): string {
  const isPlain = key.split('/').every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !part.startsWith('.'));
  if (!isPlain) throw new RangeError(`Not a blob key: "${key}".`);
  return key;
}
