import type { Sentence } from '../domain/interview/types.ts';
import type { Conversation, ConversationState } from '../engines/interviewer/conversation.ts';
import type { DiaryTurn } from './diary.ts';
import type { EarEvent } from './ear/protocol.ts';
import { createMouth } from './mouth.ts';
import type { Caption, LivePhase } from './protocol.ts';
import { decide } from './talk/decide.ts';
import type { Effect, TalkEvent, Told, Words } from './talk/events.ts';
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
  /** Time since the interview began, ms: it goes on while nobody is connected, the recording does not. */
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
  const { make, elapsedMs, listener } = options;
  let conversation = make(options.state);
  let state = firstState(options);
  let nowMs = 0;
  /** Replies one after the other: a conversation takes one event at a time. */
  let replying: Promise<void> = Promise.resolve();
  const stops = new Map<number, AbortController>();

  const mouth = createMouth(options.speak, {
    onLine: (sentence, startMs) => take({ type: 'line', sentence, startMs }),
    onSpoken: (line) => take({ type: 'spoken', line }),
    onSilent(sentence, error) {
      listener.silent(error);
      if (sentence.text !== '') take({ type: 'unspoken', sentence });
    },
  });

  const take = (event: TalkEvent) => {
    const { state: at, isOver } = conversation;
    const decision = decide(state, event, {
      ...{ ms: nowMs, elapsedMs: elapsedMs() },
      ...{ conversation: { state: at, isOver }, mouth: mouth.status(nowMs) },
    });
    state = decision.state;
    for (const effect of decision.effects) carryOut(effect);
  };

  const carryOut = (effect: Effect) => {
    switch (effect.type) {
      case 'pause':
        mouth.pause();
        break;
      case 'resume':
        mouth.resume(effect.unheardMs);
        break;
      case 'cut':
        mouth.cut();
        break;
      case 'reply':
        reply(effect.reply, effect.words);
        break;
      case 'drop':
        stops.get(effect.reply)?.abort(new Error(effect.why));
        break;
      case 'rewind':
        conversation = make(effect.to);
        break;
      case 'tell-time':
        void tellTime(effect.atMs).catch((error: unknown) => listener.silent(error));
        break;
      default:
        tell(listener, effect);
    }
  };

  const reply = (id: number, words: Words) => {
    const stop = new AbortController();
    stops.set(id, stop);
    const before = replying;
    replying = (async () => {
      try {
        await before.catch(() => undefined);
        if (stop.signal.aborted || state.isOver) return;
        await mouth.say(sentencesOf(conversation, words, stop.signal));
      } finally {
        stops.delete(id);
      }
      take({ type: 'replied', reply: id });
    })();
    replying.catch((error: unknown) => listener.silent(error));
  };

  const tellTime = async (atMs: number) => {
    const said = conversation.next({ type: 'time', atMs }, new AbortController().signal);
    take({ type: 'time-told', said: await Array.fromAsync(said) });
  };

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

function sentencesOf(
  conversation: Conversation,
  words: Words,
  signal: AbortSignal,
): AsyncIterable<Sentence> | Iterable<Sentence> {
  if (words === 'opening') return conversation.start();
  return 'type' in words ? conversation.next(words, signal) : words;
}

/** What the listener is told of. */
function tell(listener: TalkListener, effect: Told): void {
  switch (effect.type) {
    case 'phase':
      listener.phase(effect.phase);
      break;
    case 'caption':
      listener.caption(effect.caption);
      break;
    case 'note':
      listener.note(effect.kind, effect.data);
      break;
    case 'turns':
      listener.turns(effect.turns);
      break;
    default:
      listener[effect.type]();
  }
}
