import { compactFrame, isQuiet, samplesOfFrame } from '../../../domain/sound/wire.ts';
import type { LiveMessage, livePath, PageMessage } from '../../../live/protocol.ts';

/** The value itself would bring the server's checks of messages with it. */
const path: typeof livePath = '/i/live';

const pingEveryMs = 1000;
/** Nothing has come for so long, not even an answer to a ping: the network is gone, which a socket may not notice for minutes. */
const deadAfterMs = 10_000;

export interface Connection {
  /** Nothing happens while it is not open. */
  send(message: PageMessage): void;
  sendSound(frame: Int16Array<ArrayBuffer>): void;
  /** Says nothing more, not even `onLost`. */
  close(): void;
}

/** An answer to a ping, or sound that waits to be sent, that takes longer: the network cannot carry plain sound, or soon will not. */
const slowMs = 1000;
const slowBytes = 16_000;
/** Sound that the network does not take is left out from here on: 10 s, as much as the server waits for. */
const mostBufferedBytes = 320_000;

/** One connection to the live process; `onLost` once when it ends, by whatever. */
export function connect(
  { token, origin }: { token: string; origin: string },
  on: {
    message: (message: LiveMessage) => void;
    /** s16le. */
    sound: (sound: ArrayBuffer) => void;
    lost: () => void;
  },
): Connection {
  const socket = new WebSocket(new URL(path, origin.replace(/^http/, 'ws')));
  socket.binaryType = 'arraybuffer';
  let heardMs = performance.now();
  let isOver = false;
  /** Pings that were not answered yet; each is answered behind all that was sent before. */
  let asked: number[] = [];
  let lagMs = 0;
  let isSlow = false;
  let isCompactRead = false;

  const send = (message: PageMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const close = () => {
    isOver = true;
    clearInterval(timer);
    socket.close();
  };
  const lose = () => {
    if (isOver) return;
    close();
    on.lost();
  };
  const timer = setInterval(() => {
    const at = Math.round(performance.now());
    if (at - heardMs > deadAfterMs) return lose();
    if (socket.readyState === WebSocket.OPEN) asked.push(at);
    send({ type: 'ping', at });
  }, pingEveryMs);

  socket.onopen = () => send({ type: 'hello', token, compact: true });
  socket.onclose = lose;
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (isOver) return;
    heardMs = performance.now();
    if (typeof data !== 'string') return on.sound(samplesOfFrame(new Uint8Array(data)).buffer);
    const message = JSON.parse(data) as LiveMessage;
    if (message.type === 'joined') isCompactRead = message.compact === true;
    if (message.type === 'pong') {
      lagMs = heardMs - message.at;
      asked = asked.filter((at) => at > message.at);
    }
    on.message(message);
  };
  const isBehind = () =>
    Math.max(lagMs, performance.now() - (asked[0] ?? Number.POSITIVE_INFINITY)) > slowMs ||
    socket.bufferedAmount > slowBytes;

  return {
    send,
    sendSound(frame) {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (isBehind()) {
        isSlow = true;
        // Time is caught up in pauses, so that no word is lost.
        if (isQuiet(frame)) return;
      }
      if (socket.bufferedAmount < mostBufferedBytes)
        socket.send(isSlow && isCompactRead ? compactFrame(frame) : frame);
    },
    close,
  };
}
