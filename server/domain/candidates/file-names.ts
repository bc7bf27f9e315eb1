/** Whether a file is called after a person: all parts of the name stand in it, in whatever order and however joined. One part alone says too little. */
export function isNamedAfter(fileName: string, name: string): boolean {
  const parts = wordsIn(name).filter((part) => [...part].length > 1);
  if (parts.length < 2) return false;
  const words = wordsIn(fileName.replace(/\.\w{1,5}$/, ''));
  if (parts.every((part) => words.includes(part))) return true;
  const joined = words.join('');
  return joined.includes(parts.join('')) || joined.includes([...parts].reverse().join(''));
}

/** Without accents, in small letters; "AnnaKowalska" is two words. */
const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
