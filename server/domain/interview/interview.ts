import { drawnOrder } from './chance.ts';
import { type Heard, hear } from './heard.ts';
import { textsOf } from './languages/registry.ts';
import { sentencesOf, speakingMs } from './sentences.ts';
import type {
  FollowUp,
  InterviewEvent,
  InterviewPlan,
  InterviewReply,
  InterviewState,
  PhraseKind,
  Sentence,
  Stage,
} from './types.ts';

/** What is left out first when time gets short; the opening and one competency are always asked. */
const leftOutFirst: readonly Stage[] = ['competency', 'motivation', 'experience', 'problem'];
/** The least that a question with its answer takes, and what a follow-up with its answer does. */
const questionMs = 45_000;
const followUpMs = 40_000;
const maxFollowUps = 2;
/** Kept for the candidate's own questions: a part of the whole, at most so much. */
const ownQuestions = { share: 0.15, maxMs: 120_000 };
/** The second silence in a row repeats the question, the third leaves it. */
const silencesToMoveOn = 3;
/** After so many unanswered questions in a row the interview ends: the candidate does not seem to be there. */
const maxUnanswered = 2;

/** Collects what is to be said now. A phrase that has been said is never said again: another variant is, or none. */
class Turn {
  state: InterviewState;
  readonly say: Sentence[] = [];
  isRepeat = false;

  constructor(state: InterviewState) {
    this.state = state;
  }

  change(changes: Partial<InterviewState>): this {
    this.state = { ...this.state, ...changes };
    return this;
  }

  /** @returns whether there was a variant left */
  phrase(kind: PhraseKind, slots: Readonly<Record<string, string>> = {}): boolean {
    const { plan, said } = this.state;
    const variants = textsOf(plan.language).phrases[kind];
    const ids = drawnOrder(plan.seed, kind, variants.length).map(
      (index) => [`${plan.language}/${kind}/${index}`, variants[index]!] as const,
    );
    const next = ids.find(([id]) => !said.includes(id));
    if (!next) return false;
    this.say.push(...sentencesOf(...next, slots));
    this.change({ said: [...said, next[0]] });
    return true;
  }

  /** What the candidate is to answer: it can be heard again. */
  ask(sentences: readonly Sentence[]): this {
    this.say.push(...sentences);
    return this.change({ question: sentences });
  }

  askPhrase(kind: PhraseKind): boolean {
    const before = this.say.length;
    const isAsked = this.phrase(kind);
    if (isAsked) this.change({ question: this.say.slice(before) });
    return isAsked;
  }

  again(): this {
    this.say.push(...this.state.question);
    this.isRepeat = true;
    return this;
  }

  close(...first: PhraseKind[]): this {
    for (const kind of first) this.phrase(kind);
    this.phrase('closing');
    return this.change({ phase: 'over', question: [] });
  }

  reply(): InterviewReply {
    const { state, say, isRepeat } = this;
    return { state, say, isRepeat, isOver: state.phase === 'over' };
  }
}

/** The first words of an interview, and its first question. */
export function startInterview(plan: InterviewPlan): InterviewReply {
  const turn = new Turn({
    plan,
    phase: 'asking',
    at: -1,
    followUps: [],
    told: [],
    silences: 0,
    unanswered: 0,
    said: [],
    question: [],
  });
  turn.phrase('greeting');
  turn.phrase('introduction');
  if (plan.role) turn.phrase('aboutRole', { role: plan.role });
  return askNext(turn, 0).reply();
}

/**
 * What to say after something has happened: pure, so the same events give the same interview. What the candidate said is looked at for
 * cues and goes nowhere else; no wording of it can change who asks, or what about.
 */
export function continueInterview(state: InterviewState, event: InterviewEvent): InterviewReply {
  if (state.phase === 'over') return new Turn(state).reply();
  const closingMs = closingFromMs(state);
  if (event.atMs >= closingMs) return new Turn(state).close('timeOver').reply();
  if (event.type === 'time') return new Turn(state).reply();
  const heard = event.type === 'answer' ? hear(event.text, state.plan.language) : null;
  const reply = replyTo(state, heard, event.atMs);
  if (reply.isOver || event.atMs + speakingMs(reply.say) < closingMs) return reply;
  // There is no time left to hear an answer to that.
  return new Turn(state).close(state.phase === 'candidate-questions' ? 'passOn' : 'lateTime').reply();
}

function replyTo(state: InterviewState, heard: Heard | null, atMs: number): InterviewReply {
  const turn = new Turn(state);
  if (!heard || heard.isEmpty) return afterSilence(turn, atMs).reply();
  turn.change({ silences: 0, unanswered: 0 });
  if (heard.wants === 'repeat' && state.question.length > 0) {
    turn.phrase('repeat');
    return turn.again().reply();
  }
  if (heard.wants === 'wait' && turn.phrase('wait')) return turn.reply();
  if (state.phase === 'candidate-questions') return afterOwnQuestion(turn, heard).reply();
  return afterAnswer(turn, heard, atMs).reply();
}

/**
 * Puts the interview where another interviewer has left it, so that this one can take over: about half of what was asked was a
 * follow-up. The next event is then answered with the next planned question.
 *
 * @param asked how many questions the other has asked and had answered
 */
export function catchUp(state: InterviewState, asked: number): InterviewState {
  const at = Math.max(state.at, Math.min(Math.floor(asked / 2), state.plan.questions.length - 1));
  return at === state.at ? state : { ...state, at, followUps: [], told: [], silences: 0, question: [] };
}

/** From here on nothing can be said in time but the closing. */
const closingFromMs = ({ plan }: InterviewState): number =>
  Math.max(0, plan.budgetMs - closingTakesMs(plan.language));

const closingTimes = new Map<string, number>();

function closingTakesMs(language: string): number {
  const known = closingTimes.get(language);
  if (known !== undefined) return known;
  const { phrases } = textsOf(language);
  const longestMs = (kind: PhraseKind) =>
    Math.max(...phrases[kind].map((text) => speakingMs(sentencesOf(kind, text))));
  const before = Math.max(...(['timeOver', 'lateTime', 'passOn'] as const).map(longestMs));
  const takesMs = before + longestMs('closing');
  closingTimes.set(language, takesMs);
  return takesMs;
}

/** What is left for our questions. */
function leftMs(state: InterviewState, atMs: number): number {
  const { share, maxMs } = ownQuestions;
  return closingFromMs(state) - Math.min(state.plan.budgetMs * share, maxMs) - atMs;
}

const takesMs = (questions: InterviewPlan['questions'], indexes: readonly number[]): number =>
  indexes.reduce((sum, index) => {
    const seconds = questions[index]!.own?.seconds;
    return sum + (seconds ? seconds * 1000 : questionMs);
  }, 0);

/** Indexes of the questions that are still to be asked in the time there is. */
function stillToAsk(state: InterviewState, atMs: number): number[] {
  const { questions } = state.plan;
  let left = questions.map((_, index) => index).filter((index) => index > state.at);
  const isInTime = () => takesMs(questions, left) <= leftMs(state, atMs);
  // The client's own are in the client's order: the last that may be left out goes first.
  const mayGo = left.filter((index) => questions[index]!.own?.mustAsk === false).reverse();
  for (const index of mayGo) {
    if (isInTime()) break;
    left = left.filter((candidate) => candidate !== index);
  }
  for (const stage of leftOutFirst) {
    if (isInTime()) break;
    // Of the two competencies the second goes.
    const index = left.findLast(
      (candidate) =>
        questions[candidate]!.stage === stage &&
        (stage !== 'competency' || questions.findIndex((question) => question.stage === stage) !== candidate),
    );
    if (index !== undefined) left = left.filter((candidate) => candidate !== index);
  }
  return left;
}

const leads: Readonly<Partial<Record<Stage, PhraseKind>>> = {
  competency: 'next',
  problem: 'toProblem',
  motivation: 'toMotivation',
};

function askNext(turn: Turn, atMs: number): Turn {
  const { plan, at } = turn.state;
  const [next] = stillToAsk(turn.state, atMs);
  const isMust = next !== undefined && plan.questions[next]!.own?.mustAsk === true;
  const isLate = leftMs(turn.state, atMs) < questionMs && at >= 0 && !isMust;
  if (next === undefined || isLate) {
    if (next !== undefined) turn.phrase('lateTime');
    turn.change({ phase: 'candidate-questions', followUps: [], told: [] });
    turn.askPhrase('candidateQuestions');
    return turn;
  }
  const question = plan.questions[next]!;
  const lead = leads[question.stage];
  if (lead) turn.phrase(lead);
  turn.change({
    at: next,
    askedAtMs: atMs,
    followUps: [],
    told: [],
    said: [...turn.state.said, question.id],
  });
  return turn.ask(
    sentencesOf(question.id, question.text).map((sentence) => ({ ...sentence, isFixed: question.isFixed })),
  );
}

function afterSilence(turn: Turn, atMs: number): Turn {
  const silences = turn.state.silences + 1;
  turn.change({ silences });
  if (turn.state.phase === 'candidate-questions') {
    if (silences === 1 && turn.phrase('silence')) return turn;
    return turn.close();
  }
  if (silences === 1 && turn.phrase('silence')) return turn;
  if (silences < silencesToMoveOn && turn.state.question.length > 0) return turn.again();
  const unanswered = turn.state.unanswered + 1;
  if (unanswered >= maxUnanswered) return turn.close('cannotHear');
  turn.change({ silences: 0, unanswered });
  turn.phrase('moveOn');
  return askNext(turn, atMs);
}

function afterAnswer(turn: Turn, heard: Heard, atMs: number): Turn {
  if (heard.wants === 'decline') {
    if (!turn.phrase('moveOn')) turn.phrase('thanks');
    return askNext(turn, atMs);
  }
  const { followUps, plan, at, said } = turn.state;
  if (heard.isQuestion && !said.some((id) => id.startsWith(`${plan.language}/passOn/`))) {
    turn.phrase('passOn');
    return turn.again();
  }
  turn.change({ told: [...new Set([...turn.state.told, ...heard.told])] });
  const followUp = at >= 0 ? chooseFollowUp(turn.state, heard.isShort, atMs) : undefined;
  if (followUp !== undefined && turn.askPhrase(followUp)) {
    return turn.change({ followUps: [...followUps, followUp] });
  }
  turn.phrase('thanks');
  return askNext(turn, atMs);
}

/** What the answer lacks, or else what it makes one curious about; nothing when others wait for their time. */
function chooseFollowUp(state: InterviewState, isShort: boolean, atMs: number): FollowUp | undefined {
  const { followUps, told, plan, at, askedAtMs = 0 } = state;
  const { own } = plan.questions[at]!;
  if (own?.followUps === false) return undefined;
  if (own?.seconds && atMs - askedAtMs >= own.seconds * 1000) return undefined;
  const needMs = takesMs(plan.questions, stillToAsk(state, atMs)) + followUpMs;
  if (followUps.length >= maxFollowUps || needMs > leftMs(state, atMs)) return undefined;
  // Who answers briefly twice does not want to say more.
  if (isShort) return followUps.includes('more') ? undefined : 'more';
  const { stage } = plan.questions[at]!;
  if (stage === 'opening' || stage === 'motivation') return undefined;
  const lacks: FollowUp[] = [];
  if (stage !== 'experience' && !told.includes('example')) lacks.push('example');
  if (!told.includes('result')) lacks.push('result');
  const { phrases } = textsOf(plan.language);
  const isLeft = (kind: FollowUp) =>
    phrases[kind].some((_, index) => !state.said.includes(`${plan.language}/${kind}/${index}`));
  const curious = ['ownPart', 'measure', 'tool'] as const;
  const mentions = drawnOrder(plan.seed, plan.questions[at]!.id, curious.length)
    .map((index) => curious[index]!)
    .filter((kind) => told.includes(kind));
  return [...lacks, ...mentions].find((kind) => !followUps.includes(kind) && isLeft(kind));
}

function afterOwnQuestion(turn: Turn, heard: Heard): Turn {
  if (heard.hasNoQuestions || heard.wants === 'decline') {
    turn.phrase('thanks');
    return turn.close();
  }
  // "Yes." announces a question; it is none.
  if (heard.isWord && !heard.isQuestion) {
    return turn.askPhrase('otherQuestions') ? turn : turn.close();
  }
  if (turn.phrase('passOn') && turn.askPhrase('otherQuestions')) return turn;
  return turn.close();
}
