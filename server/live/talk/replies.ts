import { joinWords, wordsIn } from '../../domain/transcript/join-words.ts';
import type { SpokenLine } from '../mouth.ts';
import type { LivePhase } from '../protocol.ts';
import type { Draft, TalkEvent, Words } from './events.ts';
import type { Reply, TalkState } from './state.ts';

/** Of the first sentences, which say who speaks. */
const disclosure = /\/(greeting|introduction)\//;
/** Behind the last word, before the line is closed. */
const farewellMs = 700;

export function setPhase({ state, effects }: Draft, phase: LivePhase): void {
  if (state.phase === phase) return;
  state.phase = phase;
  effects.push({ type: 'phase', phase });
}

/** The interviewer is to say something, behind what it is saying. */
export function reply(
  draft: Draft,
  words: Words,
  about: Pick<Reply, 'to' | 'heardEndMs' | 'decidedMs'> = {},
): void {
  const { state, effects } = draft;
  leaveReply(state);
  const id = state.replies + 1;
  state.replies = id;
  state.reply = { id, wasCut: false, ...about };
  setPhase(draft, 'thinking');
  effects.push({ type: 'reply', reply: id, words });
}

/** The newest reply is it no more; of one that was begun the end is still to be told. */
export function leaveReply(state: TalkState): void {
  if (state.reply?.startMs !== undefined) state.earlier = [...state.earlier, state.reply];
  state.reply = undefined;
}

export function lineBegun(draft: Draft, { sentence, startMs }: TalkEvent & { type: 'line' }): void {
  const { state } = draft;
  state.isDisclosing = disclosure.test(sentence.id);
  if (state.reply && state.reply.startMs === undefined) {
    state.reply = { ...state.reply, startMs };
    setPhase(draft, 'speaking');
  }
  captionOf(draft, 'interviewer', sentence.text);
}

export function lineSpoken(draft: Draft, line: SpokenLine): void {
  const { state } = draft;
  if (state.reply) state.reply = { ...state.reply, endMs: line.endMs };
  addSpoken(draft, line);
}

/** Shown, since it cannot be spoken. */
export function lineUnspoken(draft: Draft, { sentence }: TalkEvent & { type: 'unspoken' }): void {
  const { ms } = draft.now;
  captionOf(draft, 'interviewer', sentence.text);
  addSpoken(draft, { sentence, startMs: ms, endMs: ms, share: 1 });
}

/** A caption that is whole at once: a sentence of the interviewer, or a typed answer. */
export function captionOf(
  { state, effects }: Draft,
  speaker: 'interviewer' | 'candidate',
  text: string,
): void {
  state.captions++;
  const id = `${speaker === 'interviewer' ? 's' : 't'}${state.captions}`;
  effects.push({ type: 'caption', caption: { id, speaker, text, isFinal: true } });
}

/** Sentences of one reply are one turn. */
function addSpoken({ state, effects }: Draft, { sentence, startMs, endMs, share }: SpokenLine): void {
  const text = share < 1 ? cutOff(sentence.text, share) : sentence.text;
  if (text === '') return;
  const { openTurn, turns, reply } = state;
  const last = turns.at(-1);
  if (last && openTurn && openTurn.reply === reply?.id && openTurn.index === turns.length - 1) {
    state.turns = [
      ...turns.slice(0, -1),
      { ...last, endMs, text: `${last.text} ${text}`, said: [...(last.said ?? []), sentence.id] },
    ];
  } else {
    state.openTurn = { reply: reply?.id, index: turns.length };
    state.turns = [...turns, { speaker: 'interviewer', startMs, endMs, text, said: [sentence.id] }];
  }
  effects.push({ type: 'turns', turns: state.turns });
}

/** The words that were heard of a sentence of which a share was. */
function cutOff(text: string, share: number): string {
  const words = wordsIn(text);
  const heard = joinWords(words.slice(0, Math.floor(words.length * share)));
  return heard === '' ? '' : `${heard} …`;
}

/** Falls silent for good with what is being said. */
export function cutMouth(draft: Draft): void {
  const { line } = draft.mouth;
  draft.effects.push({ type: 'cut' });
  if (line) lineSpoken(draft, line);
  draft.mouth = { isBusy: false, hasBegun: false, leftMs: 0, line: undefined };
}

/** A reply has come to its end, or was cut off. */
export function replied(draft: Draft, id: number): void {
  const { state, effects, now } = draft;
  const isNewest = state.reply?.id === id;
  const own = isNewest ? state.reply : state.earlier.find((one) => one.id === id);
  if (own?.startMs !== undefined) {
    const { startMs, endMs, heardEndMs, decidedMs, wasCut } = own;
    const data = {
      startMs: Math.round(startMs),
      endMs: Math.round(endMs ?? now.ms),
      responseMs: heardEndMs === undefined ? null : Math.round(startMs - heardEndMs),
      lateMs: decidedMs === undefined ? null : Math.round(startMs - decidedMs),
      interrupted: wasCut,
    };
    effects.push({ type: 'note', kind: 'spoke', data });
  }
  effects.push({ type: 'changed' });
  state.earlier = state.earlier.filter((one) => one.id !== id);
  if (!isNewest) return;
  state.reply = undefined;
  state.quietFromMs = now.ms;
  if (now.conversation.isOver) state.endsAtMs = now.ms + farewellMs;
  else setPhase(draft, 'listening');
}
