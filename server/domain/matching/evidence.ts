import type { Mention, Passage, PassageIndex, Zone } from './passage-index.ts';
import type { Task } from './taxonomy.ts';
import type { Quote } from './types.ts';

/** How much one mention in a zone says, 0–1. */
export type ZoneWeights = Readonly<Record<Zone, number>>;

export interface Support {
  /** 1 − Π(1 − weight) over the passages: several weak signs make a stronger one, and none makes it more than 1. */
  strength: number;
  /** The strongest first. */
  passages: Passage[];
  /** Those of them that have a name as it is, in either number. */
  named: Passage[];
  /** Different positions whose title, employer or tasks name it. */
  positions: number;
}

/** What the CV says under any of these names, or of these tasks. A passage counts once, however many of them it holds. */
export function supportOf(
  index: PassageIndex,
  names: readonly string[],
  weights: ZoneWeights,
  tasks: readonly Task[] = [],
): Support {
  const mentions = new Map<number, Mention>();
  for (const task of tasks) {
    for (const mention of index.linesDoing(task)) {
      if (tellsOfWork.has(mention.passage.zone)) mentions.set(mention.at, mention);
    }
  }
  for (const name of names) {
    for (const mention of index.mentionsOf(index.phraseOf(name))) {
      const known = mentions.get(mention.at);
      if (!known?.isNamed) mentions.set(mention.at, mention);
    }
  }
  return weigh([...mentions.values()], weights, lengthFactor(index));
}

/** Words of a list of skills stand beside each other by chance. */
const tellsOfWork: ReadonlySet<Zone> = new Set<Zone>(['summary', 'work', 'other']);

/** Words of a CV of two pages. */
const usualWords = 500;

/** A long CV mentions more: a single mention in it says less. */
const lengthFactor = ({ wordCount }: PassageIndex) => 1 / (0.5 + 0.5 * Math.max(1, wordCount / usualWords));

/** A title is one however long the CV is. */
const ofNames: ReadonlySet<Zone> = new Set<Zone>(['headline', 'title', 'employer']);

function weigh(mentions: readonly Mention[], weights: ZoneWeights, factor: number): Support {
  const weightOf = ({ zone, recency }: Passage) => weights[zone] * (ofNames.has(zone) ? 1 : factor) * recency;
  const passages = mentions
    .toSorted((a, b) => weightOf(b.passage) - weightOf(a.passage) || a.at - b.at)
    .map(({ passage }) => passage);
  const missing = passages.reduce((left, passage) => left * (1 - weightOf(passage)), 1);
  const positions = new Set(passages.map(({ position }) => position).filter((position) => position !== null));
  const named = mentions.filter(({ isNamed }) => isNamed).map(({ passage }) => passage);
  return { strength: 1 - missing, passages, named, positions: positions.size };
}

const maxQuotes = 3;
const maxQuoteChars = 300;

/** The first passages as quotes, each text once. */
export function quotesOf(passages: readonly Passage[]): Quote[] {
  const quotes: Quote[] = [];
  for (const { text, page, box } of passages) {
    const cut = text.length > maxQuoteChars ? `${text.slice(0, maxQuoteChars - 1)}…` : text;
    if (quotes.some((quote) => quote.text === cut)) continue;
    quotes.push({ text: cut, page, box });
    if (quotes.length === maxQuotes) break;
  }
  return quotes;
}

export const round3 = (value: number) => Math.round(value * 1000) / 1000;
