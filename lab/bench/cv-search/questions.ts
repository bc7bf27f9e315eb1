import { createFaults } from '../../../server/domain/requirements/faults.ts';
import { readConfig } from '../../../server/domain/requirements/validate.ts';
import { seededRandom } from '../../../testkit/random.ts';
import { families } from '../../../testkit/search/occupation-families.ts';
import type { BenchQuestion } from './installation.ts';

const degrees = ['Bachelor', 'Master', 'Diploma'];
const languages = ['German', 'French', 'Spanish', 'Polish', 'Dutch'];
const manners = [
  'You work in a team and report to the head of the department.',
  'We offer flexible hours, a quiet office and time to learn.',
  'You like to explain what you do and take responsibility for it.',
  'Our customers are all over Europe, so that you travel now and then.',
  'You keep calm when much happens at once, and know what comes first.',
];

/** Jobs that differ in title, tasks, skills and what is a must: the n-th is always the same. */
export function questions(count: number): BenchQuestion[] {
  return Array.from({ length: count }, (_, n) => {
    const random = seededRandom(7_000_003 + n);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const some = <Item>(items: readonly Item[], most: number): Item[] => [
      ...new Set(Array.from({ length: most }, () => pick(items))),
    ];
    const family = pick(families);
    const title = pick(family.titles);
    const [first = '', second = first] = some(family.tasks, 3).map((task) => task.toLowerCase());
    const skills = some(family.skills, 5);
    const description = `${title}\nWe look for a ${title} who ${first}, ${second} and knows ${pick(family.skills)}. ${pick(manners)} ${pick(manners)}`;
    const faults = createFaults();
    const config = readConfig(
      {
        requirements: {
          workExperience: { from: 1 + Math.floor(random() * 5), to: 60 },
          skills: {
            hard_skills: skills.map((name, at) => ({ name, importance: 5 - (at % 3) })),
            language_skills_config: [{ name: pick(languages), level: 'B2' }],
          },
          minimal_qualifications: [{ text: `At least 3 years with ${skills[0]}` }],
          education: { is_enabled: true, degree: pick(degrees), fields: [pick(family.fields)] },
        },
      },
      'config',
      faults,
    );
    if (!config) throw new Error(`A job of the bench is not valid: ${JSON.stringify(faults.fields())}`);
    return { description, config };
  });
}
