const codes = [
  'BACKUP_KEY',
  'BACKUP_NOT_FOUND',
  'BACKUP_DAMAGED',
  'BACKUP_BUSY',
  'BACKUP_PLACE',
  'RESTORE_REFUSED',
  'DISK_FULL',
  'TOOL_MISSING',
  'TOOL_FAILED',
] as const;
export type BackupErrorCode = (typeof codes)[number];

/** A backup or restore cannot go on; the message tells a person what to do. */
export class BackupError extends Error {
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BackupError';
    this.code = code;
  }
}
