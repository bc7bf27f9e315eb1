/** Limits and weights of turn taking are chosen on one half of the people and recordings, by their names, and told on the other. */
export const isChosenOn = (owner: string): boolean =>
  [...owner].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 0;
