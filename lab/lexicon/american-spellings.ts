/** British endings and what the American dictionary writes instead. */
const endings: readonly (readonly [british: RegExp, american: string])[] = [
  [/our(s|ed|ing|er|ers|able|ably|ful|ite|ites|less|hood|hoods|al|ally)?$/, 'or$1'],
  [/is(e|es|ed|ing|er|ers|able|ation|ations|ational)$/, 'iz$1'],
  [/ys(e|es|ed|ing|er|ers)$/, 'yz$1'],
  [/([^aeiou])re(s|d)?$/, '$1er$2'],
  [/ogue(s)?$/, 'og$1'],
  [/ence(s)?$/, 'ense$1'],
  [/ll(ed|ing|er|ers|or|ors|ous)$/, 'l$1'],
  [/l(ment|ments|ful|fully)$/, 'll$1'],
  [/mme(s|d)?$/, 'm$1'],
  [/pp(ed|ing|er|ers)$/, 'p$1'],
];
const insides: readonly (readonly [british: RegExp, american: string])[] = [
  [/ae/, 'e'],
  [/oe/, 'e'],
  [/grey/, 'gray'],
  [/tyre/, 'tire'],
  [/plough/, 'plow'],
  [/cheque/, 'check'],
  [/mould/, 'mold'],
];

/** Spellings of the same word on the other side of the ocean, where a rule gives one: "harbour" and "harbor". */
export function americanSpellings(word: string): string[] {
  return [...endings, ...insides]
    .filter(([british]) => british.test(word))
    .map(([british, american]) => word.replace(british, american));
}
