import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * `node --import die-at.ts PROGRAM` with DIE_AT=n: the process kills itself, as `kill -9` would, before the n-th time that it renames
 * or removes a file. So a test can stop it at each of the moments that count.
 */
const dieAt = Number(process.env.DIE_AT);
let count = 0;
const counted = <Work extends (...args: never[]) => unknown>(work: Work): Work =>
  ((...args: never[]) => {
    count++;
    if (count === dieAt) process.kill(process.pid, 'SIGKILL');
    return work(...args);
  }) as Work;

fs.promises.rename = counted(fs.promises.rename);
fs.promises.rm = counted(fs.promises.rm);
syncBuiltinESMExports();
