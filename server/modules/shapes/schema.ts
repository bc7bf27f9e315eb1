import { Type } from 'typebox';

/**
 * What the descriptions of all modules are made of. Every field says what it is (a test counts those that do not), so the description
 * comes first. Objects of answers are open, because fields may be added to them; only what clients send is `closed`.
 */

/** Of a body that clients send: a field that is not known is refused. */
export const closed = { additionalProperties: false } as const;

export const text = (description: string, options: object = {}) => Type.String({ ...options, description });
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const number = (description: string, options: object = {}) => Type.Number({ ...options, description });
export const flag = (description: string) => Type.Boolean({ description });
/** From 0, unless the options say otherwise. */
export const whole = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 0, ...options, description });
/** 0–1. */
export const share = (description: string) => number(description, { minimum: 0, maximum: 1 });
export const choice = <const Choice extends string>(choices: readonly Choice[], description: string) =>
  Type.Enum([...choices], { description });
export const list = <Item extends Type.TSchema>(items: Item, description: string, options: object = {}) =>
  Type.Array(items, { ...options, description });
/** Named schemas by their names, once something refers to them. */
const known = new Map<string, Type.TSchema>();

/** The name that a schema has in the interface description, where no other has it. */
export function idOf(schema: Type.TSchema): string {
  const { $id } = schema as { $id?: string };
  if ($id === undefined) throw new Error('A schema that is referred to needs an $id.');
  if ((known.get($id) ?? schema) !== schema) throw new Error(`Two schemas are named "${$id}".`);
  known.set($id, schema);
  return $id;
}

/** Named schemas that a part of a description refers to, and all that they refer to, by their names. */
export function referredBy(part: unknown, found = new Map<string, Type.TSchema>()) {
  if (typeof part !== 'object' || part === null) return found;
  for (const [name, inner] of Object.entries(part)) {
    const schema = name === '$ref' ? known.get(inner as string) : undefined;
    if (schema && !found.has(inner)) referredBy(schema, found.set(inner, schema));
    referredBy(inner, found);
  }
  return found;
}
/**
 * A named schema, with what it is here. Beside a `$ref` the description would be lost on the way: `http/openapi/complete.ts` puts it
 * there.
 */
export const ref = <Named extends Type.TSchema>(schema: Named, description: string) =>
  Type.Unsafe<Type.Static<Named>>({ allOf: [{ $ref: idOf(schema) }], description });
/** A named schema where nothing more is said of it. */
export const named = <Named extends Type.TSchema>(schema: Named) =>
  Type.Unsafe<Type.Static<Named>>({ $ref: idOf(schema) });
/** Each of these is of a named schema. */
export const listOf = <Named extends Type.TSchema>(items: Named, description: string, options: object = {}) =>
  Type.Array(named(items), { ...options, description });
/** Two of them: lower and upper end. */
export const pair = <Item extends Type.TSchema>(items: Item, description: string) =>
  Type.Unsafe<[from: Type.Static<Item>, to: Type.Static<Item>]>(
    list(items, description, { minItems: 2, maxItems: 2 }),
  );
/** By key, whatever the keys are. */
export const map = <Value extends Type.TSchema>(values: Value, description: string) =>
  Type.Unsafe<Record<string, Type.Static<Value>>>({
    type: 'object',
    additionalProperties: values,
    description,
  });
export const object = <Fields extends Type.TProperties>(description: string, fields: Fields) =>
  Type.Object(fields, { description });

/** The same or null; the description says when it is null. */
export function orNull<Schema extends Type.TSchema>(schema: Schema) {
  const { description, ...bare } = schema as { description?: string };
  return Type.Unsafe<Type.Static<Schema> | null>({
    anyOf: [bare, { type: 'null' }],
    ...(description !== undefined && { description }),
  });
}

/** Of what is stored: no description, nor shown as the interface shows it. */
export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Variants of an answer, told apart by their `status`: which named schema each has. */
export const byStatus = <Variants extends Readonly<Record<string, Type.TSchema>>>(
  $id: string,
  description: string,
  variants: Variants,
) => {
  const names = Object.entries(variants).map(([status, one]) => [status, idOf(one)] as const);
  return Type.Unsafe<Type.Static<Variants[keyof Variants]>>({
    $id,
    description,
    oneOf: [...new Set(names.map(([, name]) => name))].map((name) => ({ $ref: name })),
    discriminator: {
      propertyName: 'status',
      mapping: Object.fromEntries(names.map(([status, name]) => [status, `#/components/schemas/${name}`])),
    },
  });
};

/** Always null in this variant. */
export const noValue = (description: string) => Type.Null({ description });
/** Each of these fields is null in this variant, for the one reason. */
export const noValues = <Fields extends object>(fields: Fields, description: string) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, noValue(description)])) as {
    [Name in keyof Fields]: Type.TNull;
  };
/** Each of these fields, or null. */
export const eachOrNull = <Fields extends Type.TProperties>(fields: Fields, whenNull: string) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const { description } = schema as { description?: string };
      return [name, orNull({ ...schema, description: `${description} ${whenNull}` } as Type.TSchema)];
    }),
  ) as { [Name in keyof Fields]: Type.TUnsafe<Type.Static<Fields[Name]> | null> };

export const answeredAt = time('When the server gave this answer.');
export const nextCursor = orNull(text('Send it as `cursor` to get the next page. Null on the last page.'));

/** What a client sent with a run, a session or a candidate to tell it by. */
export const labels = {
  metadata: map(
    Type.String(),
    'The metadata sent with it. Numbers, booleans and nested values come back as JSON text. `{}` where none was sent.',
  ),
  tags: list(Type.String(), 'The tags sent with it, trimmed, each once. `[]` where none were sent.'),
};

/** Of the body of a webhook. */
export const event = <const Name extends string>(name: Name) =>
  Type.Literal(name, { description: 'What happened, for receivers of several events.' });

/** One of a named schema of codes; its type is any text, because what is stored may be of another version. */
export const code = (codes: Type.TSchema, description: string) =>
  Type.Unsafe<string>(ref(codes, description));
/** @param codes named schema of the codes */
export const failure = (codes: Type.TSchema, description = 'Why it failed.') =>
  object(description, {
    code: code(codes, 'For programs.'),
    message: text('For people. The wording may change.'),
  });
