import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../../../testkit/random.ts';

/** What people of one kind write in one language. */
interface Words {
  titles: readonly string[];
  skills: readonly string[];
  tasks: readonly string[];
}

export interface MadePerson {
  id: string;
  language: string;
  /** What they are now, and were before. */
  kinds: readonly string[];
  /** As a client would send it. */
  candidate: { external_id: string } & Record<string, unknown>;
}

const listed = (text: string, sign: string) => text.split(sign).map((one) => one.trim());

/** Kinds of people with their words by language, from people.txt. */
export function readKinds(): Map<string, Map<string, Words>> {
  const kinds = new Map<string, Map<string, Words>>();
  let words = new Map<string, Words>();
  for (const line of readFileSync(join(import.meta.dirname, 'people.txt'), 'utf8').split('\n')) {
    if (!line || line.startsWith('#')) continue;
    const [language = '', titles, skills = '', tasks = ''] = listed(line, '|');
    if (titles === undefined) {
      words = new Map();
      kinds.set(language, words);
    } else
      words.set(language, {
        titles: listed(titles, ','),
        skills: listed(skills, ','),
        tasks: listed(tasks, ';'),
      });
  }
  return kinds;
}

const eachKind = 2;
const cities: Record<string, readonly string[]> = {
  en: ['Leeds', 'Dublin', 'Boston'],
  de: ['Köln', 'Graz', 'Bern'],
  fr: ['Lyon', 'Lille', 'Namur'],
  es: ['Sevilla', 'Bilbao', 'Quito'],
};
const manners: Record<string, readonly string[]> = {
  en: [
    'Reliable and calm.',
    'I like to work in a team.',
    'Used to shifts and travel.',
    'Good with numbers and people.',
  ],
  de: [
    'Zuverlässig und ruhig.',
    'Ich arbeite gern im Team.',
    'Schichten und Reisen gewohnt.',
    'Gut mit Zahlen und Menschen.',
  ],
  fr: [
    'Fiable et calme.',
    "J'aime le travail en équipe.",
    'Habitué aux horaires décalés.',
    'À l’aise avec les chiffres.',
  ],
  es: [
    'Responsable y tranquilo.',
    'Me gusta el trabajo en equipo.',
    'Acostumbrado a turnos y viajes.',
    'Bueno con los números.',
  ],
};

/** Two people for each kind and language: some without a headline, some with a past in other work, some with long texts, some in one text. */
export function makePeople(): MadePerson[] {
  const kinds = readKinds();
  const names = [...kinds.keys()];
  const random = seededRandom(20_261_126);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const some = <Item>(items: readonly Item[], count: number): Item[] =>
    items
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ item }) => item);
  const people: MadePerson[] = [];
  for (const [kind, languages] of kinds) {
    for (const [language, words] of languages) {
      for (let n = 0; n < eachKind; n++) {
        const past = random() < 0.35 ? pick(names) : kind;
        const earlier = kinds.get(past)!.get(language)!;
        const began = 2010 + Math.floor(random() * 10);
        const title = pick(words.titles);
        const isLong = random() < 0.15;
        const long = isLong ? some(names, 12).map((one) => pick(kinds.get(one)!.get(language)!.tasks)) : [];
        const id = `${kind}-${language}-${n}`;
        const now = some(words.tasks, 2).join('. ');
        const before = some(earlier.tasks, 2).join('. ');
        const skills = [...some(words.skills, 4), ...some(['Excel', 'Word', 'SAP', 'Outlook'], 1)];
        const summary = [pick(manners[language]!), ...(random() < 0.5 ? [pick(words.tasks)] : [])].join(' ');
        const pastTitle = pick(earlier.titles);
        const whole = {
          headline: random() < 0.6 ? title : null,
          summary,
          location: pick(cities[language]!),
          skills,
          experience: [
            { title, start: String(began), end: null, description: now },
            { title: pastTitle, start: String(began - 5), end: String(began), description: before },
          ],
          text: long.join('. ') || null,
        };
        const asText = [
          title,
          summary,
          skills.join(', '),
          `${title}, ${began} –`,
          now,
          `${pastTitle}, ${began - 5}–${began}`,
          before,
          ...long,
        ];
        people.push({
          id,
          language,
          kinds: [kind, past],
          candidate:
            random() < 0.15 ? { external_id: id, text: asText.join('\n') } : { external_id: id, ...whole },
        });
      }
    }
  }
  return some(people, people.length);
}

/** Everything a candidate says, for rankings by words. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([field]) => field !== 'external_id')
    .map(([, part]) => textOf(part))
    .filter(Boolean)
    .join('\n');
}
