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
 * @throws RunFailure SERVICE_CONFIGURATION_ERROR when none does, for operators with the command that installs one
 */
export function recogniserFor({ asr }: { asr: readonly AsrEngine[] }, language: string): AsrEngine {
  const engine = asr.find(({ languages }) => languages.includes(language));
  if (engine) return engine;
  const known = [...new Set(asr.flatMap(({ languages }) => languages))].sort();
  throw new RunFailure(
    'SERVICE_CONFIGURATION_ERROR',
    `No recogniser of this installation knows ${languageName(language)} ("${language}"); known: ${known.join(', ') || 'none'}. ` +
      'Whoever runs it can install one; then submit the recording again.',
    {
      forOperators:
        `${language === 'en' ? 'Install Moonshine' : 'Install a multilingual Whisper'} and restart: ` +
        `"assay models pull ${language === 'en' ? 'moonshine-base-en' : 'whisper-small --use'}" where there is internet, ` +
        '"assay models import BUNDLE --use" where there is none.',
    },
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

/** What a client can do about a recording that was not understood. */
export const betterSound = 'Better sound helps: a microphone near each speaker, less noise and echo.';

/** As a client reads it: rounded down, so that it never looks as if it were enough. */
export const shownMean = (mean: number): string => (Math.floor(mean * 100) / 100).toFixed(2);

/**
 * A clear interviewer lifts the mean of the whole recording over the gate; the candidate's own words have to pass it too. Nothing is asked
 * where another recogniser than those installed has heard the words: its confidences mean something else.
 *
 * @throws RunFailure TRANSCRIPTION_FAILED when the candidate was not understood: the language is that of the others, so it is the sound
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
    'TRANSCRIPTION_FAILED',
    `The recogniser "${engine.id}" is not sure enough of what ${speakerLabel}, the candidate, said (mean word confidence ` +
      `${shownMean(mean)}, needed ${minMean.toFixed(2)}); others in the recording were understood better. ${betterSound}`,
    { forOperators: engine.advice },
  );
}
