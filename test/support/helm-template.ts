import { stringify } from 'yaml';

/**
 * Renders the part of Helm's template language that `deploy/helm` keeps to, because there is no Helm to be had from npm or Debian: `if`,
 * `else`, `with`, `range $name, $value :=`, `end`, paths, strings, brackets, pipes, `not`, and the functions below. Anything else throws.
 */
export function renderTemplate(template: string, root: Record<string, unknown>): string {
  const tokens = tokensOf(template);
  let at = 0;
  /** Until `end` or `else` of this block, which stays to be read. */
  const block = (): Part[] => {
    const parts: Part[] = [];
    for (; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (token.kind === 'text') parts.push(token);
      else if (/^(end|else)$/.test(token.code)) return parts;
      else if (/^(if|with|range) /.test(token.code)) {
        const head = token.code;
        at++;
        const body = block();
        const hasElse = tokens[at]?.kind === 'code' && (tokens[at] as { code: string }).code === 'else';
        if (hasElse) at++;
        const otherwise = hasElse ? block() : [];
        if (tokens[at] === undefined) throw new Error(`"${head}" has no end.`);
        parts.push({ kind: 'block', head, body, otherwise });
      } else parts.push({ kind: 'value', code: token.code });
    }
    return parts;
  };
  const parts = block();
  if (at < tokens.length) throw new Error('An "end" or "else" too many.');
  return write(parts, { root, dot: root, variables: {} });
}

type Token = { kind: 'text'; text: string } | { kind: 'code'; code: string };
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; code: string }
  | { kind: 'block'; head: string; body: Part[]; otherwise: Part[] };
interface Scope {
  root: Record<string, unknown>;
  dot: unknown;
  variables: Record<string, unknown>;
}

function tokensOf(template: string): Token[] {
  const tokens: Token[] = [];
  let rest = 0;
  for (const match of template.matchAll(/(\s*\{\{-|\{\{)\s*([\s\S]*?)\s*(-\}\}\s*|\}\})/g)) {
    tokens.push({ kind: 'text', text: template.slice(rest, match.index) });
    tokens.push({ kind: 'code', code: match[2]! });
    rest = match.index + match[0].length;
  }
  tokens.push({ kind: 'text', text: template.slice(rest) });
  return tokens;
}

const isEmpty = (value: unknown) =>
  !value || (typeof value === 'object' && Object.keys(value as object).length === 0);

function write(parts: readonly Part[], scope: Scope): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'value') return String(evaluate(part.code, scope) ?? '');
      const [, kind, code] = /^(if|with|range) (.+)$/.exec(part.head)!;
      const [, name, variable, of] = /^\$(\w+), \$(\w+) := (.+)$/.exec(code!) ?? [];
      const value = evaluate(kind === 'range' ? of! : code!, scope);
      if (isEmpty(value)) return write(part.otherwise, scope);
      if (kind !== 'range') return write(part.body, kind === 'with' ? { ...scope, dot: value } : scope);
      return Object.entries(value as object)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) =>
          write(part.body, { ...scope, dot: one, variables: { [name!]: key, [variable!]: one } }),
        )
        .join('');
    })
    .join('');
}

const functions: Readonly<Record<string, (...given: never[]) => unknown>> = {
  quote: (value: unknown) => JSON.stringify(String(value)),
  toYaml: (value: unknown) => stringify(value, { lineWidth: 0 }).trimEnd(),
  nindent: (count: number, text: string) => `\n${text.replaceAll(/^/gm, ' '.repeat(count))}`,
  default: (fallback: unknown, value: unknown) => (isEmpty(value) ? fallback : value),
  not: (value: unknown) => isEmpty(value),
  printf: (format: string, ...values: unknown[]) => format.replaceAll('%s', () => String(values.shift())),
  required(message: string, value: unknown) {
    if (isEmpty(value)) throw new Error(message);
    return value;
  },
};

function evaluate(code: string, scope: Scope): unknown {
  const words = code.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
  let at = 0;
  const term = (): unknown => {
    const word = words[at++]!;
    if (word === '(') {
      const value = pipe();
      if (words[at++] !== ')') throw new Error(`A bracket is missing in "${code}".`);
      return value;
    }
    if (word.startsWith('"')) return JSON.parse(word);
    if (/^\d+$/.test(word)) return Number(word);
    if (word === '.') return scope.dot;
    if (word.startsWith('$')) return scope.variables[word.slice(1)];
    if (!/^(\.\w+)+$/.test(word)) throw new Error(`"${word}" in "${code}" is not understood.`);
    // As in Go, a path begins at the dot; templates of ours name values of the root outside of "with" only.
    return word
      .slice(1)
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], scope.dot);
  };
  const call = (piped: unknown[]): unknown => {
    const known = functions[words[at] ?? ''];
    if (!known) return term();
    at++;
    const given: unknown[] = [];
    while (at < words.length && words[at] !== '|' && words[at] !== ')') given.push(term());
    return known(...([...given, ...piped] as never[]));
  };
  const pipe = (): unknown => {
    let value = call([]);
    while (words[at] === '|') {
      at++;
      value = call([value]);
    }
    return value;
  };
  const value = pipe();
  if (at < words.length) throw new Error(`"${words[at]}" in "${code}" is too much.`);
  return value;
}
