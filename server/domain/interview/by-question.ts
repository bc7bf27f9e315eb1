import { endsQuestion } from '../transcript/sentences.ts';
import type { Span } from '../transcript/types.ts';
import { type Asked, asksSomething } from './asked.ts';
import type { TranscriptTurn } from './final-turns.ts';
import { hear } from './heard.ts';
import { sentencesOfTurn, type TurnSentence } from './turn-words.ts';

/** Of a transcript document: what is needed to put it in order. */
export interface HeldInterview {
  /** ISO 639-1. */
  language: string;
  /** In time order. */
  turns: readonly (Omit<TranscriptTurn, 'words'> &
    Asked & { words?: readonly (Span & { text: string; confidence?: number })[] })[];
  /** What was to be asked; absent where it was not kept yet when the interview was held. */
  questions?: readonly PlannedNote[];
  events: readonly Readonly<Record<string, unknown>>[];
}

/** A planned question as it is kept with the transcript. */
export interface PlannedNote {
  /** From 1. */
  number: number;
  text: string;
  mustAsk: boolean;
}

/**
 * What a turn is in its question. Of the interviewer: `question`, `follow-up`, `again` (said once more), `remark`. Of the candidate: `answer`,
 * `asks-back` ("could you repeat that?"), `waits` ("one moment"), `declines`, `aside` ("mhm" while the interviewer goes on).
 */
export type Part =
  | 'question'
  | 'follow-up'
  | 'again'
  | 'remark'
  | 'answer'
  | 'asks-back'
  | 'waits'
  | 'declines'
  | 'aside';

export interface PlacedTurn extends Span {
  speaker: 'candidate' | 'interviewer';
  part: Part;
  text: string;
  sentences: TurnSentence[];
}

export interface QuestionEntry {
  /** `planned`, or asked by a language model or before plans were kept (`free`); `before`: said before anything was asked. */
  kind: 'planned' | 'free' | 'candidate-questions' | 'before';
  /** Of the plan, from 1; null for every other kind. */
  number: number | null;
  text: string;
  mustAsk: boolean;
  state: 'answered' | 'declined' | 'unanswered';
  /** Where it begins, on the recording's clock. */
  startMs: number;
  /** What was said, in time order, from the question on. */
  turns: PlacedTurn[];
}

/** To understand a question takes at least this long: words spoken sooner still answer the question before. */
const leastHeardMs = 700;

type Turn = HeldInterview['turns'][number];
type Entry = Omit<QuestionEntry, 'state' | 'turns'> & { turns: (PlacedTurn & { from: Turn })[] };

/**
 * A whole interview by what was asked: every turn stands under one question. A question that was cut off because the candidate had not
 * finished counts as not asked yet.
 */
export function byQuestion(held: HeldInterview): QuestionEntry[] {
  const entries: Entry[] = [];
  const placeOf = new Map<Turn, Part>();
  const openedBy = new Map<Turn, Entry>();
  const isMarked = held.questions !== undefined;
  const texts = new Set<string>();
  for (const [at, turn] of held.turns.entries()) {
    if (turn.speaker !== 'interviewer') continue;
    const asked = isMarked ? turn : guessed(turn, held.turns[at + 1], texts);
    texts.add(turn.text);
    const open = entries.at(-1);
    const planned = held.questions?.find(({ number }) => number === asked.question);
    const isOpen = planned ? open?.number === planned.number : asked.asks !== 'question';
    if (asked.asks === undefined || isTakenBack(turn, held.events)) placeOf.set(turn, 'remark');
    else if (asked.asks === 'candidate-questions') {
      placeOf.set(turn, open?.kind === asked.asks ? 'follow-up' : 'question');
      if (open?.kind !== asked.asks) openedBy.set(turn, begin(asked.asks, turn));
    } else if (isOpen && open) placeOf.set(turn, asked.asks === 'question' ? 'again' : asked.asks);
    else {
      placeOf.set(turn, 'question');
      openedBy.set(turn, begin(planned ? 'planned' : 'free', turn, planned));
    }
  }

  function begin(kind: Entry['kind'], { text, startMs }: Turn, planned?: PlannedNote): Entry {
    const { number = null, mustAsk = false } = planned ?? {};
    const entry = { kind, number, text: planned?.text ?? text, mustAsk, startMs, turns: [] };
    entries.push(entry);
    return entry;
  }

  for (const turn of held.turns) {
    const entry = openedBy.get(turn) ?? entryAt(entries, turn);
    const part = placeOf.get(turn) ?? partOfAnswer(turn, held, isFree(entry));
    const { speaker, startMs, endMs, text } = turn;
    entry.turns.push({ speaker, part, text, startMs, endMs, sentences: sentencesOfTurn(turn), from: turn });
  }
  return entries.map(({ turns, ...entry }) => ({
    ...entry,
    state: stateOf(turns),
    turns: turns.map(({ from: _, ...turn }) => turn),
  }));
}

/** Where the candidate may ask, too. */
const isFree = ({ kind }: Entry): boolean => kind === 'candidate-questions' || kind === 'before';

/** What a turn belongs to that opens nothing; what comes before the first question gets an entry of its own. */
function entryAt(entries: Entry[], { speaker, startMs }: Turn): Entry {
  const heardMs = speaker === 'candidate' ? leastHeardMs : 0;
  const entry = entries.findLast((one) => one.startMs + heardMs <= startMs || one.kind === 'before');
  if (entry) return entry;
  const before: Entry = { kind: 'before', number: null, text: '', mustAsk: false, startMs, turns: [] };
  entries.unshift(before);
  return before;
}

/** Where nothing was noted of what was asked: whatever asks something, or is answered. */
function guessed(turn: Turn, next: Turn | undefined, texts: ReadonlySet<string>): Asked {
  if (texts.has(turn.text)) return { asks: 'again' };
  return asksSomething(turn.text) || next?.speaker === 'candidate' ? { asks: 'question' } : {};
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** The candidate went on: the interviewer fell silent, and asks when they have finished. */
const isTakenBack = ({ startMs, endMs }: Turn, events: HeldInterview['events']): boolean =>
  events.some(
    ({ kind, atMs }) => kind === 'resumed-turn' && numberOf(atMs) >= startMs && numberOf(atMs) <= endMs,
  );

function partOfAnswer(turn: Turn, { language, turns, events }: HeldInterview, mayAsk: boolean): Part {
  const { text, startMs, endMs } = turn;
  const isWithin = turns.some(
    (other) =>
      other.speaker === 'interviewer' &&
      other.startMs <= startMs &&
      other.endMs >= endMs &&
      other.endMs > other.startMs,
  );
  const isCut = events.some(
    ({ kind, atMs }) =>
      kind === 'interrupted' &&
      numberOf(atMs) >= startMs - leastHeardMs &&
      numberOf(atMs) <= endMs + leastHeardMs,
  );
  if (isWithin && !isCut && endMs > startMs) return 'aside';
  const { wants, isEmpty } = hear(text, language);
  if (isEmpty) return 'aside';
  if (wants === 'wait') return 'waits';
  if (wants === 'decline') return 'declines';
  const isQuestion = sentencesOfTurn(turn).every((sentence) => endsQuestion(sentence.text));
  return !mayAsk && (wants === 'repeat' || isQuestion) ? 'asks-back' : 'answer';
}

function stateOf(turns: readonly PlacedTurn[]): QuestionEntry['state'] {
  if (turns.some(({ part }) => part === 'answer')) return 'answered';
  return turns.some(({ part }) => part === 'declines') ? 'declined' : 'unanswered';
}
