import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

/**
 * Enforces who may import whom within `server/`: run by `scripts/test`, prints each violation as file:line and
 * ends with 1 when there is one. `node scripts/check-imports.ts [ROOT]` checks another tree.
 *
 * Paths are relative to `server/`; a pattern ending in "/" is a folder with all below it, `*` is one name.
 * Types count like values: who needs another's types depends on it.
 */
interface Rule {
  from: string;
  may: readonly string[];
  /** Npm packages and node: modules; everything when absent. */
  packages?: readonly string[];
}

/** Everyone may import these. */
const common = ['errors.ts', 'time.ts', 'config/limits.ts'];
const ports = ['engines/*/port.ts', 'storage/port.ts'];
/** What a module shows to others; its repositories, queues and steps are its own. */
const faces = [
  'service.ts',
  'types.ts',
  'run-type.ts',
  'registry.ts',
  'shared-queries.ts',
  'schema.ts',
  'fields.ts',
  'present.ts',
  'access.ts',
].map((file) => `modules/*/${file}`);

/** The first rule that fits a file decides. */
const rules: readonly Rule[] = [
  { from: 'domain/', may: ['domain/'], packages: [] },
  { from: 'engines/', may: ['engines/', 'domain/', 'native.ts'] },
  { from: 'storage/', may: ['storage/', 'domain/', 'native.ts'] },
  { from: 'pipeline/', may: ['pipeline/', 'domain/', 'engines/*/port.ts'] },
  // A migration may fill a column with what the domain reads from another.
  { from: 'db/migrations/', may: ['db/', 'domain/'] },
  { from: 'db/', may: ['db/', 'config/env.ts'] },
  // Steps know ports and domain; what they made is stored by others.
  { from: 'modules/*/pipeline/', may: ['modules/$1/', 'domain/', 'pipeline/', ...ports, ...faces] },
  {
    from: 'modules/*/',
    may: ['modules/$1/', 'domain/', 'pipeline/', 'db/', 'config/env.ts', ...ports, ...faces],
  },
  {
    from: 'http/',
    may: ['http/', 'config/env.ts', 'logging.ts', 'storage/port.ts', 'modules/*/routes.ts', ...faces],
  },
  {
    from: 'dispatch/',
    may: [
      'dispatch/',
      'pipeline/',
      'db/',
      'modules/runs/',
      'modules/webhooks/types.ts',
      'modules/retention/types.ts',
      'lanes/lanes.ts',
      'lanes/protocol.ts',
      'logging.ts',
      ...ports,
    ],
  },
  // The browser's code knows the server's shapes and rules without I/O, never its services.
  { from: 'web/', may: ['web/', 'domain/', 'modules/console/access.ts', 'modules/console/contract/'] },
  // Threads never see the database.
  {
    from: 'lanes/entry/',
    may: ['lanes/', 'engines/', 'domain/', 'pipeline/', 'modules/*/pipeline/', 'native.ts'],
  },
  { from: 'lanes/', may: ['lanes/lanes.ts', 'lanes/protocol.ts', 'pipeline/', 'logging.ts'] },
  { from: 'process/', may: ['process/', 'config/env.ts', 'logging.ts'] },
  // The composition root is for those who start processes.
  { from: 'compose.ts', may: ['*'] },
  { from: 'compose-console.ts', may: ['*'] },
  { from: 'compose-retention.ts', may: ['*'] },
  { from: 'main.ts', may: ['*'] },
  { from: 'cli.ts', may: ['*'] },
  { from: 'commands/', may: ['*'] },
  // errors.ts, time.ts, logging.ts, native.ts, config/: what everyone stands on stands on nothing.
  { from: 'config/', may: [] },
  { from: '*', may: [] },
];

/** Packages that only one place may know. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  pg: ['db/dialects/'],
  'better-sqlite3': ['db/dialects/', 'process/folder-lock.ts'],
  piscina: ['lanes/lanes.ts'],
  'onnxruntime-node': ['engines/onnx-runtime.ts'],
};

export interface Violation {
  /** Relative to the root, with "/". */
  file: string;
  line: number;
  message: string;
}

interface Import {
  specifier: string;
  line: number;
}

/** Import and export specifiers of a source text, dynamic ones too; comments and other strings are passed over. */
export function importsOf(source: string): Import[] {
  const token =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^\\`])*`|\b(?:from|import)\s*\(?\s*(?:'([^'\n]+)'|"([^"\n]+)")|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
  const imports: Import[] = [];
  for (const match of source.matchAll(token)) {
    const specifier = match[1] ?? match[2];
    if (specifier === undefined) continue;
    const line = source.slice(0, match.index + match[0].length).split('\n').length;
    imports.push({ specifier, line });
  }
  return imports;
}

/** Checks every `.ts` file below `root`/server. */
export function checkImports(root: string): Violation[] {
  const server = join(root, 'server');
  const violations: Violation[] = [];
  for (const name of globSync('**/*.{ts,tsx}', { cwd: server }).sort()) {
    const path = name.split(sep).join('/');
    for (const { specifier, line } of importsOf(readFileSync(join(server, name), 'utf8'))) {
      const fault = faultOf(server, path, specifier);
      if (fault) violations.push({ file: `server/${path}`, line, message: fault });
    }
  }
  return violations;
}

function faultOf(server: string, path: string, specifier: string): string | undefined {
  const rule = rules.find(({ from }) => fits(path, from));
  if (!rule) return 'no rule says what this folder may import; add one to scripts/check-imports.ts.';
  if (!specifier.startsWith('.') && !specifier.startsWith('#')) {
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    if (rule.packages && !rule.packages.includes(name)) return `"${rule.from}" may not use "${specifier}".`;
    const homes = packageHomes[name];
    if (homes && !homes.some((home) => fits(path, home))) {
      return `"${name}" may be used in ${homes.join(', ')} only.`;
    }
    return undefined;
  }
  if (specifier.startsWith('#') && !specifier.startsWith('#server/')) {
    return `"${specifier}" is not part of the server.`;
  }
  const absolute = specifier.startsWith('#')
    ? join(server, specifier.slice('#server/'.length))
    : resolve(server, dirname(path), specifier);
  const target = relative(server, absolute).split(sep).join('/');
  if (target.startsWith('../')) {
    // Data files outside (calibration, package.json) are read by whoever owns them; code is not.
    return target.endsWith('.json') && !rule.packages ? undefined : `"${specifier}" lies outside of server/.`;
  }
  // `$1` stands for what `*` matched in `from`, so that a module may use all of itself.
  const own = rule.from.includes('*/') ? posix.normalize(path).split('/')[1]! : '';
  const allowed = [...common, ...rule.may.map((pattern) => pattern.replace('$1', own))];
  if (allowed.includes('*') || allowed.some((pattern) => fits(target, pattern))) return undefined;
  return `"${rule.from}" may not import "${target}".`;
}

function fits(path: string, pattern: string): boolean {
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return new RegExp(`^${source}${pattern.endsWith('/') ? '.+' : '$'}`).test(path);
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
  const violations = checkImports(root);
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`);
  if (violations.length > 0) {
    console.log(
      `${violations.length} imports are against the rules (the table is in scripts/check-imports.ts).`,
    );
    process.exitCode = 1;
  }
}
