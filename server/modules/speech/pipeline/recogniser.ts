import { languageName } from '../../../domain/transcript/language.ts';
import type { AsrEngine } from '../../../engines/asr/port.ts';
import { RunFailure } from '../../../errors.ts';

/**
 * The recogniser for a language: the first in order of preference that knows it.
 *
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR naming the command that installs one when none does
 */
export function recogniserFor({ asr }: { asr: readonly AsrEngine[] }, language: string): AsrEngine {
  const engine = asr.find(({ languages }) => languages.includes(language));
  if (engine) return engine;
  const known = [...new Set(asr.flatMap(({ languages }) => languages))].sort();
  throw new RunFailure(
    'SERVICE_CONFIGURATION_ERROR',
    `No installed recogniser knows ${languageName(language)} ("${language}"); installed: ${known.join(', ') || 'none'}. ` +
      `${language === 'en' ? 'Install Moonshine' : 'Install a multilingual Whisper'} and restart: ` +
      `"assay models pull ${language === 'en' ? 'moonshine-base-en' : 'whisper-small --use'}" where there is internet, ` +
      '"assay models import BUNDLE --use" where there is none.',
  );
}
