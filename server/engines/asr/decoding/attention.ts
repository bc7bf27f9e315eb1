/** Where a decoder looked in the sound while it wrote. */
export interface Attention {
  heads: number;
  /** Rows that belong to the prompt. */
  promptRows: number;
  /** Row by row: heads × frames. */
  rows: Float32Array[];
  /** Positions under which there is sound, and all that the encoder has: the rest is silence behind it. */
  frames: number;
  positions: number;
  /** What one position stands for. */
  positionMs: number;
}
