import { ApiError } from '../../errors.ts';
import type { Faults } from './faults.ts';

/** ApiError INVALID_INPUT with every fault in `details.fields`; undefined when there is none. */
export function refusalOf(faults: Faults): ApiError | undefined {
  const fields = faults.fields();
  const [first] = Object.entries(fields);
  if (!first) return undefined;
  const [path, fault] = first;
  const others = Object.keys(fields).length - 1;
  const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'field is' : 'fields are'} at fault.`;
  return new ApiError('INVALID_INPUT', `${path}: ${fault}${more}`, { details: { fields } });
}

/** Throws the refusal, if there is one. */
export function refuseFaults(faults: Faults): void {
  const refusal = refusalOf(faults);
  if (refusal) throw refusal;
}
