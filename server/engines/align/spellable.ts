/**
 * The pieces of a written word that can be looked up: "Well-known," becomes "well" and "known", accents go,
 * apostrophes stay only inside.
 */
export function spellable(word: string): string[] {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .split(/[^a-z0-9']+/)
    .map((piece) => piece.replace(/^'+|'+$/g, ''))
    .filter((piece) => piece.length > 0);
}
