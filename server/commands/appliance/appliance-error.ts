export type ApplianceErrorCode = 'SIGNING_KEY' | 'IMAGE_UNREADABLE' | 'BUNDLE_DAMAGED' | 'BUNDLE_NOT_TRUSTED';

/** An appliance cannot be bundled, or must not be installed; the message tells a person what to do. */
export class ApplianceError extends Error {
  readonly code: ApplianceErrorCode;

  constructor(code: ApplianceErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ApplianceError';
    this.code = code;
  }
}
