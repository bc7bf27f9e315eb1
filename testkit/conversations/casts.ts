import { join, resolve } from 'node:path';
import { seededRandom, shuffled } from '../random.ts';
import { type Conversation, simulate } from './simulate.ts';
import type { Voice } from './voices.ts';

/** Any two; two of one sex and age who sound alike; one alone; a panel of two and a candidate. */
export const sets = ['two', 'confusable', 'alone', 'three'] as const;
export type ConversationSet = (typeof sets)[number];

/** How far apart people's voices are: a symmetric table in the order of the people. */
export type VoiceDistances = (people: readonly Voice[]) => Promise<number[][]>;

/** Confusable are the closest of all pairs of one sex and age group: this share of them. */
const CONFUSABLE_SHARE = 0.25;
/** Three minutes is the shortest interview. */
export const LENGTHS_MS = { shortest: 180_000, longest: 600_000 } as const;

export interface Cast {
  set: ConversationSet;
  /** The last is the candidate. */
  people: readonly Voice[];
  /** Of the conversation: set, number and the bench's seed. */
  seed: number;
}

/** Who talks with whom, in `count` conversations of a set; the order of people within a cast is drawn, too. */
export async function castsOf(
  set: ConversationSet,
  people: readonly Voice[],
  options: { count: number; seed: number; distances: VoiceDistances },
): Promise<Cast[]> {
  const { count, seed, distances } = options;
  const seedOf = (index: number) => (seed * 1009 + sets.indexOf(set)) * 100_003 + index;
  const random = seededRandom(seedOf(-1));
  const choices = set === 'confusable' ? await closest(people, distances) : choicesOf(set, people);
  if (choices.length === 0) throw new Error(`Too few people for the set "${set}".`);
  let queue: (readonly Voice[])[] = [];
  return Array.from({ length: count }, (_, index) => {
    if (queue.length === 0) queue = shuffled(choices, random);
    return { set, people: shuffled(queue.pop()!, random), seed: seedOf(index) };
  });
}

function choicesOf(set: ConversationSet, people: readonly Voice[]): (readonly Voice[])[] {
  if (set === 'alone') return people.map((one) => [one]);
  const pairs = people.flatMap((one, i) => people.slice(i + 1).map((two) => [one, two]));
  if (set === 'two') return pairs;
  return pairs.flatMap((pair) => people.slice(people.indexOf(pair[1]!) + 1).map((third) => [...pair, third]));
}

async function closest(people: readonly Voice[], distances: VoiceDistances): Promise<(readonly Voice[])[]> {
  const table = await distances(people);
  const pairs = people.flatMap((one, i) =>
    people.slice(i + 1).map((two, k) => ({ one, two, apart: table[i]![i + 1 + k]! })),
  );
  const alike = pairs
    .filter(({ one, two }) => one.gender === two.gender && one.age < 18 === two.age < 18)
    .sort((a, b) => a.apart - b.apart);
  return alike.slice(0, Math.ceil(alike.length * CONFUSABLE_SHARE)).map(({ one, two }) => [one, two]);
}

/** The cast's conversation, between `shortestMs` and `longestMs` long. Babble is made of some of the others. */
export async function converse(
  cast: Cast,
  others: readonly Voice[],
  [shortestMs, longestMs]: readonly [number, number],
): Promise<Conversation> {
  const random = seededRandom(cast.seed);
  const speaking = [];
  for (const { id, utterances } of cast.people) speaking.push({ id, utterances: await utterances() });
  const murmur = [];
  for (const { id, utterances } of shuffled(others, random).slice(0, 6))
    if (!cast.people.some((person) => person.id === id)) murmur.push(...(await utterances()));
  const durationMs = shortestMs + random() * (longestMs - shortestMs);
  return simulate({ cast: speaking, murmur, durationMs, random });
}

/** Where the real recordings lie, unless the environment says otherwise. */
export const sharedDataDir = (given?: string): string =>
  resolve(given ?? process.env.ASSAY_SHARED_DATA ?? join(import.meta.dirname, '../../../shared/data'));
