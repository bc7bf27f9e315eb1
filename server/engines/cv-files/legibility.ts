/** Red, green and blue, each 0–255. */
export type Colour = readonly [number, number, number];

/** Colours nearer than this (`differenceOf`) are one to the eye. */
export const nearColours = 24;

/** Smaller letters than this cannot be read, on paper or screen. */
export const minSizePt = 3;
/** Letters narrower than this, on average, likewise. */
export const minLetterWidthPt = 0.6;

/**
 * How different two colours look, 0–255: in their brightness, as of greys, or in a single part of theirs, of which the eye sees blue least.
 * Pale yellow on white is as good as white.
 */
export function differenceOf(one: Colour, other: Colour): number {
  const [red, green, blue] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
  const brightness = Math.abs(0.299 * red + 0.587 * green + 0.114 * blue);
  return Math.max(brightness, 0.6 * Math.abs(red), 0.6 * Math.abs(green), 0.25 * Math.abs(blue));
}
