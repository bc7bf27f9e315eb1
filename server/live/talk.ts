import type { Sentence } from '../domain/interview/types.ts';
import type { Conversation, ConversationState } from '../engines/interviewer/conversation.ts';
import type { DiaryTurn } from './diary.ts';
import type { EarEvent } from './ear/protocol.ts';
import { createMouth, type Mouth } from './mouth.ts';
import type { Caption, LivePhase } from './protocol.ts';
import { decide } from './talk/decide.ts';
import type { Effect, TalkEvent, Words } from './talk/events.ts';
import { firstState, type TalkSettings, waitMs } from './talk/state.ts';

export interface TalkListener {
  phase(phase: LivePhase): void;
  caption(caption: Caption): void;
  /** What was sent but not yet played is not to be. */
  hush(): void;
  /** @param data times in ms on the recording's clock */
  note(kind: string, data: Record<string, unknown>): void;
  /** A turn was said, or has become longer: the last of the list. */
  turns(turns: readonly DiaryTurn[]): void;
  /** The conversation has changed and is to be kept. */
  changed(): void;
  /** Nothing can be spoken; captions go on. Safe to log. */
  silent(error: unknown): void;
  /** The interviewer has said goodbye. */
  over(): void;
}

export interface TalkOptions extends TalkSettings {
  make: (state: ConversationState) => Conversation;
  state: ConversationState;
  speak: (sentence: Sentence, signal: AbortSignal) => AsyncIterable<Int16Array>;
  /** Time since the interview began, ms: it goes on while the candidate is away, the recording does not. */
  elapsedMs: () => number;
  listener: TalkListener;
}

/** The conversation of one interview: who has the floor, and what is said when. All its clocks are the recording's. */
export interface Talk {
  readonly state: ConversationState;
  /** For how long an answer that has ended waits for a reaction by now, ms. */
  readonly waitMs: number;
  /** The first words, or, where it had begun already, the open question once more. */
  begin(): void;
  /** Moves on by a frame. @returns the interviewer's sound */
  tick(nowMs: number): Int16Array;
  hear(event: EarEvent): void;
  /** Nothing more comes of what is being heard: the recogniser failed. */
  deaf(): void;
  /** A typed answer. */
  say(text: string): void;
  /** The candidate is gone; everything waits. @param unheardMs how long nothing has come from their page: so long they may not have heard anything */
  away(unheardMs: number): void;
  /** What they may not have heard is said again. */
  back(): void;
  /** Falls silent for good. */
  stop(): void;
}

/** Carries out what `decide` makes of each event: here are the conversation, the mouth, and all that takes time. */
export function createTalk(options: TalkOptions): Talk {
  const { elapsedMs, listener } = options;
  let conversation = options.make(options.state);
  let state = firstState(options);
  let nowMs = 0;

  const take = (event: TalkEvent) => {
    const now = { ms: nowMs, elapsedMs: elapsedMs(), mouth: mouth.status(nowMs) };
    const { state: at, isOver } = conversation;
    const decision = decide(state, event, { ...now, conversation: { state: at, isOver } });
    state = decision.state;
    for (const effect of decision.effects) carryOut(effect);
  };

  const mouth = createMouth(options.speak, {
    onLine: (sentence, startMs) => take({ type: 'line', sentence, startMs }),
    onSpoken: (line) => take({ type: 'spoken', line }),
    onSilent(sentence, error) {
      listener.silent(error);
      if (sentence.text !== '') take({ type: 'unspoken', sentence });
    },
  });

  const replies = createReplies({
    say: (words, signal) => mouth.say(sentencesOf(conversation, words, signal)),
    isOver: () => state.isOver,
    onSaid: (reply) => take({ type: 'replied', reply }),
    onFailed: (error) => listener.silent(error),
  });

  const tellTime = async (atMs: number) => {
    const said = conversation.next({ type: 'time', atMs }, new AbortController().signal);
    take({ type: 'time-told', said: await Array.fromAsync(said) });
  };

  const carryOut = carrier({
    ...{ mouth, replies, listener },
    rewind(to) {
      conversation = options.make(to);
    },
    tellTime: (atMs) => void tellTime(atMs).catch((error: unknown) => listener.silent(error)),
  });

  return {
    get state() {
      return conversation.state;
    },
    get waitMs() {
      return waitMs(state, nowMs);
    },
    begin: () => take({ type: 'begin' }),
    tick(ms) {
      nowMs = ms;
      const frame = mouth.next(ms);
      take({ type: 'tick' });
      return frame;
    },
    hear: (event) => take({ type: 'heard', event }),
    deaf: () => take({ type: 'deaf' }),
    say: (text) => take({ type: 'typed', text }),
    away: (unheardMs) => take({ type: 'away', unheardMs }),
    back: () => take({ type: 'back' }),
    stop: () => take({ type: 'stop' }),
  };
}

interface Replies {
  start(id: number, words: Words): void;
  /** No more is looked for of it, and none is said where it has not begun. */
  drop(id: number, why: string): void;
}

/** Has replies said one after the other: a conversation takes one event at a time. */
function createReplies({
  say,
  isOver,
  onSaid,
  onFailed,
}: {
  say: (words: Words, signal: AbortSignal) => Promise<unknown>;
  isOver: () => boolean;
  /** It was said, or cut off. */
  onSaid: (id: number) => void;
  onFailed: (error: unknown) => void;
}): Replies {
  let replying: Promise<void> = Promise.resolve();
  const stops = new Map<number, AbortController>();
  const reply = async (before: Promise<void>, id: number, words: Words, { signal }: AbortController) => {
    try {
      await before.catch(() => undefined);
      if (signal.aborted || isOver()) return;
      await say(words, signal);
    } finally {
      stops.delete(id);
    }
    onSaid(id);
  };
  return {
    start(id, words) {
      const stop = new AbortController();
      stops.set(id, stop);
      replying = reply(replying, id, words, stop);
      replying.catch(onFailed);
    },
    drop: (id, why) => stops.get(id)?.abort(new Error(why)),
  };
}

function sentencesOf(
  conversation: Conversation,
  words: Words,
  signal: AbortSignal,
): AsyncIterable<Sentence> | Iterable<Sentence> {
  if (words === 'opening') return conversation.start();
  return 'type' in words ? conversation.next(words, signal) : words;
}

interface Hands {
  mouth: Mouth;
  replies: Replies;
  listener: TalkListener;
  rewind: (to: ConversationState) => void;
  tellTime: (atMs: number) => void;
}

function carrier(hands: Hands): (effect: Effect) => void {
  const carriers: { [Type in Effect['type']]: (effect: Effect & { type: Type }) => void } = {
    pause: () => hands.mouth.pause(),
    resume: ({ unheardMs }) => hands.mouth.resume(unheardMs),
    cut: () => hands.mouth.cut(),
    reply: ({ reply, words }) => hands.replies.start(reply, words),
    drop: ({ reply, why }) => hands.replies.drop(reply, why),
    rewind: ({ to }) => hands.rewind(to),
    'tell-time': ({ atMs }) => hands.tellTime(atMs),
    phase: ({ phase }) => hands.listener.phase(phase),
    caption: ({ caption }) => hands.listener.caption(caption),
    hush: () => hands.listener.hush(),
    note: ({ kind, data }) => hands.listener.note(kind, data),
    turns: ({ turns }) => hands.listener.turns(turns),
    changed: () => hands.listener.changed(),
    over: () => hands.listener.over(),
  };
  return (effect) => {
    const carryOut: (effect: never) => void = carriers[effect.type];
    carryOut(effect as never);
  };
}
