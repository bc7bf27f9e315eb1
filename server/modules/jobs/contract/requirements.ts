import { Type } from 'typebox';
import { configShape, type Shape } from '../../../domain/requirements/schema.ts';
import type { RequirementsConfig as StoredConfig } from '../../../domain/requirements/types.ts';
import { positionIdPattern } from '../../../domain/requirements/validate.ts';
import { text } from '../../shapes/schema.ts';

/**
 * The shape that the validator itself reads by, without the words that only it knows.
 *
 * @param as `sent`: closed, with defaults told in words: generators of clients take a field with a default for one that must be sent.
 *   `shown`: open, and complete but for what has no default
 */
export function published(shape: Shape, as: 'sent' | 'shown'): Record<string, unknown> {
  const { anyCase, properties, items, enum: choices, default: usual, description, ...rest } = shape;
  const { required, additionalProperties, ...shown } = rest;
  const unlessGiven =
    as === 'sent' && ['string', 'number', 'boolean'].includes(typeof usual) && `${usual} unless given.`;
  /** Whatever has a default was filled in. */
  const shownAlways = Object.entries(properties ?? {})
    .filter(([name, inner]) => required?.includes(name) || inner.default !== undefined)
    .map(([name]) => name);
  const told = [description, unlessGiven].filter(Boolean).join(' ');
  return {
    ...(as === 'sent' ? rest : { ...shown, ...(properties && { required: shownAlways }) }),
    ...(told && { description: told }),
    ...(choices && { enum: typeof shape.type === 'string' ? choices : [...choices, null] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, published(inner, as)]),
      ),
    }),
    ...(items && { items: published(items, as) }),
  };
}

export const RequirementsConfig = Type.Unsafe<Record<string, unknown>>({
  ...published(configShape, 'sent'),
  $id: 'RequirementsConfig',
  description: 'What a job asks for.',
});
export const StoredRequirementsConfig = Type.Unsafe<StoredConfig>({
  ...published(configShape, 'shown'),
  $id: 'StoredRequirementsConfig',
  description: 'What a job asks for, with all that was omitted filled in. It can be sent back as it is.',
});

export const PositionId = text('Your own id of the job; one active job has it at most.', {
  pattern: positionIdPattern.source,
});
