import {
  afterNoun,
  comparatives,
  falsePlurals,
  numbers,
  plurals,
  quantities,
  singulars,
  startsWithVowelSound,
  superlatives,
  uncountable,
} from '../languages/en/grammar-words.ts';
import { type Rule, slip } from './reading.ts';

/** Countable nouns that are also a group or a mass: "two family", "one of the team" may be right in another reading. */
const collective: ReadonlySet<string> = new Set(
  'class company family team staff group church school university college business cake egg chicken language'.split(
    ' ',
  ),
);

/** "A apple", "an car". */
const anArticle: Rule = (words, at) => {
  const article = words.form(at);
  if (article !== 'a' && article !== 'an') return null;
  const vowel = startsWithVowelSound(words.form(at + 1));
  if (vowel === null || words.isAbbreviation(at + 1) || !/^(?:NOUN|ADJ|ADV)$/.test(words.pos(at + 1) ?? ''))
    return null;
  if (vowel === (article === 'an')) return null;
  return slip('article', at, 2, `${vowel ? 'an' : 'a'} ${words.form(at + 1)}`);
};

/** "Two year", "many friend", "several problem". */
const twoYear: Rule = (words, at) => {
  const number = words.form(at);
  const isNumber = numbers.has(number);
  if (!isNumber && !quantities.has(number)) return null;
  const noun = words.form(at + 1);
  const plural = plurals.get(noun);
  if (plural === undefined || !words.isOver(at + 2, afterNoun)) return null;
  const left = words.before(at, 2);
  if (!left) return null;
  const before = left.at(-1) ?? '';
  // "A two year", "number two man", "twenty twenty year", "chapter five book": of something else, or a name.
  if (
    /^(?:a|an|every|per|number|hundred|thousand|million|point|oh|zero|one)$/.test(before) ||
    numbers.has(before)
  )
    return null;
  if (isNumber && /^(?:NOUN|PROPN|NUM)$/.test(words.pos(at - 1) ?? '')) return null;
  if (number === 'few' && before !== 'a') return null;
  return slip('plural', at, 2, `${number} ${plural}`);
};

/** "One of my friend", "a lot of friend", "all my friend". */
const oneOfMyFriend: Rule = (words, at) => {
  const noun = words.form(at);
  const plural = plurals.get(noun);
  if (plural === undefined || collective.has(noun) || !words.isOver(at + 1, afterNoun)) return null;
  const left = words.before(at, 4);
  if (!left) return null;
  const said = left.join(' ');
  const isOneOf = /(?:^| )one of (?:the|my|our|his|her|their|your|these|those)$/.test(said);
  const isALotOf =
    /(?:^| )(?:a lot|lots|a couple|a number) of$/.test(said) &&
    !/^(?:time|person|place|book|work|tourist|egg|cake)$/.test(noun);
  if (!isOneOf && !isALotOf) return null;
  // "One of the week", "one of the day" go with another noun before.
  if (
    isOneOf &&
    /^(?:day|week|month|year|city|town|country|house|season|city|park|game|night|evening|room|computer)$/.test(
      noun,
    )
  )
    return null;
  const from = isOneOf ? 3 : 3;
  return slip('plural', at - from, from + 1, `${left.slice(-from).join(' ')} ${plural}`);
};

/** "Every days", "each students", "another things". */
const everyDays: Rule = (words, at) => {
  if (!/^(?:every|each|another)$/.test(words.form(at))) return null;
  const noun = words.form(at + 1);
  const singular = singulars.get(noun);
  if (singular === undefined || noun === 'people' || noun === 'lives' || !words.isOver(at + 2, afterNoun))
    return null;
  return slip('plural', at, 2, `${words.form(at)} ${singular}`);
};

/** "Informations", "an advice", "many equipment", "much people". */
const countability: Rule = (words, at) => {
  const form = words.form(at);
  const right = falsePlurals.get(form);
  if (right !== undefined) {
    // "The childrens' room" is another word.
    return words.isOver(at + 1, afterNoun) || words.pos(at) === 'NOUN'
      ? slip('countability', at, 1, right)
      : null;
  }
  const noun = words.form(at + 1);
  if (/^(?:an|a|many|several)$/.test(form) && uncountable.has(noun) && words.isOver(at + 2, afterNoun)) {
    const quantity = form === 'many' ? 'much' : 'some';
    return slip('countability', at, 2, `${quantity} ${noun}`);
  }
  if (form === 'much' && (singulars.has(noun) || noun === 'people') && words.isOver(at + 2, afterNoun)) {
    const left = words.before(at, 1);
    if (!left || /^(?:pretty|very|not|matter|thank)$/.test(left.at(-1) ?? '') || noun === 'times')
      return null;
    return slip('countability', at, 2, `many ${noun}`);
  }
  return null;
};

/** "More better", "most easiest", "more cheaper". */
const moreBetter: Rule = (words, at) => {
  const form = words.form(at);
  const next = words.form(at + 1);
  const left = words.before(at, 1);
  if (!left) return null;
  const before = left.at(-1) ?? '';
  if (form === 'more' && comparatives.has(next)) {
    // "More younger people" may be more people who are younger; "the more better" and "no more better" are not told.
    const isCertain =
      /^(?:is|are|was|were|be|been|it's|that's|a|much|even|far|feel|feels|get|gets|become|becomes|look|looks)$/.test(
        before,
      );
    return isCertain && !(before === 'the') ? slip('comparison', at, 2, next) : null;
  }
  return form === 'most' && superlatives.has(next) && /^(?:the|my|our|is|are)$/.test(before)
    ? slip('comparison', at, 2, next)
    : null;
};

export const nouns: readonly Rule[] = [
  anArticle,
  twoYear,
  oneOfMyFriend,
  everyDays,
  countability,
  moreBetter,
];
