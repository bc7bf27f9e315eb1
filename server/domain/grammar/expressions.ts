import { numbers, verbByBase, weekdays } from '../languages/en/grammar-words.ts';
import { type ErrorKind, type Reading, type Rule, slip } from './reading.ts';

/** `wrong > right`: words as said one after the other; "/" between forms of which each has its counterpart at the same place. */
const table: readonly [ErrorKind, string][] = [
  ['preposition', 'depend/depends/depended/depending of > depend/depends/depended/depending on'],
  ['preposition', 'depend/depends from > depend/depends on'],
  ['preposition', 'interested/interesting about > interested/interested in'],
  ['preposition', 'discuss/discussed/discussing/discusses about > discuss/discussed/discussing/discusses'],
  ['preposition', 'explain/explained/explains me > explain/explained/explains to me'],
  ['preposition', 'explain/explained/explains him > explain/explained/explains to him'],
  ['preposition', 'explain/explained/explains us > explain/explained/explains to us'],
  ['preposition', 'arrive/arrived/arrives to > arrive/arrived/arrives at'],
  ['preposition', 'despite of > despite'],
  ['preposition', 'in the other hand > on the other hand'],
  ['preposition', 'responsible of/from > responsible for/for'],
  ['preposition', 'consists/consisted from > consists/consisted of'],
  ['preposition', 'afraid from > afraid of'],
  ['preposition', 'different of > different from'],
  ['preposition', 'listen music > listen to music'],
  ['preposition', 'listening music > listening to music'],
  ['preposition', 'go/went/going/goes to shopping > go/went/going/goes shopping'],
  ['preposition', 'go/went/going/goes/come/came to home > go/went/going/goes/come/came home'],
  ['preposition', 'go/went/going/goes to abroad > go/went/going/goes abroad'],
  ['preposition', 'go/went/going to there > go/went/going there'],
  ['preposition', 'go/went to fishing > go/went fishing'],
  ['preposition', 'at the morning/afternoon/evening > in the morning/afternoon/evening'],
  ['preposition', 'in this morning > this morning'],
  ['preposition', 'most of people/students/companies/children > most people/students/companies/children'],
  [
    'preposition',
    'for to go/be/have/make/do/get/see/work/learn/study > to go/be/have/make/do/get/see/work/learn/study',
  ],
  ['expression', 'am/is/are agree > —'],
  ['expression', 'make/makes/made sport > do/does/did sport'],
  ['expression', 'make/making my homework > do/doing my homework'],
  ['expression', 'did a mistake > made a mistake'],
  ['expression', 'do a mistake > make a mistake'],
  ['expression', 'doing mistakes > making mistakes'],
  ['expression', 'said me > told me'],
  ['expression', 'said him > told him'],
  ['expression', 'can able to > can'],
  ['expression', 'almost people > almost all people'],
  ['expression', 'i very like/love/enjoy/want > I really like/love/enjoy/want'],
  ['expression', 'we very like/love/enjoy > we really like/love/enjoy'],
  ['expression', 'they very like/love/enjoy > they really like/love/enjoy'],
  ['negation', "i/we/they/you no have > I/we/they/you don't have"],
  ['negation', "i/we/they/you no like > I/we/they/you don't like"],
  ['negation', "i/we/they/you no want > I/we/they/you don't want"],
  ['negation', "i/we/they/you no understand > I/we/they/you don't understand"],
  ['negation', "i/we/they/you not like > I/we/they/you don't like"],
  ['negation', "i/we/they/you not know > I/we/they/you don't know"],
  ['negation', "i/we/they not want > I/we/they don't want"],
  ['negation', "i/we/they not understand > I/we/they don't understand"],
];

interface Phrase {
  kind: ErrorKind;
  wrong: string[];
  right: string;
}

const phrases: ReadonlyMap<string, Phrase[]> = Map.groupBy(
  table.filter(([, row]) => !row.endsWith('—')).flatMap(([kind, row]) => spread(kind, row)),
  ({ wrong }) => wrong[0]!,
);

/** One phrase for each form of the part that has several. */
function spread(kind: ErrorKind, row: string): Phrase[] {
  const [wrong = [], right = []] = row
    .split(' > ')
    .map((side) => side.split(' ').map((part) => part.split('/')));
  const count = Math.max(...wrong.map((forms) => forms.length));
  const pick = (parts: readonly string[][], index: number) => parts.map((forms) => forms[index] ?? forms[0]!);
  return Array.from({ length: count }, (_, index) => ({
    kind,
    wrong: pick(wrong, index),
    right: pick(right, index).join(' '),
  }));
}

const isSaid = (words: Reading, at: number, parts: readonly string[]): boolean =>
  parts.every((part, offset) => words.form(at + offset) === part);

const fixedPhrase: Rule = (words, at) => {
  const found = phrases.get(words.form(at))?.find(({ wrong }) => isSaid(words, at, wrong));
  if (!found) return null;
  const left = words.before(at, 3);
  if (!left) return null;
  const before = left.at(-1) ?? '';
  const after = words.form(at + found.wrong.length);
  // "Did you not like", "so that they not know": the helper stands before.
  if (
    found.kind === 'negation' &&
    left.some((form) =>
      /^(?:do|did|does|can|could|would|should|will|might|may|why|that|how|if|or)$/.test(form),
    )
  )
    return null;
  // "What was said him" is rare; "as I said me and my wife" is not.
  if (/^said/.test(found.wrong[0]!) && !/^(?:that|to|he|she|i|you|we|they|it)$/.test(after)) return null;
  // "The people they no longer like" has another word behind; "listen music is" may be a new sentence.
  if (before === 'no' || before === 'whether') return null;
  if (found.wrong.at(-1) === 'music' && /^(?:is|was|and)$/.test(after) && after !== 'and') return null;
  // "He arrived to find", "they arrived to see": in order to.
  if (/^arrive/.test(found.wrong[0]!) && (verbByBase.has(after) || after === 'be' || after === ''))
    return null;
  // "Go to home depot", "go to shopping centres", "most of people's": parts of names and compounds.
  if (
    /^(?:home|shopping|fishing)$/.test(found.wrong.at(-1)!) &&
    !words.isOver(at + found.wrong.length, afterPlace)
  )
    return null;
  return slip(found.kind, at, found.wrong.length, found.right);
};

const afterPlace: ReadonlySet<string> = new Set(
  'and but because so with in on at i we they he she it when after before by for every'.split(' '),
);

/** "In Monday", "at Sunday". */
const inMonday: Rule = (words, at) => {
  if (!/^(?:in|at)$/.test(words.form(at))) return null;
  const day = words.form(at + 1).replace(/s$/, '');
  const isDay = weekdays.has(day);
  return isDay && words.isOver(at + 2, afterPlace)
    ? slip('preposition', at, 2, `on ${capital(words.form(at + 1))}`)
    : null;
};

/** "Since two years", "since five months". */
const sinceTwoYears: Rule = (words, at) =>
  words.form(at) === 'since' &&
  numbers.has(words.form(at + 1)) &&
  /^(?:years|months|weeks|days|hours)$/.test(words.form(at + 2)) &&
  words.form(at + 3) !== 'ago'
    ? slip('preposition', at, 3, `for ${words.form(at + 1)} ${words.form(at + 2)}`)
    : null;

/** "I have thirty years old". */
const haveYearsOld: Rule = (words, at) => {
  if (!/^(?:have|has|had)$/.test(words.form(at)) || !/^(?:i|he|she|we|they|who)$/.test(words.form(at - 1)))
    return null;
  const reach = [2, 3].find(
    (length) => words.form(at + length) === 'years' && words.form(at + length + 1) === 'old',
  );
  if (reach === undefined) return null;
  const isAll = Array.from({ length: reach - 1 }, (_, n) => words.form(at + 1 + n)).every(
    (form) => numbers.has(form) || /^(?:one|\d+)$/.test(form),
  );
  const be =
    words.form(at) === 'had'
      ? 'was'
      : words.form(at - 1) === 'i'
        ? 'am'
        : words.form(at) === 'has'
          ? 'is'
          : 'are';
  if (!isAll) return null;
  const number = Array.from({ length: reach - 1 }, (_, n) => words.form(at + 1 + n)).join(' ');
  return slip('expression', at, reach + 2, `${be} ${number} years old`);
};

/** "Don't have nothing", "didn't see nobody". */
const doubleNegative: Rule = (words, at) => {
  if (!/^(?:don't|doesn't|didn't|can't)$/.test(words.form(at))) return null;
  const verb = words.form(at + 1);
  const right = { nothing: 'anything', nobody: 'anybody', nowhere: 'anywhere' }[words.form(at + 2)];
  return right !== undefined &&
    /^(?:have|know|see|say|want|need|understand|get|like|find|hear|go|eat|buy)$/.test(verb)
    ? slip('negation', at, 3, `${words.form(at)} ${verb} ${right}`)
    : null;
};

/** "I want that you come". */
const wantThat: Rule = (words, at) => {
  if (!/^(?:want|wants|wanted)$/.test(words.form(at)) || words.form(at + 1) !== 'that') return null;
  const object = { he: 'him', she: 'her', they: 'them', we: 'us', you: 'you' }[words.form(at + 2)];
  const verb = words.form(at + 3);
  const left = words.before(at, 1);
  if (object === undefined || !left || !/^(?:i|he|she|they|we|don't|didn't|parents)$/.test(left.at(-1) ?? ''))
    return null;
  const base = verbByBase.has(verb) ? verb : undefined;
  return base && !/^(?:have|said|want|need|like|make)$/.test(base)
    ? slip('expression', at, 4, `${words.form(at)} ${object} to ${base}`)
    : null;
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const expressions: readonly Rule[] = [
  fixedPhrase,
  inMonday,
  sinceTwoYears,
  haveYearsOld,
  doubleNegative,
  wantThat,
];
