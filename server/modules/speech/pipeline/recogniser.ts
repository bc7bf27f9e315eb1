import { overlapMs } from '../../../domain/scoring/candidate-speech.ts';
import { meanConfidence } from '../../../domain/transcript/confidence.ts';
import { measuredLostBelow } from '../../../domain/transcript/confidence-gate.ts';
import {
  type ConfidenceFamily,
  errorFeatures,
  expectedErrors,
  type HeardSpeech,
} from '../../../domain/transcript/expected-errors.ts';
import { languageName } from '../../../domain/transcript/language.ts';
import { totalMs, withoutSpans } from '../../../domain/transcript/spans.ts';
import type { AsrEngine } from '../../../engines/asr/port.ts';
import { RunFailure } from '../../../errors.ts';
import type { SpeechEngines } from './engines.ts';
import { poorSnrDb } from './signal-to-noise.ts';
import type {
  Aligned,
  Candidate,
  CandidateDetected,
  Diarised,
  SpeakersAssigned,
  SpeechDetected,
  Transcribed,
} from './state.ts';

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
        `"assay models pull ${language === 'en' ? 'moonshine-base-en' : 'whisper-base --use'}" where there is internet, ` +
        '"assay models import BUNDLE --use" where there is none.',
    },
  );
}

/** Another recogniser that knows the language, for what the first one doubts; undefined where none is installed. */
export const secondRecogniserFor = (
  { asr }: { asr: readonly AsrEngine[] },
  language: string,
): AsrEngine | undefined => asr.filter(({ languages }) => languages.includes(language))[1];

/**
 * The confidence that words need: what the settings say, else the recogniser's own. `minMean` marks passages in which the thread was
 * lost; `refusedBelow` refuses a whole transcript, where nothing better is known of how many words are misheard.
 */
export const gateOf = (
  engine: Pick<AsrEngine, 'minMeanConfidence' | 'minWordConfidence' | 'confidences'>,
  { settings }: Pick<SpeechEngines, 'settings'>,
): { minMean: number; minWord: number; lostBelow?: number; refusedBelow: number } => {
  const minMean = settings.minMeanConfidence ?? engine.minMeanConfidence;
  return {
    minMean,
    minWord: settings.minWordConfidence ?? engine.minWordConfidence,
    refusedBelow: engine.confidences ? (settings.minMeanConfidence ?? 0) : minMean,
    // Who opens the gate wants to see every passage.
    ...(engine.confidences && { lostBelow: Math.min(measuredLostBelow, minMean) }),
  };
};

/** What a client can do about a recording that was not understood. */
const betterSound = 'Better sound helps: a microphone near each speaker, less noise and echo.';

/** What is wrong with the sound, where that is known, and what can be done. */
export const remedyFor = (sound: SpeechDetected['sound']): string =>
  [...(sound?.faults ?? []), betterSound].join(' ');

/** As a client reads it: rounded down, so that it never looks as if it were enough. */
export const shownMean = (mean: number): string => (Math.floor(mean * 100) / 100).toFixed(2);

/** As the recogniser found them: more of the words or of the time than this, and what was not understood lies in passages. */
const manyLost = 0.4;

type Understood = Pick<Candidate, 'speaker' | 'speakerLabel'>;
type Conversation = Pick<SpeakersAssigned, 'spokenWords'> &
  Partial<Pick<Aligned, 'alignment'>> &
  Pick<Diarised, 'turns'> &
  Pick<SpeechDetected, 'speech' | 'snrDb' | 'sound'> &
  Pick<Transcribed, 'recognition'>;

/** What one of the speakers said, for `expectedErrors`. */
export const heardOf = (
  speaker: string,
  { spokenWords, turns, speech, snrDb, alignment }: Omit<Conversation, 'recognition'>,
): HeardSpeech => {
  const inLanguage = withoutSpans(speech, alignment?.otherLanguages ?? []);
  return {
    words: spokenWords.filter((word) => word.speaker === speaker),
    speechMs: turns
      .filter((turn) => turn.speaker === speaker)
      .reduce((sum, turn) => sum + overlapMs(turn, inLanguage), 0),
    snrDb,
  };
};

/**
 * How many of the candidate's words are misheard; the interviewer's do not count, because a clear interviewer must not hide a candidate who
 * was not understood.
 *
 * @returns null where it is not known for the recogniser, or another one than those installed has heard the words
 * @throws RunFailure TRANSCRIPTION_FAILED when what was understood is too poor for any use: words that fit the sound are in the language,
 *   so it is the sound
 */
export function assertUnderstood(
  { speaker, speakerLabel }: Understood,
  conversation: Conversation,
  engines: Pick<SpeechEngines, 'asr' | 'settings' | 'calibration'>,
): NonNullable<CandidateDetected['expectedErrors']> | null {
  const engine = engines.asr.find(({ id }) => id === conversation.recognition.engineId);
  const heard = heardOf(speaker, conversation);
  const mean = meanConfidence(heard.words);
  if (!engine || mean === undefined) return null;
  const { refusedBelow } = gateOf(engine, engines);
  if (mean < refusedBelow) {
    throw new RunFailure(
      'TRANSCRIPTION_FAILED',
      `The recogniser "${engine.id}" is not sure enough of what ${speakerLabel}, the candidate, said (mean word confidence ` +
        `${shownMean(mean)}, needed ${refusedBelow.toFixed(2)}); others in the recording were understood better. ${remedyFor(conversation.sound)}`,
      { forOperators: engine.advice },
    );
  }
  if (!engine.confidences) return null;
  const model = errorModelOf(engine.confidences, engines);
  const errors = expectedErrors(heard, model);
  if (!errors) return null;
  if (errors.rate <= engines.settings.maxWordErrors) {
    return { ...errors, calibration: { id: model.id, sha256: model.sha256 } };
  }
  throw new RunFailure(
    'TRANSCRIPTION_FAILED',
    `Too little of what ${speakerLabel}, the candidate, said was understood: about ${Math.round(100 * errors.rate)} % of the words are ` +
      `probably misheard, and scores need ${Math.round(100 * engines.settings.maxWordErrors)} % or less. ${causeOf(heard)} ${remedyFor(conversation.sound)}`,
    { forOperators: engine.advice },
  );
}

const errorModelOf = (family: ConfidenceFamily, { calibration }: Pick<SpeechEngines, 'calibration'>) =>
  family === 'whisper' ? calibration.wordErrorsOfWhisper : calibration.wordErrors;

/**
 * Up to so many misheard words a question is still heard as one: of those that learners read, 95 % with under 10 % of the words
 * misheard, 93, 69 and 86 % with up to 20, 30 and 40 %; of what is no question 1, 2, 3 and 2 % sound like one.
 */
const wordsTrustedTo = 0.4;

/** Whether what was said may tell who asks and who answers. */
export function wordsAreTrusted(
  { spokenWords, speech, snrDb, recognition, alignment }: Omit<Conversation, 'turns'>,
  { asr, calibration }: Pick<SpeechEngines, 'asr' | 'calibration'>,
): boolean {
  const engine = asr.find(({ id }) => id === recognition.engineId);
  if (!engine?.confidences) return recognition.meanConfidence >= (engine?.minMeanConfidence ?? 0);
  const speechMs = totalMs(withoutSpans(speech, alignment?.otherLanguages ?? []));
  const model = errorModelOf(engine.confidences, { calibration });
  const errors = expectedErrors({ words: spokenWords, speechMs, snrDb }, model);
  return errors !== null && errors.rate <= wordsTrustedTo;
}

/** Why a transcript is poor, as far as it can be told. */
function causeOf(heard: HeardSpeech): string {
  if (heard.snrDb !== null && heard.snrDb < poorSnrDb) {
    return `Speech hardly stands out from the noise (${heard.snrDb.toFixed(0)} dB).`;
  }
  const { lostShare = 0, unheardShare = 0, meanConfidence: mean = 0 } = errorFeatures(heard) ?? {};
  if (unheardShare > manyLost) {
    return `In ${Math.round(100 * unheardShare)} % of the time in which somebody speaks no word was found: the recording has holes, or the voice is too far away.`;
  }
  return mean > 0.7 && lostShare > 0
    ? `Whole passages were not understood (${Math.round(100 * lostShare)} % of the words).`
    : 'The voice is too unclear.';
}
