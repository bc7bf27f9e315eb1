import { hear } from '../domain/interview/heard.ts';
import type { InterviewEvent, Sentence } from '../domain/interview/types.ts';
import { joinWords, wordsIn } from '../domain/transcript/join-words.ts';
import type { Conversation, ConversationState } from '../engines/interviewer/conversation.ts';
import type { TurnEnd } from '../engines/turns/port.ts';
import { seconds } from '../time.ts';
import type { DiaryTurn } from './diary.ts';
import type { EarEvent } from './ear/protocol.ts';
import { createMouth, frameMs, type SpokenLine } from './mouth.ts';
import type { Caption, LivePhase } from './protocol.ts';

/** What begins while the interviewer speaks is speech within this, or nothing. */
const likelyForMs = 350;
/** Who speaks so long over the interviewer wants the floor, whatever the words; the end of speech is told some 200 ms late. */
const floorAfterMs = 1200;
/** Shorter speech of so few words over the interviewer is "mhm", "yes", "I see". */
const backChannelWords = 2;
/** How long the words of a short remark are waited for. */
const remarkMs = 1800;
/** Who goes on so soon after a reply has begun had not finished. */
const rejoinMs = 2000;
/** So little is left that stopping would only confuse. */
const nearlySaidMs = 400;
/** Words whose turn does not end, though nothing more is heard, are answered after this. */
const overdueMs = seconds(8);
/** Who speaks is heard of at least so often: longer speech is divided, and recognised in parts. */
const speechToldMs = seconds(60);
/** Nobody has spoken. */
const silenceMs = { usual: seconds(8), thinking: seconds(20), typing: seconds(60) };
const timeEveryMs = seconds(1);
/** From here on time is told whoever speaks. */
const lastMs = seconds(15);
/** Of the first sentences, which say who speaks. */
const disclosure = /\/(greeting|introduction)\//;
/** Behind the last word, before the line is closed. */
const farewellMs = 700;

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

export interface TalkOptions {
  make: (state: ConversationState) => Conversation;
  state: ConversationState;
  /** ISO 639-1. */
  language: string;
  budgetMs: number;
  /** Turns of an earlier process, and how many captions it showed. */
  turns: readonly DiaryTurn[];
  captions: number;
  speak: (sentence: Sentence, signal: AbortSignal) => AsyncIterable<Int16Array>;
  /** Time since the interview began, ms: it goes on while nobody is connected, the recording does not. */
  elapsedMs: () => number;
  isTyped: boolean;
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

interface Heard {
  startMs: number;
  endMs: number;
  text: string;
}

/** What the interviewer is saying, or about to. */
interface Reply {
  stop: AbortController;
  /** The answer it follows, and where the conversation was before; absent for what follows a silence or the clock. */
  to: { text: string; spokenMs: number; before: ConversationState } | undefined;
  /** End of the candidate's speech, and when it was to be known that nothing more comes. */
  heardEndMs: number | undefined;
  decidedMs: number | undefined;
  startMs: number | undefined;
  endMs: number | undefined;
  wasCut: boolean;
}

export function createTalk({ make, state: first, language, listener, ...options }: TalkOptions): Talk {
  let conversation = make(first);
  let nowMs = 0;
  let phase: LivePhase | undefined;
  let reply: Reply | undefined;
  /** Replies one after the other: a conversation takes one event at a time. */
  let replying: Promise<void> = Promise.resolve();
  const turns: DiaryTurn[] = [...options.turns];
  /** Of the newest caption; those of an earlier process keep theirs. */
  let captions = options.captions;
  /** What somebody is saying, as it is shown so far. */
  let openCaption: string | undefined;

  /** Words that were heard since the last turn's end, and whether somebody speaks just now. */
  let heard: Heard[] = [];
  let isSpeaking = false;
  /** When the ear last told of anything. */
  let toldMs = 0;
  let quietFromMs = 0;
  let patience = options.isTyped ? silenceMs.typing : silenceMs.usual;
  let timeToldMs = 0;
  let isAway = false;
  let unheardFromMs = 0;
  let isOver = false;
  let overAtMs: number | undefined;
  /** An answer whose reply was cut off because it had not ended. */
  let unfinished: Reply['to'];
  /** Somebody has begun to speak over the interviewer; it is not known yet what for. */
  let over: { startMs: number; pausedMs: number; isSpeech: boolean; endedMs: number | undefined } | undefined;
  /** It was taken for a short remark before its words had come. */
  let isWordless = false;

  /** Every candidate is told that no person speaks: that is not cut off. */
  let isDisclosing = false;

  const mouth = createMouth(options.speak, {
    onLine(sentence, startMs) {
      isDisclosing = disclosure.test(sentence.id);
      if (reply && reply.startMs === undefined) {
        reply.startMs = startMs;
        setPhase('speaking');
      }
      listener.caption({ id: `s${++captions}`, speaker: 'interviewer', text: sentence.text, isFinal: true });
    },
    onSpoken(line) {
      if (reply) reply.endMs = line.endMs;
      addSpoken(line);
    },
    onSilent(sentence, error) {
      listener.silent(error);
      if (sentence.text === '') return;
      listener.caption({ id: `s${++captions}`, speaker: 'interviewer', text: sentence.text, isFinal: true });
      addSpoken({ sentence, startMs: nowMs, endMs: nowMs, share: 1 });
    },
  });

  const setPhase = (next: LivePhase) => {
    if (phase === next) return;
    phase = next;
    listener.phase(next);
  };

  /** Sentences of one reply are one turn. */
  let openTurn: { reply: Reply | undefined; turn: DiaryTurn } | undefined;
  const addSpoken = ({ sentence, startMs, endMs, share }: SpokenLine) => {
    const text = share < 1 ? cutOff(sentence.text, share) : sentence.text;
    if (text === '') return;
    if (openTurn && openTurn.reply === reply && turns.at(-1) === openTurn.turn) {
      openTurn.turn.endMs = endMs;
      openTurn.turn.text += ` ${text}`;
      openTurn.turn.said!.push(sentence.id);
    } else {
      openTurn = { reply, turn: { speaker: 'interviewer', startMs, endMs, text, said: [sentence.id] } };
      turns.push(openTurn.turn);
    }
    listener.turns(turns);
  };

  const run = (
    source: (signal: AbortSignal) => AsyncIterable<Sentence> | Iterable<Sentence>,
    about: Partial<Reply>,
  ) => {
    const own: Reply = {
      stop: new AbortController(),
      to: undefined,
      ...{ heardEndMs: undefined, decidedMs: undefined },
      ...{ startMs: undefined, endMs: undefined, wasCut: false },
      ...about,
    };
    const before = replying;
    reply = own;
    setPhase('thinking');
    replying = (async () => {
      await before.catch(() => undefined);
      if (own.stop.signal.aborted || isOver) return;
      await mouth.say(source(own.stop.signal));
      if (own.startMs !== undefined) {
        listener.note('spoke', {
          startMs: Math.round(own.startMs),
          endMs: Math.round(own.endMs ?? nowMs),
          responseMs: own.heardEndMs === undefined ? null : Math.round(own.startMs - own.heardEndMs),
          lateMs: own.decidedMs === undefined ? null : Math.round(own.startMs - own.decidedMs),
          interrupted: own.wasCut,
        });
      }
      listener.changed();
      if (reply !== own) return;
      reply = undefined;
      quietFromMs = nowMs;
      if (conversation.isOver) overAtMs = nowMs + farewellMs;
      else setPhase('listening');
    })();
    replying.catch((error: unknown) => listener.silent(error));
  };

  const respond = (event: InterviewEvent, about: Partial<Reply> = {}) =>
    run((signal) => conversation.next(event, signal), about);

  /** Falls silent and listens. */
  const giveFloor = () => {
    const cut = reply;
    const begunMs = cut?.startMs;
    if (cut?.to && (begunMs === undefined || nowMs - begunMs < rejoinMs)) {
      unfinished = cut.to;
      listener.note('resumed-turn', { atMs: Math.round(over?.startMs ?? nowMs) });
    }
    if (cut) {
      cut.wasCut = true;
      cut.stop.abort(new Error('The candidate speaks.'));
    }
    mouth.cut(nowMs);
    if (begunMs !== undefined && over) {
      listener.note('interrupted', {
        atMs: Math.round(over.startMs),
        stoppedMs: Math.round(over.pausedMs + frameMs - over.startMs),
      });
    }
    reply = undefined;
    over = undefined;
    quietFromMs = nowMs;
    setPhase('listening');
  };

  /** Falls silent until it is known what somebody says who has begun to speak. */
  const holdBack = (startMs: number) => {
    if (!mouth.isBusy || over || (mouth.hasBegun && (isDisclosing || mouth.leftMs < nearlySaidMs))) return;
    over = { startMs, pausedMs: nowMs, isSpeech: false, endedMs: undefined };
    if (mouth.hasBegun) listener.hush();
    mouth.pause();
  };

  const keepFloor = (why: 'nothing' | 'back-channel') => {
    if (why === 'back-channel') listener.note('back-channel', { atMs: Math.round(over!.startMs) });
    over = undefined;
    closeCaption();
    mouth.resume();
    if (mouth.hasBegun) setPhase('speaking');
  };

  const textOf = (parts: readonly Heard[]) => joinWords(parts.map(({ text }) => text));

  /** Short words over the interviewer that want nothing. */
  const isBackChannel = (): boolean => {
    const text = textOf(heard);
    const { isEmpty, wants } = hear(text, language);
    return isEmpty || (wants === null && wordsIn(text).length <= backChannelWords);
  };

  const decide = () => (isBackChannel() ? keepFloor('back-channel') : giveFloor());

  const captionHeard = (partial: string, isFinal: boolean) => {
    const text = joinWords([textOf(heard), partial].filter(Boolean));
    if (text === '') return;
    openCaption ??= `c${++captions}`;
    listener.caption({ id: openCaption, speaker: 'candidate', text, isFinal });
    if (isFinal) openCaption = undefined;
  };

  /** Nothing more comes of what was heard: what is shown of it stays, and goes where it was none. */
  const closeCaption = () => {
    if (openCaption !== undefined) {
      listener.caption({ id: openCaption, speaker: 'candidate', text: textOf(heard), isFinal: true });
    }
    openCaption = undefined;
    heard = [];
  };

  const answered = (end: Omit<TurnEnd, 'reason'> & { reason: TurnEnd['reason'] | 'overdue' }) => {
    if (over) decide();
    // What was said before the interviewer began, but understood only now.
    if (reply && end.endMs < (reply.startMs ?? nowMs) && !isBackChannel()) giveFloor();
    const parts = heard;
    const text = textOf(parts);
    listener.note('turn-ended', {
      startMs: Math.round(end.startMs),
      endMs: Math.round(end.endMs),
      decidedMs: Math.round(end.atMs),
      reason: end.reason,
      ...(end.probability !== undefined && { probability: Math.round(end.probability * 1000) / 1000 }),
    });
    // A cough, a chair; or "mhm", after which the interviewer goes on.
    if (text === '' || mouth.isBusy) {
      closeCaption();
      quietFromMs = nowMs;
      if (unfinished && !mouth.isBusy)
        answer({ ...unfinished, heardEndMs: end.endMs, decidedMs: end.atMs, isWhole: true });
      return;
    }
    const turn: DiaryTurn = { speaker: 'candidate', startMs: parts[0]!.startMs, endMs: end.endMs, text };
    captionHeard('', true);
    heard = [];
    turns.push(turn);
    listener.turns(turns);
    const spokenMs = parts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    answer({ text, spokenMs, heardEndMs: end.endMs, decidedMs: end.atMs });
  };

  /** @param isWhole nothing has come to an answer that was taken for unfinished */
  const answer = ({
    text,
    spokenMs,
    heardEndMs,
    decidedMs,
    isWhole = false,
  }: {
    text: string;
    spokenMs: number;
    heardEndMs: number;
    decidedMs: number;
    isWhole?: boolean;
  }) => {
    let whole = { text, spokenMs };
    if (unfinished) {
      if (!isWhole)
        whole = { text: joinWords([unfinished.text, text]), spokenMs: unfinished.spokenMs + spokenMs };
      conversation = make(unfinished.before);
      unfinished = undefined;
    }
    patience = hear(text, language).wants === 'wait' ? silenceMs.thinking : silenceMs.usual;
    const event: InterviewEvent = {
      type: 'answer',
      atMs: options.elapsedMs(),
      text: whole.text,
      durationMs: whole.spokenMs,
    };
    respond(event, { to: { ...whole, before: conversation.state }, heardEndMs, decidedMs });
  };

  const lookAtTime = () => {
    const atMs = options.elapsedMs();
    const isLate = atMs >= options.budgetMs - lastMs;
    const isFree = phase === 'listening' && !isSpeaking && heard.length === 0 && !reply;
    if (conversation.isOver || reply || !(isFree || isLate)) return;
    void (async () => {
      const said = await Array.fromAsync(
        conversation.next({ type: 'time', atMs }, new AbortController().signal),
      );
      if (said.length > 0 || conversation.isOver) run(() => said, {});
    })().catch((error: unknown) => listener.silent(error));
  };

  const look = () => {
    if (overAtMs !== undefined && nowMs >= overAtMs) {
      isOver = true;
      overAtMs = undefined;
      return listener.over();
    }
    if (over && !over.isSpeech && nowMs - over.pausedMs > likelyForMs) keepFloor('nothing');
    if (over?.isSpeech && isSpeaking && nowMs - over.startMs >= floorAfterMs) giveFloor();
    if (over?.endedMs !== undefined && nowMs - over.endedMs > remarkMs) {
      isWordless = true;
      decide();
    }
    if (nowMs - timeToldMs >= timeEveryMs) {
      timeToldMs = nowMs;
      lookAtTime();
    }
    if (isSpeaking && nowMs - toldMs >= speechToldMs) isSpeaking = false;
    const isLeft = phase === 'listening' && !reply && !isSpeaking && heard.length > 0;
    if (isLeft && nowMs - toldMs >= overdueMs) {
      answered({ startMs: heard[0]!.startMs, endMs: heard.at(-1)!.endMs, atMs: nowMs, reason: 'overdue' });
    }
    const isQuiet = phase === 'listening' && !reply && !isSpeaking && heard.length === 0;
    if (isQuiet && nowMs - quietFromMs >= patience) {
      patience = Math.max(patience, silenceMs.usual);
      listener.note('silence-prompt', { atMs: Math.round(nowMs) });
      respond({ type: 'silence', atMs: options.elapsedMs() });
    }
  };

  return {
    get state() {
      return conversation.state;
    },
    get waitMs() {
      return reply?.decidedMs !== undefined && reply.startMs === undefined ? nowMs - reply.decidedMs : 0;
    },
    begin() {
      const { question } = conversation.state.interview;
      const hasBegun = turns.length > 0;
      if (conversation.isOver) overAtMs = 0;
      else run(() => (hasBegun && question.length > 0 ? question : conversation.start()), {});
    },
    tick(ms) {
      nowMs = ms;
      const frame = mouth.next(ms);
      if (!isAway && !isOver) look();
      return frame;
    },
    hear(event) {
      if (isOver || conversation.isOver) return;
      toldMs = nowMs;
      switch (event.type) {
        case 'speech-likely':
          holdBack(event.startMs);
          return;
        case 'speech-start':
          isSpeaking = true;
          // Also what had begun just before the interviewer did.
          holdBack(event.startMs);
          isWordless = false;
          if (over) Object.assign(over, { isSpeech: true, endedMs: undefined });
          return;
        case 'speech-end':
          isSpeaking = false;
          quietFromMs = nowMs;
          if (over) over.endedMs = nowMs;
          return;
        case 'partial':
        case 'final': {
          const text = joinWords(event.words.map((word) => word.text));
          if (event.type === 'final' && text !== '') {
            heard.push({ startMs: event.startMs, endMs: event.endMs, text });
          }
          if (over?.endedMs !== undefined && event.type === 'final') return decide();
          if (isWordless && event.type === 'final') {
            isWordless = false;
            if (mouth.isBusy && !isBackChannel()) giveFloor();
          }
          if (!over && !mouth.isBusy) captionHeard(event.type === 'partial' ? text : '', false);
          return;
        }
        case 'turn-end':
          answered(event);
      }
    },
    deaf() {
      if (isOver) return;
      isSpeaking = false;
      toldMs = nowMs;
      quietFromMs = nowMs;
      if (over) decide();
    },
    say(text) {
      if (isOver || conversation.isOver) return;
      if (mouth.isBusy) giveFloor();
      unfinished = undefined;
      turns.push({ speaker: 'candidate', startMs: nowMs, endMs: nowMs, text, isTyped: true });
      listener.turns(turns);
      listener.caption({ id: `t${++captions}`, speaker: 'candidate', text, isFinal: true });
      listener.note('typed', { chars: text.length });
      answer({ text, spokenMs: 0, heardEndMs: nowMs, decidedMs: nowMs });
      patience = silenceMs.typing;
    },
    away(unheardMs) {
      isAway = true;
      unheardFromMs = nowMs - unheardMs;
      mouth.pause();
    },
    back() {
      isAway = false;
      isSpeaking = false;
      over = undefined;
      toldMs = nowMs;
      quietFromMs = nowMs;
      mouth.resume(nowMs - unheardFromMs);
      if (phase !== undefined) listener.phase(phase);
      const last = turns.at(-1);
      const { question } = conversation.state.interview;
      const isUnheard = last?.speaker === 'interviewer' && last.endMs > unheardFromMs && heard.length === 0;
      if (isUnheard && !reply && !conversation.isOver && question.length > 0) run(() => question, {});
    },
    stop() {
      isOver = true;
      reply?.stop.abort(new Error('The interview is over.'));
      mouth.cut(nowMs);
    },
  };
}

/** The words that were heard of a sentence of which a share was. */
function cutOff(text: string, share: number): string {
  const words = wordsIn(text);
  const heard = joinWords(words.slice(0, Math.floor(words.length * share)));
  return heard === '' ? '' : `${heard} …`;
}
