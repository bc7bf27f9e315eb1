/** Columns of the table, in their order. */
export const titleLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const;
export type TitleLanguage = (typeof titleLanguages)[number];

/** In these languages what a person is comes first ("chef de cuisine"), in the others last ("kitchen chef"). */
export const headFirst: ReadonlySet<TitleLanguage> = new Set(['fr', 'es', 'it', 'pt', 'pl']);

/** Say nothing in a title of any of the languages. */
const joining = new Set(
  'a an the of for in at with to and or our your as de du des la le les l d en et ou au aux pour dans chez der die das den dem im am bei beim fur und oder mit als von zur zum el los las del al y o con para por il lo gli i di da dello della dei e ed per nel nella do da dos das no na em com voor het op bij w z i ds na oraz'.split(
    ' ',
  ),
);

/** "(m/w/d)", "(H/F)". */
const genderMark = /[([]\s*[a-z](?:\s*[/|,*]\s*[a-z])+\s*[)\]]|\b[hfm]\s*\/\s*[hfm]\b/giu;
/** "Lehrer/in", "Lehrer:innen", "infirmier·e", "enfermero/a", "chargé(e)". */
const bothGenders =
  /(\p{L}{3,})\s?(?:[/:*_·•.](?:-?)|\(-?)(?:innen|in|euse|rice|trice|iere|ière|ère|ne|es|e|a|ora|o)\)?(?![\p{L}])/giu;

/** Lower case without accents, as both table and titles are compared. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

const withoutPlural = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** No title is longer; a run of letters costs the square of its length. */
const maxTitleChars = 200;

/** The telling words of a title; "c++", "c#" and ".net" are words. */
export function titleWords(text: string): string[] {
  const neutral = text.slice(0, maxTitleChars).replaceAll(genderMark, ' ').replaceAll(bothGenders, '$1');
  return (plain(neutral).match(/\.net\b|[\p{L}\p{N}]+[+#]*/gu) ?? [])
    .filter((word) => !joining.has(word))
    .map(withoutPlural);
}

/** Ends of masculine forms and what women write instead, by language; of a word those count that fit. */
const feminine: Readonly<Record<TitleLanguage, readonly (readonly [RegExp, string])[]>> = {
  en: [[/man$/, 'woman']],
  de: [
    [/$/, 'in'],
    [/e$/, 'in'],
    [/mann$/, 'frau'],
    [/(?<=sch|ch|rt|llt|rn|nd)er$/, 'e'],
  ],
  fr: [
    [/(?<=i)er$/, 'ere'],
    [/er$/, 'ere'],
    [/eur$/, 'euse'],
    [/(?<=t)eur$/, 'rice'],
    [/eur$/, 'eure'],
    [/(?<=[aei]n)$/, 'ne'],
    [/(?<=on|el)$/, 'ne'],
    [/(?<=el)$/, 'le'],
    [/if$/, 'ive'],
    [/ef$/, 'effe'],
    [/(?<=[bcdfghlmnprst])$/, 'e'],
    [/(?<=e)$/, 'e'],
  ],
  es: [
    [/o$/, 'a'],
    [/(?<=or)$/, 'a'],
    [/(?<=[oeiu]n)$/, 'a'],
    [/(?<=je)fe$/, 'fa'],
    [/(?<=ent|ant)e$/, 'a'],
  ],
  it: [
    [/o$/, 'a'],
    [/(?<=t)ore$/, 'rice'],
    [/ore$/, 'oressa'],
    [/(?<=[ie])re$/, 'ra'],
  ],
  pt: [
    [/o$/, 'a'],
    [/(?<=or)$/, 'a'],
    [/ao$/, 'a'],
  ],
  nl: [
    [/(?<=e)r$/, 'rster'],
    [/er$/, 'ster'],
    [/eur$/, 'euse'],
    [/teur$/, 'trice'],
  ],
  pl: [
    [/y$/, 'a'],
    [/rz$/, 'rka'],
    [/ik$/, 'iczka'],
    [/(?<=[rtz])$/, 'ka'],
    [/(?<=ciel)$/, 'ka'],
  ],
};

/** What a word of a masculine title becomes in a feminine one. */
export const feminineForms = (word: string, language: TitleLanguage): string[] =>
  feminine[language].filter(([end]) => end.test(word)).map(([end, put]) => word.replace(end, put));
