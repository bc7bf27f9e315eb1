import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { interviewLanguage } from './language.ts';
import type { LivePresence } from './live-types.ts';
import type { PersonasService, PersonaTrials } from './types.ts';

/** All that there is of a trial outside the process that holds it: nothing of it is stored. */
export interface Trial {
  id: string;
  clientId: string;
  personaId: string;
  expiresAtMs: number;
}

/** Tokens of links to trials. */
export interface TrialLinks {
  /** Says all of the trial, sealed: it needs no row that could be left behind. */
  token(trial: Trial): string;
  /** Undefined for whatever no process of this installation has sealed. Whether it has expired, the reader looks. */
  read(token: string): Trial | undefined;
}

const pattern = /^trial\.([\w-]+)\.([\w-]+)\.([\w-]+)\.(\d{1,15})\.([\w-]{43})$/;

/** Derived (HKDF-SHA-256) from the pepper of the API keys, as the links of candidates are. */
export function createTrialLinks(keyPepper: string): TrialLinks {
  const key = Buffer.from(hkdfSync('sha256', keyPepper, '', 'assay trial links 1', 32));
  const sealOf = (facts: string) => createHmac('sha256', key).update(facts).digest();
  const factsOf = ({ clientId, personaId, id, expiresAtMs }: Trial) =>
    `trial.${clientId}.${personaId}.${id}.${expiresAtMs}`;
  return {
    token(trial) {
      const facts = factsOf(trial);
      return `${facts}.${sealOf(facts).toString('base64url')}`;
    },
    read(token) {
      const [, clientId = '', personaId = '', id = '', expires, seal] = pattern.exec(token) ?? [];
      if (seal === undefined) return undefined;
      const trial = { id, clientId, personaId, expiresAtMs: Number(expires) };
      const given = Buffer.from(seal, 'base64url');
      const wanted = sealOf(factsOf(trial));
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? trial : undefined;
    },
  };
}

/** Lets the person who makes a persona talk with it; `server/live/trials.ts` holds the talk. */
export function createPersonaTrials({
  personas,
  presence,
  keyPepper,
  clock,
  newId,
}: {
  personas: Pick<PersonasService, 'find'>;
  presence: Pick<LivePresence, 'assertHeld'>;
  keyPepper: string;
  clock: Clock;
  newId: () => string;
}): PersonaTrials {
  const links = createTrialLinks(keyPepper);
  return {
    async open({ clientId, personaId }) {
      const persona = await personas.find({ clientId, personaId });
      if (!persona) return undefined;
      if (persona.archivedAt !== null) {
        throw new ApiError('PERSONA_ARCHIVED', 'This persona is archived; try another one.');
      }
      await presence.assertHeld(interviewLanguage(persona.language)!);
      const expiresAtMs = clock.now() + limits.interview.trials.linkMs;
      const token = links.token({ id: newId(), clientId, personaId, expiresAtMs });
      return { token, expiresAt: isoTime(expiresAtMs), roleName: persona.roleName };
    },
  };
}
