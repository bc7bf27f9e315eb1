import { stemmerFor } from './stem.ts';
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
}

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
 * Reads one taxonomy. A line is `Name = other name, other name ~ near, near > narrower, narrower`; the lists may be left out, `#`
 * begins a comment. Narrower things lie near each other, and are concepts of their own. Throws TaxonomyError with the line's number where a line has no name, or a name stands for two concepts.
 */
export function readTaxonomy(text: string): Taxonomy {
  const concepts: Concept[] = [];
  const byKey = new Map<string, Concept>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^#.*|\s#\s.*/, '').trim();
    if (!line) continue;
    const [wider = '', narrower = ''] = line.split('>');
    const [own, near = ''] = wider.split('~');
    const [name = '', aliases = ''] = own!.split('=').map((part) => part.trim());
    if (!name) throw new TaxonomyError(`Line ${index + 1} has no name.`);
    const concept = {
      name,
      names: [name, ...listed(aliases)],
      near: listed(near),
      narrower: listed(narrower),
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
  return taxonomyOf([...concepts, ...addNarrower(concepts, byKey)], byKey);
}

/** Makes concepts of narrower names that are none yet. */
function addNarrower(concepts: readonly Concept[], byKey: Map<string, Concept>): Concept[] {
  const added = new Map<string, Concept>();
  for (const { narrower } of concepts) {
    for (const name of narrower) {
      const siblings = narrower.filter((one) => one !== name);
      const key = keyOf(name);
      const own = added.get(key);
      if (own) added.set(key, { ...own, near: [...new Set([...own.near, ...siblings])] });
      else if (!byKey.has(key)) added.set(key, { name, names: [name], near: siblings, narrower: [] });
    }
  }
  for (const [key, concept] of added) byKey.set(key, concept);
  return [...added.values()];
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
  const spansIn = (text: string): NamedSpan[] => {
    const tokens = wordsOf(text, english);
    const spans: NamedSpan[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      let key = '';
      let found: { concept: Concept; length: number } | undefined;
      for (let length = 1; length <= Math.min(longest, tokens.length - at); length += 1) {
        key += (length > 1 ? ' ' : '') + tokens[at + length - 1]!.stem;
        const concept = byKey.get(key);
        if (concept) found = { concept, length };
      }
      if (!found) continue;
      const last = tokens[at + found.length - 1]!;
      spans.push({ concept: found.concept, start: tokens[at]!.start, end: last.end });
      at += found.length - 1;
    }
    return spans;
  };
  return {
    concepts,
    named: (name) => byKey.get(keyOf(name)),
    within: (text) => [...new Set(spansIn(text).map(({ concept }) => concept))],
    spansIn,
  };
}
