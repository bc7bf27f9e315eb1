import { certificatesIn, ofCertificates } from '../certificates/certificates.ts';
import { type Amount, amountsIn, leastIn } from './amounts.ts';
import type { AskedText, AskedThing } from './asked.ts';
import { degreeIn } from './asked-degree.ts';
import { withoutDuration } from './asked-duration.ts';
import { asIndustry, ofIndustry } from './asked-industry.ts';
import { leadingPeople } from './asked-leadership.ts';
import { narrowing, ofAny, ofRank, roleIn } from './asked-role.ts';
import { genericObjects, genericPeople, isToldApart, modifiers, vague } from './asked-words.ts';
import { yearsIn } from './asked-years.ts';
import { languageLevelIn, rankAskedIn, skillLevelIn } from './levels.ts';
import { groupsOf, isOr, sharedVerbs, stretchesOf } from './stretches.ts';
import type { NamedSpan, Taxonomies } from './taxonomy.ts';
import { type Token, wordsOf } from './words.ts';

/** "A degree is not required": such a clause asks for nothing. */
const nothing =
  /[^.,;()]*\b(?:not|never) (?:required|needed|necessary|essential|a must|expected)\b[^.,;()]*|(?<![^.,;()] ?)\s*no\b[^.,;()]{0,60}\b(?:required|needed|necessary|expected)\b[^.,;()]*/gi;

/** "Business fluent" */
const ofFluency = /\b(?:business|negotiation|fully|absolutely)[ -](?=fluent|proficien)/gi;

/** "Line management of nurses" */
const ofLine = /\bline[- ](?=manag(?:e|ing))/gi;

/** "No experience in fast food" */
const inverted =
  /^\W*(?:(?:has|have|having|with)\s)?(?:no|without(?:\sany)?|never(?:\sworked)?|not)\s(?:(?:previous|prior|past)\s)?(?:(?:work(?:ing)?\s)?(?:experience|background|history|exposure|employment)\s?(?:in|with|of|at|as)?|worked\s(?:in|at|as|for)|(?:previously\s)?employed\s(?:in|at|as|by)|in|at|as)\s/i;
/** What no CV tells of. */
const untold = /\b(?:criminal|convictions?|smok(?:er|ing)|tattoos?|allerg\w+|disqualif\w+)\b/i;

/** "At least one of the following: bar work, waiting at tables, housekeeping": any of them will do. */
const anyOfList =
  /\b(?:(?:in|with|of) )?(?:at least |minimum )?(?:one|any|some)(?: or more| or several)? of (?:the following|these)\b(?: (?:areas|fields|tools|systems|languages|skills|roles))?\s*[:–-]?\s*/i;

function listedAsOr(text: string): string {
  const found = anyOfList.exec(text);
  if (!found) return text;
  const list = text
    .slice(found.index + found[0].length)
    .replaceAll(/\s*(?:,|;|\band\b)\s*(?:(?:and|or)\s+)?/gi, ' or ');
  return text.slice(0, found.index) + list;
}

export type { AskedCertificate, AskedGroup, AskedText, AskedThing } from './asked.ts';

const known = new WeakMap<Taxonomies, Map<string, AskedText>>();
const maxKnown = 2000;

/** Depends on the sentence alone, and is remembered: a search asks the same of every candidate. */
export function readAsked(text: string, book: Taxonomies): AskedText {
  let ofBook = known.get(book);
  if (!ofBook) {
    ofBook = new Map();
    known.set(book, ofBook);
  }
  let found = ofBook.get(text);
  if (!found) {
    const plain = listedAsOr(text.replaceAll(/\s+/g, ' ').replaceAll(nothing, ' '));
    found = takeApart(plain.replaceAll(ofFluency, '').replaceAll(ofLine, 'staff '), book);
    if (ofBook.size >= maxKnown) ofBook.clear();
    ofBook.set(text, found);
  }
  return found;
}

function takeApart(whole: string, book: Taxonomies): AskedText {
  const not = inverted.exec(whole);
  const text = not ? whole.slice(not[0].length) : whole;
  if (not && untold.test(text)) return { ...nothingAsked, isInverted: true };
  const duration = yearsIn(text);
  const degree = degreeIn(text);
  const amounts = amountsIn(text).filter(
    ({ start, end }) => !duration || start >= duration.end || end <= duration.start,
  );
  const spans = longestSpans(text, book);
  const isWithin = (start: number, end: number, one: { start: number; end: number } | null) =>
    one !== null && start < one.end && end > one.start;
  const isTaken = (start: number, end: number) =>
    isWithin(start, end, duration) ||
    isWithin(start, end, degree) ||
    amounts.some((amount) => isWithin(start, end, amount)) ||
    spans.some((span) => span.taxonomy === book.languages && isWithin(start, end, span));

  const words = wordsOf(text, (form) => form).filter(({ start, end }) => !isTaken(start, end));
  const certificates = certificatesAskedIn(text).filter(({ start, end }) => !isWithin(start, end, duration));
  const orEquivalent = /\bor (?:an? )?(?:equivalent|similar|comparable|other)\b/i.test(text);
  const isCertified = ofCertificates.test(text) && !/\bcharter|\bregist/i.test(text);
  // "Deep-sea" is not how well something is known.
  const isBound = (form: string, end: number) => text[end] === '-' && form !== 'hands' && form !== 'facing';
  // "Job evaluation" evaluates jobs.
  const isModifier = ({ form, end }: Token) =>
    modifiers.has(form) && words.some((next) => next.start === end + 1 && !vague.has(next.form));
  const tellingIn = (from: number, to: number): Token[] =>
    words.filter(
      (word) =>
        word.start >= from &&
        word.end <= to &&
        !(vague.has(word.form) && !isBound(word.form, word.end) && !isModifier(word)) &&
        !/^\d+$/.test(word.form),
    );
  const thingIn = (from: number, to: number): AskedThing[] => {
    const leading = leadingPeople(text.slice(from, to));
    if (leading && !amounts.some(({ start, end }) => start >= from && end <= to))
      return [ofPeople(leading, from, to)];
    const telling = tellingIn(from, to);
    const within = spans.filter(
      ({ start, end, taxonomy }) =>
        start >= from && end <= to && taxonomy !== book.languages && !isTaken(start, end),
    );
    const own = certificates.filter(({ start, end }) => start >= from && end <= to);
    if (own.length > 0)
      return own.map(({ certificate, start, end }) => ({
        ...plainThing(text.slice(start, end)),
        certificate: { known: certificate, orEquivalent },
      }));
    const named = within.filter(({ start, end }) =>
      telling.some((word) => word.start >= start && word.end <= end),
    );
    if (telling.length === 0 && named.length === 0) return countedThing(from, to);
    const first = Math.min(...telling.map(({ start }) => start), ...named.map(({ start }) => start));
    const last = Math.max(...telling.map(({ end }) => end), ...named.map(({ end }) => end));
    const whole = withoutSpans(text, first, last, amounts);
    // "The tobacco industry" is asked about tobacco; one that is known by this name stays whole.
    const isKnown = named.some(({ end }) => end >= last);
    const phrase = isKnown ? whole : whole.replace(ofIndustry, '');
    const part = text.slice(from, to);
    const others = telling.filter(
      (word) =>
        (word.end <= first + phrase.length || phrase === whole) &&
        ((!named.some(({ start, end }) => word.start < end && word.end > start) &&
          !(named.length > 0 && genericPeople.has(word.form))) ||
          narrowing(word, named, text, book)),
    );
    // "A team of 10 engineers": whom the candidate led narrows it down as well.
    const counted = amounts
      .filter(({ start, end, kind }) => kind === 'people' && start >= from && end <= to)
      .flatMap(({ start, end }) => nounIn(text.slice(start, end)).toLowerCase() || [])
      .filter((noun) => !genericPeople.has(noun));
    const thing = {
      ...plainThing(phrase),
      concepts: named,
      otherWords: [...others.map(({ form }) => form), ...counted],
    };
    if (isCertified && ofCertificates.test(part))
      return [{ ...thing, certificate: { known: null, orEquivalent } }];
    const role = roleIn(text, part, phrase, book);
    if (role !== null) {
      const after = first + role.length;
      const narrowed = telling
        .filter(({ form, start }) => start >= after && !ofAny.has(form) && !role.toLowerCase().includes(form))
        .map(({ form }) => form);
      // "Senior" says how high, and titles are compared by that, too.
      const rank = ofRank.exec(text.slice(0, first))?.[0] ?? '';
      return [{ ...thing, phrase: rank + role, otherWords: narrowed, isRole: true }];
    }
    const done = others.length > 0 ? doneIn(part, from, telling.length, book) : null;
    if (!done || done.length <= telling.length - others.length) return [thing];
    const isDone = ({ start, end }: Token) =>
      done.places.some((place) => place.start + from < end && place.end + from > start);
    // Whom it is done to narrows it down: who teaches adults does not teach children. What else a task is done to is alike.
    const kept = telling.filter(
      (word) => !genericObjects.has(word.form) && (!isDone(word) || isToldApart(word.form)),
    );
    return [
      {
        ...thing,
        concepts: done.concepts,
        otherWords: [...kept.map(({ form }) => form), ...counted],
        isDescribed: true,
      },
    ];
  };

  /** "Has managed more than 50 people": what is counted is all that is asked for. */
  const countedThing = (from: number, to: number): AskedThing[] => {
    const amount = amounts.find(({ start, end }) => start >= from && end <= to);
    if (!amount || amount.kind === 'percent' || amount.kind === 'money') return [];
    if (amount.kind === 'people') return [ofPeople(countedPeople, from, to)];
    return [plainThing(nounIn(text.slice(amount.start, amount.end)) || amount.kind)];
  };
  const ofPeople = (phrase: string, start: number, end: number): AskedThing => {
    const concept = book.skills.named('team management');
    const thing = plainThing(phrase);
    return concept
      ? { ...thing, concepts: [{ concept, taxonomy: book.skills, start, end }], isDescribed: true }
      : thing;
  };

  /** "Trained" before "or precepted new nurses" asks for trained new nurses. */
  const withObjectOf = ({ from, to }: { from: number; to: number }, own: Token): AskedThing[] => {
    const other = tellingIn(from, to)[0]!;
    return thingIn(from, to).map((thing) => ({
      ...doneBy(own.form, {
        ...thing,
        phrase: thing.phrase.replace(/^\S+\s/, ''),
        otherWords: thing.otherWords.filter((word) => word !== other.form),
      }),
      concepts: thing.concepts.filter(({ start, end }) => start !== other.start || end !== other.end),
    }));
  };

  const sentence = withoutDuration(text, 0, text.length, duration);
  const stretches = stretchesOf(text, spans);
  const shared = sharedVerbs(stretches, text, ({ from, to }) => tellingIn(from, to));
  const groups = groupsOf(stretches, text).map((members) => {
    const from = members[0]!.from;
    const to = members.at(-1)!.to;
    return {
      from,
      to,
      text: text.slice(from, to),
      anyOf: members.flatMap((one) => {
        const verb = shared.get(one);
        if (verb === 'next')
          return withObjectOf(stretches[stretches.indexOf(one) + 1]!, tellingIn(one.from, one.to)[0]!);
        const said = withoutDuration(text, one.from, one.to, duration);
        return thingIn(one.from, one.to)
          .map((thing) => ({ ...(verb ? doneBy(verb, thing) : { ...thing, said }), sentence }))
          .flatMap((thing) => [thing, ...asIndustry(thing, said, book)]);
      }),
    };
  });
  const told = groups.filter(({ anyOf }) => anyOf.length > 0);
  // "5 years, Java": what follows is meant.
  const lasting = duration && (told.find(({ to }) => to >= duration.end) ?? told.at(-1));
  const amountOf = ({ from, to }: { from: number; to: number }): Amount | null => {
    const own = amounts.find(({ start }) => start >= from && start < to);
    return own ? { ...own, value: leastIn(text.slice(own.start, own.end)) } : null;
  };
  const languages = spans
    .filter(({ taxonomy }) => taxonomy === book.languages)
    .map(({ concept, start }) => ({
      name: concept.name,
      start,
      // "Fluent in Dutch and English" says it once for both.
      level:
        languageLevelIn(groups.find(({ from, to }) => start >= from && start < to)?.text ?? '') ??
        languageLevelIn(text),
    }))
    .filter(({ name }, n, all) => all.findIndex((one) => one.name === name) === n);
  const groupAt = (start: number) => groups.findIndex(({ from, to }) => start >= from && start < to);
  const joinsDegree =
    degree !== null &&
    (told.length > 0 || duration !== null) &&
    stretches.some(
      ({ from, joint }) =>
        isOr.test(joint) &&
        from >= degree.end &&
        (told.some((one) => one.to > from) || (duration !== null && duration.start >= from)),
    );
  return {
    things: told.map((group) => ({
      anyOf: group.anyOf,
      years: group === lasting ? duration!.years : null,
      level: skillLevelIn(group.text),
      rank: rankAskedIn(group.text),
      amount:
        amountOf(group) ?? (told.length === 1 && amounts[0] ? amountOf({ from: 0, to: text.length }) : null),
    })),
    years: duration && !lasting ? duration.years : null,
    degree: degree && { name: degree.name, fields: degree.fields },
    isDegreeEnough: joinsDegree,
    languages: languages.map(({ name, level }) => ({ name, level })),
    isAnyLanguageEnough:
      languages.length > 1 && languages.every(({ start }) => groupAt(start) === groupAt(languages[0]!.start)),
    isInverted: not !== null,
    said: sentence,
  };
}

/** "Benefits" of "negotiated salaries or benefits": they have to be negotiated, too. */
const doneBy = (verb: string, thing: AskedThing): AskedThing =>
  thing.certificate || thing.isRole
    ? thing
    : {
        ...thing,
        phrase: `${verb} ${thing.phrase}`,
        said: `${verb} ${thing.phrase}`,
        otherWords: [verb, ...thing.otherWords],
      };

/** "Guests" of "300 guests a day". */
const nounIn = (amount: string): string =>
  /\p{L}+$/u.exec(amount.replace(/ (?:per|an?|each|every) \p{L}+$/u, ''))?.[0] ?? '';

/** What "more than 50 people" by itself asks for. */
export const countedPeople = 'people management';

const nothingAsked: AskedText = {
  things: [],
  years: null,
  degree: null,
  isDegreeEnough: false,
  languages: [],
  isAnyLanguageEnough: false,
  isInverted: false,
  said: '',
};

const plainThing = (phrase: string): AskedThing => ({
  phrase,
  said: phrase,
  sentence: phrase,
  concepts: [],
  otherWords: [],
  certificate: null,
  isRole: false,
  isDescribed: false,
});

/** Nothing but what is left of the phrase when quantities are cut out of it. */
const withoutSpans = (text: string, first: number, last: number, spans: readonly Amount[]): string => {
  let phrase = '';
  let at = first;
  for (const { start, end } of spans) {
    if (end <= first || start >= last) continue;
    phrase += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return (phrase + text.slice(at, last)).replaceAll(/\s+/g, ' ').trim();
};

/** Work with what a certificate is about ("experience with ITIL", "5 years as a registered nurse") is no certificate. */
const asWork = /\b(?:experience|knowledge|understanding|familiar\w*|worked|working|years?|yrs?)\b/i;

function certificatesAskedIn(text: string) {
  const isListed = !/\p{Ll}{3}/u.test(text.replaceAll(/\b(?:and|or|holds?|certified|valid|current)\b/gi, ''));
  const found = certificatesIn(text, isListed);
  return ofCertificates.test(withoutNames(text, found)) || !asWork.test(text) ? found : [];
}

/** "Registered nurse" is a name; "nurse registration" asks for the certificate. */
const withoutNames = (text: string, found: readonly { start: number; end: number }[]): string =>
  found.reduceRight(
    (left, { start, end }) =>
      /^registered|^chartered/i.test(left.slice(start)) ? left.slice(0, start) + left.slice(end) : left,
    text,
  );

/** What a phrase describes rather than names, "supervising a team", if that is most of it. */
function doneIn(part: string, offset: number, words: number, { skills }: Taxonomies) {
  const done = skills.doneIn(part).filter((one) => one.words.length > words / 2);
  const length = Math.max(0, ...done.map((one) => one.words.length));
  if (length === 0) return null;
  const concepts = done
    .filter((one) => one.words.length === length)
    .map(({ concept }) => ({ concept, taxonomy: skills, start: offset, end: offset + part.length }));
  const places = done.filter((one) => one.words.length === length).flatMap((one) => one.words);
  return { concepts, length, places };
}

/** Names in the sentence that stand in no longer name. */
function longestSpans(text: string, book: Taxonomies) {
  const all = [book.skills, book.occupations, book.industries, book.languages].flatMap((taxonomy) =>
    taxonomy.spansIn(text).map((span: NamedSpan) => ({ ...span, taxonomy })),
  );
  return all.filter(
    ({ start, end }, n) =>
      !all.some(
        (other, at) =>
          other.start <= start &&
          other.end >= end &&
          // Of several meanings of the same words that of a skill is meant, then that of an occupation.
          (other.end - other.start > end - start || at < n),
      ),
  );
}
