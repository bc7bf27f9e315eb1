import type { TitleTable } from '../titles/title-table.ts';
import type { Employers } from './employers.ts';
import { matchingStemmerFor } from './stem.ts';
import { TaxonomyError } from './taxonomy-error.ts';
import { wordsOf } from './words.ts';

/** A thing that has several names: a skill, an industry, an occupation or a language. */
export interface Concept {
  name: string;
  /** Every name that means the same, the own one first. */
  names: readonly string[];
  /** Names of what lies close by: they hint at the thing and do not prove it. */
  near: readonly string[];
  /** Names of what is a kind or part of it: who has one of them has the thing. */
  narrower: readonly string[];
  /** What a candidate writes who does it without naming it. */
  tasks: readonly Task[];
}

/** Lists of words, of each of which one stands close to one of the others: ["pay", "calculate"], ["wages", "salaries"]. */
export type Task = readonly (readonly string[])[];

/** Where in a text a concept is named; offsets, end exclusive. */
export interface NamedSpan {
  concept: Concept;
  start: number;
  end: number;
}

/** One kind of thing with all its concepts. */
export interface Taxonomy {
  readonly concepts: readonly Concept[];
  /** The concept that carries this name, however it is inflected or spelt. */
  named(name: string): Concept | undefined;
  /** Concepts named anywhere in a text, each once, in the order they appear; the longest name wins. */
  within(text: string): Concept[];
  /** The same with every place. */
  spansIn(text: string): NamedSpan[];
  /** What is done in a text that names it not, with the places of the words that say so. */
  doneIn(text: string): DoneThing[];
}

export interface DoneThing {
  concept: Concept;
  /** Offsets of each word, end exclusive. */
  words: readonly { start: number; end: number }[];
}

export interface Taxonomies {
  /** Tells two books apart: the first hex digits of a hash over all kinds. */
  version: string;
  skills: Taxonomy;
  industries: Taxonomy;
  occupations: Taxonomy;
  languages: Taxonomy;
  /** Which titles mean the same occupation, in which language. */
  titles: TitleTable;
  employers: Employers;
}

/**
 * Reads one taxonomy. A line is `Name = other name, other name ~ near, near > narrower, narrower`; the lists may be left out, `#`
 * begins a comment. Narrower things lie near each other, and are concepts of their own. `tasks` has lines `Name = word, word : word, word ; word : word`.
 * Throws TaxonomyError with the line's number where a line has no name, or a name stands for two concepts or, in `tasks`, for none.
 */
export function readTaxonomy(text: string, tasks = ''): Taxonomy {
  const concepts: Concept[] = [];
  const byKey = new Map<string, Concept>();
  for (const { line, index } of linesOf(text)) {
    const [wider = '', narrower = ''] = line.split('>');
    const [own, near = ''] = wider.split('~');
    const [name = '', aliases = ''] = own!.split('=').map((part) => part.trim());
    if (!name) throw new TaxonomyError(`Line ${index + 1} has no name.`);
    const concept = {
      name,
      names: [name, ...listed(aliases)],
      near: listed(near),
      narrower: listed(narrower),
      tasks: [],
    };
    for (const key of new Set(concept.names.map(keyOf))) {
      if (!key) throw new TaxonomyError(`Line ${index + 1}: a name of "${name}" has no telling word.`);
      const other = byKey.get(key);
      if (other) {
        throw new TaxonomyError(
          `Line ${index + 1}: a name of "${name}" already means "${other.name}" (${key}).`,
        );
      }
      byKey.set(key, concept);
    }
    concepts.push(concept);
  }
  return taxonomyOf(addTasks(addNarrower(concepts, byKey), byKey, tasks), byKey);
}

function* linesOf(text: string): Generator<{ line: string; index: number }> {
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^#.*|\s#\s.*/, '').trim();
    if (line) yield { line, index };
  }
}

/** The concepts with their tasks, also in the map. */
function addTasks(concepts: readonly Concept[], byKey: Map<string, Concept>, text: string): Concept[] {
  const tasksOf = new Map<Concept, Task[]>();
  for (const { line, index } of linesOf(text)) {
    const [name = '', list = ''] = line.split('=').map((part) => part.trim());
    const concept = byKey.get(keyOf(name));
    if (!concept) throw new TaxonomyError(`Line ${index + 1} of the tasks: "${name}" is no name of a skill.`);
    const tasks = list.split(';').map((task) => task.split(':').map(listed));
    if (tasks.some((task) => task.length < 2 || task.some((words) => words.length === 0)))
      throw new TaxonomyError(`Line ${index + 1} of the tasks: a task needs two lists of words.`);
    tasksOf.set(concept, [...(tasksOf.get(concept) ?? []), ...tasks]);
  }
  const complete = new Map(
    concepts.map((concept) => [concept, { ...concept, tasks: tasksOf.get(concept) ?? [] }]),
  );
  for (const [key, concept] of byKey) byKey.set(key, complete.get(concept)!);
  return [...complete.values()];
}

/** The narrower things lie near each other, and become concepts where they are none yet. Returns all concepts. */
function addNarrower(concepts: readonly Concept[], byKey: Map<string, Concept>): Concept[] {
  const siblingsOf = new Map<string, { name: string; siblings: string[] }>();
  for (const { narrower } of concepts) {
    for (const name of narrower) {
      const key = keyOf(name);
      const known = siblingsOf.get(key) ?? { name, siblings: [] };
      known.siblings.push(...narrower.filter((one) => one !== name));
      siblingsOf.set(key, known);
    }
  }
  const changed = new Map<Concept, Concept>();
  const added: Concept[] = [];
  for (const [key, { name, siblings }] of siblingsOf) {
    const known = byKey.get(key);
    const before = known && (changed.get(known) ?? known);
    const near = [...new Set([...(before?.near ?? []), ...siblings])];
    if (known && before) changed.set(known, { ...before, near });
    else {
      const concept = { name, names: [name], near, narrower: [], tasks: [] };
      byKey.set(key, concept);
      added.push(concept);
    }
  }
  for (const [key, concept] of byKey) byKey.set(key, changed.get(concept) ?? concept);
  return [...concepts.map((concept) => changed.get(concept) ?? concept), ...added];
}

const english = matchingStemmerFor('en');

/** The stems of a name in a row: what two spellings of it have in common. */
const keyOf = (name: string) =>
  wordsOf(name, english)
    .map(({ stem }) => stem)
    .join(' ');

const doing = /(?:ing|tion|ment|ance)$/;

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

function taxonomyOf(concepts: readonly Concept[], byKey: ReadonlyMap<string, Concept>): Taxonomy {
  const longest = Math.max(1, ...[...byKey.keys()].map((key) => key.split(' ').length));
  const spansIn = (text: string): NamedSpan[] => {
    const tokens = wordsOf(text, english);
    const spans: NamedSpan[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      let key = '';
      let found: { concept: Concept; length: number } | undefined;
      const [first, second] = [tokens[at]!.stem, tokens[at + 1]?.stem];
      for (let length = 1; length <= Math.min(longest, tokens.length - at); length += 1) {
        key += (length > 1 ? ' ' : '') + tokens[at + length - 1]!.stem;
        // "Repairing cars" is car repair.
        const concept =
          byKey.get(key) ??
          (length === 2 && doing.test(tokens[at]!.form) ? byKey.get(`${second} ${first}`) : undefined);
        if (concept) found = { concept, length };
      }
      if (!found) continue;
      const last = tokens[at + found.length - 1]!;
      spans.push({ concept: found.concept, start: tokens[at]!.start, end: last.end });
      at += found.length - 1;
    }
    return spans;
  };
  const done = concepts.filter(({ tasks }) => tasks.length > 0);
  return {
    concepts,
    doneIn: (text) => doneIn(text, done),
    named: (name) => byKey.get(keyOf(name)),
    within: (text) => [...new Set(spansIn(text).map(({ concept }) => concept))],
    spansIn,
  };
}

/** Of several tasks of a concept that with most words. */
function doneIn(text: string, concepts: readonly Concept[]): DoneThing[] {
  const tokens = wordsOf(text, english);
  if (tokens.length < 2) return [];
  const placesOf = (word: string) => {
    const stems = stemsOf(word);
    const at = tokens.findIndex((_, n) => stems.every((stem, k) => tokens[n + k]?.stem === stem));
    return at < 0 ? null : tokens.slice(at, at + stems.length);
  };
  return concepts.flatMap((concept) => {
    const found = concept.tasks
      .map((task) => task.map((words) => firstOf(words, placesOf)))
      .filter((task) => task.every((places) => places !== null))
      .map((task) => [...new Set(task.flatMap((places) => places!))])
      .filter((words) => words.length > 1)
      .toSorted((a, b) => b.length - a.length)[0];
    return found ? [{ concept, words: found }] : [];
  });
}

function firstOf<Found>(words: readonly string[], look: (word: string) => Found | null): Found | null {
  for (const word of words) {
    const found = look(word);
    if (found !== null) return found;
  }
  return null;
}

const knownStems = new Map<string, readonly string[]>();

/** Of a word of a task. */
function stemsOf(word: string): readonly string[] {
  let stems = knownStems.get(word);
  if (!stems) {
    stems = wordsOf(word, english).map(({ stem }) => stem);
    knownStems.set(word, stems);
  }
  return stems;
}
