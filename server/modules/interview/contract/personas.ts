import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { OwnQuestion } from '../../../domain/interview/types.ts';
import { isObject } from '../../../domain/json.ts';
import { readBody } from '../../../domain/requirements/body.ts';
import { createFaults, type Faults } from '../../../domain/requirements/faults.ts';
import { refuseFaults } from '../../../domain/requirements/refusal.ts';
import { pageCursor, pageLimit } from '../../runs/contract/lists.ts';
import { answer, type Endpoint, sent } from '../../shapes/endpoint.ts';
import { choice, closed, list, listOf, nextCursor, orNull, text, time, whole } from '../../shapes/schema.ts';
import { type Persona, type PersonaContent, personaStatuses, personaStatusOf } from '../types.ts';
import { bodyErrors, common, uuid } from './common.ts';

const { interview } = limits;

const prompt = (description: string) =>
  Type.Optional(orNull(text(description, { minLength: 1, maxLength: interview.systemPrompt.maxChars })));

const questionText = {
  text: text('The question, in the language of the interview.', {
    minLength: 1,
    maxLength: interview.questions.maxChars,
  }),
};
const questionRules = {
  seconds: orNull(
    whole(
      `How long the answers to it may take before the next question comes, ${interview.questions.seconds.min}–${interview.questions.seconds.max}. Null or absent: as long as the others leave.`,
    ),
  ),
  follow_ups: Type.Boolean({ description: 'Whether more may be asked about an answer. Absent: true.' }),
  must_ask: Type.Boolean({ description: 'Never left out for want of time. Absent: true.' }),
};

const Question = Type.Object(
  {
    ...questionText,
    seconds: Type.Optional(questionRules.seconds),
    follow_ups: Type.Optional(questionRules.follow_ups),
    must_ask: Type.Optional(questionRules.must_ask),
  },
  closed,
);

const NewPersona = Type.Object(
  {
    role_name: text('Role interviewed for.', { minLength: 1, maxLength: interview.roleName.maxChars }),
    language: text(`One language, by code or by name: ${limits.languages.join(', ')}.`, {
      minLength: 1,
      maxLength: interview.language.maxChars,
    }),
    system_prompt: prompt(
      'What the interviewer is told; stored verbatim. Without it, one is made from role and language.',
    ),
    base_prompt_override: prompt(
      'In place of the behaviour that every interviewer has (turn-taking, pacing). Null or absent: as usual.',
    ),
    questions: Type.Optional(
      orNull(
        list(
          Question,
          'Your own questions, asked in this order in place of those made for the role. Null or absent: made for the role.',
          { minItems: 1, maxItems: interview.questions.most },
        ),
      ),
    ),
  },
  { $id: 'NewPersona', ...closed, description: 'An interviewer to create.' },
);

const rowFields = {
  id: uuid('Of the persona.'),
  client_id: text('Your account, which all its keys share.'),
  role_name: text('Role interviewed for.'),
  language: text('Language of the interview, as sent.'),
  status: choice(personaStatuses, 'archived: no more sessions are made with it.'),
  created_at: time('When it was created.'),
};

const PersonaRow = Type.Object(rowFields, {
  $id: 'PersonaRow',
  description: 'An interviewer, without its prompt.',
});

const PersonaShown = Type.Object(
  {
    ...rowFields,
    system_prompt: text('What the interviewer is told: as sent, or made from role and language.'),
    questions: orNull(
      list(
        Type.Object({ ...questionText, ...questionRules }),
        'Your own questions, in the order in which they are asked. Null where they are made for the role.',
      ),
    ),
    updated_at: orNull(time('When it was last changed. Null where it never was.')),
  },
  { $id: 'Persona', description: 'An interviewer, with its prompt.' },
);
type PersonaShown = Static<typeof PersonaShown>;

const PersonasPage = Type.Object(
  { data: listOf(PersonaRow, 'The rows, newest first.'), next_cursor: nextCursor },
  { $id: 'PersonasPage', description: 'One page of interviewers.' },
);

const PersonasQuery = Type.Object({ limit: pageLimit(interview.personasPage), cursor: pageCursor });

/** ApiError INVALID_INPUT with every field that is missing, unknown or no text; what a text may be, the service judges. */
export function parseNewPersona(
  body: unknown,
): Pick<PersonaContent, 'roleName' | 'language'> & Partial<PersonaContent> {
  const faults = createFaults();
  const given = readBody(body, NewPersona, faults);
  const textOf = (name: Exclude<keyof typeof given, 'questions'>, isRequired: boolean): string | null => {
    const value = given[name] ?? null;
    if (value === null && isRequired) faults.add(name, 'Is missing.');
    if (value === null || typeof value === 'string') return value;
    faults.add(name, isRequired ? 'Must be a text.' : 'Must be a text or null.');
    return null;
  };
  const roleName = textOf('role_name', true);
  const language = textOf('language', true);
  const systemPrompt = textOf('system_prompt', false);
  const basePromptOverride = textOf('base_prompt_override', false);
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
      if (!Object.hasOwn(Question.properties, name)) {
        faults.add(
          `${at}.${name.slice(0, 60)}`,
          `Is not known; known are ${Object.keys(Question.properties).join(', ')}.`,
        );
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

/** A persona as lists show it. */
export const presentPersonaRow = (persona: Persona): Static<typeof PersonaRow> => ({
  id: persona.id,
  client_id: persona.clientId,
  role_name: persona.roleName,
  language: persona.language,
  status: personaStatusOf(persona),
  created_at: persona.createdAt,
});

export const presentPersona = (persona: Persona) => ({
  ...presentPersonaRow(persona),
  system_prompt: persona.systemPrompt,
  questions:
    persona.questions?.map(({ text, seconds, followUps, mustAsk }) => ({
      text,
      seconds,
      follow_ups: followUps,
      must_ask: mustAsk,
    })) ?? null,
  updated_at: persona.updatedAt,
});

const personaRow: Static<typeof PersonaRow> = {
  id: '0192f3a8-5d20-7a4e-8b6f-1c2d3e4f5a60',
  client_id: 'acme',
  role_name: 'Customer support agent',
  language: 'English',
  status: 'active',
  created_at: '2026-11-23T08:00:00.000Z',
};

const persona: PersonaShown = {
  ...personaRow,
  system_prompt: 'You interview a candidate for this role: Customer support agent.',
  questions: null,
  updated_at: null,
};
const archived: PersonaShown = { ...persona, status: 'archived', updated_at: '2026-11-24T10:00:00.000Z' };

export const personaParams = Type.Object({ personaId: text('As creating the persona returned it.') });

export const personasContract = {
  create: {
    ...common,
    method: 'POST',
    url: '/interview/personas',
    bodyLimit: interview.maxBodyBytes,
    operationId: 'createPersona',
    summary: 'Create an interviewer',
    description: 'A persona is for one role and one language, and for any number of candidates.',
    body: sent(NewPersona, {
      shortest: { role_name: 'Customer support agent', language: 'English' },
      prompt: {
        role_name: 'Customer support agent',
        language: 'en',
        system_prompt: 'You interview for our hotline.',
      },
    }),
    errors: [...bodyErrors, 'LANGUAGE_NOT_AVAILABLE'],
    answers: { 201: answer(PersonaRow, 'Created.', { persona: personaRow }) },
  },
  list: {
    ...common,
    method: 'GET',
    url: '/interview/personas',
    operationId: 'listPersonas',
    summary: 'List your interviewers, newest first',
    description: 'Those that take sessions, without their prompts.',
    query: PersonasQuery,
    answers: {
      200: answer(PersonasPage, 'One page of those that take sessions.', {
        page: { data: [personaRow], next_cursor: null },
      }),
    },
  },
  get: {
    ...common,
    method: 'GET',
    url: '/interview/personas/:personaId',
    operationId: 'getPersona',
    summary: 'One interviewer, with its prompt',
    description: 'An archived one, too.',
    params: personaParams,
    errors: ['PERSONA_NOT_FOUND'],
    answers: { 200: answer(PersonaShown, 'The persona, archived or not.', { active: persona, archived }) },
  },
} satisfies Record<string, Endpoint>;
