/**
 * Makes one file of each program of the server and of the 2,000 that it loads: it then starts in a third of the time.
 * `node scripts/bundle-server.ts FOLDER`, a folder directly below the project's; scripts/setup makes `dist/`.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { builtName, programs } from '../server/program-files.ts';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist'));
if (dirname(folder) !== root) throw new Error(`${folder} must lie directly in ${root}.`);

/** Servers of the tests, real but for what is heard, and what stands in for containers. */
const testPrograms = [
  'testkit/fake-speech/main',
  'testkit/fake-speech/cv-main',
  'testkit/fake-speech/lane-entry',
  'testkit/recorded-speech/main',
  'testkit/recorded-speech/lane-entry',
  'test/support/stand-in-engine/assay',
].filter((name) => existsSync(join(root, `${name}.ts`)));

/** Packages that find native code, threads or files beside their own. */
const asInstalled = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'better-sqlite3',
  'fontkit',
  'onnxruntime-node',
  'pdfjs-dist',
  'pdfkit',
  'pino',
  'piscina',
  'wink-eng-lite-web-model',
];

/** Sources go on finding files beside them: what they say of their place stays true. Programs are told where they are by `programFile`. */
const keepPlaces = {
  name: 'keep-places',
  transform(code: string, id: string): string | undefined {
    if (!id.startsWith(`${root}/`) || id.includes('/node_modules/') || basename(id) === 'program-files.ts')
      return;
    const place = (path: string) => JSON.stringify(`../${relative(root, path)}`);
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${place(dirname(id))})`)
      .replaceAll('import.meta.url', `new URL(${place(id)}, import.meta.url).href`);
  },
};

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries([
    ...programs.map((name) => [builtName(name), join(root, 'server', `${name}.ts`)]),
    ...testPrograms.map((name) => [builtName(name), join(root, `${name}.ts`)]),
  ]),
  external: (id) => asInstalled.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [keepPlaces],
  onLog(level, log, handle) {
    // Packages test what they find with `eval` and import what is not there; of our own code nothing passes.
    if (level === 'warn' && !(log.id ?? log.loc?.file ?? '').includes('/node_modules/')) handle('error', log);
  },
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name]',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();

const bytes = output.reduce((sum, one) => sum + (one.type === 'chunk' ? one.code.length : 0), 0);
console.log(`${output.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
