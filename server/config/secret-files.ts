import { readFileSync } from 'node:fs';

/** Settings that are secrets: each may also be given as NAME_FILE, the path of a file that holds it. */
export const secretSettings = [
  'DATABASE_URL',
  'KEY_PEPPER',
  'AUDIT_ANCHOR_KEY',
  'METRICS_TOKEN',
  'ASR_HTTP_API_KEY',
  'LANGUAGE_MODEL_KEY',
  'EMBEDDINGS_API_KEY',
  'INTERVIEW_MODEL_KEY',
  'TTS_HTTP_API_KEY',
  'LIVE_ICE_CREDENTIAL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

const fileOf = (name: string): string => `${name}_FILE`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with the secrets that files hold, as container platforms mount them. The end of a file's last line is no part of the
 * secret.
 *
 * @param faults gets what is wrong: a file that cannot be read or is empty, a secret that is given twice
 */
export function withSecretsOfFiles(env: Environment, faults: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of secretSettings) {
    const path = env[fileOf(name)]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) {
      faults.push(`${name} and ${fileOf(name)} are both set; leave one of them out.`);
      continue;
    }
    const secret = contentOf(path, name, faults);
    if (secret !== undefined) read[name] = secret;
  }
  return Object.keys(read).length === 0 ? env : { ...env, ...read };
}

function contentOf(path: string, name: string, faults: string[]): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret !== '') return secret;
    faults.push(`${fileOf(name)}: the file "${path}" is empty.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'it may not be read' : code;
    faults.push(`${fileOf(name)}: "${path}" cannot be read (${reason}).`);
  }
  return undefined;
}
