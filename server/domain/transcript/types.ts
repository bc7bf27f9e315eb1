/** A stretch of the original recording: start inclusive, end exclusive, whole milliseconds from its beginning. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** One recognised word on the original recording's clock. */
export interface Word extends Span {
  /** As it should be read: lower case but for names and "I"; no punctuation unless the recogniser gives it. */
  text: string;
  /** Probability that the word was said, 0–1, as the recogniser sees it. */
  confidence: number;
  /** "uh", "um" and their kin: shown, counted as hesitation, never as vocabulary. */
  filler?: boolean;
  /** No acoustic evidence, or below the recogniser's measured word threshold: shown as uncertain, never scored. */
  unsupported?: boolean;
  /** Said and taken back, where a transcriber marked it; recognisers do not know. */
  abandoned?: boolean;
}

/** One phone (ARPAbet, lower case, no stress) of an aligned word. */
export interface AlignedPhone extends Span {
  phone: string;
  /** Goodness of pronunciation: mean over frames of log p(this phone) − log p(best phone); 0 is best. */
  gop: number;
  /** Mean log posterior of this phone over its frames. */
  logPosterior: number;
  /** Mean entropy in nats of the framewise posterior over its frames. */
  entropy?: number;
  /** Mean logit that this phone, meant here, was said acceptably; only from models that judge it. */
  acceptability?: number;
}

export interface AlignedWord extends Word {
  /**
   * The words that were said, lower case, where they are not what is written: "$64bn" is [sixty, four, billion, dollars]. The
   * aligner's choice among the ways to read it, the likeliest where it found no place. What is counted and looked up; `text` is shown.
   */
  spoken?: string[];
  /** Absent where the aligner does not know the language or found no place for the word. */
  phones?: AlignedPhone[];
  /** Mean of the phones' GOP, weighted by duration. */
  gop?: number;
  /** How well the word fits the sound: plain mean of the phones' GOP as the aligner heard them, whichever engine judges the sounds. */
  fit?: number;
  /** Mean entropy in nats of the framewise phone posterior under the word. */
  entropy?: number;
}

/** A word that has been given to a speaker; `speaker` is a `Turn.speaker`. */
export interface SpokenWord extends AlignedWord {
  speaker: string;
  /** Another person spoke at the same time. */
  overlap: boolean;
}

/** A stretch in which one speaker holds the floor. */
export interface Turn extends Span {
  /** "S1", "S2", … in order of first appearance. */
  speaker: string;
  /** True when another speaker's turn overlaps this one. */
  overlap: boolean;
}
