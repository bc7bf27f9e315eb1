import { foldWords } from './words.ts';

/** Languages of the 16 interface languages' speakers' CVs; ISO 639-1. */
const codes =
  'en es fr de pt it nl hi zh ja ko ar tr pl ru sr uk cs sk sl hr bs mk bg ro hu el sv da no fi et lv lt ga cy ca eu gl sq mt is he fa ur bn pa gu mr ta te kn ml si ne th vi id ms tl sw am ha yo ig zu xh af so ka hy az kk uz mn km lo my la yi be'.split(
    ' ',
  );
const locales = 'en es fr de pt it nl hi zh ja ko ar tr pl ru sr sr-Latn'.split(' ');

/** What the locale data call otherwise. */
const others: Record<string, string> = {
  mandarin: 'zh',
  cantonese: 'zh',
  'mandarin chinese': 'zh',
  farsi: 'fa',
  tagalog: 'tl',
  castilian: 'es',
  castellano: 'es',
  flemish: 'nl',
  bengali: 'bn',
  panjabi: 'pa',
  englisch: 'en',
  中文: 'zh',
  汉语: 'zh',
  普通话: 'zh',
  英文: 'en',
  日文: 'ja',
  한국말: 'ko',
  영어: 'en',
  الانجليزية: 'en',
  انجليزي: 'en',
  العربيه: 'ar',
  अंग्रेजी: 'en',
  अंग्रेज़ी: 'en',
};

const names = new Map<string, string>();
for (const locale of locales) {
  const display = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
  for (const code of codes) {
    const name = foldWords(display.of(code) ?? '');
    for (const form of [name, name.replace(/^ال/, ''), name.replace(/^(?:jezyk|језик)\s/, '')])
      if (form.length > 1 && !names.has(form)) names.set(form, code);
    // "по-английски", "английский язык" and "angielski" appear declined; the stem is enough.
  }
}
for (const [name, code] of Object.entries(others)) names.set(foldWords(name), code);
/** Words of other meaning in ordinary text. */
for (const word of ['us', 'no', 'la', 'thai massage', 'lao', 'igbo']) if (word.length < 4) names.delete(word);

const ordered = [...names.keys()].sort((a, b) => b.length - a.length);
const isJoined = (name: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name);
const spaced = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${ordered.filter((name) => !isJoined(name)).join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
const joined = new RegExp(
  ordered
    .filter((name) => isJoined(name))
    .map((name) => name.normalize('NFKD'))
    .join('|'),
  'gu',
);

/** Languages a text names, in order, by ISO 639-1 code, with where they stand in the folded text. */
export function languagesNamed(folded: string): { code: string; start: number; end: number }[] {
  const found: { code: string; start: number; end: number }[] = [];
  for (const pattern of [spaced, joined]) {
    // Not `matchAll`: it copies the pattern, which is far longer than most texts it is for.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
      found.push({ code: names.get(match[0])!, start: match.index, end: pattern.lastIndex });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
