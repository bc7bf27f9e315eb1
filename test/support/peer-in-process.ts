import { openCall } from '#server/live/media/peer/call.ts';
import type { startPeer } from '#server/live/media/peer-process.ts';

/** A page's connection without a program of its own, for tests that are not about that: it is there at once. */
export const peerInProcess: typeof startPeer = (order, on) => {
  const opened = openCall(order, { ...on, fault: on.end });
  let call: Awaited<typeof opened> | undefined;
  let isClosed = false;
  const ready = opened.then((made) => {
    if (isClosed) made.close();
    else call = made;
    return made.ready;
  });
  return {
    ready,
    packet: (packet) => call?.receive(packet),
    play: (samples) => call?.play(samples),
    close() {
      isClosed = true;
      call?.close();
      call = undefined;
    },
  };
};
