import { certificatesIn } from '../certificates/certificates.ts';
import { type AskedThing, readAsked } from '../matching/asked-text.ts';
import { findThing, passagesWithWords } from '../matching/find-thing.ts';
import { isInstruction } from '../matching/instructions.ts';
import { isProperName, nearness } from '../matching/meaning.ts';
import { indexPassages, type Passage } from '../matching/passage-index.ts';
import type { Searched } from '../matching/reading.ts';
import { meaningsOf, namedThing, type WordBook } from '../matching/score-by-meaning.ts';
import { besideOf, ownStems } from '../matching/sense.ts';
import { matchingStemmerFor } from '../matching/stem.ts';
import type { Shown } from '../matching/thing-found.ts';
import { nothingTold } from '../matching/told.ts';
import { wordsOf } from '../matching/words.ts';
import type { Requirements } from '../requirements/types.ts';
import type { QuestionEntry } from './by-question.ts';
import type { TurnSentence } from './turn-words.ts';

export const spokenKinds = [
  'minimal_qualification',
  'preferable_qualification',
  'hard_skill',
  'soft_skill',
  'industry',
  'language',
] as const;
export type SpokenKind = (typeof spokenKinds)[number];

/** A sentence of an answer that speaks to a requirement: of it, for or against. */
export interface SpokenQuote extends TurnSentence {
  /** Place of the question in the interview, from 0. */
  entry: number;
}

/** What of an interview speaks to a requirement. No verdict: who says that they lack it speaks to it, too. */
export interface SpokenTo {
  kind: SpokenKind;
  name: string;
  importance: number;
  /** Places of the questions whose own words ask about it, from 0. */
  askedIn: number[];
  quotes: SpokenQuote[];
}

/** Found by its names, its words, or what is done in it; what is only near it speaks of something else. */
const speaks: ReadonlySet<Shown> = new Set<Shown>(['named', 'in words', 'in meaning']);

/** Which answers speak to which requirements of a job, in the job's order. @param pause between questions: others may have waited */
export async function spokenTo(
  {
    entries,
    language,
    requirements,
  }: { entries: readonly QuestionEntry[]; language: string; requirements: Requirements },
  book: WordBook,
  signal: AbortSignal,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<SpokenTo[]> {
  const asked = requirementsOf(requirements, book);
  const said: SpokenQuote[] = entries.flatMap(({ turns }, entry) =>
    turns
      .filter(({ speaker, part }) => speaker === 'candidate' && part !== 'aside')
      .flatMap(({ sentences }) => sentences)
      .filter(({ text }) => !isInstruction(text))
      .map((sentence) => ({ ...sentence, entry })),
  );
  const search = await searchIn(
    [...said, ...entries].map(({ text }) => text),
    { things: asked.flatMap(({ things }) => things), language },
    book,
    signal,
  );
  const found: SpokenTo[] = asked.map(({ things: _, ...about }) => ({ ...about, askedIn: [], quotes: [] }));
  for (const [entry, { text, kind }] of entries.entries()) {
    await pause();
    const isPut = kind === 'planned' || kind === 'free';
    const own = said.filter((sentence) => sentence.entry === entry);
    for (const [at, { things }] of asked.entries()) {
      const isSpokenIn = (words: string) => things.some((thing) => search(thing, words));
      if (isPut && isSpokenIn(text)) found[at]!.askedIn.push(entry);
      found[at]!.quotes.push(...own.filter((sentence) => isSpokenIn(sentence.text)));
    }
  }
  return found;
}

function requirementsOf(
  { minimal_qualifications, preferable_qualifications, skills, industries_config }: Requirements,
  { taxonomies }: WordBook,
) {
  const named =
    (kind: SpokenKind, taxonomy = taxonomies.skills) =>
    ({ name, importance }: { name: string; importance: number }) => ({
      ...{ kind, name, importance },
      things: [namedThing(name, taxonomy)],
    });
  const written =
    (kind: SpokenKind) =>
    ({ text, importance }: { text: string; importance: number }) => ({
      ...{ kind, name: text, importance },
      things: thingsIn(text, taxonomies),
    });
  return [
    ...minimal_qualifications.map(written('minimal_qualification')),
    ...preferable_qualifications.map(written('preferable_qualification')),
    ...skills.hard_skills.map(named('hard_skill')),
    ...skills.soft_skills.map(named('soft_skill')),
    ...(industries_config ?? []).map(named('industry', taxonomies.industries)),
    ...skills.language_skills_config.map(named('language', taxonomies.languages)),
  ];
}

function thingsIn(text: string, taxonomies: WordBook['taxonomies']): AskedThing[] {
  const { things, languages } = readAsked(text, taxonomies);
  return [
    ...things.flatMap(({ anyOf }) => anyOf),
    ...languages.map(({ name }) => namedThing(name, taxonomies.languages)),
  ];
}

/** @returns whether a sentence, which is looked at by itself, speaks of a thing */
async function searchIn(
  texts: readonly string[],
  { things, language }: { things: readonly AskedThing[]; language: string },
  book: WordBook,
  signal: AbortSignal,
): Promise<(thing: AskedThing, text: string) => boolean> {
  const stem = matchingStemmerFor(language);
  const bare = things.filter(({ concepts }) => concepts.length === 0);
  const beside = bare.flatMap((thing) => texts.map((text) => besideOf(thing, text, stem)));
  const meanings = await meaningsOf({ things, lines: [...texts, ...beside], stem }, book, signal);
  const denials = indexPassages([], stem);
  const known = new Map(
    texts.map((text): [string, Searched] => {
      const index = indexPassages([spokenLine(text)], stem);
      return [text, { index, denials, stem, meanings, told: nothingTold, book: book.taxonomies }];
    }),
  );
  return (thing, text) => {
    const searched = known.get(text)!;
    if (thing.certificate?.known) {
      const { name } = thing.certificate.known;
      return certificatesIn(text, false).some(({ certificate }) => certificate.name === name);
    }
    if (thing.concepts.some(({ taxonomy }) => taxonomy === book.taxonomies.languages)) {
      if (!(language === 'en' && isOfSpeaking(text, thing.phrase))) return false;
    }
    if (thing.certificate) return passagesWithWords(thing.phrase, searched).length > 0;
    const { shown } = findThing(thing, searched);
    return (
      speaks.has(shown) && (shown === 'in meaning' || language !== 'en' || isMeant(thing, text, searched))
    );
  };
}

/**
 * "The winter sales", "a road that is hard to negotiate": people talk of more than their work. A name of one word, or another form of a name,
 * counts where the sentence tells of work, or what else it says lies near what lies around the thing: less near where it is said of oneself.
 */
function isMeant(thing: AskedThing, text: string, { index, meanings, stem }: Searched): boolean {
  const names = [thing.phrase, ...thing.concepts.flatMap(({ concept }) => concept.names)];
  const named = names.filter((name) => index.mentionsOf(index.phraseOf(name)).some((one) => one.isNamed));
  const isSure = (name: string) => (isProperName(name) && text.includes(name)) || /[\s-]/.test(name);
  if (named.some((name) => isSure(name) || ofWork.test(text))) return true;
  const around = meanings.aroundOf(thing.phrase) ?? meanings.vectorOf(thing.phrase);
  const beside = meanings.vectorOf(besideOf(thing, text, stem));
  if (!around || !beside) return false;
  const own = ownStems(thing, stem);
  const isOwn = wordsOf(text, stem).some(
    (word) => own.has(word.stem) && doing.test(text.slice(0, word.start)),
  );
  return nearness(around, beside) >= (isOwn ? leastBeside.own : leastBeside.others);
}

const leastBeside = { own: 0.1, others: 0.2 };
const doing = /\b(?:i|we)\b(?:['’]\w+)?(?:\s\w+){0,2}\s$/i;
const ofWork =
  /\b(?:work(?:s|ed|ing)?|jobs?|roles?|positions?|experience|years?|responsible|in charge|career|profession\w*|industry|did (?:the|some|all)|used|using)\b/i;

/** "A German shepherd" is no word on the language. Other languages write both alike, so that there they are not looked for. */
const isOfSpeaking = (text: string, language: string): boolean =>
  speaking.test(text) || text.toLowerCase().includes(`in ${language.toLowerCase()}`);
const speaking =
  /\b(?:speak\w*|spoke\w*|languages?|fluen\w+|tongue|native|bilingual|translat\w+|interpret\w*|learn\w*|understand)\b/iu;

/** What the candidate tells of themselves. */
const spokenLine = (text: string): Passage => ({
  ...{ text, claimed: text, denied: null },
  ...{ page: 0, box: { x: 0, y: 0, width: 0, height: 0 } },
  ...{ zone: 'summary', position: null, recency: 1 },
});
