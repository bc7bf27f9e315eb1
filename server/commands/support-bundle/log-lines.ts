/** Fields of a log line without personal data: numbers, codes, and names of our own parts. */
const telling = [
  ...['level', 'time', 'name', 'pid', 'method', 'route', 'status', 'durationMs', 'code', 'step', 'outcome'],
  ...['statusCode', 'try', 'role', 'signal', 'restartInMs', 'heldUpMs', 'count', 'charge', 'lane', 'engine'],
] as const;

/** Names of parts, codes, times; no sentence, no address. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  value === null ||
  (typeof value === 'string' && /^[\w.:/*+-]{1,80}$/.test(value));

/** Our messages are fixed sentences of small words, and of names such as WebRTC: nothing like a file, a number or a person's name. */
const isFixedSentence = (message: string): boolean =>
  message.length <= 160 &&
  message
    .split(' ')
    .every((word) => /^["“(]?[a-z’'-]+["”),;:]*$/.test(word) || /^\w*[A-Z]{2}\w*[,;:]?$/.test(word));

interface LineError {
  type?: unknown;
  code?: unknown;
  stack?: unknown;
  cause?: unknown;
}

/** Of an error its kind and where it came from; its message may quote a candidate or a client. */
function errorFacts(error: unknown): object | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { type, code, stack, cause } = error as LineError;
  const frames = typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return {
    ...(isPlain(type) && { type }),
    ...(isPlain(code) && { code }),
    ...(frames.length > 0 && { at: frames.slice(0, 12).map((line) => line.trim()) }),
    ...(cause !== undefined && { cause: errorFacts(cause) }),
  };
}

/**
 * The last lines of a log, each with nothing but what a machine wrote. A new field of the log is left out
 * until it is listed here. Lines that are no JSON are only counted.
 */
export function tellingLines(log: string, most: number): { lines: string[]; leftOut: number } {
  let leftOut = 0;
  const lines = log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-most)
    .flatMap((line) => {
      // Some collectors write their own time and name before it.
      const fields = objectOf(line.slice(Math.max(0, line.indexOf('{'))));
      if (!fields) {
        leftOut++;
        return [];
      }
      const { err, msg } = fields;
      return [
        JSON.stringify({
          ...Object.fromEntries(
            telling
              .filter((name) => name in fields && isPlain(fields[name]))
              .map((name) => [name, fields[name]]),
          ),
          ...(typeof msg === 'string' && isFixedSentence(msg) && { msg }),
          ...(err !== undefined && { err: errorFacts(err) }),
        }),
      ];
    });
  return { lines, leftOut };
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
