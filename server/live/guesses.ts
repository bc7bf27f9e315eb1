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

/** @param visitorOf an address as one visitor has it: of IPv6, everybody has a whole /64 */
export function createGuesses(clock: Clock, visitorOf = (address: string): string => address): Guesses {
  const known = new Map<string, number[]>();
  const recent = (visitor: string) =>
    (known.get(visitor) ?? []).filter((atMs) => clock.now() - atMs < withinMs);
  return {
    waitSeconds(address) {
      const times = recent(visitorOf(address));
      if (times.length < mostWrong) return 0;
      return Math.max(1, Math.ceil((times[0]! + withinMs - clock.now()) / 1000));
    },
    wrong(address) {
      const visitor = visitorOf(address);
      const times = [...recent(visitor), clock.now()].slice(-mostWrong);
      known.delete(visitor);
      known.set(visitor, times);
      if (known.size > mostAddresses) known.delete(known.keys().next().value!);
    },
  };
}
