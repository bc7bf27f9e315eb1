export type ModelErrorCode =
  | 'MODEL_NOT_FOUND'
  | 'MODEL_DAMAGED'
  | 'MODEL_REFUSED'
  | 'MODEL_IN_USE'
  | 'BUNDLE_REFUSED'
  | 'DOWNLOAD_FAILED'
  | 'DISK_FULL'
  | 'MODELS_BUSY';

/** A fault with a model that a person can put right; the message says what is wrong with which file, and what to do. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ModelError';
    this.code = code;
  }
}

/** A full disk says so in words; anything else stays what it is. */
export function asDiskFull(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new ModelError(
    'DISK_FULL',
    `The disk of ${folder} is full. Nothing was installed; free some space and try again.`,
    { cause: error },
  );
}
