import type { AsrEngine } from '../../../engines/asr/port.ts';
import { RunFailure } from '../../../errors.ts';

/**
 * The recogniser for a language: the first in order of preference that knows it.
 *
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR naming what to import when none does
 */
export function recogniserFor({ asr }: { asr: readonly AsrEngine[] }, language: string): AsrEngine {
  const engine = asr.find(({ languages }) => languages.includes(language));
  if (engine) return engine;
  const known = [...new Set(asr.flatMap(({ languages }) => languages))].sort();
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
  throw new RunFailure(
    'SERVICE_CONFIGURATION_ERROR',
    `No installed recogniser knows ${name} ("${language}"); installed: ${known.join(', ') || 'none'}. ` +
      'It takes a multilingual Whisper model to be installed, which this version of Assay cannot load yet.',
  );
}
