import type { WebSocket } from 'ws';
import { joined } from '../domain/sound/frames.ts';
import { compactFrame } from '../domain/sound/wire.ts';
import { seconds } from '../time.ts';
import type { Lag } from './lag.ts';

/** A network that takes so long cannot carry plain sound, or soon will not: it gets half the bytes from then on. */
const slowMs = seconds(1);
/** A page so far behind gets captions without sound until it is nearer. */
const farBehindMs = seconds(8);
/** Frames of one message. */
const framesAtOnce = 2;
/** Of a pause so many are sent, so that those between sentences stay as long as they are: 500 ms. */
const silentFrames = 25;

/** The interviewer's sound on its way to a page, over its WebSocket. */
export interface Outgoing {
  send(frame: Int16Array): void;
  /** Whether the page reads compact sound. */
  isCompactRead: boolean;
  /** Drops what waits to be sent. */
  drop(): void;
}

export function createOutgoing(socket: WebSocket, lag: Pick<Lag, 'ms'>): Outgoing {
  let waiting: Int16Array[] = [];
  let isSlow = false;
  let silent = 0;
  return {
    isCompactRead: false,
    send(frame) {
      silent = frame.every((sample) => sample === 0) ? silent + 1 : 0;
      if (silent > silentFrames) return;
      waiting.push(frame);
      if (waiting.length < framesAtOnce) return;
      const samples = joined(waiting);
      waiting = [];
      if (socket.readyState !== socket.OPEN || lag.ms() > farBehindMs) return;
      isSlow ||= lag.ms() > slowMs;
      socket.send(isSlow && this.isCompactRead ? compactFrame(samples) : samples);
    },
    drop() {
      waiting = [];
    },
  };
}
