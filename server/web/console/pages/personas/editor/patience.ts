import { limits } from '../../../../../config/limits.ts';
import { personaTexts } from '../../../texts/personas.ts';

const { editor: words } = personaTexts;
const { min, max, default: usual } = limits.interview.patienceMs;

/** Milliseconds that a candidate may pause within an answer, by what people call them. */
export const patiences = { brisk: min, usual, calm: 2000, slow: max } as const;
export type PatienceName = keyof typeof patiences;

const names = Object.keys(patiences) as PatienceName[];

/** "Patient, 2,000 ms"; one that has no name by its milliseconds alone. */
export function patienceName(patienceMs: number): string {
  const name = names.find((one) => patiences[one] === patienceMs);
  const time = words.milliseconds(patienceMs);
  return name ? `${words.patiences[name].name}, ${time}` : time;
}

/** What can be chosen; what a persona has already is among it. */
export const patienceChoices = (patienceMs: number) => [
  ...names.map((name) => ({ value: patiences[name], ...words.patiences[name] })),
  ...(names.some((name) => patiences[name] === patienceMs)
    ? []
    : [{ value: patienceMs, name: words.ownPatience, hint: undefined }]),
];
