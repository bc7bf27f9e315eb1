import {
  doForms,
  ingOf,
  modals,
  overregular,
  verbByBase,
  verbByIng,
  verbByParticiple,
  verbByPast,
  verbByThirdPerson,
} from '../languages/en/grammar-words.ts';
import { type Reading, type Rule, slip } from './reading.ts';

const subjects: ReadonlySet<string> = new Set('i you he she it we they'.split(' '));

/** The base of a form that cannot be a base form itself. */
function baseOf(form: string): string | undefined {
  if (verbByBase.has(form) || form === 'saw' || form === 'found' || form === 'left' || form === 'felt') {
    return form === 'saw' ? 'see' : undefined;
  }
  return (verbByPast.get(form) ?? verbByThirdPerson.get(form))?.base;
}

const negated = (form: string): boolean => form === 'not' || form === 'never' || form === 'also';

/** "Didn't went", "does he has", "did you liked": behind "do" the base form stands. */
const didWent: Rule = (words, at) => {
  const helper = words.form(at);
  if (!doForms.has(helper)) return null;
  const next = words.form(at + 1);
  const isQuestion = subjects.has(next);
  const isNegative = helper.endsWith("n't");
  const skip = isQuestion || next === 'not' ? 2 : 1;
  if (skip === 1 && !isNegative) return null;
  // "What he did he did", "they do they", "I did I went": a statement's "do" ends its clause.
  if (isQuestion && !isNegative && !opensQuestion(words, at)) return null;
  const verb = words.form(at + skip);
  const base = baseOf(verb);
  if (base === undefined || verb === 'does' || verb === 'means') return null;
  const between = skip === 2 ? ` ${next}` : '';
  return slip('verbForm', at, skip + 1, `${helper}${between} ${base}`);
};

function opensQuestion(words: Reading, at: number): boolean {
  const left = words.before(at, 2);
  if (!left) return false;
  const before = left.at(-1) ?? '';
  return left.length === 0 || /^(?:when|where|why|how|and|but|so)$/.test(before);
}

/** "I can to go", "she must goes", "we can going", "he could went". */
const canTo: Rule = (words, at) => {
  const subject = words.form(at);
  const modal = words.form(at + 1);
  if (!subjects.has(subject) || !modals.has(modal)) return null;
  const skip = negated(words.form(at + 2)) ? 3 : 2;
  const kept = words.form(at + 2);
  const start = skip === 3 ? `${subject} ${modal} ${kept}` : `${subject} ${modal}`;
  const verb = words.form(at + skip);
  if (verb === 'to') {
    const left = words.before(at, 5);
    const base = words.form(at + skip + 1);
    if (!verbByBase.has(base) && base !== 'be') return null;
    // "As much as I can to help", "all we could to save": what is done is named before.
    if (
      !left ||
      left.some((form) =>
        /^(?:as|all|everything|anything|what|whatever|best|much|most|how|thing|things)$/.test(form),
      )
    )
      return null;
    return slip('verbForm', at, skip + 2, `${start} ${base}`);
  }
  const progressive = verbByIng.get(verb);
  if (progressive) return slip('verbForm', at, skip + 1, `${start} ${progressive.base}`);
  const base = baseOf(verb);
  // "Could had", "would made" may be "could've had"; what is one sound away is not judged.
  if (base === undefined || !/^(?:can|can't|cannot|will|won't|should|must|could|would)$/.test(modal))
    return null;
  if (/^(?:had|got|done|said|gone|been)$/.test(verb) || /ed$/.test(verb)) return null;
  if (verbByParticiple.get(verb)?.base === base && /^(?:could|would|should)$/.test(modal)) return null;
  return slip('verbForm', at, skip + 1, `${start} ${base}`);
};

/** "Want to went", "need to going". */
const toWent: Rule = (words, at) => {
  if (words.form(at + 1) !== 'to') return null;
  if (
    !/^(?:want|wants|wanted|need|needs|needed|have|has|had|like|try|tried|going|decided|plan|hope|able)$/.test(
      words.form(at),
    )
  )
    return null;
  const verb = words.form(at + 2);
  const ing = verbByIng.get(verb);
  const isIng = ing !== undefined && !/^(?:like|going|plan)$/.test(words.form(at));
  const base = isIng ? ing.base : baseOf(verb);
  if (
    base === undefined ||
    /^(?:means|uses|visits|plans|works|helps|needs|likes|calls|talks|shows|moves)$/.test(verb)
  )
    return null;
  if (/ed$/.test(verb)) return null;
  return slip('verbForm', at, 3, `${words.form(at)} to ${base}`);
};

/** "Have went", "has came", "I have wrote": a participle that differs from the past. */
const haveWent: Rule = (words, at) => {
  if (!/^(?:have|has|had|haven't|hasn't|i've|we've|they've|you've)$/.test(words.form(at))) return null;
  const skip = /^(?:never|already|just|not|ever|also)$/.test(words.form(at + 1)) ? 2 : 1;
  const past = verbByPast.get(words.form(at + skip));
  if (!past || past.past === past.participle || past.past === past.base) return null;
  // "The problem I have came later", "those who have ran …": only where "have" cannot end its clause.
  const left = words.before(at, 1);
  const subject = left?.at(-1) ?? '';
  if (!/'ve$/.test(words.form(at)) && !(subjects.has(subject) || /^(?:never|to)$/.test(subject))) return null;
  if (
    subjects.has(subject) &&
    at - 1 > 0 &&
    !/^(?:and|but|because|so|that|if|when|think)$/.test(words.form(at - 2))
  )
    return null;
  const adverb = skip === 2 ? ` ${words.form(at + 1)}` : '';
  return slip('verbForm', at, skip + 1, `${words.form(at)}${adverb} ${past.participle}`);
};

/** "I am agree", "he is want": a form of "be" before a verb that says it all. */
const amAgree: Rule = (words, at) => {
  const be = words.form(at);
  const subject = /^(?:i'm|you're|we're|they're)$/.test(be) ? be.split("'")[0]! : words.form(at - 1);
  const isShort = /^(?:i'm|you're|we're|they're)$/.test(be);
  if (!isShort && !(/^(?:am|are)$/.test(be) && /^(?:i|you|we|they)$/.test(subject))) return null;
  const from = isShort ? at : at - 1;
  const verb = words.form(at + 1);
  const isSure =
    /^(?:agree|disagree|want|believe|prefer|think|know|understand|remember|enjoy|depend)$/.test(verb) ||
    (/^(?:live|work|go|come|study)$/.test(verb) && /^(?:in|at|to|from|with|for)$/.test(words.form(at + 2)));
  if (!isSure || words.before(from, 1) === null) return null;
  return slip('verbForm', from, at + 2 - from, `${subject === 'i' ? 'I' : subject} ${verb}`);
};

/** "I born in": the passive without its helper. */
const iBorn: Rule = (words, at) =>
  subjects.has(words.form(at)) && words.form(at + 1) === 'born' && /^(?:in|on|and)$/.test(words.form(at + 2))
    ? slip(
        'verbForm',
        at,
        2,
        `${words.form(at)} ${/^(?:you|we|they)$/.test(words.form(at)) ? 'were' : 'was'} born`,
      )
    : null;

/** "Goed", "teached". */
const goed: Rule = (words, at) => {
  const right = overregular.get(words.form(at));
  return right === undefined ? null : slip('verbForm', at, 1, right);
};

/** "I look forward to meet you", "I'm interested in learn", "enjoy to play", "finish to eat". */
const forwardToMeet: Rule = (words, at) => {
  const base = words.form(at + 2);
  const isVerb = verbByBase.has(base);
  if (
    words.form(at) === 'forward' &&
    words.form(at + 1) === 'to' &&
    /look(?:ing|ed)?$/.test(words.form(at - 1))
  ) {
    return isVerb &&
      !/^(?:work|visit|change|love|help|talk|move|call|study|start|return|move|travel|show|answer|use|support|increase)$/.test(
        base,
      )
      ? slip('verbForm', at, 3, `forward to ${ingOf(base)}`)
      : null;
  }
  if (
    /^(?:enjoy|enjoyed|enjoys|finish|finished|avoid|avoided)$/.test(words.form(at)) &&
    words.form(at + 1) === 'to' &&
    isVerb
  )
    return slip('verbForm', at, 3, `${words.form(at)} ${ingOf(base)}`);
  if (
    /^(?:good|interested|experience)$/.test(words.form(at)) &&
    /^(?:at|in)$/.test(words.form(at + 1)) &&
    isVerb
  )
    return /^(?:work|talk|change|help|love|study|play|call|visit|plan|design|dance|cook|travel|support|use|practice|research|run|move|show|answer|return|increase|start|cause|cost|care|look|hope|walk|wait|stop|stay|share|watch|try|turn|need|worry|rest|rent|reply)$/.test(
      base,
    )
      ? null
      : slip('verbForm', at, 3, `${words.form(at)} ${words.form(at + 1)} ${ingOf(base)}`);
  return null;
};

const pastTimes: readonly (readonly string[])[] = [
  ['yesterday'],
  ['last', 'night'],
  ['last', 'week'],
  ['last', 'month'],
  ['last', 'year'],
  ['last', 'weekend'],
  ['last', 'summer'],
];

/** "Yesterday I go", "last week we meet". */
const yesterdayIGo: Rule = (words, at) => {
  const time = pastTimes.find((parts) => parts.every((part, offset) => words.form(at + offset) === part));
  if (!time) return null;
  const left = words.before(at, 2);
  if (!left || left.some((form) => /^(?:the|in|over|during|for|of|since|than|about)$/.test(form)))
    return null;
  const after = at + time.length;
  const subject = words.form(after);
  const verb = verbByBase.get(words.form(after + 1));
  if (!subjects.has(subject) || !verb || verb.past === verb.base) return null;
  if (/^(?:think|know|have|do|mean|believe|say|hope|love|like|read|need|want)$/.test(verb.base)) return null;
  return slip('tense', after, 2, `${subject === 'i' ? 'I' : subject} ${verb.past}`);
};

export const verbForms: readonly Rule[] = [
  didWent,
  canTo,
  toWent,
  haveWent,
  amAgree,
  iBorn,
  goed,
  forwardToMeet,
  yesterdayIGo,
];
