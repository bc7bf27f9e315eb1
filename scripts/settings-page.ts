import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { secretSettings } from '../server/config/secret-files.ts';
import { settingsHelp } from '../server/config/settings-help.ts';

/** docs/settings.md, as it should be. */
export const settingsPage = (): string => `# Settings

All settings come from the environment; none is required. \`scripts/assay --help\` lists them too. Defaults are in brackets.

| Setting | Meaning (default) |
|---|---|
${settingsHelp.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`).join('\n')}

Secrets may lie in files, as container platforms mount them: ${secretSettings.map((name) => `\`${name}_FILE\``).join(', ')} name one each. What is set wrongly is told at the start, all of it at once.

This page is made from \`server/config/settings-help.ts\` by \`node scripts/settings-page.ts\`.
`;

/** Writes docs/settings.md anew: run it after a change of `settingsHelp`. */
if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '../docs/settings.md'), settingsPage());
