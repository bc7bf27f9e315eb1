import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvEngines } from './engines.ts';
import type { MatchInput, TextExtracted } from './state.ts';

/** The text of the uploaded PDF and where it stands; what cannot be read ends the run and is never scored. */
export const extractText: RequiredStep<MatchInput, TextExtracted, CvEngines> = {
  name: 'extractText',
  required: true,
  lane: 'cv',
  // The reader has a limit of its own per file; the rest is for pages that go through OCR.
  timeoutMs: minutes(4),
  failsAs: 'CV_UNREADABLE',

  run: async ({ cvPath }, { engines, signal, reportProgress, degrade }) => {
    const reading = await engines.pdf.read(cvPath, { signal, onProgress: reportProgress });
    if (!reading.ok) throw new RunFailure(reading.fault, reading.reason);
    for (const warning of reading.warnings) degrade(warning);
    return { document: reading.document };
  },
};
