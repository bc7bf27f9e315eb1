import { planInterview } from '#server/domain/interview/plan.ts';
import { newConversation } from '#server/engines/interviewer/conversation.ts';
import type { EarEvent } from '#server/live/ear/protocol.ts';
import { frameMs, type MouthStatus } from '#server/live/mouth.ts';
import { decide } from '#server/live/talk/decide.ts';
import type { Effect, Now, TalkEvent } from '#server/live/talk/events.ts';
import { firstState, type Reply, type TalkState } from '#server/live/talk/state.ts';

/** An event, what is so from then on, or both. */
export type Entry = [atMs: number, event: TalkEvent | undefined, facts?: Partial<Facts>];

interface Facts {
  mouth: MouthStatus;
  conversation: Now['conversation'];
  /** How much longer the interview has lasted than its recording, ms. */
  extraMs: number;
}

export const plan = planInterview({
  language: 'en',
  roleName: 'Nurse',
  seed: 'one',
  budgetMs: 30 * 60_000,
});
export const conversation: Now['conversation'] = { state: newConversation(plan), isOver: false };

export const silent: MouthStatus = { isBusy: false, hasBegun: false, leftMs: 0, line: undefined };
/** The interviewer is in the middle of this sentence. */
export const saying = (text: string, { startMs = 1000, leftMs = 3000, share = 0.5 } = {}): MouthStatus => ({
  ...{ isBusy: true, hasBegun: true, leftMs },
  line: { sentence: { id: 'en/general/opening/1', text, isFixed: false }, startMs, endMs: startMs, share },
});
/** A reply of which no sound has come out yet. */
export const aboutToSpeak: MouthStatus = { ...silent, isBusy: true };

const first = firstState({
  language: 'en',
  budgetMs: plan.budgetMs,
  turns: [{ speaker: 'interviewer', startMs: 0, endMs: 900, text: 'Hello.' }],
  captions: 1,
  isTyped: false,
});
/** The candidate has the floor from the beginning. */
export const listening: TalkState = { ...first, phase: 'listening' };
/** The interviewer replies to an answer. */
export const speaking = (reply: Partial<Reply> = {}): TalkState => ({
  ...{ ...first, phase: 'speaking', replies: 1 },
  reply: { id: 1, startMs: 1000, wasCut: false, ...reply },
});
export const answered = { text: 'I am a nurse.', spokenMs: 800, before: conversation.state };

export const ear = (event: EarEvent): TalkEvent => ({ type: 'heard', event });
export const speechLikely = (startMs: number) => ear({ type: 'speech-likely', startMs });
export const speechStart = (startMs: number) => ear({ type: 'speech-start', startMs });
export const speechEnd = (startMs: number, endMs: number) => ear({ type: 'speech-end', startMs, endMs });
export const words = (type: 'partial' | 'final', startMs: number, endMs: number, text: string) =>
  ear({
    ...{ type, startMs, endMs },
    words: text
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ text: word, startMs, endMs, confidence: 1 })),
  });
export const turnEnd = (startMs: number, endMs: number, atMs: number) =>
  ear({ type: 'turn-end', startMs, endMs, atMs, reason: 'sentence-ended' });

/**
 * Gives the events of a log to `decide`, with a tick for each frame between them, and tells its effects, as "MS EFFECT …". A cut
 * silences the mouth, all else about it the log says. That time is told each second is left out, but where `isTimeTold`.
 */
export function replay(
  start: TalkState,
  log: readonly Entry[],
  { untilMs, isTimeTold = false, ...facts }: Partial<Facts> & { untilMs: number; isTimeTold?: boolean },
): { effects: string[]; state: TalkState } {
  let state = frozen(start);
  let now: Facts = { mouth: silent, conversation, extraMs: 0, ...facts };
  const effects: string[] = [];
  const take = (ms: number, event: TalkEvent) => {
    const { mouth, extraMs } = now;
    const said = mouth.line && { ...mouth, line: { ...mouth.line, endMs: ms } };
    const about = { ms, elapsedMs: ms + extraMs, conversation: now.conversation, mouth: said ?? mouth };
    const decision = decide(state, event, frozen(about));
    state = frozen(decision.state);
    for (const effect of decision.effects) {
      if (effect.type === 'cut') now = { ...now, mouth: silent };
      if (isTimeTold || effect.type !== 'tell-time') effects.push(`${ms} ${told(effect)}`);
    }
  };
  let waiting = [...log];
  const firstMs = log[0]?.[0] ?? 0;
  for (let ms = firstMs; ms <= untilMs; ms += frameMs) {
    if (ms > firstMs) take(ms, { type: 'tick' });
    for (const [, event, changes] of waiting.filter(([atMs]) => atMs <= ms)) {
      now = { ...now, ...changes };
      if (event) take(ms, event);
    }
    waiting = waiting.filter(([atMs]) => atMs > ms);
  }
  return { effects, state };
}

function told(effect: Effect): string {
  switch (effect.type) {
    case 'caption': {
      const { id, text, isFinal } = effect.caption;
      return `caption ${id} "${text}"${isFinal ? '' : ' …'}`;
    }
    case 'turns': {
      const { speaker, text } = effect.turns.at(-1)!;
      return `turn ${speaker}: ${text}`;
    }
    case 'note':
      return `note ${effect.kind} ${JSON.stringify(effect.data)}`;
    case 'reply': {
      const { words } = effect;
      if (words === 'opening') return 'reply: the opening';
      if (!('type' in words)) return `reply: ${words.map(({ text }) => text).join(' ')}`;
      return words.type === 'answer' ? `reply to "${words.text}"` : `reply to ${words.type}`;
    }
    case 'phase':
      return effect.phase;
    case 'resume':
      return effect.unheardMs === undefined ? 'resume' : `resume ${effect.unheardMs}`;
    case 'drop':
      return `drop reply ${effect.reply}`;
    default:
      return effect.type;
  }
}

/** Frozen: `decide` must make new states. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
