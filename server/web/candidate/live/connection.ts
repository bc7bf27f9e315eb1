import type { LiveMessage, livePath, PageMessage } from '../../../live/protocol.ts';

/** The value itself would bring the server's checks of messages with it. */
const path: typeof livePath = '/i/live';

const pingEveryMs = 4000;
/** Nothing has come for so long, not even an answer to a ping: the network is gone, which a socket may not notice for minutes. */
const deadAfterMs = 10_000;

export interface Connection {
  /** Nothing happens while it is not open. */
  send(message: PageMessage): void;
  sendSound(frame: Int16Array<ArrayBuffer>): void;
  /** Says nothing more, not even `onLost`. */
  close(): void;
}

/** Sound that the network does not take is left out from here on: 1 s. */
const mostBufferedBytes = 32_000;

/** One connection to the live process; `onLost` once when it ends, by whatever. */
export function connect(
  { token, origin }: { token: string; origin: string },
  on: {
    message: (message: LiveMessage) => void;
    sound: (sound: ArrayBuffer) => void;
    lost: () => void;
  },
): Connection {
  const socket = new WebSocket(new URL(path, origin.replace(/^http/, 'ws')));
  socket.binaryType = 'arraybuffer';
  let heardMs = performance.now();
  let isOver = false;

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
    if (performance.now() - heardMs > deadAfterMs) lose();
    else send({ type: 'ping', at: Math.round(performance.now()) });
  }, pingEveryMs);

  socket.onopen = () => send({ type: 'hello', token });
  socket.onclose = lose;
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (isOver) return;
    heardMs = performance.now();
    if (typeof data === 'string') on.message(JSON.parse(data) as LiveMessage);
    else on.sound(data);
  };

  return {
    send,
    sendSound(frame) {
      const isFree = socket.readyState === WebSocket.OPEN && socket.bufferedAmount < mostBufferedBytes;
      if (isFree) socket.send(frame);
    },
    close,
  };
}
