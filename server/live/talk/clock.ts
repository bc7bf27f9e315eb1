import { seconds } from '../../time.ts';
import { turnEnded } from './answers.ts';
import type { Draft } from './events.ts';
import { giveFloor, judgeOverlap, keepFloor, note } from './floor.ts';
import { reply } from './replies.ts';
import { silenceMs } from './state.ts';

/** What begins while the interviewer speaks is speech within this, or nothing. */
const likelyForMs = 350;
/** A candidate who speaks so long over the interviewer wants the floor, with any words; the end of speech is told some 200 ms late. */
const floorAfterMs = 1200;
/** How long the words of a short remark are waited for. */
const remarkMs = 1800;
/** Words whose turn does not end, though nothing more is heard, are answered after this. */
const overdueMs = seconds(8);
/** Longer speech is divided after this, and recognised in parts. */
const speechToldMs = seconds(60);
const timeEveryMs = seconds(1);
/** From here on the time is told even while the candidate speaks. */
const lastMs = seconds(15);

/** What is due, a frame having passed. */
export function lookAtClocks(draft: Draft): void {
  const { state, effects, now } = draft;
  if (state.endsAtMs !== undefined && now.ms >= state.endsAtMs) {
    state.isOver = true;
    state.endsAtMs = undefined;
    effects.push({ type: 'over' });
    return;
  }
  lookAtOverlap(draft);
  if (now.ms - state.timeToldMs >= timeEveryMs) {
    state.timeToldMs = now.ms;
    lookAtTime(draft);
  }
  if (state.isSpeaking && now.ms - state.toldMs >= speechToldMs) state.isSpeaking = false;
  lookAtSilence(draft);
}

/** What the candidate says over the interviewer may have turned out to be nothing, long, or without words. */
function lookAtOverlap(draft: Draft): void {
  const { state, now } = draft;
  if (state.overlap && !state.overlap.isSpeech && now.ms - state.overlap.pausedMs > likelyForMs) {
    keepFloor(draft, 'nothing');
  }
  if (state.overlap?.isSpeech && state.isSpeaking && now.ms - state.overlap.startMs >= floorAfterMs) {
    giveFloor(draft);
  }
  if (state.overlap?.endedMs !== undefined && now.ms - state.overlap.endedMs > remarkMs) {
    state.isWordless = true;
    judgeOverlap(draft);
  }
}

function lookAtTime({ state, effects, now }: Draft): void {
  const isLate = now.elapsedMs >= state.budgetMs - lastMs;
  const isFree = isListening(state) && state.heard.length === 0;
  if (now.conversation.isOver || state.reply || !(isFree || isLate)) return;
  effects.push({ type: 'tell-time', atMs: now.elapsedMs });
}

/** Nothing more has come of a turn that was begun, or nothing at all. */
function lookAtSilence(draft: Draft): void {
  const { state, now } = draft;
  const [first] = state.heard;
  if (first && isListening(state) && now.ms - state.toldMs >= overdueMs) {
    const endMs = state.heard.at(-1)!.endMs;
    turnEnded(draft, { startMs: first.startMs, endMs, atMs: now.ms, reason: 'overdue' });
  }
  const isQuiet = isListening(state) && state.heard.length === 0;
  if (isQuiet && now.ms - state.quietFromMs >= state.patienceMs) {
    state.patienceMs = Math.max(state.patienceMs, silenceMs.usual);
    note(draft, 'silence-prompt', { atMs: Math.round(now.ms) });
    reply(draft, { type: 'silence', atMs: now.elapsedMs });
  }
}

/** The candidate has the floor and says nothing at this moment. */
const isListening = ({ phase, reply: now, isSpeaking }: Draft['state']): boolean =>
  phase === 'listening' && !now && !isSpeaking;
