import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { limits } from '../config/limits.ts';
import type { Clock } from '../time.ts';

/** Between the api process and the live process: says that the request comes from one of the same installation. */
export const passHeader = 'x-assay-pass';

/** What an api process shows to a live process of another machine, so that no other program can speak for a candidate's address there. */
export interface Passes {
  /** @param address where the candidate's request came from */
  of(address: string): string;
  isValid(address: string, pass: string | undefined): boolean;
}

/** Derived (HKDF-SHA-256) from the pepper of the API keys, which every process of an installation has. */
export function createPasses(keyPepper: string, clock: Clock): Passes {
  const key = Buffer.from(hkdfSync('sha256', keyPepper, '', 'assay live passes 1', 32));
  const sealOf = (atMs: number, address: string) =>
    createHmac('sha256', key).update(`${atMs} ${address}`).digest();
  return {
    of(address) {
      const atMs = clock.now();
      return `${atMs}.${sealOf(atMs, address).toString('base64url')}`;
    },
    isValid(address, pass = '') {
      const [, at = '', seal = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(pass) ?? [];
      const given = Buffer.from(seal, 'base64url');
      const wanted = sealOf(Number(at), address);
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      return isOurs && Math.abs(clock.now() - Number(at)) <= limits.machines.passMs;
    },
  };
}
