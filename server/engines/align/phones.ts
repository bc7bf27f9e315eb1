/**
 * Classes of the bundled English model's frame head, in its order: silence, then the 39 phones of the CMU set
 * (ARPAbet, lower case, no stress).
 */
export const frameClasses = [
  'sil',
  ...'aa ae ah ao aw ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw v w y z zh'.split(
    ' ',
  ),
] as const;

export const silenceClass = 0;

const classByPhone = new Map<string, number>(frameClasses.map((phone, index) => [phone, index]));
// flite marks reduced vowels apart; the model does not.
for (const [reduced, full] of [
  ['ax', 'ah'],
  ['axr', 'er'],
  ['ix', 'ih'],
] as const) {
  classByPhone.set(reduced, classByPhone.get(full)!);
}

/** The phone as the model names it, or undefined for pauses and unknown names. */
export function modelPhone(name: string): string | undefined {
  const index = classByPhone.get(name);
  return index === undefined || index === silenceClass ? undefined : frameClasses[index];
}

export function classOfPhone(phone: string): number {
  const index = classByPhone.get(phone);
  if (index === undefined) throw new Error(`"${phone}" is not a phone of the aligner.`);
  return index;
}
