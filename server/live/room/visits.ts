import { invitationOf } from '../invitation.ts';
import { endingOf } from './ending.ts';
import type { Inside, Line } from './inside.ts';

/** More than a person types within an interview: all of it is kept anew with every turn. */
const mostTypedChars = 200_000;

/** A page comes; one that was there before is told so. */
export function join(room: Inside, next: Line, isResumed: boolean): void {
  if (room.isOver) {
    next.send(endingOf(room));
    next.close();
    return;
  }
  room.line?.send({ type: 'replaced' });
  room.line?.close();
  room.line = next;
  room.awaySinceMs = undefined;
  room.inbox.clear();
  room.notes.add('joined', { resumed: isResumed });
  next.send({
    type: 'joined',
    invitation: { ...invitationOf(room.session), state: 'active' },
    isResumed,
    leftMs: Math.max(0, room.endsByMs - room.deps.clock.now()),
    captions: room.page.captions,
    iceServers: room.deps.iceServers,
    compact: true,
  });
  // In this process nothing was said yet: from the beginning, or, after a crash, the open question again.
  if (room.hasBegun) room.talk.back();
  else room.talk.begin();
  room.hasBegun = true;
}

export function leave(room: Inside, gone: Line, unheardMs: number): void {
  if (room.line !== gone) return;
  room.line = undefined;
  if (room.isOver) return;
  room.awaySinceMs = room.deps.clock.now();
  room.lateness.left();
  room.talk.away(unheardMs);
  room.notes.add('left', {});
  room.notes.flushSoon();
}

export function say(room: Inside, from: Line, text: string): void {
  if (from !== room.line || room.isOver) return;
  room.typedChars += text.length;
  if (room.typedChars > mostTypedChars) return;
  room.page.isTyped = true;
  room.talk.say(text);
}

export function mute(room: Inside, from: Line, on: boolean): void {
  if (from !== room.line || on === room.isMuted) return;
  room.isMuted = on;
  room.notes.add('muted', { on });
}
