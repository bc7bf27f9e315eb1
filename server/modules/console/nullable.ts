import { Type } from 'typebox';

/**
 * A value or null, as a list of types: in a union the framework's conversions would make null a zero, or a zero null,
 * before any branch is tried.
 */
export const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
