import { secretSettings } from '../../config/secret-files.ts';
import { settingsHelp } from '../../config/settings-help.ts';

/** What each setting was given as; of secrets only that they were. */
export function shownSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const shown: Record<string, string> = {};
  const secrets: ReadonlySet<string> = new Set(secretSettings);
  for (const [name] of settingsHelp) {
    const given = env[name]?.trim();
    if (secrets.has(name)) {
      if (given) shown[name] = '[given]';
      else if (env[`${name}_FILE`]?.trim()) shown[name] = '[given as a file]';
    } else if (given) shown[name] = given;
  }
  return shown;
}
