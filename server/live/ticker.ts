/** Calls at an even pace; calls that could not be made in time are made up for. */
export interface Ticker {
  stop(): void;
}

/** A machine that slept, or a process that was stopped, does not make up for minutes. */
const mostBehindMs = 2000;
/** The further behind, the more is made up for at once: a call more for each so many; and all of it from so far behind on. */
const behindForOneMore = 3;
const allFromMs = 1000;

/**
 * What was missed while the process was held up is made up for little by little: the sound of that time still lies in the
 * sockets, and is to be read before its turn comes. Otherwise each hold-up would be a gap in everybody's recording.
 *
 * @param everyMs the time of one call's work: so many are made as time has passed
 */
export function startTicker(everyMs: number, tick: () => void): Ticker {
  let doneMs = performance.now();
  let reading: NodeJS.Immediate | undefined;
  const catchUp = () => {
    const nowMs = performance.now();
    doneMs = Math.max(doneMs, nowMs - mostBehindMs);
    for (let left = callsNow(nowMs - doneMs, everyMs); left > 0; left--) {
      doneMs += everyMs;
      tick();
    }
  };
  // Behind what lies ready to be read.
  const timer = setInterval(() => {
    clearImmediate(reading);
    reading = setImmediate(catchUp);
  }, everyMs / 2);
  return {
    stop() {
      clearInterval(timer);
      clearImmediate(reading);
    },
  };
}

/** How many calls are made now, so far behind. */
function callsNow(behindMs: number, everyMs: number): number {
  const behind = Math.floor(behindMs / everyMs);
  if (behind < 1 || behindMs >= allFromMs) return behind;
  return 1 + Math.floor((behind - 1) / behindForOneMore);
}
