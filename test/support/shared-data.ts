import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of real recordings for tests (never part of the repository), or undefined where it is absent. */
export function findSharedData(): string | undefined {
  const dir = resolve(
    process.env.ASSAY_SHARED_DATA ?? resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  );
  return existsSync(dir) ? dir : undefined;
}

/** The reason a test is skipped with, or false where the data are there: `test(name, { skip: withoutSharedData() }, …)`. */
export const withoutSharedData = (): string | false =>
  findSharedData()
    ? false
    : 'the shared recordings are not on this machine (set ASSAY_SHARED_DATA to their folder)';
