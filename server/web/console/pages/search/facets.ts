import type { Met } from '../../../../domain/matching/types.ts';
import type { FoundPerson } from '../../../../modules/console/search/contract.ts';

/** What is chosen to narrow down whom a search found. */
export interface Narrowing {
  leastScore: number;
  /** Places of requirements that have to be met, from 0. */
  met: readonly number[];
  /** Partly met is enough. */
  orPartly: boolean;
  /** All of them. */
  tags: readonly string[];
}

export const everybody: Narrowing = { leastScore: 0, met: [], orPartly: false, tags: [] };

const passes = (met: Met | undefined, orPartly: boolean): boolean =>
  met === 'yes' || (orPartly && met === 'partly');

/** Whom the narrowing leaves, in their order. */
export const narrowed = (
  people: readonly FoundPerson[],
  { leastScore, met, orPartly, tags }: Narrowing,
): FoundPerson[] =>
  people.filter(
    (one) =>
      one.score >= leastScore &&
      met.every((at) => passes(one.requirements[at]?.met, orPartly)) &&
      tags.every((tag) => one.tags.includes(tag)),
  );

export interface RequirementFacet {
  name: string;
  /** Of the people given. */
  people: number;
}

/** How many meet each requirement, in the order of the result. */
export const requirementFacets = (people: readonly FoundPerson[], orPartly: boolean): RequirementFacet[] =>
  (people[0]?.requirements ?? []).map(({ name }, at) => ({
    name,
    people: people.filter((one) => passes(one.requirements[at]?.met, orPartly)).length,
  }));

/** How many have each tag, the most frequent first. */
export function tagFacets(people: readonly FoundPerson[]): { tag: string; people: number }[] {
  const counts = new Map<string, number>();
  for (const tag of people.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, number]) => ({ tag, people: number }))
    .sort((one, other) => other.people - one.people || one.tag.localeCompare(other.tag));
}

export const isNarrowed = ({ leastScore, met, tags }: Narrowing): boolean =>
  leastScore > 0 || met.length > 0 || tags.length > 0;

export const toggled = <Item>(list: readonly Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
