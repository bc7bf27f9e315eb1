import { hasTitleWord } from '../cv/title-words.ts';
import type { Occupation } from '../titles/title-table.ts';
import { rankOfTitle } from './levels.ts';
import { isOtherSense } from './other-senses.ts';
import { matchingStemmerFor } from './stem.ts';
import type { Concept, NamedSpan, Taxonomies } from './taxonomy.ts';
import { wordsOf } from './words.ts';

/**
 * How a title that the candidate held answers one that is asked for: `same` work at least as high, `lower` in rank, `akin` where it is of
 * the same family but another branch of it, `near` of a neighbouring family.
 */
export type TitleFit = 'same' | 'lower' | 'akin' | 'near' | null;

/** Words of titles that say how high or how much, not what. */
const ofRank = new Set(
  `senior junior lead chief head assistant associate deputy vice president manager management director supervisor supervision coordinator
  coordination specialist officer executive administrator intern trainee staff principal general representative worker professional team
  interim global regional leader agent ii iii iv sr jr i registered licensed qualified certified chartered trained freelance sous full time
  part role roles position experience experienced superintendent foreman owner area district national group acting fellow project projects program programme site`.split(
    /\s+/,
  ),
);
const stem = matchingStemmerFor('en');

/** "HR" is human resources, in titles and in those that are asked for. */
const longForms: readonly (readonly [RegExp, string])[] = [
  [/\bH\.?R\.?\b/g, 'human resources'],
  [/\bI\.?T\.?\b/g, 'information technology'],
  [/\bCTO\b/g, 'chief technology officer information technology'],
  [/\bCIO\b/g, 'chief information officer information technology'],
  [/\bCFO\b/g, 'chief financial officer finance'],
  [/\bCOO\b/g, 'chief operating officer operations'],
  [/\bR\.?N\.?\b/g, 'registered nurse'],
  [/\bF&B\b/g, 'food and beverage'],
  [/\b(?:dev|developer|programmer)\b/gi, 'software developer engineer'],
  [/\bmgr\b\.?/gi, 'manager'],
  [/\basst\b\.?/gi, 'assistant'],
  [/\brep\b\.?/gi, 'representative'],
  [/\bcentre\b/gi, 'center'],
  [/\blanguage ?arts\b/gi, 'literacy'],
  [/\bprimary\b/gi, 'elementary'],
  [/\blorry\b/gi, 'truck'],
];
const spelledOut = (title: string): string =>
  longForms.reduce((text, [short, long]) => text.replaceAll(short, long), title);

interface ReadTitle {
  /** In lower case, parted by single blanks. */
  words: string;
  stems: ReadonlySet<string>;
  /** Its own work first: occupations that its whole or its head names. */
  concepts: readonly Concept[];
  /** What the table of titles says of the whole of it; none where it has a word that the table does not know. */
  occupations: readonly Occupation[];
  rank: number;
}

const known = new WeakMap<Taxonomies, Map<string, ReadTitle>>();
const maxKnown = 10_000;

function readTitle(title: string, book: Taxonomies): ReadTitle {
  let ofBook = known.get(book);
  if (!ofBook) {
    ofBook = new Map();
    known.set(book, ofBook);
  }
  let read = ofBook.get(title);
  if (!read) {
    const long = spelledOut(title);
    const words = wordsOf(long, stem).filter(({ form }) => !ofRank.has(form) && !/^\d+$/.test(form));
    const spans = [title, long].flatMap((text) => book.occupations.spansIn(text).filter(isMeantIn(text)));
    const concepts = [...new Set(spans.map(({ concept }) => concept))];
    const all = ` ${wordsOf(long, (form) => form)
      .map(({ form }) => form)
      .join(' ')} `;
    read = {
      words: all,
      stems: new Set(words.map((word) => word.stem)),
      concepts,
      occupations: book.titles.titleShare(title) === 1 ? book.titles.occupationsIn(title) : [],
      rank: rankOfTitle(long),
    };
    if (ofBook.size >= maxKnown) ofBook.clear();
    ofBook.set(title, read);
  }
  return read;
}

/** An architect of software is none of buildings. */
const isMeantIn =
  (text: string) =>
  ({ start, end }: NamedSpan): boolean =>
    !isOtherSense(text.slice(start, end).toLowerCase(), text, start, end);

/** From this rank on a title asks for the head of something: a candidate who directs more than that leads it, too. */
const leading = 4;

/**
 * The best for any of several titles ("CTO / IT director"); what stands behind a comma or in brackets tells of the place, not of
 * the work. `isGeneralEnough`: a title that says less than is asked for will do.
 */
export function titleFit(asked: string, held: string, book: Taxonomies, isGeneralEnough = false): TitleFit {
  const titles = asked.split(/[,(|–—]|\s-\s/u, 1)[0]!.split(/\/|\sor\s/i);
  const fits = titles.map((title) => fitOf(title.trim(), held, book, isGeneralEnough));
  return order.find((fit) => fits.includes(fit)) ?? null;
}

const order = ['same', 'lower', 'akin', 'near'] as const;

function fitOf(asked: string, held: string, book: Taxonomies, isGeneralEnough: boolean): TitleFit {
  if (!asked || !held) return null;
  const [wanted, own] = [readTitle(asked, book), readTitle(held, book)];
  // An HR manager stands beside an HR business partner in the table: of one height only, titles mean the same, and among those who lead.
  const isSynonym =
    (own.rank === wanted.rank || (wanted.rank >= leading && own.rank >= wanted.rank)) &&
    wanted.occupations.some((occupation) => own.occupations.includes(occupation));
  const isFamily = isSynonym || wanted.concepts.some((concept) => own.concepts.includes(concept));
  const missing = [...wanted.stems].filter((one) => !own.stems.has(one));
  const hasWords = wanted.stems.size > 0 && missing.length === 0;
  // "Project manager" is all rank words, and an "engineering project manager" is one.
  const isWithin = wanted.stems.size === 0 && own.words.includes(wanted.words);
  // "Head of IT infrastructure" and "IT director" are in no list; most of their words are the same.
  const isAlike = wanted.stems.size > 1 && missing.length * 2 < wanted.stems.size;
  if (!isFamily && !hasWords && !isAlike && !isWithin) return isNear(wanted, own, book) ? 'near' : null;
  if (own.rank < wanted.rank) return 'lower';
  if (isSynonym || isWithin || (hasWords && (isFamily || !isOtherWork(wanted, own)))) return 'same';
  if (hasWords) return 'akin';
  // A "teacher" may have taught whatever is asked for.
  if (isGeneralEnough && [...own.stems].every((one) => wanted.stems.has(one))) return 'same';
  // "Accountant" names all who keep accounts; "cost accountant" only some of them.
  const isGeneral = wanted.stems.size <= 1;
  return isGeneral || (wanted.rank >= leading && own.rank >= wanted.rank) ? 'same' : 'akin';
}

/** A kitchen fitter is no kitchen assistant, though "assistant" says no more than how high. */
function isOtherWork(wanted: ReadTitle, own: ReadTitle): boolean {
  const head = own.words.trim().split(' ').at(-1) ?? '';
  return hasTitleWord(head) && !ofRank.has(head) && !wanted.stems.has(stem(head));
}

const isNear = (wanted: ReadTitle, own: ReadTitle, { occupations }: Taxonomies): boolean => {
  const nearOf = ({ near }: Concept) => near.map((name) => occupations.named(name));
  return wanted.concepts.some((concept) =>
    own.concepts.some((other) => nearOf(concept).includes(other) || nearOf(other).includes(concept)),
  );
};
