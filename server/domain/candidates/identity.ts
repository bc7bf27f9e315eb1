import { isStorable } from '../labels/labels.ts';
import { foldName, nameKeys, namesAgree } from './names.ts';

/** What something that was sent says of whose it is. */
export interface Identity {
  /** The customer's own id. */
  externalId: string | null;
  /** In small letters; the first is the person's own as far as can be told. */
  emails: string[];
  /** Digits, with a leading "+" where one stood. */
  phones: string[];
  name: string | null;
}

/**
 * What a candidate is found by. `externalId`, `email` and `cv` (the same stored file) join what has them; `id`, `phone` and `name` may well
 * belong to another person, and only propose.
 */
export const keyKinds = ['externalId', 'email', 'cv', 'id', 'phone', 'name'] as const;
export type KeyKind = (typeof keyKinds)[number];
export interface Key {
  kind: KeyKind;
  value: string;
}

/** Why two candidates may be one person. */
export const likenesses = ['email', 'cv', 'id', 'phone', 'name'] as const;
export type Likeness = (typeof likenesses)[number];

// An apostrophe may stand within a name: o'brien@example.com.
const address = /^[^\s@<>"',;:]+(?:'[^\s@<>"',;:]+)*@[^\s@<>"',;:]+\.[^\s@<>"',;:]+$/u;
const MAX_EMAIL_CHARS = 254;
const MAX_NAME_CHARS = 200;

/** An e-mail address as it is compared, also out of "Anna <anna@example.com>" or a mailto link; null for anything else. */
export function emailOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 4 * MAX_EMAIL_CHARS || !isStorable(given)) return null;
  const [, inner] = /<([^<>]+)>\s*$/.exec(given) ?? [];
  const email = (inner ?? given)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .normalize('NFKC')
    .toLowerCase();
  return email.length <= MAX_EMAIL_CHARS && address.test(email) ? email : null;
}

/** A telephone number as it is compared: digits, "+" in front of a country's code; null for anything else. */
export function phoneOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 60) return null;
  const digits = given.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15 || /[^\d\s()+./\-–]/.test(given.trim())) return null;
  const isAbroad = /^\s*\(?\+/.test(given) || digits.startsWith('00');
  return isAbroad ? `+${digits.replace(/^00/, '')}` : digits;
}

/** A name as it was written, on one line; null where there is none. */
export function nameOf(given: unknown): string | null {
  if (typeof given !== 'string' || !isStorable(given)) return null;
  const name = given.replace(/\s+/gu, ' ').trim();
  return /\p{L}/u.test(name) ? [...name].slice(0, MAX_NAME_CHARS).join('') : null;
}

/** "candidate_email", "Applicant e-mail" and "emailAddress" are one name of a field. */
const fieldName = (key: string) =>
  foldName(key)
    .replaceAll(/[^a-z]/g, '')
    .replace(/^(candidate|applicant|person|contact|kandidat|bewerber)s?(?=.)/, '');

/** What the metadata of a submission says, under whatever usual name. */
export function identityInMetadata(metadata: Record<string, unknown>): Omit<Identity, 'externalId'> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of Object.entries(metadata)) {
    const name = fieldName(key);
    if (!fields.has(name)) fields.set(name, value);
  }
  const first = <Value>(read: (given: unknown) => Value | null, ...names: string[]): Value | null =>
    names.map((name) => read(fields.get(name))).find((value) => value !== null) ?? null;
  const email = first(emailOf, 'email', 'emailaddress', 'mail', 'emailid');
  const phone = first(phoneOf, 'phone', 'phonenumber', 'telephone', 'mobile', 'tel', 'telefon');
  const given = first(nameOf, 'firstname', 'givenname', 'vorname');
  const family = first(nameOf, 'lastname', 'surname', 'familyname', 'nachname');
  return {
    emails: email === null ? [] : [email],
    phones: phone === null ? [] : [phone],
    name:
      first(nameOf, 'name', 'fullname') ??
      (given && family ? `${given} ${family}` : (given ?? family ?? null)),
  };
}

/** Ids that differ only in case, spaces and signs are written alike. */
const writtenAlike = (externalId: string): string => foldName(externalId).replaceAll(' ', '');

/** Every key that a candidate of this identity is found by. */
export function keysOf({ externalId, emails, phones, name }: Identity, cvId: string | null): Key[] {
  const alike = externalId === null ? '' : writtenAlike(externalId);
  const asEmail = emailOf(externalId);
  const keys: Key[] = [
    ...(externalId === null ? [] : [{ kind: 'externalId' as const, value: externalId }]),
    ...(alike.length < 3 ? [] : [{ kind: 'id' as const, value: alike }]),
    ...[...emails, ...(asEmail === null ? [] : [asEmail])].map((value) => ({
      kind: 'email' as const,
      value,
    })),
    ...(cvId === null ? [] : [{ kind: 'cv' as const, value: cvId }]),
    // The end of a number is the same with and without its country's code.
    ...phones.map((phone) => ({ kind: 'phone' as const, value: phone.replace('+', '').slice(-9) })),
    ...(name === null ? [] : nameKeys(name).map((value) => ({ kind: 'name' as const, value }))),
  ];
  const seen = new Set<string>();
  return keys.filter(({ kind, value }) => !seen.has(`${kind} ${value}`) && seen.add(`${kind} ${value}`));
}

/** Of a candidate, as far as it decides whether another record is the same person. */
export interface Known {
  name: string | null;
  externalIds: readonly string[];
}

/**
 * Whether what shares an exact key is one person's without asking. The customer's own ids decide: different ones are different people
 * until a person says otherwise. Neither may names contradict each other: an agency has one address for many.
 */
export function joinsSilently(one: Known, other: Known): boolean {
  const bothHaveIds = one.externalIds.length > 0 && other.externalIds.length > 0;
  if (bothHaveIds && !one.externalIds.some((id) => other.externalIds.includes(id))) return false;
  return one.name === null || other.name === null || namesAgree(one.name, other.name);
}

/** Whether a likeness is worth a person's look. */
export const isWorthAsking = (likeness: Likeness, one: Known, other: Known): boolean =>
  likeness !== 'name' || (one.name !== null && other.name !== null && namesAgree(one.name, other.name));
