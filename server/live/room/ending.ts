import type { EndedBy } from '../diary.ts';
import type { LiveMessage } from '../protocol.ts';
import { type Inside, write } from './inside.ts';

export function end(room: Inside, by: EndedBy): void {
  if (room.isOver) return;
  room.notes.add('ended', { by });
  room.page.ended = by;
  write(room);
  room.line?.send(endingOf(room));
  close(room);
  void store(room, by);
}

/** What a page is told of an interview that is over. */
export function endingOf({ page }: Inside): LiveMessage {
  const isAnswered = page.turns.some(({ speaker }) => speaker === 'candidate');
  if (page.ended === 'too-slow') return { type: 'ended', reason: 'failed' };
  return { type: 'ended', reason: isAnswered ? 'completed' : 'unanswered' };
}

/** What an earlier process ended is stored. */
export function takeUpEnding(room: Inside): void {
  const { ended } = room.page;
  if (ended === undefined) return;
  room.isOver = true;
  room.talk.stop();
  void store(room, ended);
}

async function store(room: Inside, by: EndedBy): Promise<void> {
  const { recorder, diary, notes, log } = room;
  try {
    await recorder.finish();
    await diary.written();
    await notes.flush();
    await room.store(by, false);
  } catch (error) {
    // It stays with its diary: the next start of this process takes it up.
    log.error({ err: error }, 'could not store an interview; tried again after a restart');
  } finally {
    room.setEnded();
  }
}

/** Another process has the session: falls silent and keeps only what may be kept. */
export async function abandon(room: Inside): Promise<void> {
  if (room.isOver) return;
  close(room);
  try {
    await room.recorder.finish();
    await room.store('time', true);
  } catch (error) {
    room.log.error({ err: error }, 'could not store an interview that was cut off');
  } finally {
    room.setEnded();
  }
}

/** The process stops: what was said is on disk, and another takes it up. */
export async function suspend(room: Inside): Promise<void> {
  if (room.isOver) return room.ended;
  write(room);
  close(room);
  await room.recorder.finish();
  await room.diary.written();
}

function close(room: Inside): void {
  room.isOver = true;
  room.talk.stop();
  room.hearing.close();
  room.line?.close();
  room.line = undefined;
}
