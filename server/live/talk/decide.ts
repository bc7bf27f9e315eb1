import { answer, heard } from './answers.ts';
import { lookAtClocks } from './clock.ts';
import type { Decision, Draft, Now, TalkEvent } from './events.ts';
import { giveFloor, judgeOverlap, note } from './floor.ts';
import { captionOf, cutMouth, lineBegun, lineSpoken, lineUnspoken, replied, reply } from './replies.ts';
import { silenceMs, type TalkState } from './state.ts';

/** Who has the floor after an event, and what is to be done. Pure; `../talk.ts` carries it out. */
export function decide(state: TalkState, event: TalkEvent, now: Now): Decision {
  const draft: Draft = { state: { ...state }, effects: [], now, mouth: now.mouth };
  const take: (draft: Draft, event: never) => void = takers[event.type];
  take(draft, event as never);
  return { state: draft.state, effects: draft.effects };
}

const takers: { [Type in TalkEvent['type']]: (draft: Draft, event: TalkEvent & { type: Type }) => void } = {
  begin,
  tick(draft) {
    if (!draft.state.isAway && !draft.state.isOver) lookAtClocks(draft);
  },
  heard: (draft, { event }) => heard(draft, event),
  deaf,
  typed: (draft, { text }) => typed(draft, text),
  away: (draft, { unheardMs }) => away(draft, unheardMs),
  back,
  stop,
  line: lineBegun,
  spoken: (draft, { line }) => lineSpoken(draft, line),
  unspoken: lineUnspoken,
  replied: (draft, { reply: id }) => replied(draft, id),
  'time-told'(draft, { said }) {
    if (said.length > 0 || draft.now.conversation.isOver) reply(draft, said);
  },
};

/** The first words, or, where it had begun already, the open question once more. */
function begin(draft: Draft): void {
  const { state, now } = draft;
  const { question } = now.conversation.state.interview;
  const hasBegun = state.turns.length > 0;
  if (now.conversation.isOver) state.endsAtMs = 0;
  else reply(draft, hasBegun && question.length > 0 ? question : 'opening');
}

function deaf(draft: Draft): void {
  const { state, now } = draft;
  if (state.isOver) return;
  state.isSpeaking = false;
  state.toldMs = now.ms;
  state.quietFromMs = now.ms;
  if (state.overlap) judgeOverlap(draft);
}

function typed(draft: Draft, text: string): void {
  const { state, effects, now } = draft;
  if (state.isOver || now.conversation.isOver) return;
  if (draft.mouth.isBusy) giveFloor(draft);
  state.unfinished = undefined;
  const { ms } = now;
  state.turns = [...state.turns, { speaker: 'candidate', startMs: ms, endMs: ms, text, isTyped: true }];
  effects.push({ type: 'turns', turns: state.turns });
  captionOf(draft, 'candidate', text);
  note(draft, 'typed', { chars: text.length });
  answer(draft, { text, latest: text, spokenMs: 0, heardEndMs: ms, decidedMs: ms });
  state.patienceMs = silenceMs.typing;
}

/** Everything waits. */
function away({ state, effects, now }: Draft, unheardMs: number): void {
  state.isAway = true;
  state.unheardFromMs = now.ms - unheardMs;
  effects.push({ type: 'pause' });
}

/** What the candidate may not have heard is said again. */
function back(draft: Draft): void {
  const { state, effects, now } = draft;
  state.isAway = false;
  state.isSpeaking = false;
  state.overlap = undefined;
  state.toldMs = now.ms;
  state.quietFromMs = now.ms;
  effects.push({ type: 'resume', unheardMs: now.ms - state.unheardFromMs });
  if (state.phase !== undefined) effects.push({ type: 'phase', phase: state.phase });
  const last = state.turns.at(-1);
  const { question } = now.conversation.state.interview;
  const isUnheard =
    last?.speaker === 'interviewer' && last.endMs > state.unheardFromMs && state.heard.length === 0;
  if (isUnheard && !state.reply && !now.conversation.isOver && question.length > 0) reply(draft, question);
}

/** Falls silent for good. */
function stop(draft: Draft): void {
  const { state, effects } = draft;
  state.isOver = true;
  if (state.reply) effects.push({ type: 'drop', reply: state.reply.id, why: 'The interview is over.' });
  cutMouth(draft);
}
