import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvEngines } from './engines.ts';
import type { ReadingInput, TextExtracted } from './state.ts';

/**
 * The text of the uploaded file and where it stands; what cannot be read ends the run and is never scored. A CV that the
 * same parser has read before is not read again.
 */
export const extractText: RequiredStep<ReadingInput, TextExtracted, CvEngines> = {
  name: 'extractText',
  required: true,
  lane: 'cv',
  // The programs that read have limits of their own; this is for ten pages that go through OCR.
  timeoutMs: minutes(10),
  failsAs: 'CV_UNREADABLE',

  run: async ({ cvPath, known }, { engines, signal, reportProgress, degrade }) => {
    const { parserVersion } = engines;
    if (known?.parserVersion === parserVersion) {
      for (const warning of known.warnings) degrade(warning);
      return { document: known.document, readingWarnings: known.warnings, parserVersion };
    }
    const reading = await engines.cvFiles.read(cvPath, { signal, onProgress: reportProgress });
    if (!reading.ok) {
      const { fault, reason, forOperators } = reading;
      throw new RunFailure(fault, reason, forOperators === undefined ? {} : { forOperators });
    }
    for (const warning of reading.warnings) degrade(warning);
    return { document: reading.document, readingWarnings: reading.warnings, parserVersion };
  },
};
