import { isHesitation } from '../../domain/transcript/hesitations.ts';

/** Words after which a sentence goes on: mostly conjunctions and articles. */
const goOn: Readonly<Record<string, string>> = {
  en: 'and but or so because if when while although which than as a an the my your his our their of to i',
  de: 'und oder aber sondern denn weil dass wenn als ob obwohl damit der die das ein eine',
  fr: 'et ou mais donc car que qui parce quand si comme lorsque le la les un une des de du à',
  es: 'y e o u pero sino porque que cuando si aunque como el la los las un una de',
  it: 'e ed o ma però perché che quando se come il lo la gli i un una di',
  pt: 'e ou mas porque que quando se como embora o a os as um uma de',
  nl: 'en of maar want omdat dat als toen terwijl de het een',
  pl: 'i a oraz lub albo ale bo że żeby ponieważ gdy kiedy jeśli który',
  ru: 'и а но или либо что чтобы если когда потому хотя который в на с для к из от по у о',
  sr: 'i a ali ili jer ako kad kada dok koji u na sa za od и а али или јер ако кад када док који у на са за од',
  tr: 've veya ama fakat çünkü eğer',
  ar: 'و أو ثم لكن لأن إذا أن في من على إلى عن الذي التي',
  hi: 'और या लेकिन क्योंकि कि अगर जब',
  zh: '和 跟 但是 可是 因为 所以 如果 虽然 而且 或者 还有 在 把 被',
  ja: 'そして しかし または つまり は を に へ',
  ko: '그리고 그런데 하지만 그래서 왜냐하면 또는 및',
};
const byLanguage = new Map(
  Object.entries(goOn).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Words that sentences seldom end with; they may. Short answers like "Yes, I was" wait a little, which is better than being cut off. */
const seldomLast: Readonly<Record<string, string>> = {
  en: `was is are were be been being am get gets got can could will would shall should may might must does has have had having for with at
    from by about into onto upon between during without against toward towards among like very really quite some every each these those
    only just even such what which who whose where how why going want wants wanted need needs needed trying made makes make put let keep
    it's i'm you're we're they're he's she's i've we've they've i'd i'll we'll its he she they we i several many few`,
};
const seldomByLanguage = new Map(
  Object.entries(seldomLast).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);

const bare = (word: string) =>
  word
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}'’]/gu, '')
    .replaceAll('’', "'");

/** Whether a sentence hardly ends with this word, with any mark that the recogniser sets behind it. */
export function seldomEnds(word: string, language: string): boolean {
  return seldomByLanguage.get(language)?.has(bare(word)) ?? false;
}

/** Marks of a word that was broken off or whose sentence goes on. */
const openMark = /(?:[,;:–—-]|\.\.\.|…)["'”’)\]]*$/;

/** Whether more must come behind a word: a hesitation, a word that leads on, or a mark that says so. A full stop behind it changes nothing: recognisers set one at the end of any sound. */
export function leadsOn(word: string, language: string): boolean {
  if (openMark.test(word) || isHesitation(word, language)) return true;
  return byLanguage.get(language)?.has(bare(word)) ?? false;
}
