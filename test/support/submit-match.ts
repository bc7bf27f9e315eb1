import { encodeForm, type FormPart } from './build-test-app.ts';
import type { Asked, ConformingClient } from './conforming-client.ts';
import { fakePdf } from './match-state.ts';

export const acceptedConfig = {
  requirements: { skills: { hard_skills: [{ name: 'Excel', importance: 3 }] } },
};

/** What an inline submission needs beside the file. */
export const inlineJob = {
  position_id: 'acc-1',
  job_description: 'Keeps the books.',
  config: JSON.stringify(acceptedConfig),
};

/** Submits a form; the file is a PDF under "cv" unless told otherwise. */
export function submitMatch(
  ask: ConformingClient,
  fields: Record<string, string> = inlineJob,
  file: Partial<FormPart> | null = {},
  headers: Record<string, string> = {},
): Promise<Asked> {
  const form = encodeForm([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...(file === null ? [] : [{ name: 'cv', value: fakePdf, fileName: 'cv.pdf', ...file }]),
  ]);
  return ask('POST', '/cvdeepmatch/submit', form.payload, { ...form.headers, ...headers });
}
