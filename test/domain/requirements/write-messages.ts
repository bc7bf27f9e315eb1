import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { faultyConfigs } from './faulty-configs.ts';

/** Writes messages.json anew; read what changed before committing it. */
const messages = Object.entries(faultyConfigs).map(([title, config]) => {
  const faults = createFaults();
  readConfig(config, 'config', faults);
  return [title, faults.fields()];
});
writeFileSync(
  join(import.meta.dirname, 'messages.json'),
  `${JSON.stringify(Object.fromEntries(messages), null, 2)}\n`,
);
