import { type Static, type TSchema, Type } from 'typebox';
import { runStatuses, type ServiceType, serviceTypes } from '../runs/types.ts';

export type { ServiceType };

/** Parts of many shapes. Shapes are said in TypeBox, once: routes check what comes by them, pages take their types. */

/** Of objects that clients send: a field that is not known is refused. */
export const closed = { additionalProperties: false } as const;

/** A value or null, in answers. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/**
 * A value or null in what clients send, as a list of types: in a union the framework's conversions would make null a
 * zero, or a zero null, before any branch is tried.
 */
export const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** ISO 8601 UTC. */
export const Time = Type.String();
export const NullableTime = Nullable(Time);

/** How many rows a list answers; absent, the default. */
export const limitOf = ({ min, max, default: usual }: { min: number; max: number; default: number }) =>
  Type.Integer({ minimum: min, maximum: max, default: usual });
/** Rows to pass over. */
export const Offset = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 });

/** One key per upload chosen: sent again after a lost answer, what was made is the first one. */
export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

/** Why something was not done: a code of `errors.ts` and a sentence for people. */
export const Fault = Type.Object({ code: Type.String(), message: Type.String() });

export const RunStatus = Type.Enum(runStatuses);
export type RunStatus = Static<typeof RunStatus>;

/** What clients submit. */
export const ServiceTypeName = Type.Enum([...serviceTypes]);
/** The same of each type. */
export const byServiceType = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Record<ServiceType, Static<Schema>>>(
    Type.Object(Object.fromEntries(serviceTypes.map((name) => [name, schema]))),
  );

/** Something with its name. */
export const Named = Type.Object({ id: Type.String(), name: Type.String() });

/** What a route takes and answers. */
export interface RouteContract {
  query?: TSchema;
  /** JSON; uploads are read by their route. */
  body?: TSchema;
  /** Beside those of every call. */
  headers?: TSchema;
  /** JSON. `nothing`: 204. `raw`: a file, a stream of events, a redirect; the route sends it itself. */
  answer: TSchema | 'nothing' | 'raw';
  /** Of a success; 200 unless said. */
  status?: 201 | 202;
}
/** Of an area: a contract for each route of its access table, and for no other. */
export type ContractOf<Accesses> = Record<keyof Accesses, RouteContract>;
