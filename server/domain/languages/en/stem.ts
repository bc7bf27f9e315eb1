/** Words that Porter's rules bring together though they differ (an account manager is no accountant), or part though they do not. */
const apart: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['accounting', 'accountant', 'accountants', 'accountancy'],
    ['animal', 'animals'],
    ['business', 'businesses'],
    ['community', 'communities'],
    ['customer', 'customers'],
    ['engine', 'engines'],
    ['excellent', 'excellence', 'excellences', 'excellently'],
    ['experiment', 'experiments', 'experimental'],
    ['general'],
    ['hospitality'],
    ['important', 'importance'],
    ['marketing', 'marketer', 'marketers'],
    ['news'],
    ['office', 'offices'],
    ['organic'],
    ['physics'],
    ['production', 'productions'],
    ['publication', 'publications'],
    ['publicity'],
    ['reconciliation', 'reconciliations', 'reconcile', 'reconciles', 'reconciled', 'reconciling'],
    ['staffing'],
    ['university', 'universities'],
  ].flatMap((forms) => forms.map((form) => [form, `${forms[0]}.`])),
);

/** M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980. */
export function porter(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const own = apart[word];
  if (own) return own;
  return [plurals, pastAndGerund, finalY, doubleSuffixes, shortSuffixes, longSuffixes, finalE].reduce(
    (form, rule) => rule(form),
    word,
  );
}

const isVowel = (word: string, at: number): boolean =>
  'aeiou'.includes(word[at]!) || (word[at] === 'y' && at > 0 && !isVowel(word, at - 1));

/** Porter's m: how often a vowel is followed by a consonant. */
function measure(stem: string): number {
  let count = 0;
  for (let at = 1; at < stem.length; at += 1) if (!isVowel(stem, at) && isVowel(stem, at - 1)) count += 1;
  return count;
}

const hasVowel = (stem: string) => [...stem].some((_, at) => isVowel(stem, at));

const endsInDouble = (stem: string) =>
  stem.length > 1 && stem.at(-1) === stem.at(-2) && !isVowel(stem, stem.length - 1);

/** Consonant, vowel, consonant other than w, x, y: "hop", which takes an e back ("hoping", "hope"). */
function endsInShortSyllable(stem: string): boolean {
  const end = stem.length - 1;
  return (
    end >= 2 &&
    !isVowel(stem, end) &&
    isVowel(stem, end - 1) &&
    !isVowel(stem, end - 2) &&
    !'wxy'.includes(stem[end]!)
  );
}

function plurals(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  if (word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one) && hasVowel(word.slice(0, -one.length)));
  if (!ending) return word;
  const stem = word.slice(0, -ending.length);
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

const finalY = (word: string) =>
  word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;

const replacing = (pairs: readonly (readonly [from: string, to: string])[]) => (word: string) => {
  const pair = pairs.find(([from]) => word.endsWith(from));
  if (!pair) return word;
  const stem = word.slice(0, -pair[0].length);
  return measure(stem) > 0 ? stem + pair[1] : word;
};

const doubleSuffixes = replacing([
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['eli', 'e'],
]);

const shortSuffixes = replacing([
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]);

const removable = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou'.split(' ');

function longSuffixes(word: string): string {
  const suffix = removable.find((one) => word.endsWith(one));
  if (!suffix) return word;
  const stem = word.slice(0, -suffix.length);
  if (measure(stem) < 2 || (suffix === 'ion' && !/[st]$/.test(stem))) return word;
  return stem;
}

function finalE(word: string): string {
  const stem = word.slice(0, -1);
  if (word.endsWith('e') && (measure(stem) > 1 || (measure(stem) === 1 && !endsInShortSyllable(stem))))
    return stem;
  return word.endsWith('ll') && measure(word) > 1 ? stem : word;
}
