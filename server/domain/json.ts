/** Deeper than anybody means it; what walks a value call by call would run out of stack far beyond. */
export const maxDepth = 100;

/** Whether JSON is nested beyond `maxDepth`, found without walking it call by call. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** An object as JSON means it: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
