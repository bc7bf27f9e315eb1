import { modifiers, vague } from './asked-words.ts';
import type { PassageIndex } from './passage-index.ts';
import type { Concept, Taxonomies, Taxonomy } from './taxonomy.ts';
import { wordsOf } from './words.ts';

/** Whose product a thing is narrows nothing: Microsoft Excel is Excel. */
const makers = new Set(
  'microsoft ms adobe google amazon apache atlassian autodesk oracle ibm apple'.split(' '),
);

const tellingOf = (name: string): string[] =>
  wordsOf(name, (form) => form)
    .map(({ form }) => form)
    .filter((form) => !vague.has(form) && !modifiers.has(form) && !makers.has(form));

/** A name that says less than what is asked for: "maintenance" is no preventive maintenance, "audit" no external audit. */
function isBroader(name: string, asked: string, index: PassageIndex): boolean {
  const stems = (words: readonly string[]) => index.phraseOf(words.join(' ')).stems;
  const wanted = stems(tellingOf(asked));
  const said = stems(tellingOf(name));
  return (
    said.length > 0 &&
    said.length < wanted.length &&
    said.every((stem, at) => stem === wanted[wanted.length - said.length + at])
  );
}

/** Names of products that a phrase asks for beside the concept: SAP in "SAP implementation". */
export function productsIn(
  asked: string,
  concept: Concept,
  { skills }: Pick<Taxonomies, 'skills'>,
): string[] {
  const words = wordsOf(asked, (form) => form);
  if (words.length < 2) return [];
  return words
    .filter(({ isCapitals, form }) => isCapitals && form.length > 1)
    .map(({ start, end }) => asked.slice(start, end))
    .filter((product) => {
      const named = skills.named(product);
      return named !== undefined && named.name !== concept.name && !concept.near.includes(named.name);
    });
}

/** Those of the names that show what is asked for: none that is broader, nor one that leaves out a product, as an implementation is none of SAP. */
export function namesShowing(
  asked: string,
  names: readonly string[],
  concept: Concept,
  { index, book }: { index: PassageIndex; book: Taxonomies },
  taxonomy: Taxonomy,
): readonly string[] {
  if (taxonomy !== book.skills) return names;
  const products = productsIn(asked, concept, book).map((product) => product.toLowerCase());
  return names.filter(
    (name) =>
      !isBroader(name, asked, index) &&
      products.every((product) =>
        name
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .includes(product),
      ),
  );
}
