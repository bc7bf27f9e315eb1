import type { Grammar } from '../../../domain/grammar/grammar.ts';
import type { AccentResult } from '../../../domain/scoring/accent.ts';
import type { Delivery } from '../../../domain/scoring/delivery.ts';
import type { Hesitations } from '../../../domain/scoring/hesitations.ts';
import type { AccentUse } from '../../../domain/scoring/overall.ts';
import type { Abstention, DimensionScore } from '../../../domain/scoring/types.ts';
import type { WordChoice } from '../../../domain/scoring/word-choice.ts';
import type { SecondVoice } from '../../../domain/speakers/second-voice.ts';
import type { ConfidenceFamily, ExpectedErrors } from '../../../domain/transcript/expected-errors.ts';
import type { OtherLanguage } from '../../../domain/transcript/other-language.ts';
import type { AlignedWord, Span, SpokenWord, Turn, Word } from '../../../domain/transcript/types.ts';
import type { StatesFile } from '../../../engines/align/port.ts';
import type { Recognition } from '../../../engines/asr/port.ts';

/**
 * What each step of the speech pipeline gives to those after it. Everything is plain data (it crosses a
 * thread boundary and is stored as JSON, so that a restarted worker resumes); audio travels as file paths.
 */

export interface CutSettings {
  silenceThresholdDb: number;
  minSilenceMs: number;
  keepSilenceMs: number;
}

export interface HeldTurn extends Span {
  speaker: 'candidate' | 'interviewer';
}

export interface SpeechInput {
  runId: string;
  language: string;
  /** The uploaded file as it came. */
  audioPath: string;
  /** Names and jargon the recogniser should expect; none when absent. */
  hotwords?: string[];
  /** How many people speak, where the submission says so. */
  knownSpeakers?: number | null;
  /** Who spoke when, where that is known: nothing is guessed then. */
  heldTurns?: readonly HeldTurn[] | null;
  /** Of an interview that Assay held: answers that it took too long to react to. */
  slowTurns?: number;
  includeCutAudio: boolean;
  cutSettings: CutSettings;
  /** What becomes of accent; counted where absent. */
  accentUse?: AccentUse;
}

/** Raw signed 16-bit little-endian mono samples at 16 kHz, no header. */
export interface PcmFile {
  path: string;
  durationMs: number;
}

export interface Decoded {
  pcm: PcmFile;
  /** The two channels apart, when the recording has two and they differ: a hint for who speaks. */
  channelPcm: [PcmFile, PcmFile] | null;
  source: {
    format: string;
    channels: number;
    sampleRateHz: number;
    /** ffmpeg's name, e.g. "pcm_u8". */
    codec: string;
    /** Share of samples at full scale, 0–1. */
    clippedShare: number;
    peakDb: number;
    /** What of the file is not heard, or not as it is meant, as the audio port says it; absent in what earlier versions kept. */
    warnings?: string[];
  };
}

export interface SilenceCut {
  /** What the recogniser has to hear: the recording without its long silences, on the original clock, in order. */
  kept: Span[];
}

export interface SpeechDetected {
  speech: Span[];
  /** Level of speech over level of the rest, dB; null when there is no rest to measure. */
  snrDb: number | null;
  /** What is wrong with the sound, in sentences, and whether that explains words that are misheard; absent in what earlier versions kept. */
  sound?: { faults: string[]; isPoor: boolean };
}

/** What another recogniser heard in windows that the first one doubted. */
export interface SecondOpinion {
  engineId: string;
  /** Windows of up to about 15 s that it was asked about. */
  doubtfulWindows: number;
  /** Those in which its words are the better supported ones, and stand in the transcript. */
  takenWindows: number;
}

export interface Transcribed {
  words: Word[];
  recognition: {
    engineId: string;
    /** Duration-weighted mean of word confidences, 0–1. */
    meanConfidence: number;
    /** What the candidate's own words had to reach when it was heard; absent in what earlier versions kept. */
    minMeanConfidence?: number;
    /** How many of the candidate's words may be misheard, 0–1; absent where that is not known for the recogniser. */
    maxWordErrors?: number;
    /** Whose confidences they are; absent where `maxWordErrors` is, and in what earlier versions kept of Moonshine. */
    confidences?: ConfidenceFamily;
    /** Null when the recogniser cannot tell. */
    detectedLanguage: string | null;
    /** Of the language asked for, 0–1; null when the recogniser cannot tell. */
    languageProbability: number | null;
    /** As the recogniser tells them; `alignment` has all that are known. */
    otherLanguages?: OtherLanguage[];
    /** Where word times come from that no aligner improves; see the asr port. */
    wordTimes?: NonNullable<Recognition['wordTimes']>;
    windows?: NonNullable<Recognition['windows']>;
    /** Absent where no other recogniser knows the language, or nothing was doubtful. */
    secondOpinion?: SecondOpinion;
    /** What the recogniser's encoder made of the sound, in a file of the run's work folder; absent where it keeps nothing. */
    states?: StatesFile;
    warnings: string[];
  };
}

export interface Aligned {
  alignedWords: AlignedWord[];
  alignment: {
    engineId: string | null;
    alignedShare: number;
    /** Who placed the words where no aligner knows the language; absent where they have the recogniser's times. */
    timesBy?: string;
    /** Where another language is spoken: words there are left out. Absent where nothing can tell, and in what earlier versions kept. */
    otherLanguages?: OtherLanguage[];
    /** Who heard how well sounds were said; absent where the aligner did. */
    witnessId?: string;
  };
}

export interface Diarised {
  turns: Turn[];
  speakerCount: number;
  /** `countProbability`: that `speakerCount` people speak; absent in what earlier versions kept. */
  diarisation: { method: string; warnings: string[]; countProbability?: number };
}

/** Turns and their number once more: without voices of a few words beside two others. */
export interface SpeakersAssigned extends Pick<Diarised, 'turns' | 'speakerCount'> {
  spokenWords: SpokenWord[];
}

export interface Candidate {
  speaker: string;
  speakerLabel: string;
  confidence: 'high' | 'medium' | 'low';
  /** A sentence or two a recruiter can check against the transcript. */
  reason: string;
  wordCount: number;
}

export interface CandidateDetected {
  candidate: Candidate;
  /** Of the candidate's words; null where it is not known for the recogniser, absent in what earlier versions kept. */
  expectedErrors?: (ExpectedErrors & { calibration: { id: string; sha256: string } }) | null;
  /** Why the candidate's words may be two people's; absent or null where nothing says so. */
  secondVoice?: SecondVoice | null;
}

export interface VocabularyScored {
  vocabulary: (DimensionScore & Partial<WordChoice>) | Abstention;
}

export interface FluencyScored {
  fluency: (DimensionScore & { hesitations?: Hesitations }) | Abstention;
}

export interface AccentScored {
  /** An abstention where it was measured, but its interval is too wide to be told. */
  accent: AccentResult | Abstention;
}

export interface DeliveryObserved {
  delivery: Delivery;
  /** Null where there are no rules for the language; absent in what earlier versions kept. */
  grammar?: Grammar | null;
}

export interface Explained {
  /** `accent` is absent where it is hidden, and in what earlier versions kept. */
  explainability: { vocab: string; fluency: string; accent?: string };
  hrRecommendation: string;
  candidateFeedback: string;
}

export interface CandidateAudioCut {
  /** Null unless asked for: MP3, mono, 48 kbit/s, the candidate only. */
  cutAudio: { path: string; durationMs: number } | null;
}
