import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import {
  type ContractOf,
  closed,
  Nullable,
  NullableNumber,
  NullableText,
  NullableTime,
  Time,
} from '../shapes.ts';
import type { personasAccess } from './access.ts';

const { interview } = limits;

const OwnQuestion = Type.Object(
  {
    text: Type.String(),
    seconds: NullableNumber,
    followUps: Type.Boolean(),
    mustAsk: Type.Boolean(),
  },
  closed,
);
const questions = Nullable(Type.Array(OwnQuestion, { maxItems: interview.questions.most }));

export const PersonaRow = Type.Object({
  id: Type.String(),
  roleName: Type.String(),
  /** ISO 639-1. */
  language: Type.String(),
  maxMinutes: Type.Integer(),
  status: Type.Enum(['active', 'archived']),
  /** Sessions that it was invited to, whatever became of them. */
  sessions: Type.Integer(),
  createdAt: Time,
  updatedAt: NullableTime,
});
export type PersonaRow = Static<typeof PersonaRow>;

export const PersonasQuery = Type.Object({
  status: Type.Enum(['active', 'archived'], { default: 'active' }),
});

/** All of them, newest first. */
export const PersonaList = Type.Object({ items: Type.Array(PersonaRow) });
export type PersonaList = Static<typeof PersonaList>;

export const PersonaDetails = Type.Object({
  ...PersonaRow.properties,
  systemPrompt: Type.String(),
  /** The prompt is made from role and language. */
  isPromptGenerated: Type.Boolean(),
  basePromptOverride: Nullable(Type.String()),
  voice: Nullable(Type.String()),
  patienceMs: Type.Integer(),
  analyse: Type.Boolean(),
  positionId: Nullable(Type.String()),
  questions,
});
export type PersonaDetails = Static<typeof PersonaDetails>;

/** What the editor saves; the service judges it, so that every fault comes at once. */
export const PersonaDraft = Type.Object(
  {
    roleName: Type.String(),
    language: Type.String(),
    /** Null: one is made from role and language. */
    systemPrompt: NullableText,
    basePromptOverride: NullableText,
    maxMinutes: Type.Number(),
    voice: NullableText,
    patienceMs: Type.Number(),
    analyse: Type.Boolean(),
    positionId: NullableText,
    /** Null: made for the role; absent: as they are. */
    questions: Type.Optional(questions),
  },
  closed,
);
export type PersonaDraft = Static<typeof PersonaDraft>;

/** Of a talk with the persona of which nothing is kept. */
export const TrialMade = Type.Object({
  /** On this server, from its root. */
  link: Type.String(),
  /** When the link ends, and with it the talk. */
  expiresAt: Time,
});

const ofOpening = {
  roleName: Type.String({ maxLength: interview.roleName.maxChars }),
  language: Type.String({ maxLength: interview.language.maxChars }),
  maxMinutes: Type.Integer({ minimum: interview.maxMinutes.min, maximum: interview.maxMinutes.max }),
};
export const LookedAt = Type.Object(
  { ...ofOpening, questions: Type.Optional(questions), positionId: Type.Optional(NullableText) },
  closed,
);
export const Spoken = Type.Object(
  { ...ofOpening, questions: Type.Optional(questions), voice: NullableText },
  closed,
);

export const PersonaLook = Type.Object({
  language: Type.String(),
  generatedPrompt: Type.String(),
  /** What `basePromptOverride` stands in place of. */
  baseBehaviour: Type.String(),
  /** Whether a language model reads prompt and behaviour. */
  hasModel: Type.Boolean(),
  /** What it says first, sentence by sentence. */
  opening: Type.Array(Type.String()),
  /** What it asks every candidate, as far as time allows. */
  questions: Type.Array(Type.String()),
  /** That speak the language, the best first. */
  voices: Type.Array(Type.String()),
  /** Why no candidate can be interviewed in that language at present; null: they can, or no live process is there to tell. */
  whyNotHeld: NullableText,
});
export type PersonaLook = Static<typeof PersonaLook>;

export const personasContract = {
  'GET /clients/:clientId/personas': { query: PersonasQuery, answer: PersonaList },
  'POST /clients/:clientId/personas': {
    body: PersonaDraft,
    answer: PersonaDetails,
    status: 201,
  },
  'POST /clients/:clientId/personas/look': { body: LookedAt, answer: PersonaLook },
  'POST /clients/:clientId/personas/voice': { body: Spoken, answer: 'raw' },
  'GET /clients/:clientId/personas/:personaId': { answer: PersonaDetails },
  'PATCH /clients/:clientId/personas/:personaId': {
    body: PersonaDraft,
    answer: PersonaDetails,
  },
  'POST /clients/:clientId/personas/:personaId/archive': { answer: PersonaDetails },
  'POST /clients/:clientId/personas/:personaId/trials': { answer: TrialMade, status: 201 },
} as const satisfies ContractOf<typeof personasAccess>;
