import type { Span, SpokenWord } from '../transcript/types.ts';
import type { AccentResult } from './accent.ts';
import { type Calibrated, type DimensionCalibration, predict, type ScaleCalibration } from './calibration.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import {
  dimensionScore,
  extraForUnknownWords,
  type Measured,
  meanConfidence,
  tooLittleSpeech,
  valuesOf,
  withNorms,
} from './dimension-score.ts';
import type { PitchTrack } from './prosody.ts';
import { type ProsodyFeatures, prosody } from './prosody.ts';
import { quotation } from './quotation.ts';
import { surelyHeard } from './surely-heard.ts';
import type { Abstention, Evidence } from './types.ts';

/** A piece of the candidate's speech without a word of other speakers, by the indices of its first and last word. */
export interface SpokenPiece extends Span {
  from: number;
  to: number;
}

/** A piece with how it sounds. */
export interface HeardPiece extends SpokenPiece {
  pitchTrack: PitchTrack;
}

type Spoken = Pick<CandidateSpeech, 'floors' | 'words'>;

/** Words further apart are not measured as one piece: another speaker, or something that was not understood, may lie between. */
const MAX_GAP_MS = 500;
const MIN_PIECE_MS = 300;
/** Under half of `MAX_GAP_MS`, so that pieces stay apart. */
const MARGIN_MS = 200;

/** Under this much sound with pitch the figures mean nothing: a whispered or ruined recording. */
const MIN_VOICED_MS = 15_000;

/**
 * How much wider the interval is than for the readers of English that were calibrated on: languages differ in rhythm and melody, and by how
 * much that moves this score is not measured. Twice is assumed.
 */
const UNMEASURED_LANGUAGE_EXTRA = 1;

/** Unit of each measure. */
export const prosodyUnits: Record<keyof ProsodyFeatures, string> = {
  pitchRange: 'semitones',
  levelSd: 'dB',
  peakLevelStep: 'dB',
  peakIntervalSd: 'ln ratio',
  longVoicedShare: 'share of voiced runs',
};

/**
 * Where to measure: runs of words that count, with a little of what is around them, because recognisers cut words short. Nothing of other
 * speakers' turns and of words that do not count is inside.
 *
 * @param others turns of the other speakers
 */
export function spokenPieces({ floors, words }: Spoken, others: readonly Span[]): SpokenPiece[] {
  const places = new Map<SpokenWord, number>(words.map((word, index) => [word, index]));
  const closed: Span[] = [...others];
  const pieces: SpokenPiece[] = [];
  for (const { allWords } of floors) {
    let open: SpokenPiece | undefined;
    for (const word of allWords) {
      const place = places.get(word);
      if (place === undefined) {
        closed.push(word);
        open = undefined;
      } else if (open && goesOn(open, word, others)) {
        open.to = place;
        open.endMs = Math.max(open.endMs, word.endMs);
      } else {
        open = { startMs: word.startMs, endMs: word.endMs, from: place, to: place };
        pieces.push(open);
      }
    }
  }
  return pieces
    .filter(({ startMs, endMs }) => endMs - startMs >= MIN_PIECE_MS)
    .map((piece) => {
      const before = closed.map(({ endMs }) => endMs).filter((endMs) => endMs <= piece.startMs);
      const after = closed.map(({ startMs }) => startMs).filter((startMs) => startMs >= piece.endMs);
      return {
        ...piece,
        startMs: before.reduce((latest, ms) => Math.max(latest, ms), Math.max(0, piece.startMs - MARGIN_MS)),
        endMs: after.reduce((earliest, ms) => Math.min(earliest, ms), piece.endMs + MARGIN_MS),
      };
    });
}

const goesOn = ({ endMs }: Span, word: Span, others: readonly Span[]): boolean =>
  word.startMs - endMs <= MAX_GAP_MS &&
  !others.some((turn) => turn.startMs < word.startMs && turn.endMs > endMs);

/**
 * Accent in a language no aligner knows: how melody, loudness and rhythm move, as experts' opinions of accuracy move with
 * them. Words only say where to measure. The recogniser's confidence is no part of the score: no two recognisers' confidences
 * mean the same, and it added nothing where it was measured. Doubtful words are left out and widen the interval.
 *
 * @param pieces those of `spokenPieces`, with the pitch track of each
 * @returns an abstention with little speech, or where hardly anything has pitch
 */
export function scoreAccentByProsody(
  speech: CandidateSpeech,
  pieces: readonly HeardPiece[],
  language: string,
  calibration: { accentProsody: Calibrated<DimensionCalibration>; scale: ScaleCalibration },
): AccentResult | Abstention {
  const abstention = tooLittleSpeech(speech, 'accent');
  if (abstention) return abstention;
  const heard = prosody(pieces.map(({ pitchTrack }) => pitchTrack));
  if (!heard || heard.voicedMs < MIN_VOICED_MS) {
    return {
      abstained: true,
      reason: `Only ${Math.floor((heard?.voicedMs ?? 0) / 1000)} seconds of the candidate's speech have a voice in them; without an aligner for this language, accent is scored from ${MIN_VOICED_MS / 1000} seconds on.`,
    };
  }
  const measured: Measured = Object.fromEntries(
    Object.entries(heard.features).map(([name, value]) => [
      name,
      { value, unit: prosodyUnits[name as keyof typeof prosodyUnits] },
    ]),
  );
  return dimensionScore({
    prediction: predict(calibration.accentProsody, valuesOf(measured), {
      evidenceAmount: heard.voicedMs / 1000,
      extraShare:
        UNMEASURED_LANGUAGE_EXTRA + extraForUnknownWords(speech) + (1 - meanConfidence(speech.words)) / 2,
    }),
    calibration: calibration.accentProsody,
    scale: calibration.scale,
    features: withNorms(measured, calibration.accentProsody),
    evidence: liveliestAndFlattest(speech, pieces),
    warnings: [
      `No aligner knows "${language}": accent was scored from the melody, loudness and rhythm of what was recognised, not from single sounds. The norms come from adults reading English; how this language moves the score is not measured, and the interval is twice as wide.`,
    ],
  });
}

/** Pieces shorter than this say nothing about melody. */
const MIN_SHOWN_VOICED_MS = 1500;
/** Words of a piece that are quoted. */
const SHOWN_WORDS = 12;

/** The pieces in which pitch moves most and least, among those that can be quoted. */
function liveliestAndFlattest(speech: CandidateSpeech, pieces: readonly HeardPiece[]): Evidence[] {
  const { words } = speech;
  const sure = surelyHeard(speech);
  const quoted = ({ from, to }: HeardPiece) => [from, Math.min(to, from + SHOWN_WORDS - 1)] as const;
  const ranges = pieces
    .filter((piece) => {
      const [from, to] = quoted(piece);
      return words.slice(from, to + 1).every((word) => sure.has(word));
    })
    .flatMap((piece) => {
      const heard = prosody([piece.pitchTrack]);
      return heard && heard.voicedMs >= MIN_SHOWN_VOICED_MS
        ? [{ piece, range: heard.features.pitchRange }]
        : [];
    })
    .toSorted((a, b) => b.range - a.range || a.piece.startMs - b.piece.startMs);
  const [most, least] = [ranges[0], ranges.at(-1)];
  if (!most || !least || most === least) return [];
  return [most, least].map(({ piece, range }, index) => ({
    ...quotation(words, ...quoted(piece), 0, sure),
    feature: 'pitchRange',
    note: `pitch moves over ${range.toFixed(1)} semitones, the ${index === 0 ? 'most' : 'least'} of the stretches surely heard`,
  }));
}
