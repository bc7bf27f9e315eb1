// Must be the first import: it turns off ONNX Runtime's usage reports before the library loads.
import './engines/quiet-runtime.ts';

import { composition } from './app/composition.ts';
import { roleFrom, runRole } from './process/run-role.ts';

// Whatever is written here is about people: other users of the machine get at none of it.
process.umask(0o077);

process.exit(
  await runRole({
    role: roleFrom(process.argv.slice(2), process.env),
    env: process.env,
    mainPath: import.meta.filename,
    composition,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  }),
);
