import { hear } from '../../domain/interview/heard.ts';
import { joinWords, wordsIn } from '../../domain/transcript/join-words.ts';
import { frameMs } from '../mouth.ts';
import type { Draft } from './events.ts';
import { cutMouth, leaveReply, setPhase } from './replies.ts';
import type { Heard } from './state.ts';

/** Shorter speech of so few words over the interviewer is "mhm", "yes", "I see". */
const backChannelWords = 2;
/** A candidate who goes on so soon after a reply has begun had not finished. */
const rejoinMs = 2000;
/** So little is left that stopping would only confuse. */
const nearlySaidMs = 400;

/** The candidate has begun to speak: the interviewer falls silent until their words are known. */
export function holdBack({ state, effects, mouth, now }: Draft, startMs: number): void {
  const { isBusy, hasBegun, leftMs } = mouth;
  if (!isBusy || state.overlap || (hasBegun && (state.isDisclosing || leftMs < nearlySaidMs))) return;
  state.overlap = { startMs, pausedMs: now.ms, isSpeech: false };
  if (hasBegun) effects.push({ type: 'hush' });
  effects.push({ type: 'pause' });
}

/** Falls silent and listens. */
export function giveFloor(draft: Draft): void {
  const { state, effects, now } = draft;
  const { reply: cut, overlap } = state;
  const begunMs = cut?.startMs;
  if (cut?.to && (begunMs === undefined || now.ms - begunMs < rejoinMs)) {
    state.unfinished = cut.to;
    note(draft, 'resumed-turn', { atMs: Math.round(overlap?.startMs ?? now.ms) });
  }
  if (cut) {
    state.reply = { ...cut, wasCut: true };
    effects.push({ type: 'drop', reply: cut.id, why: 'The candidate speaks.' });
  }
  cutMouth(draft);
  if (begunMs !== undefined && overlap) {
    note(draft, 'interrupted', {
      atMs: Math.round(overlap.startMs),
      stoppedMs: Math.round(overlap.pausedMs + frameMs - overlap.startMs),
    });
  }
  leaveReply(state);
  state.overlap = undefined;
  state.quietFromMs = now.ms;
  setPhase(draft, 'listening');
}

export function keepFloor(draft: Draft, why: 'nothing' | 'back-channel'): void {
  const { state, effects, mouth } = draft;
  if (why === 'back-channel') note(draft, why, { atMs: Math.round(state.overlap!.startMs) });
  state.overlap = undefined;
  closeCaption(draft);
  effects.push({ type: 'resume' });
  if (mouth.hasBegun) setPhase(draft, 'speaking');
}

/** Whose the floor is, by the words that were said over the interviewer. */
export function judgeOverlap(draft: Draft): void {
  if (isBackChannel(draft)) keepFloor(draft, 'back-channel');
  else giveFloor(draft);
}

/** Short words over the interviewer that want nothing. */
export function isBackChannel({ state }: Draft): boolean {
  const text = textOf(state.heard);
  const { isEmpty, wants } = hear(text, state.language);
  return isEmpty || (wants === null && wordsIn(text).length <= backChannelWords);
}

export const textOf = (parts: readonly Heard[]): string => joinWords(parts.map(({ text }) => text));

/** Shows what the candidate is saying. */
export function captionHeard({ state, effects }: Draft, partial: string, isFinal: boolean): void {
  const text = joinWords([textOf(state.heard), partial].filter(Boolean));
  if (text === '') return;
  if (state.openCaption === undefined) state.openCaption = `c${++state.captions}`;
  effects.push({ type: 'caption', caption: { id: state.openCaption, speaker: 'candidate', text, isFinal } });
  if (isFinal) state.openCaption = undefined;
}

/** Nothing more comes of what was heard: what is shown of it stays, and goes where it was none. */
export function closeCaption({ state, effects }: Draft): void {
  const { openCaption: id, heard } = state;
  if (id !== undefined) {
    const caption = { id, speaker: 'candidate' as const, text: textOf(heard), isFinal: true };
    effects.push({ type: 'caption', caption });
  }
  state.openCaption = undefined;
  state.heard = [];
}

export function note({ effects }: Draft, kind: string, data: Record<string, unknown>): void {
  effects.push({ type: 'note', kind, data });
}
