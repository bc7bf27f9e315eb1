// Must be the first import: it turns off ONNX Runtime's usage reports before the library loads.
import './engines/quiet-runtime.ts';

import { createCommandContext } from './commands/context.ts';
import { runCommandLine } from './commands/program.ts';

// Whatever is written here is about people: other users of the machine get at none of it.
process.umask(0o077);

// A reader that has seen enough (`assay runs list | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

// Whoever started this command and listens to it was killed: what it holds, the next one needs.
process.on('disconnect', () => process.exit(1));

process.exit(await runCommandLine(process.argv.slice(2), createCommandContext(process)));
