import type { LiveMessage } from '../../../live/protocol.ts';
import { hasGivenUp, reconnectDelayMs } from '../state/reconnect.ts';
import type { PageEvent, PageState } from '../state/types.ts';
import { type Connection, connect } from './connection.ts';

/** The connection to the server, made anew when it is lost. */
export interface Link extends Connection {
  open(): void;
  /** It is gone, whatever the socket says. */
  lose(): void;
  /** Tries again by itself when the server said so. */
  openWhenDue(): void;
}

/** @param token null: there is none, and nothing is opened */
export function createLink(
  token: string | null,
  page: { state: () => PageState; dispatch: (event: PageEvent) => void },
  on: {
    message: (message: LiveMessage) => void;
    /** s16le. */
    sound: (sound: ArrayBuffer) => void;
    lost: () => void;
    gaveUp: () => void;
  },
): Link {
  let connection: Connection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    if (token === null) return;
    clearTimeout(timer);
    connection?.close();
    page.dispatch({ type: 'connecting' });
    connection = connect(
      { token, origin: location.origin },
      { message: on.message, sound: on.sound, lost: lose },
    );
  };
  const lose = () => {
    on.lost();
    page.dispatch({ type: 'lost', atMs: Date.now() });
    const { connection: how, lostSinceMs, attempts } = page.state();
    if (how !== 'lost') return;
    if (hasGivenUp(lostSinceMs, Date.now())) {
      on.gaveUp();
      page.dispatch({ type: 'gaveUp' });
      return;
    }
    timer = setTimeout(open, reconnectDelayMs(attempts, Math.random()));
  };
  const beginAgain = () => {
    const { scene, connection: how, isTyping } = page.state();
    if (scene.at !== 'full') return;
    if (how === 'open') connection?.send({ type: 'begin', typed: isTyping });
    else setTimeout(beginAgain, 1000);
  };

  return {
    open,
    lose,
    openWhenDue() {
      const { scene } = page.state();
      if (scene.at === 'refused') {
        connection?.close();
        clearTimeout(timer);
        if (scene.retryAtMs !== null) timer = setTimeout(open, scene.retryAtMs - Date.now());
      }
      if (scene.at === 'full') setTimeout(beginAgain, scene.retryAtMs - Date.now());
    },
    send: (message) => connection?.send(message),
    sendSound: (frame) => connection?.sendSound(frame),
    close: () => connection?.close(),
  };
}
