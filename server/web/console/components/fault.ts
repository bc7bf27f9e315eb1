import { ApiFault } from '../api/client.ts';

/** A sentence for people; the server's own where there is one. */
export function faultSentence(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

/** What is wrong with which field, for `form.setErrors`; empty when the fault is about none. */
export function faultFields(fault: unknown): Record<string, string> {
  const fields = fault instanceof ApiFault ? fault.details?.fields : undefined;
  return (fields ?? {}) as Record<string, string>;
}

/** Whether the fault is all said beside the fields, when these are the form's. */
export function isAboutFields(fault: unknown, known: readonly string[]): boolean {
  const fields = Object.keys(faultFields(fault));
  return fields.length > 0 && fields.every((field) => known.includes(field));
}
