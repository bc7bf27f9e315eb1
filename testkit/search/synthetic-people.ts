import { seededRandom } from '../random.ts';
import { type Family, families } from './occupation-families.ts';

/**
 * People who do not exist, as a client's parser of CVs would send them: the n-th is always the same, so that a corpus of any size can be
 * made, and made again. For tests and benches; they say nothing of how people are.
 */
export interface SyntheticPerson {
  external_id: string;
  full_name: string;
  headline: string;
  summary: string;
  location: string;
  skills: string[];
  experience: {
    title: string;
    employer: string;
    location: string;
    start: string;
    end: string | null;
    description: string;
  }[];
  education: { degree: string; field: string; institution: string; start: string; end: string }[];
  languages: { name: string; level: string }[];
  certificates: string[];
  tags: string[];
}

const first =
  'Ada Bruno Chiara Dmitri Elif Farah Goran Hana Ivo Jana Kofi Lena Marek Nadia Omar Petra Quentin Rosa Samir Tanja Umut Vera Wim Ximena Yara Zoltan'.split(
    ' ',
  );
const last =
  'Almeida Bakker Costa Dvorak Eriksson Ferrari Gruber Horvat Ivanova Jansen Kowalski Lindberg Moreau Novak Okafor Petrov Quist Rossi Silva Tanaka Ulrich Varga Weber Xu Yilmaz Zeman'.split(
    ' ',
  );
const places =
  'Lisbon Vienna Zagreb Gdansk Lyon Porto Ghent Malmo Turin Izmir Brno Leipzig Sofia Utrecht Bergen Graz'.split(
    ' ',
  );
const employers =
  'Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Iris Juniper Kelp Linden Maple Nettle Oak Pine Quince Rowan Spruce Thistle'.split(
    ' ',
  );
const forms = ['Ltd', 'GmbH', 'Group', 'Partners', 'Services', 'Works', 'Systems', 'Holding'];
const languages = 'German French Spanish Italian Polish Dutch Portuguese Turkish Russian Japanese'.split(' ');
const levels = ['A2', 'B1', 'B2', 'C1', 'native'];
const ranks = ['', '', '', 'Junior ', 'Senior ', 'Lead '];

/** @param seed of another population, where one needs a second */
export function syntheticPerson(number: number, seed = 1): SyntheticPerson {
  const random = seededRandom(seed * 1_000_003 + number);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const some = <Item>(items: readonly Item[], count: number): Item[] => [
    ...new Set(Array.from({ length: count }, () => pick(items))),
  ];
  const family = pick(families);
  const other = pick(families);
  const skills = [...new Set([...some(family.skills, 6), ...some(other.skills, 2)])];
  const positionCount = 1 + Math.floor(random() * 4);
  let year = 2026 - Math.floor(random() * 2);
  let isCurrent = random() < 0.7;
  const experience = Array.from({ length: positionCount }, (_, index) => {
    const endYear = year;
    year -= 1 + Math.floor(random() * 5);
    // Some have done something else before.
    const from: Family = index > 1 && random() < 0.3 ? other : family;
    const position = {
      title: `${pick(ranks)}${pick(from.titles)}`,
      employer: `${pick(employers)} ${pick(forms)}`,
      location: pick(places),
      start: `${year}-${month(random)}`,
      end: isCurrent ? null : `${endYear}-${month(random)}`,
      description: some(from.tasks, 3).join('\n'),
    };
    isCurrent = false;
    return position;
  });
  const years = 2026 - year;
  const title = experience[0]!.title;
  return {
    external_id: `person-${seed}-${number}`,
    full_name: `${pick(first)} ${pick(last)}`,
    headline: title,
    summary: `${title} with ${years} years of experience. Strong in ${skills.slice(0, 3).join(', ')}.`,
    location: pick(places),
    skills,
    experience,
    education: [
      {
        degree: pick(['Bachelor', 'Master', 'Diploma', 'PhD']),
        field: pick(family.fields),
        institution: `University of ${pick(places)}`,
        start: String(year - 4),
        end: String(year),
      },
    ],
    languages: [
      { name: 'English', level: pick(levels.slice(2)) },
      ...some(languages, 2).map((name) => ({ name, level: pick(levels) })),
    ],
    certificates: random() < 0.3 ? [`${pick(family.skills)} certificate`] : [],
    tags: [pick(places).toLowerCase(), random() < 0.5 ? 'open' : 'hired'],
  };
}

const month = (random: () => number): string => String(1 + Math.floor(random() * 12)).padStart(2, '0');

/** @param from number of the first */
export const syntheticPeople = (count: number, { from = 0, seed = 1 } = {}): SyntheticPerson[] =>
  Array.from({ length: count }, (_, index) => syntheticPerson(from + index, seed));
