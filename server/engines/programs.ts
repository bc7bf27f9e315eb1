import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `missing`: Assay cannot do its work; `warning`: it can, but look at this. */
export interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'missing';
  detail: string;
  /** What to do; absent when all is well. */
  advice?: string;
}

/** The programs of the system that Assay runs, in the order people should read them. */
export async function programFindings(searchPath: string): Promise<Finding[]> {
  const program = programIn(searchPath.split(delimiter).filter(Boolean));
  const groups = await Promise.all([
    program('ffmpeg', ['-version'], 'ffmpeg', 'reads every recording'),
    program('ffprobe', ['-version'], 'ffmpeg', 'recognises formats'),
    program(
      'espeak-ng',
      ['--version'],
      'espeak-ng',
      'the voice of interviews; analyses do without',
      'warning',
    ),
    program('flite', ['--version'], 'flite', 'the English voice of interviews', 'warning'),
    program(
      'tesseract',
      ['--version'],
      'tesseract-ocr',
      'reads scanned CVs; others are read without',
      'warning',
    ),
    program('pdftoppm', ['-v'], 'poppler-utils', 'draws the pages of scanned CVs', 'warning'),
    program('prlimit', ['--version'], 'util-linux', 'limits what programs may use'),
    program(
      'setpriv',
      ['--version'],
      'util-linux',
      'ends programs with Assay, and keeps them from gaining rights',
    ),
  ]);
  return groups.flat();
}

const found = (name: string, detail: string): Finding => ({ name, status: 'ok', detail });

type LookFor = (
  name: string,
  versionArgs: string[],
  debianPackage: string,
  purpose: string,
  whenMissing?: 'missing' | 'warning',
) => Promise<Finding[]>;

const programIn =
  (folders: readonly string[]): LookFor =>
  async (name, versionArgs, debianPackage, purpose, whenMissing = 'missing') => {
    const paths = folders.map((path) => join(path, name));
    const accessible = await Promise.all(paths.map((path) => isAccessible(path, constants.X_OK)));
    const path = paths.find((_, index) => accessible[index]);
    if (!path) {
      const advice = `sudo apt-get install ${debianPackage}`;
      return [{ name, status: whenMissing, detail: `not found; ${purpose}`, advice }];
    }
    const said = await run(path, versionArgs, { timeout: 10_000 }).catch(
      (error: { stdout?: string }) => error,
    );
    const version = /\d+\.\d[\w.+-]*/.exec(said.stdout ?? '')?.[0];
    return [found(name, `${version ? `${version} at ` : ''}${path}; ${purpose}`)];
  };

/** Whether this process may do so with a path. */
export const isAccessible = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  );
