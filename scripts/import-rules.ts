import { join, resolve } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/**
 * Who may import whom within `server/`: the table of ARCHITECTURE.md is printed from here (`--table`; a test compares) and
 * dependency-cruiser enforces it. `node scripts/import-rules.ts [ROOT]` prints each fault and ends with 1 when there is one.
 *
 * Paths are relative to `server/`; a pattern ending in "/" is a folder with all below it, `*` is part of one name, `$1` what the
 * `*` of `from` stood for. Types count like values: who needs another's types depends on it.
 */
interface Rule {
  from: string;
  /** "*" is everything within the server. */
  may: readonly string[];
  /** Neither npm packages, but for these, nor node: modules. */
  packages?: readonly string[];
}

/** Everyone may import these. */
const common = ['background.ts', 'errors.ts', 'outages.ts', 'time.ts', 'make-folder.ts', 'config/limits.ts'];
/** Written by name in the table. */
const sets: Readonly<Record<string, readonly string[]>> = {
  ports: ['engines/*/port.ts', 'storage/port.ts'],
  // What a module is to others: its types and services' interfaces, queries for their transactions, what clients send and get, and what its runs are.
  'doors of modules': [
    ...['types.ts', 'queries.ts', 'contract.ts', 'contract/', 'run-type.ts'].map(
      (file) => `modules/*/${file}`,
    ),
    'modules/shapes/',
  ],
};

/** A module may import modules of lower floors only: those further up here. */
export const floors = [
  ['shapes'],
  ['credits', 'idempotency', 'installation', 'webhooks'],
  ['identity'],
  ['runs'],
  ['audit', 'cvs', 'jobs', 'overview', 'watching'],
  ['accounts', 'matching', 'speech', 'uploads'],
  ['interview', 'search'],
  ['candidates', 'invitations'],
  ['retention'],
  ['console'],
] as const;

/** No circles of the folders in these, though their files may have none. */
const familiesWithoutCircles = ['engines', 'domain'];

/** The first rule that fits a file decides. */
const rules: readonly Rule[] = [
  // Stemmers are functions of a word, without I/O.
  { from: 'domain/languages/', may: ['domain/'], packages: ['@orama/stemmers'] },
  { from: 'domain/', may: ['domain/'], packages: [] },
  { from: 'engines/', may: ['engines/', 'domain/', 'native.ts', 'program-files.ts'] },
  { from: 'storage/', may: ['storage/', 'domain/', 'config/object-storage.ts', 'native.ts'] },
  { from: 'pipeline/', may: ['pipeline/', 'domain/', 'engines/*/port.ts'] },
  { from: 'db/migrations/', may: ['db/', 'domain/'] },
  { from: 'db/', may: ['db/', 'config/env.ts'] },
  // What steps made is stored by others.
  {
    from: 'modules/*/pipeline/',
    may: ['modules/$1/', 'domain/', 'pipeline/', 'ports', 'doors of modules'],
  },
  {
    from: 'modules/*/',
    may: ['modules/$1/', 'domain/', 'pipeline/', 'db/', 'config/env.ts', 'ports', 'doors of modules'],
  },
  {
    from: 'http/',
    may: [
      'http/',
      'domain/',
      'config/env.ts',
      'logging.ts',
      'storage/port.ts',
      'modules/*/routes.ts',
      'doors of modules',
      'live/protocol.ts',
      'live/device.ts',
      'live/pass.ts',
    ],
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
      'process/death.ts',
      'logging.ts',
      'ports',
    ],
  },
  // The data folder as files, and the database as one; files and backups in a bucket.
  {
    from: 'backup/',
    may: [
      'backup/',
      'db/',
      'config/env.ts',
      'config/object-storage.ts',
      'process/folder-lock.ts',
      'storage/port.ts',
      'storage/s3/',
    ],
  },
  // Interviews under way: sound, words and turns; sessions through their module's face.
  {
    from: 'live/',
    may: ['live/', 'domain/', 'engines/', 'logging.ts', 'program-files.ts', 'modules/interview/types.ts'],
  },
  // The browser's code knows the server's shapes and rules without I/O, never its services.
  {
    from: 'web/',
    may: [
      'web/',
      'domain/',
      'modules/console/access.ts',
      'modules/console/contract.ts',
      'modules/console/shapes.ts',
      'modules/console/*/contract.ts',
      'live/protocol.ts',
    ],
  },
  // Threads never see the database.
  {
    from: 'lanes/entry/',
    may: ['lanes/', 'engines/', 'domain/', 'pipeline/', 'modules/*/pipeline/', 'native.ts'],
  },
  { from: 'lanes/', may: ['lanes/lanes.ts', 'lanes/protocol.ts', 'pipeline/', 'logging.ts'] },
  { from: 'process/', may: ['process/', 'config/env.ts', 'logging.ts'] },
  // Only files that start processes may import the wiring.
  ...['app/', 'main.ts', 'cli.ts', 'commands/'].map((from) => ({
    from,
    may: ['*'],
  })),
  { from: 'config/', may: ['config/'] },
  // errors.ts, time.ts, logging.ts, native.ts, program-files.ts: what everyone stands on stands on nothing.
  { from: '*.ts', may: [] },
];

/** Packages that only one place may know. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  pg: ['db/dialects/'],
  'better-sqlite3': ['db/dialects/', 'process/folder-lock.ts'],
  piscina: ['lanes/lanes.ts'],
  'onnxruntime-node': ['engines/onnx-runtime.ts'],
  pdfkit: ['engines/report-pdf/'],
  fontkit: ['engines/report-pdf/'],
  'bidi-js': ['engines/report-pdf/'],
  nodemailer: ['engines/mail/smtp.ts'],
  '@aws-sdk/client-s3': ['storage/s3/'],
  '@aws-sdk/lib-storage': ['storage/s3/'],
};

/** A pattern of ours as a regular expression on paths from the root. */
function regexOf(pattern: string): string {
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
  return `^server/${source}${pattern.endsWith('/') ? '.+' : '$'}`;
}

const ownCode = '^(server/|(scripts|testkit|lab|test|native)/.+\\.ts$)';

function forbiddenBy({ from, may, packages }: Rule, index: number): IForbiddenRuleType {
  const allowed = [...common, ...may.flatMap((name) => sets[name] ?? [name])];
  const source = {
    path: regexOf(from).replace('[^/]+', '([^/]+)'),
    // Dependency-cruiser tries every rule: those above decide for theirs.
    pathNot: rules.slice(0, index).map((rule) => regexOf(rule.from)),
  };
  return {
    name: `${from} may not import it`,
    severity: 'error',
    from: source,
    to: {
      // Data files outside (calibration, package.json) are read by the module that owns them; code is not.
      path: packages ? '.' : ownCode,
      pathNot: may.includes('*')
        ? '^server/'
        : [...allowed.map(regexOf), ...(packages ?? []).map((name) => `(^|/)node_modules/${name}/`)],
    },
  };
}

export const forbidden: readonly IForbiddenRuleType[] = [
  ...rules.map(forbiddenBy),
  {
    name: 'no rule says what this folder may import: add one to scripts/import-rules.ts',
    severity: 'error',
    from: { path: '^server/', pathNot: rules.map(({ from }) => regexOf(from)) },
    to: {},
  },
  ...Object.entries(packageHomes).map(([name, homes]) => ({
    name: `only ${homes.join(', ')} may use it`,
    severity: 'error' as const,
    from: { path: '^server/', pathNot: homes.map(regexOf) },
    to: { path: `(^|/)node_modules/(@types/)?${name}/` },
  })),
  {
    name: 'only tests may import tests: what others need lies in testkit/',
    severity: 'error',
    from: { path: '^(scripts|testkit|lab)/', pathNot: '^lab/test/' },
    to: { path: '^(test|lab/test)/' },
  },
  {
    name: 'only the laboratory may import it; its tests lie in lab/test/',
    severity: 'error',
    from: { path: '^(scripts|testkit|test)/' },
    to: { path: '^lab/', pathNot: '^lab/test/' },
  },
  {
    name: 'tests may not import those of the laboratory',
    severity: 'error',
    from: { path: '^test/' },
    to: { path: '^lab/test/' },
  },
  {
    name: 'what scripts and tests share may not import scripts',
    severity: 'error',
    from: { path: '^testkit/' },
    to: { path: '^scripts/' },
  },
  {
    name: 'only tests of scripts, and of the pages they write, may know them',
    severity: 'error',
    from: { path: '^test/', pathNot: '^test/(scripts/|docs\\.test\\.ts$)' },
    to: { path: '^scripts/' },
  },
  ...floors.map((modules, floor) => ({
    name: `a module of this floor may only import modules of lower ones: see floors in scripts/import-rules.ts`,
    severity: 'error' as const,
    from: { path: `^server/modules/(${modules.join('|')})/` },
    to: {
      path: '^server/modules/',
      pathNot: [
        '^server/modules/$1/',
        ...floors.slice(0, floor).flatMap((lower) => lower.map((name) => `^server/modules/${name}/`)),
      ],
    },
  })),
  {
    name: 'no floor has this module, which may import nothing before: add it to floors in scripts/import-rules.ts',
    severity: 'error',
    from: { path: '^server/modules/', pathNot: floors.flat().map((name) => `^server/modules/${name}/`) },
    to: {},
  },
  { name: 'it leads nowhere', severity: 'error', from: {}, to: { couldNotResolve: true } },
  // Circles of types alone, too: they make two files one.
  { name: 'it closes a circle', severity: 'error', from: {}, to: { circular: true } },
];

export interface Fault {
  /** Relative to the root, with "/". */
  from: string;
  to: string;
  rule: string;
}

/** Checks what lies in these folders of `root`. */
export async function checkImports(
  root: string,
  folders = ['server', 'scripts', 'testkit', 'lab', 'test'],
): Promise<Fault[]> {
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...forbidden] },
      // TypeScript 7 has no compiler that programs could call.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^(server/web-dist|scripts/toolchain)/' },
    },
    { conditionNames: ['import', 'node', 'style', 'default'], exportsFields: ['exports'] },
  );
  const { modules, summary } = output as ICruiseResult;
  return [
    ...summary.violations.map(({ from, to, rule, cycle }) => ({
      from,
      to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
      rule: rule.name,
    })),
    ...familiesWithoutCircles.flatMap((family) => folderCircles(modules, `server/${family}`)),
  ];
}

/** Folders right below `parent` that import each other, however indirectly: each circle once. */
function folderCircles(modules: ICruiseResult['modules'], parent: string): Fault[] {
  const folderOf = (path: string) => new RegExp(`^${parent}/[^/]+(?=/)`).exec(path)?.[0];
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (from !== undefined && to !== undefined && from !== to)
        imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const faults: Fault[] = [];
  const isClear = new Set<string>();
  const walk = (folder: string, path: readonly string[]) => {
    const circle = path.includes(folder) ? [...path.slice(path.indexOf(folder)), folder] : undefined;
    if (circle) {
      faults.push({
        from: circle[0]!,
        to: circle.slice(1).join(' → '),
        rule: 'these folders close a circle',
      });
    } else if (!isClear.has(folder)) {
      for (const next of imports.get(folder) ?? []) walk(next, [...path, folder]);
      isClear.add(folder);
    }
  };
  for (const folder of [...imports.keys()].sort()) walk(folder, []);
  return faults;
}

/** The rules as ARCHITECTURE.md has them. */
export function importTable(): string {
  const codes = (patterns: readonly string[]) => patterns.map((pattern) => `\`${pattern}\``).join(', ');
  const named = (name: string, from: string) => {
    if (name === '*') return 'everything';
    if (name === from || name === 'modules/$1/') return 'itself';
    return name in sets ? name : codes([name]);
  };
  const rows = rules.map(({ from, may, packages }) => {
    const cells = may.map((name) => named(name, from)).join(', ') || 'nothing';
    const others = packages?.length ? ` but ${codes(packages)}` : '';
    return `| \`${from}\` | ${cells}${packages ? `; no package${others}, no \`node:\` module` : ''} |`;
  });
  return [
    '| From | May import |',
    '|---|---|',
    ...rows,
    '',
    ...Object.entries(sets).map(([name, files]) => `The ${name} are ${codes(files)}.`),
    'A module may import modules of lower floors only, from the lowest:',
    ...floors.map((modules, floor) => `${floor + 1}. ${codes(modules)}`),
    '',
    `Folders of ${codes(familiesWithoutCircles.map((family) => `${family}/`))} close no circle either.`,
    `Everyone may import ${codes(common)}. The first row that fits a file decides.`,
    ...Object.entries(packageHomes).map(
      ([name, homes]) => `The package \`${name}\` is for ${codes(homes)} alone.`,
    ),
  ].join('\n');
}

if (import.meta.main) {
  if (process.argv[2] === '--table') console.log(importTable());
  else {
    const faults = await checkImports(resolve(process.argv[2] ?? join(import.meta.dirname, '..')));
    for (const { from, to, rule } of faults) console.log(`${from} → ${to}: ${rule}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
