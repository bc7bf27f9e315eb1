/** Turns texts into vectors that lie near each other when the texts mean the same. */
export interface EmbeddingsEngine {
  /** Names the model, its weights and how they are used. Vectors of two names are never compared: a new name means that everything is embedded anew. */
  readonly name: string;
  readonly dimensions: number;
  /**
   * @param texts up to 512 of them, in any of the languages; what is longer than the model reads is cut
   * @param kind models that were trained so are told whether a text asks or answers
   * @returns in the order of the texts: unit vectors × 127, rounded; all zero for a text in which the model knows nothing
   * @throws EmbeddingsError when the model cannot be asked now; the signal's reason when aborted
   */
  embed(texts: readonly string[], kind: EmbeddedKind, signal: AbortSignal): Promise<Int8Array[]>;
}

export type EmbeddedKind = 'query' | 'passage';

/** The model gave nothing: a server is away, or answers what cannot be used. The message is for operators and holds no text that was to be embedded. */
export class EmbeddingsError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'EmbeddingsError';
  }
}
