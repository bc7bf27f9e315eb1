import { hear } from '../../domain/interview/heard.ts';
import { catchUp, continueInterview, startInterview } from '../../domain/interview/interview.ts';
import type {
  InterviewEvent,
  InterviewPlan,
  InterviewReply,
  InterviewState,
  Sentence,
} from '../../domain/interview/types.ts';
import { type InterviewerEngine, InterviewerError, type SpokenTurn } from './port.ts';

/** Where a conversation is; plain data that survives a crash. */
export interface ConversationState {
  interview: InterviewState;
  turns: readonly SpokenTurn[];
  /** Questions of the model that have been answered or are open. */
  asked: number;
  /** Answers of the model in a row that were of no use. */
  failures: number;
}

export interface ConversationOptions {
  personaPrompt: string;
  basePrompt: string | null;
  /** Null: the structured interviewer leads alone. */
  model: InterviewerEngine | null;
  /** Told why the structured interviewer took over; the message holds no words of the interview. */
  onFailure?: (error: InterviewerError) => void;
}

export interface Conversation {
  /** To be stored after each call has ended. */
  readonly state: ConversationState;
  readonly isOver: boolean;
  /** The first words; the same from model and structured interviewer, so that every candidate is told that no person speaks. */
  start(): readonly Sentence[];
  /** What to say after something has happened, sentence by sentence. One call at a time. @throws the signal's reason when aborted */
  next(event: InterviewEvent, signal: AbortSignal): AsyncIterable<Sentence>;
}

/** The model is not asked again in this interview. */
const maxFailures = 2;
/** A model that ends sooner has been talked into it. */
const endsFrom = { share: 0.5, asked: 6 };

export const newConversation = (plan: InterviewPlan): ConversationState => ({
  interview: startInterview(plan).state,
  turns: [],
  asked: 0,
  failures: 0,
});

/**
 * An interview led by a language model, with the structured interviewer beside it: that one keeps the time, repeats, bears silences and says
 * goodbye, and asks its own next question whenever the model fails. Without a model it leads alone.
 */
export function createConversation(
  first: ConversationState,
  { model, personaPrompt, basePrompt, onFailure }: ConversationOptions,
): Conversation {
  let state = first;
  const change = (changes: Partial<ConversationState>) => {
    state = { ...state, ...changes };
  };
  const heard = (speaker: SpokenTurn['speaker'], text: string) =>
    change({ turns: [...state.turns, { speaker, text }] });

  function* structured(reply: InterviewReply): Generator<Sentence> {
    change({ interview: reply.state });
    if (reply.say.length > 0) heard('interviewer', reply.say.map(({ text }) => text).join(' '));
    yield* reply.say;
  }

  return {
    get state() {
      return state;
    },
    get isOver() {
      return state.interview.phase === 'over';
    },
    start() {
      return [...structured(startInterview(state.interview.plan))];
    },
    async *next(event, signal) {
      if (event.type === 'answer') heard('candidate', event.text);
      const reply = continueInterview(state.interview, event);
      if (!model || state.failures >= maxFailures || !isForModel(state.interview, event, reply)) {
        yield* structured(reply);
        return;
      }
      yield* led(model, event, signal);
    },
  };

  /** What the model says; where it fails, what the structured interviewer does, from where things are. */
  async function* led(
    engine: InterviewerEngine,
    event: InterviewEvent & { type: 'answer' },
    signal: AbortSignal,
  ): AsyncGenerator<Sentence> {
    const { budgetMs } = state.interview.plan;
    const said: Sentence[] = [];
    let hasEnded = false;
    let hasFailed = false;
    try {
      const { language } = state.interview.plan;
      const leftMs = budgetMs - event.atMs;
      const asked = { language, personaPrompt, basePrompt, turns: state.turns, leftMs };
      for await (const word of engine.reply(asked, signal)) {
        if (word.type === 'end') {
          hasEnded = true;
          continue;
        }
        const id = `model/${state.turns.length}/${said.length}`;
        const sentence = { id, text: word.text, isFixed: false };
        said.push(sentence);
        yield sentence;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof InterviewerError)) throw error;
      hasFailed = true;
      onFailure?.(error);
    } finally {
      // Also when the listener stopped here: what was spoken was spoken.
      if (said.length > 0) heard('interviewer', said.map(({ text }) => text).join(' '));
    }
    const { leaves, changes } = afterModel(state, event.atMs, { said, hasEnded, hasFailed });
    change(changes);
    if (leaves === 'nothing') yield* structured(continueInterview(state.interview, event));
  }
}

/** Where a conversation is after the model has spoken, and what its words leave the candidate with. */
function afterModel(
  { interview, asked, failures }: ConversationState,
  atMs: number,
  { said, hasEnded, hasFailed }: { said: readonly Sentence[]; hasEnded: boolean; hasFailed: boolean },
): { leaves: 'the end' | 'a question' | 'nothing'; changes: Partial<ConversationState> } {
  const counted = { failures: hasFailed ? failures + 1 : 0 };
  const mayEnd = atMs >= interview.plan.budgetMs * endsFrom.share || asked >= endsFrom.asked;
  if (hasEnded && mayEnd && !hasFailed) {
    return {
      leaves: 'the end',
      changes: { ...counted, interview: { ...interview, phase: 'over', question: [] } },
    };
  }
  if (said.some(({ text }) => /[?？؟]|か。?$/u.test(text)) && !hasEnded) {
    const next = { ...catchUp(interview, asked + 1), question: said, silences: 0, unanswered: 0 };
    return { leaves: 'a question', changes: { ...counted, asked: asked + 1, interview: next } };
  }
  // A model that says something and asks nothing has left the candidate without a question, as one that fails has.
  return { leaves: 'nothing', changes: !hasFailed && !hasEnded ? { failures: 1 } : counted };
}

/** Answers in content are the model's; time, silence, "could you repeat that?" and the end are not. */
function isForModel(
  interview: InterviewState,
  event: InterviewEvent,
  reply: InterviewReply,
): event is InterviewEvent & { type: 'answer' } {
  if (event.type !== 'answer' || reply.isOver) return false;
  const { isEmpty, wants } = hear(event.text, interview.plan.language);
  return !isEmpty && wants !== 'repeat' && wants !== 'wait';
}
