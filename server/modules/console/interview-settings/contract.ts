import { type Static, Type } from 'typebox';
import { limits } from '../../../config/limits.ts';
import type { ServedNotice as Served } from '../../interview/types.ts';
import { type ContractOf, closed, NullableText, NullableTime } from '../shapes.ts';
import type { interviewSettingsAccess } from './access.ts';

/** What candidates are told, as they are served it. */
export const ServedNotice = Type.Unsafe<Served>(Type.Object({}));

/** What a client adds to it. */
const ownNotice = {
  contact: NullableText,
  privacyUrl: NullableText,
  /** By language, ISO 639-1. */
  texts: Type.Record(Type.String({ maxLength: 10 }), Type.String()),
};
export const NewInterviewNotice = Type.Object(ownNotice, closed);
export const NoticeQuery = Type.Object({ language: Type.Optional(Type.Enum([...limits.languages])) });
export const InterviewNotice = Type.Object({
  ...ownNotice,
  /** 0: nothing was added yet. */
  version: Type.Integer(),
  changedAt: NullableTime,
  /** For an interview that is scored. */
  preview: ServedNotice,
});
export type InterviewNotice = Static<typeof InterviewNotice>;

/** Where completed interviews are announced; null: nowhere. */
export const InterviewWebhook = Type.Object({ url: NullableText }, closed);
export type InterviewWebhook = Static<typeof InterviewWebhook>;

export const interviewSettingsContract = {
  'GET /clients/:clientId/interview-webhook': { answer: InterviewWebhook },
  'PUT /clients/:clientId/interview-webhook': {
    body: InterviewWebhook,
    answer: InterviewWebhook,
  },
  'GET /clients/:clientId/interview-notice': {
    query: NoticeQuery,
    answer: InterviewNotice,
  },
  'PUT /clients/:clientId/interview-notice': {
    query: NoticeQuery,
    body: NewInterviewNotice,
    answer: InterviewNotice,
  },
} as const satisfies ContractOf<typeof interviewSettingsAccess>;
