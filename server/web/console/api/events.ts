import { connection } from './connection.ts';

/** The browser tries again by itself after a cut, but never after a refusal, such as that of a server that is starting. */
const AGAIN_AFTER_MS = 3000;
const AGAIN_AT_MOST_MS = 60_000;

/**
 * Listens to a stream of events until it is stopped, whatever happens to the server meanwhile.
 *
 * @returns stops it
 */
export function listen<Event>(address: string, onEvent: (event: Event) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let againMs = AGAIN_AFTER_MS;
  const open = () => {
    source = new EventSource(address);
    source.onopen = () => {
      againMs = AGAIN_AFTER_MS;
      connection.answered();
    };
    source.onmessage = ({ data }) => onEvent(JSON.parse(data as string) as Event);
    source.onerror = () => {
      connection.check();
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, againMs);
      againMs = Math.min(2 * againMs, AGAIN_AT_MOST_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
