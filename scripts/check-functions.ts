import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseSync } from '@swc/core';
import { longFunctions } from './long-functions.ts';

/**
 * Enforces that no function of `server/` has more than 80 lines: run by `scripts/test`, prints each fault as file:line and ends
 * with 1 when there is one. Those that are longer still are listed in `long-functions.ts`. Divide one and take it off the list:
 * an entry that is not needed any more is a fault. `node scripts/check-functions.ts [ROOT]` checks another tree.
 */

/** With the functions inside it; its first and its last line count. */
const mostLines = 80;

/** A migration that has run anywhere is not changed any more. */
const exempt = ['server/web-dist/**', 'server/db/migrations/**'];

export interface FunctionSpan {
  /** With the names of the functions that it is in: `createTalk.take`. */
  name: string;
  line: number;
  lines: number;
}

interface Node {
  type?: string;
  span?: { start: number; end: number };
  [part: string]: unknown;
}

/** Every function of a source text. */
export function functionsOf(source: string, isTsx = false): FunctionSpan[] {
  const lineAt = lineCounter(Buffer.from(source));
  const found: FunctionSpan[] = [];
  /** @param own the name of what is being defined */
  const walk = (node: Node, outer: readonly string[], own: string): void => {
    const name = nameOf(node) ?? own;
    const isFunction = isOneOf(node);
    const within = isFunction ? [...outer, name] : outer;
    if (isFunction) {
      const [first, last] = [lineAt(node.span!.start), lineAt(node.span!.end - 1)];
      found.push({ name: within.join('.'), line: first, lines: last - first + 1 });
    }
    for (const [key, part] of Object.entries(node)) {
      if (typeof part === 'object' && part !== null && key !== 'span') {
        walk(part as Node, within, isFunction ? 'function' : name);
      }
    }
  };
  walk(parseSync(source, { syntax: 'typescript', tsx: isTsx }) as unknown as Node, [], 'function');
  return found;
}

/** Only functions have parameters and a body in one node, but for their types. */
const isOneOf = ({ params, body, span }: Node): boolean =>
  params !== undefined && body !== undefined && body !== null && span !== undefined;

function nameOf({ identifier, key, id, left }: Node): string | undefined {
  const name = (identifier ?? key ?? id ?? left) as Node | null | undefined;
  return typeof name?.value === 'string' ? name.value : undefined;
}

/** Spans of the parser count bytes from 1. */
function lineCounter(bytes: Buffer): (place: number) => number {
  const starts = [1];
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) starts.push(at + 2);
  return (place) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

export interface Fault {
  /** Relative to the root, with "/". */
  file: string;
  line: number;
  message: string;
}

/** Checks every source file below `root`/server. */
export function checkFunctions(
  root: string,
  allowed: Readonly<Record<string, readonly string[]>> = longFunctions,
): Fault[] {
  const faults: Fault[] = [];
  const files = globSync('server/**/*.{ts,tsx}', { cwd: root, exclude: exempt });
  const paths = files.map((file) => file.split(sep).join('/')).sort();
  for (const file of paths) {
    const text = readFileSync(join(root, file), 'utf8');
    const long = functionsOf(text, file.endsWith('.tsx')).filter(({ lines }) => lines > mostLines);
    const names = allowed[file] ?? [];
    for (const { name, line, lines } of long.filter((one) => !names.includes(one.name))) {
      const message = `"${name}" has ${lines} lines: divide it, the most are ${mostLines}.`;
      faults.push({ file, line, message });
    }
    for (const name of names.filter((one) => !long.some((span) => span.name === one))) {
      faults.push({ file, line: 1, message: `take "${name}" off the list: it is short, or gone.` });
    }
  }
  for (const file of Object.keys(allowed).filter((one) => !paths.includes(one))) {
    faults.push({ file, line: 1, message: 'take it off the list: no such file is checked.' });
  }
  return faults;
}

if (import.meta.main) {
  const faults = checkFunctions(resolve(process.argv[2] ?? join(import.meta.dirname, '..')));
  for (const { file, line, message } of faults) console.log(`${file}:${line}: ${message}`);
  if (faults.length > 0) {
    console.log(`${faults.length} faults (the list is scripts/long-functions.ts).`);
    process.exitCode = 1;
  }
}
