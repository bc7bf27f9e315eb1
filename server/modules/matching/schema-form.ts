import { Type } from 'typebox';
import { limits } from '../../config/limits.ts';
import { positionIdPattern } from '../../domain/requirements/validate.ts';

const json = (description: string) =>
  Type.Optional(Type.String({ contentMediaType: 'application/json', description }));

const ignored = Type.Optional(
  Type.String({ deprecated: true, description: 'Of earlier versions: taken and ignored.' }),
);

/** The form as it goes over the wire: JSON travels as text. Its rules are checked by fields.ts, on the stream. */
export const MatchForm = Type.Object(
  {
    cv: Type.Unsafe<Uint8Array>({
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/pdf',
      description: `The CV: a PDF or a Word file (DOCX) of at most ${limits.cv.maxPages} pages and ${limits.cv.maxSizeBytes / 1024 / 1024} MB; a single file is taken under any name.`,
    }),
    job_description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.jobs.maxDescriptionChars,
        description:
          'The job in words. Together with config, or not at all: then the job that position_id or job_id means is used.',
      }),
    ),
    config: json('What the job asks for, a RequirementsConfig as JSON text: `{"requirements": {…}}`.'),
    position_id: Type.Optional(
      Type.String({
        pattern: positionIdPattern.source,
        description: 'Your own id of the job. At least one of position_id and job_id is needed.',
      }),
    ),
    job_id: Type.Optional(Type.String({ description: 'Our id of a stored job.' })),
    saveJob: Type.Optional(
      Type.String({
        enum: ['true', 'false'],
        description:
          'true: job_description and config are stored as the job of this reference: a new one for position_id (409 where an active job has it), the one of job_id changed.',
      }),
    ),
    webhook_url: Type.Optional(
      Type.String({
        description: 'Address that gets a signed call when the match has ended: HTTPS and a public host.',
      }),
    ),
    metadata: json('Your own data about it: a JSON object, as for speech.'),
    tags: json('Your own tags for it: a JSON array of strings, as for speech.'),
    source: ignored,
    request_id: ignored,
    external_request_id: ignored,
  },
  {
    $id: 'MatchForm',
    additionalProperties: false,
    description: 'A CV and the job to match it with, as a form.',
  },
);
