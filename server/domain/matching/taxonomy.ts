import { stemmerFor } from './stem.ts';
import { wordsOf } from './words.ts';

/** A thing that has several names: a skill, an industry, an occupation or a language. */
export interface Concept {
  name: string;
  /** Every name that means the same, the own one first. */
  names: readonly string[];
  /** Names of what lies close by: they hint at the thing and do not prove it. */
  near: readonly string[];
}

/** One kind of thing with all its concepts. */
export interface Taxonomy {
  readonly concepts: readonly Concept[];
  /** The concept that carries this name, however it is inflected or spelt. */
  named(name: string): Concept | undefined;
  /** Concepts named anywhere in a text, each once, in the order they appear; the longest name wins. */
  within(text: string): Concept[];
}

export interface Taxonomies {
  /** Tells two books apart: the first hex digits of a hash over all kinds. */
  version: string;
  skills: Taxonomy;
  industries: Taxonomy;
  occupations: Taxonomy;
  languages: Taxonomy;
}

export class TaxonomyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaxonomyError';
  }
}

/**
 * Reads one taxonomy. A line is `Name = other name, other name ~ near, near`; both lists may be left out, `#` begins a
 * comment. Throws TaxonomyError with the line's number where a line has no name, or a name stands for two concepts.
 */
export function readTaxonomy(text: string): Taxonomy {
  const concepts: Concept[] = [];
  const byKey = new Map<string, Concept>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^#.*|\s#\s.*/, '').trim();
    if (!line) continue;
    const [own, near = ''] = line.split('~');
    const [name = '', aliases = ''] = own!.split('=').map((part) => part.trim());
    if (!name) throw new TaxonomyError(`Line ${index + 1} has no name.`);
    const concept = { name, names: [name, ...listed(aliases)], near: listed(near) };
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
  return taxonomyOf(concepts, byKey);
}

const english = stemmerFor('en');

/** The stems of a name in a row: what two spellings of it have in common. */
const keyOf = (name: string) =>
  wordsOf(name, english)
    .map(({ stem }) => stem)
    .join(' ');

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

function taxonomyOf(concepts: readonly Concept[], byKey: ReadonlyMap<string, Concept>): Taxonomy {
  const longest = Math.max(1, ...[...byKey.keys()].map((key) => key.split(' ').length));
  return {
    concepts,
    named: (name) => byKey.get(keyOf(name)),
    within(text) {
      const stems = wordsOf(text, english).map(({ stem }) => stem);
      const found = new Set<Concept>();
      for (let at = 0; at < stems.length; at += 1) {
        for (let length = Math.min(longest, stems.length - at); length > 0; length -= 1) {
          const concept = byKey.get(stems.slice(at, at + length).join(' '));
          if (!concept) continue;
          found.add(concept);
          at += length - 1;
          break;
        }
      }
      return [...found];
    },
  };
}
