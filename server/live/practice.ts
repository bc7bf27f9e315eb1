import { planInterview } from '../domain/interview/plan.ts';
import { type PracticeWords, practiceWords, practise } from '../domain/interview/practice.ts';
import {
  type Conversation,
  type ConversationState,
  newConversation,
} from '../engines/interviewer/conversation.ts';
import type { LiveSession } from '../modules/interview/types.ts';
import { seconds } from '../time.ts';
import { createBudget } from './budget.ts';
import { createInbox } from './inbox.ts';
import { frameMs } from './mouth.ts';
import { createHearing } from './room/hearing.ts';
import type { Line, RoomDeps } from './room/inside.ts';
import type { Room } from './room.ts';
import { createTalk } from './talk.ts';

/** A practice ends after this, spoken in or not. */
const mostMs = seconds(120);
/** Connections by WebRTC in one practice. */
const connections = { most: 2, perSecond: 0.05 };
const mostTypedChars = 4000;

/** One question before an interview. Nothing of it is kept anywhere: it has no diary, no recorder and no notes. */
export type Practice = Pick<Room, 'sessionId' | 'hear' | 'say' | 'mayConnect' | 'mute' | 'tick'> & {
  /** Falls silent; the page is told only where it is still there. */
  end(): void;
};

/** @param onOver called once, when the practice has ended */
export function openPractice(
  deps: Pick<RoomDeps, 'ear' | 'voice' | 'clock' | 'iceServers' | 'logger'>,
  { sessionId, language, interviewer }: LiveSession,
  { line, isTyped, onOver }: { line: Line; isTyped: boolean; onOver: () => void },
): Practice {
  const log = deps.logger.child({ sessionId });
  const inbox = createInbox();
  const tries = createBudget(connections, () => performance.now());
  let heardMs = 0;
  let isMuted = false;
  let isOver = false;
  let typedChars = 0;
  const end = () => {
    if (isOver) return;
    isOver = true;
    talk.stop();
    hearing.close();
    line.send({ type: 'practised' });
    onOver();
  };
  const voice = deps.voice.voices.find(
    (one) => one.id === interviewer.voice && one.languages.includes(language),
  )?.id;
  const plan = planInterview({ language, roleName: '', seed: 'practice', budgetMs: mostMs });
  const words = practiceWords(language);
  const talk = createTalk({
    ...{ language, isTyped, budgetMs: mostMs, turns: [], captions: 0 },
    state: opened(newConversation(plan), words),
    make: (state) => practiceOf(state, language, words),
    elapsedMs: () => heardMs,
    speak: ({ text }, signal) =>
      deps.voice.speak({ text, language, ...(voice !== undefined && { voice }), signal }),
    listener: {
      phase: (phase) => line.send({ type: 'phase', phase }),
      caption: (caption) => line.send({ type: 'caption', caption }),
      hush: () => line.send({ type: 'hush' }),
      note: () => undefined,
      turns: () => undefined,
      changed: () => undefined,
      silent: (error) => log.warn({ err: error }, 'voice failed for a sentence of a practice'),
      over: end,
    },
  });
  const hearing = createHearing({
    ...{ ear: deps.ear, clock: deps.clock, language, patienceMs: interviewer.patienceMs },
    recordedMs: () => heardMs,
    onEvent: (event) => talk.hear(event),
    onFailed(reason) {
      talk.deaf();
      log.error({ fault: reason }, 'recogniser failed in a practice');
    },
  });
  line.send({ type: 'practising', leftMs: mostMs, iceServers: deps.iceServers, compact: true });
  talk.begin();
  return {
    sessionId,
    end,
    mayConnect: () => tries.spend(1) === 0,
    hear(from, samples) {
      if (from === line && !isMuted) inbox.add(samples);
    },
    say(from, text) {
      typedChars += text.length;
      if (from === line && !isOver && typedChars <= mostTypedChars) talk.say(text);
    },
    mute(from, on) {
      if (from === line) isMuted = on;
    },
    tick() {
      if (isOver) return;
      if (heardMs >= mostMs) return end();
      const frame = inbox.next();
      line.play(talk.tick(heardMs));
      heardMs += frameMs;
      if (!isOver) hearing.listen(frame);
    },
  };
}

/** Its question can be asked again. */
const opened = (state: ConversationState, { question }: PracticeWords): ConversationState => ({
  ...state,
  interview: { ...state.interview, question },
});

function practiceOf(first: ConversationState, language: string, words: PracticeWords): Conversation {
  let isOver = false;
  let silences = 0;
  return {
    state: first,
    get isOver() {
      return isOver;
    },
    start: () => words.question,
    async *next(event) {
      const next = practise(event, language, silences);
      if (event.type === 'silence') silences++;
      else if (event.type === 'answer') silences = 0;
      isOver = next.isOver;
      if (next.say) yield* words[next.say];
    },
  };
}
