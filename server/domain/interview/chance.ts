/** FNV-1a. Decides between texts that are equally good; the same words give the same number everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  // Its last bits alone depend on little else than the last bits of the letters.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** One of `count` by seed and purpose. */
export const drawn = (seed: string, purpose: string, count: number): number =>
  count < 2 ? 0 : hash(`${seed}\n${purpose}`) % count;

/** The first one drawn, and the rest behind it in their order, for when that one has been used. */
export function drawnOrder(seed: string, purpose: string, count: number): number[] {
  const first = drawn(seed, purpose, count);
  return Array.from({ length: count }, (_, index) => (first + index) % count);
}
