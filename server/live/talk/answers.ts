import { hear } from '../../domain/interview/heard.ts';
import { joinWords } from '../../domain/transcript/join-words.ts';
import type { TurnEnd } from '../../engines/turns/port.ts';
import type { EarEvent } from '../ear/protocol.ts';
import type { Draft } from './events.ts';
import {
  captionHeard,
  closeCaption,
  giveFloor,
  holdBack,
  isBackChannel,
  judgeOverlap,
  note,
  textOf,
} from './floor.ts';
import { reply } from './replies.ts';
import { silenceMs } from './state.ts';

/** What the ear tells of. */
export function heard(draft: Draft, event: EarEvent): void {
  const { state, now } = draft;
  if (state.isOver || now.conversation.isOver) return;
  state.toldMs = now.ms;
  switch (event.type) {
    case 'speech-likely':
      holdBack(draft, event.startMs);
      break;
    case 'speech-start':
      speechBegun(draft, event.startMs);
      break;
    case 'speech-end':
      state.isSpeaking = false;
      state.quietFromMs = now.ms;
      if (state.overlap) state.overlap = { ...state.overlap, endedMs: now.ms };
      break;
    case 'partial':
    case 'final':
      heardWords(draft, event);
      break;
    case 'turn-end':
      turnEnded(draft, event);
  }
}

function speechBegun(draft: Draft, startMs: number): void {
  const { state } = draft;
  state.isSpeaking = true;
  // Also what had begun just before the interviewer did.
  holdBack(draft, startMs);
  state.isWordless = false;
  if (state.overlap) {
    const { startMs: begunMs, pausedMs } = state.overlap;
    state.overlap = { startMs: begunMs, pausedMs, isSpeech: true };
  }
}

function heardWords(draft: Draft, event: EarEvent & { type: 'partial' | 'final' }): void {
  const { state, mouth } = draft;
  const text = joinWords(event.words.map((word) => word.text));
  if (event.type === 'final') {
    const { startMs, endMs } = event;
    if (text !== '') state.heard = [...state.heard, { startMs, endMs, text }];
    if (state.overlap?.endedMs !== undefined) {
      judgeOverlap(draft);
      return;
    }
    if (state.isWordless) {
      state.isWordless = false;
      if (mouth.isBusy && !isBackChannel(draft)) giveFloor(draft);
    }
  }
  if (!state.overlap && !draft.mouth.isBusy) {
    captionHeard(draft, event.type === 'partial' ? text : '', false);
  }
}

export function turnEnded(
  draft: Draft,
  end: Omit<TurnEnd, 'reason'> & { reason: TurnEnd['reason'] | 'overdue' },
): void {
  const { state, now, effects } = draft;
  if (state.overlap) judgeOverlap(draft);
  // What was said before the interviewer began, but understood only now.
  if (state.reply && end.endMs < (state.reply.startMs ?? now.ms) && !isBackChannel(draft)) giveFloor(draft);
  const parts = state.heard;
  const text = textOf(parts);
  note(draft, 'turn-ended', {
    startMs: Math.round(end.startMs),
    endMs: Math.round(end.endMs),
    decidedMs: Math.round(end.atMs),
    reason: end.reason,
    ...(end.probability !== undefined && { probability: Math.round(end.probability * 1000) / 1000 }),
  });
  const about = { heardEndMs: end.endMs, decidedMs: end.atMs };
  // A cough, a chair; or "mhm", after which the interviewer goes on.
  if (text === '' || draft.mouth.isBusy) {
    closeCaption(draft);
    state.quietFromMs = now.ms;
    if (state.unfinished && !draft.mouth.isBusy) {
      const { unfinished } = state;
      const { text: whole, spokenMs } = unfinished;
      answer(draft, { ...about, text: whole, latest: whole, spokenMs });
    }
    return;
  }
  captionHeard(draft, '', true);
  state.heard = [];
  state.turns = [
    ...state.turns,
    { speaker: 'candidate', startMs: parts[0]!.startMs, endMs: end.endMs, text },
  ];
  effects.push({ type: 'turns', turns: state.turns });
  const spokenMs = parts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  // "Stop", "one moment" and "again" are no part of the answer that was being replied to: that reply is not said anew.
  if (wishesIn(text, state.language)) state.unfinished = undefined;
  const { unfinished } = state;
  answer(draft, {
    ...about,
    text: unfinished ? joinWords([unfinished.text, text]) : text,
    latest: text,
    spokenMs: (unfinished?.spokenMs ?? 0) + spokenMs,
  });
}

const wishesIn = (text: string, language: string): boolean => {
  const { wants } = hear(text, language);
  return wants === 'wait' || wants === 'repeat';
};

/** Replies to an answer, from where the conversation was before a reply to its beginning. */
export function answer(
  draft: Draft,
  {
    text,
    latest,
    spokenMs,
    heardEndMs,
    decidedMs,
  }: {
    /** The whole answer, also what was said before a reply that was cut off. */
    text: string;
    latest: string;
    spokenMs: number;
    heardEndMs: number;
    decidedMs: number;
  },
): void {
  const { state, now, effects } = draft;
  let before = now.conversation.state;
  if (state.unfinished) {
    before = state.unfinished.before;
    effects.push({ type: 'rewind', to: before });
    state.unfinished = undefined;
  }
  const wants = hear(latest, state.language).wants;
  state.patienceMs = wants === 'wait' ? silenceMs.thinking : silenceMs.usual;
  reply(
    draft,
    { type: 'answer', atMs: now.elapsedMs, text, durationMs: spokenMs },
    { to: { text, spokenMs, before }, heardEndMs, decidedMs },
  );
}
