import { type Clock, minutes } from '../time.ts';

const mostWrong = 10;
const withinMs = minutes(10);
/** Of addresses that are remembered. */
const mostAddresses = 10_000;

/** Counts links that led nowhere by the address they came from: nobody may try until one fits. */
export interface Guesses {
  /** Seconds until the address may try again; 0 when it may now. */
  waitSeconds(address: string): number;
  wrong(address: string): void;
}

export function createGuesses(clock: Clock): Guesses {
  const known = new Map<string, number[]>();
  const recent = (address: string) =>
    (known.get(address) ?? []).filter((atMs) => clock.now() - atMs < withinMs);
  return {
    waitSeconds(address) {
      const times = recent(address);
      if (times.length < mostWrong) return 0;
      return Math.max(1, Math.ceil((times[0]! + withinMs - clock.now()) / 1000));
    },
    wrong(address) {
      const times = [...recent(address), clock.now()].slice(-mostWrong);
      known.delete(address);
      known.set(address, times);
      if (known.size > mostAddresses) known.delete(known.keys().next().value!);
    },
  };
}
