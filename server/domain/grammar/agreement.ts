import {
  afterNoun,
  plurals,
  prepositions,
  singulars,
  takesBase,
  thirdPersonOf,
  verbByBase,
  verbByThirdPerson,
} from '../languages/en/grammar-words.ts';
import { type Reading, type Rule, slip } from './reading.ts';

const singularPronouns: ReadonlySet<string> = new Set(['he', 'she', 'it']);
const otherPronouns: ReadonlySet<string> = new Set(['i', 'you', 'we', 'they']);
const indefinite: ReadonlySet<string> = new Set(
  'everybody everyone somebody someone nobody anybody'.split(' '),
);
/** Behind these "it" is the subject, and no object of what stood before. */
const clauseOpeners: ReadonlySet<string> = new Set(
  'because if when so but since although while and'.split(' '),
);
/** A base form behind these belongs to "do you", "I think", not to the pronoun. */
const joining: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'than', 'with', 'as', 'but', 'except']);
/** Present forms that are past ones as well: "he put" is right. */
const samePast: ReadonlySet<string> = new Set([
  'read',
  'cost',
  'cut',
  'let',
  'put',
  'set',
  'hit',
  'become',
  'come',
  'run',
]);

const isFree = (left: readonly string[], barred: ReadonlySet<string>): boolean =>
  left.every((form) => !barred.has(form));

/** Whether a pronoun is one of two subjects ("my wife and he"), or the second side of a comparison. */
function isJoined(words: Reading, at: number, left: readonly string[]): boolean {
  const before = left.at(-1) ?? '';
  if (before !== 'and' && before !== 'but') return joining.has(before);
  return left.length > 1 && /^(?:NOUN|PROPN|PRON)$/.test(words.pos(at - 2) ?? '');
}

/** "He go", "she have": the verb is a base form and nothing before the pronoun asks for one. */
const heGo: Rule = (words, at) => {
  const pronoun = words.form(at);
  if (!singularPronouns.has(pronoun)) return null;
  const verb = words.form(at + 1);
  if (!verbByBase.has(verb) || samePast.has(verb)) return null;
  const left = words.before(at, 5);
  if (!left || !isFree(left, takesBase) || isJoined(words, at, left)) return null;
  if (pronoun === 'it' && left.length > 0 && !clauseOpeners.has(left.at(-1)!)) return null;
  // "Will he" is a question; "the more he work" and "should he" are not told here.
  if (words.form(at + 2) === '' && !words.isOver(at + 2, afterNoun)) return null;
  return slip('agreement', at, 2, `${pronoun} ${thirdPersonOf(verb)}`);
};

/** "He don't". A tag ("like it, don't you") has its pronoun behind the verb. */
const heDont: Rule = (words, at) => {
  const pronoun = words.form(at);
  if (!singularPronouns.has(pronoun) || words.form(at + 1) !== "don't") return null;
  if (otherPronouns.has(words.form(at + 2))) return null;
  const left = words.before(at, 2);
  if (!left || joining.has(left.at(-1) ?? '')) return null;
  if (pronoun === 'it' && left.length > 0 && !clauseOpeners.has(left.at(-1)!)) return null;
  return slip('agreement', at, 2, `${pronoun} doesn't`);
};

const pluralBe: ReadonlyMap<string, string> = new Map([
  ['was', 'were'],
  ['is', 'are'],
  ["wasn't", "weren't"],
  ["isn't", "aren't"],
  ['has', 'have'],
  ["hasn't", "haven't"],
  ["doesn't", "don't"],
  ['does', 'do'],
]);

/** "We was", "they has", "I goes": not behind what can be the subject itself ("what they has", "people like you is"). */
const weWas: Rule = (words, at) => {
  const pronoun = words.form(at);
  if (!otherPronouns.has(pronoun)) return null;
  const verb = words.form(at + 1);
  const left = words.before(at, 2);
  if (!left) return null;
  const before = left.at(-1) ?? '';
  if (prepositions.has(before) || joining.has(before)) return null;
  if (/^(?:what|all|thing|things|everything|whatever|reason|way|where|how|who|one|place)$/.test(before))
    return null;
  const be = pluralBe.get(verb);
  if (be !== undefined) {
    if (pronoun === 'i' && /^(?:was|is|wasn't|isn't)$/.test(verb)) return null;
    // "What makes you is …", "telling you is …"
    if (pronoun === 'you' && left.length > 0 && !clauseOpeners.has(before) && before !== 'that') return null;
    return slip('agreement', at, 2, `${pronoun} ${be}`);
  }
  const third = verbByThirdPerson.get(verb);
  if (
    !third ||
    pronoun === 'you' ||
    /^(?:means|says|uses|visits|plans|talks|calls|works|helps|shows|moves)$/.test(verb)
  )
    return null;
  if (left.length > 0 && !clauseOpeners.has(before) && before !== 'that') return null;
  return slip('agreement', at, 2, `${pronoun} ${third.base}`);
};

/** "People is", "children has": unless they stand behind "of" ("the number of people is"). */
const peopleIs: Rule = (words, at) => {
  const noun = words.form(at);
  if (!/^(?:people|children|men|women|parents|friends|students)$/.test(noun)) return null;
  const be = pluralBe.get(words.form(at + 1));
  if (be === undefined || be === 'do') return null;
  const left = words.before(at, 4);
  if (!left || left.some((form) => prepositions.has(form) || /ing$|^(?:and|or|that|to)$/.test(form)))
    return null;
  // "Helping people is", "having friends is"
  if (left.length > 0 && /^(?:NOUN|VERB|PROPN)$/.test(words.pos(at - 1) ?? '')) return null;
  // "Where people is concerned", "the people has spoken" are rare; a verb that follows decides nothing.
  return slip('agreement', at, 2, `${noun} ${be}`);
};

/** "Everybody are", "everyone know". */
const everybodyAre: Rule = (words, at) => {
  const pronoun = words.form(at);
  if (!indefinite.has(pronoun)) return null;
  const verb = words.form(at + 1);
  const left = words.before(at, 5);
  if (
    !left ||
    !isFree(left, takesBase) ||
    left.some((form) => /^(?:are|were|hi|hello|thanks|thank|of)$/.test(form))
  )
    return null;
  if (joining.has(left.at(-1) ?? '')) return null;
  if (verb === 'are' || verb === 'were')
    return slip('agreement', at, 2, `${pronoun} ${verb === 'are' ? 'is' : 'was'}`);
  if (!/^(?:have|want|know|need|like|love|go|think|don't)$/.test(verb)) return null;
  // "Everyone have a good day" is a wish.
  if (left.length === 0 || verb === 'go') return null;
  return slip('agreement', at, 2, `${pronoun} ${verb === "don't" ? "doesn't" : thirdPersonOf(verb)}`);
};

/** "There is many people", "there was several problems". */
const thereIsMany: Rule = (words, at) => {
  if (words.form(at) !== 'there') return null;
  const verb = words.form(at + 1);
  if (!/^(?:is|was|wasn't|isn't)$/.test(verb) || !/^(?:many|several)$/.test(words.form(at + 2))) return null;
  const noun = words.form(at + 3);
  if (!singulars.has(noun) && !(words.pos(at + 3) === 'ADJ' && singulars.has(words.form(at + 4))))
    return null;
  return slip('agreement', at, 2, `there ${pluralBe.get(verb)}`);
};

/** "This things" is not judged: the vowels of "this" and "these" are what a foreign accent makes alike. "These thing" is. */
const theseThing: Rule = (words, at) => {
  if (!/^(?:these|those)$/.test(words.form(at))) return null;
  const plural = plurals.get(words.form(at + 1));
  if (plural === undefined || !words.isOver(at + 2, afterNoun)) return null;
  return slip('plural', at, 2, `${words.form(at)} ${plural}`);
};

export const agreement: readonly Rule[] = [
  heGo,
  heDont,
  weWas,
  peopleIs,
  everybodyAre,
  thereIsMany,
  theseThing,
];
