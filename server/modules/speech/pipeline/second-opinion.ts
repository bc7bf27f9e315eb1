import { meanConfidence } from '../../../domain/transcript/confidence.ts';
import { meanFit } from '../../../domain/transcript/fits-sound.ts';
import { liesIn, withoutSpans } from '../../../domain/transcript/spans.ts';
import type { Span, Word } from '../../../domain/transcript/types.ts';
import type { AsrEngine } from '../../../engines/asr/port.ts';
import type { SpeechEngines } from './engines.ts';
import type { SecondOpinion } from './state.ts';

/** A window of which the recogniser is less sure (mean word confidence) is heard by another one, too. */
const doubtfulBelow = 0.72;
/** What a nat of goodness of pronunciation counts beside a recogniser's confidence in its words. */
const gopWeight = 0.5;
/** The other's words must be so much better supported: confidences of two recognisers are not quite the same thing. */
const lead = 0.05;

/** The sound, as `AsrEngine.transcribe` takes it, and what was heard in it. */
interface Heard {
  sound: {
    pcmPath: string;
    speech: readonly Span[];
    language: string;
    hotwords: readonly string[];
    signal: AbortSignal;
  };
  words: readonly Word[];
  windows: readonly Span[];
}

/**
 * Has windows that the recogniser doubts heard by another one, and takes the other's words where they are better supported: by the
 * confidence of the recogniser that wrote them, and by how well their phones fit the sound. What it brings: server/engines/asr/hearing.md,
 * "Second opinion".
 *
 * @returns null where no window is doubtful
 */
export async function secondOpinion(
  { sound, words, windows }: Heard,
  other: AsrEngine,
  { align }: Pick<SpeechEngines, 'align'>,
): Promise<{ words: Word[]; told: SecondOpinion } | null> {
  const aligner = align.find(({ languages }) => languages.includes(sound.language));
  const doubtful = windows.filter((window) => (meanConfidence(wordsIn(window, words)) ?? 1) < doubtfulBelow);
  if (!aligner || doubtful.length === 0) return null;
  const { pcmPath, speech, signal } = sound;
  const spans = withoutSpans(speech, withoutSpans(speech, doubtful));
  const { words: others } = await other.transcribe({ ...sound, speech: spans });

  const support = async (some: readonly Word[], window: Span): Promise<number> => {
    const confidence = meanConfidence(some);
    if (confidence === undefined) return Number.NEGATIVE_INFINITY;
    const placed = await aligner.align({ pcmPath, words: some, speech: spans, windows: [window], signal });
    const gop = meanFit(placed);
    return gop === undefined ? Number.NEGATIVE_INFINITY : confidence + gopWeight * gop;
  };
  const taken: Span[] = [];
  for (const window of doubtful) {
    const own = await support(wordsIn(window, words), window);
    if ((await support(wordsIn(window, others), window)) > own + lead) taken.push(window);
  }
  const isTaken = (word: Word) => liesIn(taken, word);
  return {
    words: [...words.filter((word) => !isTaken(word)), ...others.filter(isTaken)].toSorted(
      (a, b) => a.startMs - b.startMs,
    ),
    told: { engineId: other.id, doubtfulWindows: doubtful.length, takenWindows: taken.length },
  };
}

const wordsIn = (window: Span, words: readonly Word[]): Word[] =>
  words.filter((word) => liesIn([window], word));
