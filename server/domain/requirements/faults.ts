/** Beyond this many, a list of faults is no help to the client. */
const mostShown = 200;

/** What is wrong with a piece of input, by path: `details.fields` of INVALID_INPUT. */
export interface Faults {
  add(path: string, message: string): void;
  readonly count: number;
  /** Path -> what is wrong there, in one or more sentences. */
  fields(): Record<string, string>;
}

export function createFaults(): Faults {
  const byPath = new Map<string, string[]>();
  let count = 0;
  return {
    add(path, message) {
      count++;
      const messages = byPath.get(path);
      if (messages) messages.push(message);
      else if (byPath.size < mostShown) byPath.set(path, [message]);
    },
    get count() {
      return count;
    },
    fields: () => Object.fromEntries([...byPath].map(([path, messages]) => [path, messages.join(' ')])),
  };
}

/** `member('config', 'to')` is "config.to"; a name that is no plain word is quoted: `config["a b"]`. */
export function member(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name.slice(0, 60))}]`;
  return path === '' ? name : `${path}.${name}`;
}

export const entry = (path: string, index: number): string => `${path}[${index}]`;
