import { meanConfidence } from '../../../domain/transcript/confidence.ts';
import { languageName } from '../../../domain/transcript/language.ts';
import type { SpokenWord } from '../../../domain/transcript/types.ts';
import type { AsrEngine } from '../../../engines/asr/port.ts';
import { RunFailure } from '../../../errors.ts';
import type { SpeechEngines } from './engines.ts';
import type { Candidate } from './state.ts';

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

/** The confidence that words need: what the settings say, else the recogniser's own. */
export const gateOf = (
  engine: Pick<AsrEngine, 'minMeanConfidence' | 'minWordConfidence'>,
  { settings }: Pick<SpeechEngines, 'settings'>,
): { minMean: number; minWord: number } => ({
  minMean: settings.minMeanConfidence ?? engine.minMeanConfidence,
  minWord: settings.minWordConfidence ?? engine.minWordConfidence,
});

/** As a client reads it: rounded down, so that it never looks as if it were enough. */
export const shownMean = (mean: number): string => (Math.floor(mean * 100) / 100).toFixed(2);

/**
 * A clear interviewer lifts the mean of the whole recording over the gate; the candidate's own words have to pass it too. Nothing is asked
 * where another recogniser than those installed has heard the words: its confidences mean something else.
 *
 * @throws RunFailure TRANSCRIPTION_LOW_CONFIDENCE when the candidate was not understood
 */
export function assertUnderstood(
  { speaker, speakerLabel }: Pick<Candidate, 'speaker' | 'speakerLabel'>,
  spokenWords: readonly SpokenWord[],
  engineId: string,
  engines: Pick<SpeechEngines, 'asr' | 'settings'>,
): void {
  const engine = engines.asr.find(({ id }) => id === engineId);
  const mean = meanConfidence(spokenWords.filter((word) => word.speaker === speaker));
  if (!engine || mean === undefined) return;
  const { minMean } = gateOf(engine, engines);
  if (mean >= minMean) return;
  throw new RunFailure(
    'TRANSCRIPTION_LOW_CONFIDENCE',
    `The recogniser "${engine.id}" is not sure enough of what ${speakerLabel}, the candidate, said (mean word confidence ` +
      `${shownMean(mean)}, needed ${minMean.toFixed(2)}); others in the recording were understood better. ${engine.advice}`,
  );
}
