import { limits } from '../../config/limits.ts';
import type { OwnQuestion } from '../../domain/interview/types.ts';
import { isObject } from '../../domain/json.ts';
import { charCount, isStorable, labelText, parseMetadata, parseTags } from '../../domain/labels/labels.ts';
import { readBody } from '../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../domain/requirements/faults.ts';
import { refuseFaults } from '../../domain/requirements/refusal.ts';
import { type ConsentMode, consentModes } from './stored.ts';
import type { NewSession, PersonaContent } from './types.ts';

const personaTexts = ['role_name', 'language', 'system_prompt', 'base_prompt_override'] as const;
const personaFields = [...personaTexts, 'questions'] as const;
const questionFields = ['text', 'seconds', 'follow_ups', 'must_ask'];
const sessionFields = ['consent_mode', 'candidate_ref', 'metadata', 'tags'] as const;

/** ApiError INVALID_INPUT with every field that is missing, unknown or no text; what a text may be, the service judges. */
export function parseNewPersona(
  body: unknown,
): Pick<PersonaContent, 'roleName' | 'language'> & Partial<PersonaContent> {
  const faults = createFaults();
  const given = readBody(body, personaFields, faults);
  const text = (name: (typeof personaTexts)[number], isRequired: boolean): string | null => {
    const value = given[name] ?? null;
    if (value === null && isRequired) faults.add(name, 'Is missing.');
    if (value === null || typeof value === 'string') return value;
    faults.add(name, isRequired ? 'Must be a text.' : 'Must be a text or null.');
    return null;
  };
  const roleName = text('role_name', true);
  const language = text('language', true);
  const systemPrompt = text('system_prompt', false);
  const basePromptOverride = text('base_prompt_override', false);
  const questions = readQuestions(given.questions ?? null, faults);
  refuseFaults(faults);
  return { roleName: roleName!, language: language!, systemPrompt, basePromptOverride, questions };
}

/** What the numbers and texts may be, the service judges. */
function readQuestions(given: unknown, faults: Faults): OwnQuestion[] | null {
  if (given === null) return null;
  if (!Array.isArray(given)) {
    faults.add('questions', 'Must be a list or null.');
    return null;
  }
  // One more than there may be, so that the service tells of it.
  return given.slice(0, limits.interview.questions.most + 1).map((one: unknown, index) => {
    const at = `questions.${index}`;
    const question = isObject(one) ? one : {};
    if (!isObject(one)) faults.add(at, 'Must be an object.');
    for (const name of Object.keys(question)) {
      if (!questionFields.includes(name)) {
        faults.add(`${at}.${name.slice(0, 60)}`, `Is not known; known are ${questionFields.join(', ')}.`);
      }
    }
    const { text = null, seconds = null, follow_ups: followUps = true, must_ask: mustAsk = true } = question;
    if (typeof text !== 'string') faults.add(`${at}.text`, 'Must be a text.');
    if (seconds !== null && typeof seconds !== 'number')
      faults.add(`${at}.seconds`, 'Must be a number or null.');
    for (const [name, value] of [
      ['follow_ups', followUps],
      ['must_ask', mustAsk],
    ] as const) {
      if (typeof value !== 'boolean') faults.add(`${at}.${name}`, 'Must be true or false.');
    }
    return { text, seconds, followUps, mustAsk } as OwnQuestion;
  });
}

/** ApiError INVALID_INPUT with every fault of the other fields, then INVALID_METADATA, INVALID_TAGS. An absent body is an empty one. */
export function parseNewSession(
  body: unknown,
): Pick<NewSession, 'consentMode' | 'candidateRef' | 'metadata' | 'tags'> {
  const faults = createFaults();
  const given = readBody(body ?? {}, sessionFields, faults);
  const consentMode = given.consent_mode ?? 'explicit';
  if (!(consentModes as readonly unknown[]).includes(consentMode)) {
    faults.add('consent_mode', `Must be one of ${consentModes.join(', ')}.`);
  }
  const candidateRef = readReference(given.candidate_ref ?? null, faults);
  refuseFaults(faults);
  return {
    consentMode: consentMode as ConsentMode,
    candidateRef,
    metadata: parseMetadata(labelText(given.metadata)),
    tags: parseTags(labelText(given.tags)),
  };
}

function readReference(given: unknown, faults: Faults): string | null {
  const { maxChars } = limits.interview.candidateRef;
  if (given === null) return null;
  if (typeof given === 'string' && given !== '' && charCount(given) <= maxChars && isStorable(given)) {
    return given;
  }
  faults.add('candidate_ref', `Must be a text of 1 to ${maxChars} characters.`);
  return null;
}
