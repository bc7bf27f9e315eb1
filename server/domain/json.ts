/** Deeper than any client means it; code that walks a value call by call would run out of stack far beyond. */
export const maxDepth = 100;

/** Whether JSON is nested beyond `maxDepth`, found without walking it call by call. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    const inner: object[] = [];
    for (const one of level) {
      for (const within of Array.isArray(one) ? (one as unknown[]) : Object.values(one)) {
        if (isContainer(within)) inner.push(within);
      }
    }
    level = inner;
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * How deep a JSON text is nested, and about how many values it has, none too few: seen from its signs alone, because to read a few megabytes of nothing but
 * brackets takes seconds. Of a text that is no JSON it says something or other.
 */
export function outlineOfJson(text: string): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) {
      for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) {
        if (text.charCodeAt(at) === backslash) at++;
      }
    } else if (sign === comma) values++;
    else if (sign === openList || sign === openObject) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (sign === closeList || sign === closeObject) depth--;
  }
  return { depth: deepest, values };
}

/** An object as JSON means it: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
