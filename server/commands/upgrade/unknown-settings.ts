import { secretSettings } from '../../config/secret-files.ts';
import { settingsHelp } from '../../config/settings-help.ts';

/** Read by others than the server: by docker-compose.yml, by tests, by the supervisor. */
const ofOthers =
  /^ASSAY_(ADDRESS|PORT|MEMORY|CPUS|PROCESSES|LOG_FILES|DB_PASSWORD|SHARED_DATA|DEATHS|TEST_\w+)$/;

const known: ReadonlySet<string> = new Set([
  ...settingsHelp.map(([name]) => name),
  ...secretSettings.flatMap((name) => [name, `${name}_FILE`]),
  'ROLE',
]);

const groupOf = (name: string): string => name.split('_')[0]!;
const groups = Map.groupBy(known, groupOf);
/** First words that only we use: several settings begin with them. */
const isOurs = (name: string): boolean =>
  name.includes('_') && (groups.get(groupOf(name))?.filter((one) => !one.endsWith('_FILE')).length ?? 0) > 1;

/**
 * Variables of an environment that look like settings of Assay and that this version does not read: they begin as several of its settings do, or
 * differ from one by a letter or two.
 *
 * @returns with the setting that may be meant; null: none is near
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; meant: string | null }[] {
  const unknown = Object.keys(env)
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && env[name]?.trim())
    .filter((name) => !known.has(name) && !ofOthers.test(name))
    .sort();
  return unknown.flatMap((name) => {
    const nearest = [...known]
      .map((one) => ({ one, distance: distanceOf(name, one) }))
      .sort((a, b) => a.distance - b.distance)[0]!;
    const isNear = nearest.distance <= Math.min(3, Math.floor(name.length / 4));
    // Only a long name is surely no other program's.
    const isMisspelt = isNear && name.length >= 6 && name.includes('_');
    return isMisspelt || isOurs(name) ? [{ name, meant: isNear ? nearest.one : null }] : [];
  });
}

/** Levenshtein's: how many letters are added, left out or changed. */
function distanceOf(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    before = row;
  }
  return before[b.length]!;
}
