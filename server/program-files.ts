import { join } from 'node:path';

/** What is started by its file's name: processes, threads and the programs that hear, open CVs and hold WebRTC connections. */
export const programs = [
  'main',
  'cli',
  'lanes/entry/speech',
  'lanes/entry/cv',
  'live/ear/program',
  'live/media/peer/program',
  'engines/pdf/extract-program',
  'engines/docx/extract-program',
] as const;

/** What `scripts/bundle-server.ts` calls the built form of a program, in `dist/`. */
export const builtName = (program: string): string => `${program.replaceAll('/', '-')}.js`;

/** Path of a program: built when this code is, its source otherwise. */
export function programFile(program: (typeof programs)[number]): string {
  const isBuilt = import.meta.filename.endsWith('.js');
  return join(import.meta.dirname, isBuilt ? builtName(program) : `${program}.ts`);
}
