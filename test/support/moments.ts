import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';

/**
 * `node --import moments.ts PROGRAM` with MOMENTS_OF, a folder, and MOMENTS_TO: before each time that the process renames or removes a
 * file, the folder is copied to MOMENTS_TO/1, /2, …: what `kill -9` at that moment would leave. So one process shows them all.
 * DIE_AT=n also kills it before the n-th.
 */
const { MOMENTS_OF: of, MOMENTS_TO: to, DIE_AT: dieAt } = process.env;
let count = 0;
const counted = <Work extends (...args: never[]) => unknown>(work: Work): Work =>
  ((...args: never[]) => {
    count++;
    if (of && to && fs.existsSync(of))
      fs.cpSync(of, join(to, String(count), basename(of)), { recursive: true });
    if (count === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
    return work(...args);
  }) as Work;

fs.promises.rename = counted(fs.promises.rename);
fs.promises.rm = counted(fs.promises.rm);
syncBuiltinESMExports();
