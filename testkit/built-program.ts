import { globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { builtName } from '#server/program-files.ts';

const root = resolve(import.meta.dirname, '..');
const sources = ['server/**/*.ts', 'testkit/*-speech/*.ts', 'test/support/stand-in-engine/*.ts'];

/**
 * The built form of a program, which is what customers run and starts in a third of the time; the source itself where set-up has not built it since it
 * was last changed.
 *
 * @param source path of a source file, absolute or from the project's root
 */
export function builtProgram(source: string): string {
  const path = resolve(root, source);
  const name = relative(root, path).replace(/^server\//, '');
  const built = join(root, 'dist', builtName(name.replace(/\.ts$/, '')));
  return madeMs(built) > newestSourceMs() ? built : path;
}

const madeMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

let newest: number | undefined;
const newestSourceMs = (): number => {
  newest ??= Math.max(
    ...globSync(sources, { cwd: root, exclude: ['server/web', 'server/web-dist'] }).map((path) =>
      madeMs(join(root, path)),
    ),
  );
  return newest;
};
