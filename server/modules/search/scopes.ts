import { createHash } from 'node:crypto';

/** A word that only the candidates of a corpus have, or only those of them with a tag: tags may be any text, words of an index may not. */
const scopeOf = (corpus: number, tag?: string): string =>
  tag === undefined
    ? `k${corpus}`
    : `k${corpus}t${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`;

/** What a candidate is found under. */
export const scopesOf = (corpus: number, tags: readonly string[]): string[] => [
  scopeOf(corpus),
  ...tags.map((tag) => scopeOf(corpus, tag)),
];

/** What a search is limited to: the corpus, or all of the tags in it. */
export const searchedScopes = (corpus: number, tags: readonly string[]): string[] =>
  tags.length === 0 ? [scopeOf(corpus)] : tags.map((tag) => scopeOf(corpus, tag));
