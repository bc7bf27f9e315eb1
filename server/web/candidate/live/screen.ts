let isWanted = false;
let lock: WakeLockSentinel | undefined;

/** The browser lets go of it whenever the page is hidden. */
async function request(): Promise<void> {
  if (!isWanted || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
  lock = await navigator.wakeLock?.request('screen');
  if (!isWanted) await lock?.release();
}

// Refused on a low battery, for example: the screen then goes dark as usual.
const tryRequest = () => void request().catch(() => undefined);
document.addEventListener('visibilitychange', tryRequest);

/** Keeps a phone's screen from going dark, where the browser can. */
export function keepScreenOn(on: boolean): void {
  isWanted = on;
  if (on) tryRequest();
  else void lock?.release().catch(() => undefined);
}
