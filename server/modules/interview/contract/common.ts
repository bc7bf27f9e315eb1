import { text } from '../../shapes/schema.ts';
import { interviewRuns } from '../run-type.ts';

/** Of every endpoint of interviews. */
export const common = { permission: interviewRuns.permission, tag: 'Interviews' } as const;
export const bodyErrors = [
  'INVALID_INPUT',
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;
export const uuid = (description: string) => text(description, { format: 'uuid' });
