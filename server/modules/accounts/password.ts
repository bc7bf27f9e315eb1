import { hkdfSync } from 'node:crypto';
import { type Algorithm, hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import { isCommon } from './common-passwords.ts';
import { fieldFault } from './email.ts';

/** `Algorithm.Argon2id`, which a compiler of single files cannot read from a declaration. */
const ARGON2ID = 2 as Algorithm;
/** Sign-ins that wait for a hash to be calculated; more are an attack, or a machine that is much too small. */
const MAX_WAITING = 64;

/** What a hash costs an attacker who tries passwords. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
  lanes: number;
  /** Hashes that are calculated side by side. */
  atOnce: number;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** With no stored hash it takes as long and is false: unknown accounts cannot be told by the clock. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Made with other parameters than today's. */
  isOutdated(stored: string): boolean;
}

/** Argon2id, keyed with the installation's pepper: a stolen database alone cannot be tried against word lists. */
export function createPasswordHasher(
  keyPepper: string,
  { memoryKib, passes, lanes, atOnce }: PasswordCost = limits.accounts.argon2,
): PasswordHasher {
  const options: Options = {
    algorithm: ARGON2ID,
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: lanes,
    secret: Buffer.from(hkdfSync('sha256', keyPepper, '', 'assay passwords 1', 32)),
  };
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Each hash takes 64 MB: only a few at a time. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= MAX_WAITING) {
        throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many people are signing in. Try again in a moment.', {
          retryAfterSeconds: 10,
        });
      }
      await new Promise<void>((go) => waiting.push(go));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  const make = (password: string) => inTurn(() => hash(normalise(password), options));
  /** What passwords of accounts without one are compared with. */
  let nobodys: Promise<string> | undefined;

  return {
    hash: make,
    async verify(stored, password) {
      nobodys ??= make('of nobody');
      const against = stored ?? (await nobodys);
      const fits = await inTurn(() => verify(against, normalise(password), options));
      return fits && stored !== null;
    },
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return memoryCost !== memoryKib || timeCost !== passes || parallelism !== lanes;
    },
  };
}

/** Keyboards write the same letter in different ways. */
const normalise = (password: string): string => password.normalize('NFKC');

/** Length is what counts (NIST SP 800-63B); besides, it must not be what an attacker would try first. */
export function requirePassword(password: string, email: string): string {
  const { minChars, maxChars } = limits.accounts.password;
  const text = normalise(password);
  const length = [...text].length;
  if (length < minChars || length > maxChars) {
    throw fieldFault('password', `A password needs ${minChars} to ${maxChars} characters.`);
  }
  const lower = text.toLowerCase();
  const [local = ''] = email.split('@');
  if (lower.includes(email) || (local.length >= 6 && lower.includes(local))) {
    throw fieldFault('password', 'The password must not contain the e-mail address.');
  }
  if (new Set(lower).size < 5 || isSequence(lower)) {
    throw fieldFault('password', 'This password is too easy to guess: mix more different characters.');
  }
  if (isCommon(text)) {
    throw fieldFault(
      'password',
      'This password is among the first that are guessed: take four or more words that do not belong together.',
    );
  }
  return password;
}

/** "abcdefghijkl", "123456789012". */
function isSequence(text: string): boolean {
  const codes = [...text].map((letter) => letter.charCodeAt(0));
  const steps = codes.slice(1).map((code, index) => code - codes[index]!);
  return steps.filter((step) => step === 1 || step === 0).length >= steps.length - 1;
}
