import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { RoutesApp } from './routes-app.ts';
import { idOf, referredBy } from './schema.ts';

/** A named schema with examples of it, each by a name. */
export interface Sent<Schema extends TSchema = TSchema> {
  schema: Schema;
  examples?: Readonly<Record<string, Static<Schema>>>;
}

/** JSON of a named schema. */
export interface JsonAnswer<Schema extends TSchema = TSchema> {
  schema: Schema;
  description: string;
  examples: Readonly<Record<string, Static<Schema>>>;
}

/** By media type; the handler sends it itself. Examples have the name of a media type, or are of all that have none of theirs. */
export interface FileAnswer {
  content: Readonly<Record<string, TSchema>>;
  description: string;
  examples: Readonly<Record<string, unknown>>;
}

/**
 * What a public route takes and answers, said once: the published description is made of it, and a handler that answers anything else
 * does not compile.
 */
export interface Endpoint
  extends Pick<
    FastifyContextConfig,
    'permission' | 'public' | 'isProbe' | 'errors' | 'invalid' | 'formerQuery'
  > {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  operationId: string;
  summary: string;
  description: string;
  tag: string;
  bodyLimit?: number;
  params?: TSchema;
  query?: TSchema;
  /** JSON that the handler judges itself, because it names every fault at once. */
  body?: Sent;
  /** Multipart, read on the stream. */
  form?: Sent;
  /** By status; the first one is that of a success. */
  answers: Readonly<Record<number, JsonAnswer | FileAnswer>>;
}

/** Examples that are not of the schema do not compile. */
export const sent = <Schema extends TSchema>(
  schema: Schema,
  examples?: Readonly<Record<string, Static<Schema>>>,
): Sent<Schema> => ({ schema, ...(examples && { examples }) });

/** Examples that are not of the schema do not compile. */
export const answer = <Schema extends TSchema>(
  schema: Schema,
  description: string,
  examples: Readonly<Record<string, Static<Schema>>>,
): JsonAnswer<Schema> => ({ schema, description, examples });

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;
type Part<Whole, Name extends string> = Whole extends { readonly [Key in Name]: infer Value }
  ? Value
  : undefined;

export type RequestOf<Of extends Endpoint> = FastifyRequest<{
  Params: StaticOr<Part<Of, 'params'>, unknown>;
  Querystring: StaticOr<Part<Of, 'query'>, unknown>;
}>;

/** As a handler may give it: what comes from the domain is often read-only. */
type Readable<Shape> = Shape extends readonly (infer Item)[]
  ? readonly Readable<Item>[]
  : Shape extends object
    ? { readonly [Field in keyof Shape]: Readable<Shape[Field]> }
    : Shape;
type AnswerIn<Answers> = Answers extends { schema: infer Schema extends TSchema }
  ? Readable<Static<Schema>>
  : FastifyReply;
export type AnswerOf<Of extends Endpoint> = AnswerIn<Of['answers'][keyof Of['answers']]>;

type FieldsOf<Wanted> = Wanted extends unknown ? keyof Wanted : never;
type FieldOf<Wanted, Name> = Wanted extends unknown
  ? Name extends keyof Wanted
    ? Wanted[Name]
    : never
  : never;
type ItemOf<Wanted> = Wanted extends readonly (infer Item)[] ? Item : never;
/** Fields that the contract does not name, however deep, would reach a client all the same. */
type NothingElse<Given, Wanted> = Given extends FastifyReply
  ? unknown
  : unknown extends Wanted
    ? unknown
    : Given extends readonly (infer Item)[]
      ? readonly NothingElse<Item, ItemOf<Wanted>>[]
      : Given extends object
        ? {
            readonly [Name in keyof Given]: Name extends FieldsOf<Wanted>
              ? NothingElse<Given[Name], FieldOf<Wanted, Name>>
              : never;
          }
        : unknown;

/** @returns the answer that the contract promises; where a file is promised, the reply that was sent */
type Handler<Of extends Endpoint, Given> = (
  request: RequestOf<Of>,
  reply: FastifyReply,
) => Promise<Given & NothingElse<Given, AnswerOf<Of>>>;

/** Adds the named schemas that a part of a description refers to, where the app does not have them yet. */
export function addReferred(app: Pick<RoutesApp, 'getSchema' | 'addSchema'>, part: unknown): void {
  for (const [id, schema] of referredBy(part)) if (!app.getSchema(id)) app.addSchema(schema);
}

/** Registers a route as its contract says, and the named schemas that it needs. */
export function publicRoute<const Of extends Endpoint, Given extends AnswerOf<Of>>(
  app: RoutesApp,
  endpoint: Of,
  handler: Handler<Of, Given>,
  hooks: Pick<RouteShorthandOptions, 'onRequest' | 'preValidation'> = {},
): void {
  const { method, url, operationId, summary, description, tag, bodyLimit }: Endpoint = endpoint;
  const { params, query, body, form, answers, ...config }: Endpoint = endpoint;
  const { permission, errors, invalid, formerQuery, isProbe } = config;
  const status = Number(Object.keys(answers)[0]);
  const response = Object.fromEntries(Object.entries(answers).map(([code, one]) => [code, responseOf(one)]));
  const sentBody = {
    ...(body && { body: { $ref: idOf(body.schema) } }),
    ...(form && { form: { $ref: idOf(form.schema) } }),
  };
  addReferred(app, { response, sentBody, query, params });
  app.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...hooks,
    config: {
      ...(permission && { permission }),
      ...(errors && { errors }),
      ...(invalid && { invalid }),
      ...(formerQuery && { formerQuery }),
      ...(isProbe && { isProbe }),
      ...(config.public && { public: true }),
      ...sentBody,
      examples: examplesOf(endpoint),
    },
    schema: {
      operationId,
      summary,
      description,
      tags: [tag],
      ...(params && { params }),
      ...(query && { querystring: query }),
      response,
    },
    handler: async (request, reply) => {
      const given = await handler(request as RequestOf<Of>, reply);
      if (given !== reply && status !== 200) reply.code(status);
      return given;
    },
  });
}

const responseOf = ({ description, ...answered }: JsonAnswer | FileAnswer): object =>
  'schema' in answered
    ? { $ref: idOf(answered.schema), description }
    : {
        description,
        content: Object.fromEntries(
          Object.entries(answered.content).map(([type, schema]) => [type, { schema }]),
        ),
      };

function examplesOf({ body, form, answers }: Endpoint): NonNullable<FastifyContextConfig['examples']> {
  const given = body?.examples ?? form?.examples;
  return {
    ...(given && { body: given }),
    answers: Object.fromEntries(Object.entries(answers).map(([code, { examples }]) => [code, examples])),
  };
}
