import { type CandidateSpeech, candidateSpeech, counts } from '../../../domain/scoring/candidate-speech.ts';
import { clauseStarts } from '../../../domain/scoring/clauses.ts';
import { type ReadWord, readWords } from '../../../domain/scoring/sophistication.ts';
import type { TextEngine } from '../../../engines/text/port.ts';
import type { SpeechEngines } from './engines.ts';
import type {
  Aligned,
  CandidateDetected,
  Decoded,
  Diarised,
  SpeechDetected,
  SpeechInput,
  Transcribed,
} from './state.ts';

export type ScoringInput = SpeechInput &
  Pick<Decoded, 'pcm'> &
  SpeechDetected &
  Diarised &
  CandidateDetected &
  Partial<Pick<Transcribed, 'recognition'> & Pick<Aligned, 'alignment'>>;

/** What the scorers measure: the candidate's speech alone. */
export function speechOf({
  spokenWords,
  turns,
  candidate,
  speech,
  recognition,
  alignment,
}: ScoringInput): CandidateSpeech {
  const found = candidateSpeech(spokenWords, turns, candidate.speaker, speech);
  // Times spread over a phrase tell its beginning and end, and nothing of what lies between.
  const isSpread = recognition?.wordTimes === 'interpolated' && alignment?.engineId == null;
  return isSpread ? { ...found, clock: 'silences' } : found;
}

export const textEngineFor = (engines: SpeechEngines, language: string): TextEngine | undefined =>
  engines.text.find((engine) => engine.languages.includes(language));

/** The candidate's words as a text engine reads them. */
export interface ReadSpeech {
  /** One per word of `CandidateSpeech.words`. */
  words: ReadWord[];
  /** One list per floor, one mark per word of its `allWords`; null where no text engine finds clauses in the language. */
  clauses: boolean[][] | null;
}

/**
 * Reads floor by floor, so that a sentence never runs over somebody else's turn. Words that do
 * not count keep their places but do not come out among `words`.
 */
export function readSpeech(speech: CandidateSpeech, engine: TextEngine | undefined): ReadSpeech {
  if (!engine) return { words: readWords(speech.words, []), clauses: null };
  const words: ReadWord[] = [];
  const clauses = speech.floors.map(({ allWords }) => {
    const spoken = allWords.filter(({ filler }) => !filler);
    // A word that does not count stands there as a blank: what it is said to be must not sway its neighbours.
    const texts = spoken.map((word) => (counts(word) ? word.text : '_'));
    const tokens = engine.analyse(texts);
    readWords(spoken, tokens).forEach((word, index) => {
      if (counts(spoken[index]!)) words.push(word);
    });
    const starts = clauseStarts(texts, tokens);
    let next = 0;
    return allWords.map(({ filler }) => (filler ? false : starts[next++]!));
  });
  return { words, clauses: engine.findsClauses ? clauses : null };
}
