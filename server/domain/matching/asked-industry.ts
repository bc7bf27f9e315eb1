import type { AskedThing } from './asked.ts';
import type { Taxonomies } from './taxonomy.ts';
import { normalise } from './words.ts';

export const ofIndustry = /(?<=\p{L})\s(?:industry|sector|trade)$/iu;

/** "Automotive" is a skill and an industry: who worked in the industry has what is asked for. */
export function asIndustry(thing: AskedThing, said: string, book: Taxonomies): AskedThing[] {
  if (thing.isRole || thing.certificate || thing.concepts.some(({ taxonomy }) => taxonomy !== book.skills))
    return [];
  const phrase = thing.phrase.replace(ofIndustry, '').replace(aboutIndustry, '');
  const concept = book.industries.named(thing.phrase) ?? book.industries.named(phrase);
  if (!concept) return [];
  const isBare = normalise(said) === normalise(phrase) && !functions.has(concept.name);
  if (!isBare && !ofEmployers.test(said)) return [];
  return [
    {
      ...thing,
      concepts: [{ concept, taxonomy: book.industries, start: 0, end: thing.phrase.length }],
      otherWords: [],
    },
  ];
}

/** Said of where a person works, not of what they do. */
const ofEmployers =
  /\b(?:industr(?:y|ies)|sector|trade|branch|agency|agencies|firms?|compan(?:y|ies)|organi[sz]ations?|environment)\b/i;

/** Done in any industry: an accountant of an advertising agency has done no advertising. */
const functions = new Set(
  `Accounting, Advertising, Advocacy, Arts, Business development, Design, Engineering, Finance, Human resources, Information technology,
  Marketing, Public relations, Research, Sales`.split(/,\s+/),
);

/** "Agency experience in advertising" */
const aboutIndustry =
  /^(?:\p{L}+ )?(?:experience|background|work|career) (?:in|within) (?:an? |the )?|\s+(?:experience|background)(?: in an? .*)?$/giu;
