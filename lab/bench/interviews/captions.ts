/** How soon a page shows what is being said, all in ms. */
export interface CaptionTimes {
  /** From the first sound of a turn to its first caption. */
  first: number[];
  /** Between one caption and the next during speech; of a turn's last one, to the end of its sound. */
  gaps: number[];
  /** From the end of a turn's sound to the words that it ends up with, however they are marked. */
  words: number[];
  /** From the decision that the turn has ended to the caption that changes no more. */
  final: number[];
}

export interface ShownCaption {
  atMs: number;
  text: string;
  isFinal: boolean;
}

/**
 * @param captions of the candidate, in order; all times on one clock
 * @param turn.decidedMs when the turn was taken to have ended; undefined where it was not
 */
export function captionTimes(
  captions: readonly ShownCaption[],
  { startMs, endMs, decidedMs }: { startMs: number; endMs: number; decidedMs: number | undefined },
): CaptionTimes {
  const own = captions.filter(({ atMs }) => atMs >= startMs);
  const during = own.map(({ atMs }) => atMs).filter((atMs) => atMs <= endMs);
  const final = own.find(({ atMs, isFinal }) => isFinal && atMs >= endMs);
  const words = final && own.find(({ text }) => text === final.text);
  return {
    first: own.slice(0, 1).map(({ atMs }) => atMs - startMs),
    gaps: during.map((atMs, index) => (during[index + 1] ?? endMs) - atMs),
    words: words ? [Math.max(0, words.atMs - endMs)] : [],
    final: final && decidedMs !== undefined ? [final.atMs - decidedMs] : [],
  };
}
