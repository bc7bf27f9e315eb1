/** Small words that tell the languages in Latin letters apart. */
const smallWords: Record<string, string> = {
  en: 'the and of to in for with on as at by from was were is are that this all an',
  es: 'de la el los las en y con para por del una un al que como su mi experiencia',
  fr: 'de la le les des et en du pour avec dans une un au aux sur par chez est',
  de: 'und der die das in mit von für im den des bei zur zum als auf eine einer ich',
  pt: 'de da do das dos em e com para por uma um no na que ao os as experiência',
  it: 'di e del della in con per la il gli le dei delle una un al nel presso che',
  nl: 'de het een en van in met voor bij op te als aan door naar ik om tot werk',
  pl: 'i w na z do oraz w od dla przy się pracy o po jak ze zakresie obsługa praca',
  tr: 've bir ile için olarak bu da de olan en çok iş yılı ilgili üzerinde her gibi',
  sr: 'i u na za sa od je se kao do iz po radu rad u godine koji koje da',
};
const wordSets = Object.entries(smallWords).map(
  ([code, words]) => [code, new Set(words.split(' '))] as const,
);

/** Scripts that one language of the interface uses, checked before letters are counted. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];
/** Letters of Serbian that Russian lacks, and of Russian that Serbian lacks. */
const serbian = /[ђјљњћџ]/giu;
const russian = /[щъыэюяёй]/giu;

/** ISO 639-1 code of the language most of a text is written in, of the 16; null where nothing tells. */
export function writtenLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  for (const [code, script] of scripts) {
    // A tenth of kana makes Japanese of Chinese signs; other scripts must carry a third of the letters.
    if (count(script) < (code === 'ja' ? 0.1 : 0.33) * letters) continue;
    return code === 'ru' && count(serbian) > count(russian) ? 'sr' : code;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = wordSets.map(([code, set]) => ({ code, hits: words.filter((word) => set.has(word)).length }));
  const [best, second] = hits.sort((a, b) => b.hits - a.hits);
  return best && best.hits >= 5 && best.hits > 1.1 * (second?.hits ?? 0) ? best.code : null;
}
