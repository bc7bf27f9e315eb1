import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { charCount, isStorable } from '../../domain/labels/labels.ts';
import { createFaults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { JobsService } from '../jobs/types.ts';
import { interviewLanguage } from './language.ts';
import type { LivePresence } from './live-types.ts';
import { findPersona, insertPersona, listPersonas, storePersona } from './persona-repository.ts';
import { generatedPrompt } from './prompts.ts';
import type { Persona, PersonaContent, PersonasService } from './types.ts';

const { interview } = limits;

const defaults: Omit<PersonaContent, 'roleName' | 'language'> = {
  systemPrompt: null,
  basePromptOverride: null,
  maxMinutes: interview.maxMinutes.default,
  voice: null,
  patienceMs: interview.patienceMs.default,
  analyse: false,
  positionId: null,
  questions: null,
};

/** Every write holds the client's lock, so that what was looked up still holds when it is written. */
export function createPersonasService({
  db,
  jobs,
  presence,
  clock,
}: {
  db: Db;
  jobs: Pick<JobsService, 'resolve'>;
  presence: Pick<LivePresence, 'assertLanguage'>;
  clock: Clock;
}): PersonasService {
  const now = () => isoTime(clock.now());
  const checkJob = async (clientId: string, positionId: string | null) => {
    if (positionId !== null) await jobs.resolve(clientId, { jobId: null, positionId });
  };

  return {
    async create({ clientId, id }, given, holdKey) {
      const content = checked({ ...defaults, ...given });
      await checkJob(clientId, content.positionId);
      await presence.assertLanguage(interviewLanguage(content.language)!);
      return transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        await holdKey?.(trx);
        const persona: Persona = {
          ...content,
          ...promptOf(content),
          id,
          clientId,
          createdAt: now(),
          updatedAt: null,
          archivedAt: null,
        };
        await insertPersona(trx, persona);
        return persona;
      });
    },

    find: ({ clientId, personaId }) => findPersona(db, clientId, personaId),

    list: ({ archived = false, ...about }) => listPersonas(db, { archived, ...about }),

    async update({ clientId, personaId }, changes) {
      if (changes.positionId !== undefined) await checkJob(clientId, changes.positionId);
      const language = changes.language === undefined ? undefined : interviewLanguage(changes.language);
      if (language !== undefined) await presence.assertLanguage(language);
      return transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const persona = await findPersona(trx, clientId, personaId);
        if (!persona) return undefined;
        if (persona.archivedAt !== null) {
          throw new ApiError('PERSONA_ARCHIVED', 'This persona is archived; create another one.');
        }
        const { isPromptGenerated, systemPrompt } = persona;
        const before = { ...persona, systemPrompt: isPromptGenerated ? null : systemPrompt };
        const content = checked({ ...before, ...changes });
        const changed: Persona = { ...persona, ...content, ...promptOf(content) };
        if (isDeepStrictEqual(changed, persona)) return persona;
        const stored = { ...changed, updatedAt: now() };
        await storePersona(trx, stored);
        return stored;
      });
    },

    archive: ({ clientId, personaId }) =>
      transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const persona = await findPersona(trx, clientId, personaId);
        if (!persona || persona.archivedAt !== null) return persona;
        const at = now();
        const archived = { ...persona, updatedAt: at, archivedAt: at };
        await storePersona(trx, archived);
        return archived;
      }),
  };
}

const promptOf = ({ roleName, language, systemPrompt }: PersonaContent) => ({
  systemPrompt: systemPrompt ?? generatedPrompt({ roleName, language: interviewLanguage(language)! }),
  isPromptGenerated: systemPrompt === null,
});

/** ApiError INVALID_INPUT with every fault, each under the name that programs know the field by. */
function checked<Content extends PersonaContent>(content: Content): Content {
  const faults = createFaults();
  const text = (field: string, given: string | null, maxChars: number) => {
    if (given === null) return;
    if (given.trim() === '' || charCount(given) > maxChars) {
      faults.add(field, `Must have 1 to ${maxChars} characters.`);
    } else if (!isStorable(given)) {
      faults.add(field, 'Must not contain NUL characters or halves of surrogate pairs.');
    }
  };
  const within = (field: string, given: number, { min, max }: { min: number; max: number }) => {
    if (Number.isInteger(given) && given >= min && given <= max) return;
    faults.add(field, `Must be a whole number from ${min} to ${max}.`);
  };
  text('role_name', content.roleName, interview.roleName.maxChars);
  text('language', content.language, interview.language.maxChars);
  if (faults.count === 0 && interviewLanguage(content.language) === undefined) {
    faults.add(
      'language',
      `Must name one of the languages ${limits.languages.join(', ')}, by code or by name.`,
    );
  }
  text('system_prompt', content.systemPrompt, interview.systemPrompt.maxChars);
  text('base_prompt_override', content.basePromptOverride, interview.systemPrompt.maxChars);
  text('voice', content.voice, interview.voice.maxChars);
  within('max_minutes', content.maxMinutes, interview.maxMinutes);
  within('patience_ms', content.patienceMs, interview.patienceMs);
  const { questions } = content;
  const { most, maxChars, seconds } = interview.questions;
  if (questions !== null && (questions.length < 1 || questions.length > most)) {
    faults.add('questions', `Must have 1 to ${most} questions, or be null.`);
  }
  for (const [index, question] of (questions ?? []).slice(0, most).entries()) {
    text(`questions.${index}.text`, question.text, maxChars);
    if (question.seconds !== null) within(`questions.${index}.seconds`, question.seconds, seconds);
  }
  refuseFaults(faults);
  return content;
}
