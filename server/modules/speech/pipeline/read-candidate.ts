import type { FloorWord } from '../../../domain/grammar/stretches.ts';
import { type CandidateSpeech, candidateSpeech, counts } from '../../../domain/scoring/candidate-speech.ts';
import { clauseStarts } from '../../../domain/scoring/clauses.ts';
import { saidWords } from '../../../domain/scoring/said-words.ts';
import { type ReadWord, readWords } from '../../../domain/scoring/sophistication.ts';
import type { TextEngine } from '../../../engines/text/port.ts';
import type { SpeechEngines } from './engines.ts';
import type {
  Aligned,
  CandidateDetected,
  Decoded,
  Diarised,
  SpeakersAssigned,
  SpeechDetected,
  SpeechInput,
  Transcribed,
} from './state.ts';

export type ScoringInput = SpeechInput &
  Pick<Decoded, 'pcm'> &
  SpeechDetected &
  Diarised &
  SpeakersAssigned &
  CandidateDetected &
  Partial<Pick<Transcribed, 'recognition'> & Pick<Aligned, 'alignment'>>;

/** What the scorers measure: the candidate's speech alone. */
export function speechOf({
  spokenWords,
  turns,
  candidate,
  expectedErrors,
  speech,
  recognition,
  alignment,
  secondVoice,
}: ScoringInput): CandidateSpeech {
  const found = {
    ...candidateSpeech(spokenWords, turns, candidate.speaker, speech, [
      ...(secondVoice?.borders ?? []),
      ...(alignment?.otherLanguages ?? []),
    ]),
    ...(expectedErrors && { errorRate: expectedErrors.rate }),
  };
  // Times spread over a phrase tell its beginning and end, and nothing of what lies between.
  const isPlaced = alignment?.engineId != null || alignment?.timesBy !== undefined;
  const isSpread = recognition?.wordTimes === 'interpolated' && !isPlaced;
  return isSpread ? { ...found, clock: 'silences' } : found;
}

export const textEngineFor = (engines: SpeechEngines, language: string): TextEngine | undefined =>
  engines.text.find((engine) => engine.languages.includes(language));

/** The candidate's words as a text engine reads them. */
export interface ReadSpeech {
  /** One per word said in `CandidateSpeech.words`: `saidWords` of them. */
  words: ReadWord[];
  /** One list per floor, one mark per word of its `allWords`; null where no text engine finds clauses in the language. */
  clauses: boolean[][] | null;
  /** One list per floor, of all that was recognised but fillers; null where no text engine reads the language. */
  floors: FloorWord[][] | null;
}

/**
 * Reads floor by floor, so that a sentence never runs over another speaker's turn. Words that do not count
 * keep their places but do not come out among `words`.
 */
export function readSpeech(speech: CandidateSpeech, engine: TextEngine | undefined): ReadSpeech {
  if (!engine) return { words: readWords(saidWords(speech.words), []), clauses: null, floors: null };
  const words: ReadWord[] = [];
  const floors: FloorWord[][] = [];
  const clauses = speech.floors.map(({ allWords }) => {
    const spoken = allWords.filter(({ filler }) => !filler);
    // A word that does not count stands there as a blank: what it is said to be must not sway its neighbours.
    const said = saidWords(spoken);
    const texts = said.map(({ text, of }) => (counts(spoken[of]!) ? text : '_'));
    const tokens = engine.analyse(texts);
    const read = readWords(said, tokens);
    read.forEach((word, index) => {
      if (counts(spoken[said[index]!.of]!)) words.push(word);
    });
    floors.push(
      read.map((word, index) => ({ ...word, text: said[index]!.text, of: spoken[said[index]!.of]! })),
    );
    const starts = clauseStarts(texts, tokens);
    const first = new Map(said.map(({ of }, index) => [spoken[of]!, index] as const).reverse());
    return allWords.map((word) => (word.filler ? false : starts[first.get(word)!]!));
  });
  return { words, clauses: engine.findsClauses ? clauses : null, floors };
}
