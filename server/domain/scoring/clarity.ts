export type Clarity = 'clear' | 'fair' | 'unclear';

/** A word's or a sound's clearness in words, so that colour is not all there is: goodness of pronunciation is 0 at best and falls below. */
export const clarityOf = (gop: number): Clarity => (gop > -0.7 ? 'clear' : gop > -1.5 ? 'fair' : 'unclear');
