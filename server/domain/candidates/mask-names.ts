/** What stands where a name was. */
export const MASK = '•••';

/** Words that are written without spaces between them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Takes the parts of a person's names out of a text. Long parts go in any case; of two letters, as in "Bo Li", only as they are written in
 * the name or in capitals, because "an" and "al" are words. Single letters stay.
 */
export function maskNames(text: string, names: readonly (string | null)[]): string {
  const parts = names.flatMap((name) => partsOf((name ?? '').normalize('NFC')));
  let masked = text.normalize('NFC');
  for (const part of [...new Set(parts)].sort((a, b) => b.length - a.length))
    for (const pattern of patternsOf(part)) masked = masked.replaceAll(pattern, MASK);
  return masked;
}

function partsOf(name: string): string[] {
  const parts = name.split(/[^\p{L}\p{M}]+/u).filter((part) => [...part].length > 1);
  // 李 小龙 is written 李小龙 as well.
  return unspaced.test(name) ? [name.replaceAll(/[^\p{L}\p{M}]+/gu, ''), ...parts] : parts;
}

function patternsOf(part: string): RegExp[] {
  if (unspaced.test(part)) return [new RegExp(part, 'gu')];
  const word = (letters: string, flags: string) =>
    new RegExp(`(?<![\\p{L}\\p{M}])${letters}(?![\\p{L}\\p{M}])`, flags);
  if ([...part].length > 2) return [word(part, 'giu')];
  // Particles as "de" tell nothing about a person.
  return part === part.toLocaleLowerCase() ? [] : [word(part, 'gu'), word(part.toLocaleUpperCase(), 'gu')];
}
