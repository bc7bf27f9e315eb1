import { packOf } from '../../domain/languages/registry.ts';
import { type Stemmer, stemmerFor } from '../../domain/matching/stem.ts';
import type { FrequencyTable, PartOfSpeech, TextToken } from '../../domain/scoring/text.ts';
import { comparableIn } from './comparable-form.ts';
import type { TextEngine } from './port.ts';
import type { WordPack } from './word-pack.ts';

/**
 * Forms this common are function words, where a list has no parts of speech. Chosen on English, where a tagger knows:
 * with 50, and stems for dictionary forms, the rarity measures of 25 hundred-sentence texts come out near the tagger's (mean log frequency
 * 4.10 against 4.03, correlation .98; words beyond the 2,000 commonest 12.6 % against 15.5 %, .96). Assumed elsewhere.
 */
const functionWordRanks = 50;
/**
 * Stemmers miss some endings (French "oublient", "pardonnent"). A commoner form that is all of a word but its last two letters, at least so
 * many, or begins with them where they are more, is taken for the same word. A rare word that is missed costs less than a common one that
 * is shown as rare.
 */
const [leastWhole, leastBeginning] = [5, 7];
/** Numbers, also in Chinese characters. */
const figures = /\d|^[〇一二三四五六七八九十百千万億亿]+$/;

/**
 * A language by its frequency list. Each word is what it usually is, whatever stands around it; where the list has no parts of speech,
 * all words but the commonest, numbers and names count as content words. Where it has no dictionary forms, the commonest form
 * with the same stem stands for one, so that a rare form of a common word is no rare word.
 *
 * The list is read at the first use, once per engine: make one per thread.
 *
 * @param read throws where the list cannot be used
 */
export function createWordPackText({
  language,
  read,
}: {
  language: string;
  read: () => WordPack;
}): TextEngine {
  const comparable = comparableIn(language);
  const stem = stemmerFor(language);
  const { capitalNouns: hasCapitalNouns = false, numberWords = '' } = packOf(language) ?? {};
  // Subtitles write figures, so lists take numbers in words for rare ones.
  const numbers = new Set(numberWords.split(' '));
  let loaded: (WordPack & { stems: ReadonlyMap<string, string> }) | undefined;
  const load = () => {
    if (!loaded) {
      const pack = read();
      loaded = { ...pack, stems: commonestByStem(pack.frequencies, stem) };
    }
    return loaded;
  };
  const dictionaryForm = (form: string): string => {
    const { frequencies, stems } = load();
    const sameStem = stems.get(stem(form)) ?? form;
    const beginning = form.slice(0, -2);
    const { ranks } = frequencies;
    if (beginning.length < leastWhole || !ranks.has(form)) return sameStem;
    if (beginning.length < leastBeginning) {
      return (ranks.get(beginning) ?? Number.POSITIVE_INFINITY) < ranks.get(sameStem)! ? beginning : sameStem;
    }
    // Forms come commonest first.
    for (const one of ranks.keys()) {
      if (one === sameStem || one.startsWith(beginning)) return one;
    }
    return sameStem;
  };
  return {
    id: `word list ${language}`,
    languages: [language],
    findsClauses: false,
    get frequencies() {
      return load().frequencies;
    },
    analyse(words) {
      const { frequencies, details } = load();
      return words.map((word, index): TextToken => {
        const form = listedForm(comparable(word), frequencies);
        const known = details.get(form);
        const isName = !hasCapitalNouns && isCapitalInside(word, words[index - 1]);
        const rank = frequencies.ranks.get(form);
        const usual: PartOfSpeech =
          rank === undefined || rank <= functionWordRanks || figures.test(form) || numbers.has(form)
            ? 'X'
            : 'NOUN';
        return {
          lemma: known?.lemma ?? dictionaryForm(form),
          pos: known?.pos ?? (isName ? 'PROPN' : usual),
        };
      });
    },
  };
}

/** Function words have no other forms that a speaker could mean: "las" is no form of "lasse". */
function commonestByStem({ ranks }: FrequencyTable, stem: Stemmer): Map<string, string> {
  const commonest = new Map<string, string>();
  for (const [form, rank] of ranks) {
    if (rank <= functionWordRanks) continue;
    const shared = stem(form);
    // Forms come commonest first.
    if (!commonest.has(shared)) commonest.set(shared, form);
  }
  return commonest;
}

/**
 * What of a said word the list has: the word, or what is behind its last apostrophe, since lists count "l'" and "usine" of "l'usine" as
 * two, or the characters that Japanese verbs and adjectives begin with, since its list counts their endings as words.
 */
function listedForm(said: string, { ranks }: FrequencyTable): string {
  const parts = [
    said,
    said.split("'").at(-1)!,
    /^\p{Script=Han}+(?=\p{Script=Hiragana}+$)/u.exec(said)?.[0] ?? '',
  ];
  const rank = (part: string) => ranks.get(part) ?? Number.POSITIVE_INFINITY;
  return parts.reduce((best, part) => (rank(part) < rank(best) ? part : best));
}

/** A capital within a sentence begins a name, except where every noun has one. */
const isCapitalInside = (word: string, before: string | undefined): boolean =>
  before !== undefined && !/[.?!…:]\P{L}*$/u.test(before) && /^\P{L}*\p{Lu}\p{Ll}/u.test(word);
