import type { WebSocket } from 'ws';
import { createBudget } from './budget.ts';

/**
 * What a page may send, in bytes: eight times what sound takes, and at once what a network that stood for half a minute brings. A page that
 * sends more is not read for a while, so that one page cannot keep a process busy that holds other interviews.
 */
const budget = { most: 2 * 1024 ** 2, perSecond: 256 * 1024 };

/** How much of a page's messages is read. */
export interface Intake<Message> {
  /** A message has come: it is taken now, or when what came before it is made up for. */
  came(message: Message): void;
  /** What has come has cost so much, in bytes. */
  spend(cost: number): void;
  close(): void;
}

/** @param take reads one message, and spends what it costs; must not throw */
export function createIntake<Message>(
  socket: Pick<WebSocket, 'pause' | 'resume'>,
  take: (message: Message) => void,
): Intake<Message> {
  const received = createBudget(budget, () => performance.now());
  let rest: NodeJS.Timeout | undefined;
  /** What came with the piece of the stream that was too much; nothing more is read meanwhile. */
  let waiting: Message[] = [];
  const came = (message: Message) => {
    if (rest) waiting.push(message);
    else take(message);
  };
  const goOn = () => {
    rest = undefined;
    const all = waiting;
    waiting = [];
    all.forEach(came);
    if (!rest) socket.resume();
  };
  return {
    came,
    spend(cost) {
      const waitMs = received.spend(cost);
      if (waitMs === 0) return;
      socket.pause();
      clearTimeout(rest);
      rest = setTimeout(goOn, waitMs);
    },
    close() {
      clearTimeout(rest);
      waiting = [];
    },
  };
}
