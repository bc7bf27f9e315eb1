import { limits } from '../../config/limits.ts';
import { ApiError } from '../../errors.ts';

/** A refusal that names the field, as forms want it. */
export const fieldFault = (field: string, message: string): ApiError =>
  new ApiError('INVALID_INPUT', message, { details: { fields: { [field]: message } } });

/** The form under which accounts are found: people write their address in any case. */
export const normaliseEmail = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

export function requireEmail(text: string): string {
  const email = normaliseEmail(text);
  if (email.length > limits.accounts.email.maxChars || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw fieldFault('email', 'Give an e-mail address such as ada@example.com.');
  }
  return email;
}

export function requirePersonName(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw fieldFault('name', 'A name needs 1 to 200 characters, none of them control characters.');
  }
  return name;
}
