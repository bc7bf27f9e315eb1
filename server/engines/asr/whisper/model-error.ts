import { basename } from 'node:path';

/** A model folder that cannot be used: says which file, and what is wrong with it. */
export class WhisperModelError extends Error {
  /** The file's path, or the folder's where a file is missing. */
  readonly path: string;

  constructor(path: string, fault: string, options?: ErrorOptions) {
    super(`Whisper model: ${basename(path)} ${fault}`, options);
    this.name = 'WhisperModelError';
    this.path = path;
  }
}
