import type { Passage } from './passage-index.ts';
import { type Statement, statementsIn } from './statements.ts';

/**
 * What brings requirements and what CVs tell together: a network that was trained on statements of people who tell of their work without
 * naming it. Unit vectors × 127, in the order of the texts.
 */
export interface StatementEngine {
  readonly name: string;
  embed(texts: readonly string[], kind: 'query' | 'passage', signal: AbortSignal): Promise<Int8Array[]>;
}

/** A statement that may tell of what is asked for. */
export interface Telling {
  passages: readonly Passage[];
  /** Cosine of the two vectors. */
  closeness: number;
}

/** What a CV tells of the texts that were asked about beforehand. */
export interface Told {
  /** Null where nothing was asked: no network, or another language than English. */
  readonly model: string | null;
  /** The nearest first; none where the text was not asked about. */
  tellingOf(asked: string): readonly Telling[];
}

export const nothingTold: Told = { model: null, tellingOf: () => [] };

/** From this cosine on a statement shows what is asked for; chosen on one half of the CVs and pairs of `docs/decisions/0057-told-in-other-words.md`. */
export const surelyTold = 0.53;
/** From this cosine on it may show it. */
export const perhapsTold = 0.47;
/** From this cosine on a statement bears out what words or a guess have found. */
export const bornOut = 0.46;
/** Below this cosine no statement speaks of what is asked for, whatever words they share. */
export const leastTold = 0.4;

/** Zones of sentences; lists of names are found by name. */
const telling: ReadonlySet<string> = new Set(['summary', 'work', 'other', 'skills', 'certificates']);
/** A CV of ten pages has no more. */
const mostStatements = 400;
const leastWordsOfList = 4;

/** Asks the network about all texts at once. */
export async function readTold(
  asked: readonly string[],
  passages: readonly Passage[],
  engine: StatementEngine,
  signal: AbortSignal,
): Promise<Told> {
  const texts = [...new Set(asked)].filter(Boolean);
  const statements = statementsIn(passages.filter(({ zone }) => telling.has(zone)))
    .filter((one) => !isList(one))
    .slice(0, mostStatements);
  if (texts.length === 0 || statements.length === 0) return nothingTold;
  const [questions, vectors] = [
    await engine.embed(texts, 'query', signal),
    await engine.embed(
      statements.map(({ text }) => text),
      'passage',
      signal,
    ),
  ];
  const byText = new Map<string, readonly Telling[]>();
  for (const [n, text] of texts.entries()) {
    const found = statements
      .map(({ passages: own }, at) => ({ passages: own, closeness: cosine(questions[n]!, vectors[at]!) }))
      .toSorted((a, b) => b.closeness - a.closeness);
    byText.set(text, found.slice(0, mostTelling));
  }
  return { model: engine.name, tellingOf: (text) => byText.get(text) ?? [] };
}

const mostTelling = 8;

/** The lines of a CV that are at least so near to what is asked for, the nearest first. */
export const passagesTelling = (asked: string, told: Told, least = surelyTold): Passage[] => [
  ...new Set(
    told
      .tellingOf(asked)
      .filter(({ closeness }) => closeness >= least)
      .flatMap(({ passages }) => passages),
  ),
];

/** Cosine of the nearest statement; 1 where the network was not asked about the text, so that nothing is doubted. */
export const nearestTo = (asked: string, told: Told): number => told.tellingOf(asked)[0]?.closeness ?? 1;

/** "Excel, payroll, teamwork": names between commas. */
function isList({ text, passages }: Statement): boolean {
  const items = text.split(/[,;|]/);
  const words = text.split(/\s+/).length;
  return (
    items.length > 3 &&
    words / items.length < leastWordsOfList &&
    passages.every(({ zone }) => zone === 'skills')
  );
}

function cosine(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n += 1) sum += a[n]! * b[n]!;
  return sum / 16_129;
}
