import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlignedWord, SpokenWord } from '../../server/domain/transcript/types.ts';
import type { SoundsWitness } from '../../server/engines/align/port.ts';
import { createSoundsWitness } from '../../server/engines/align/sounds-witness.ts';
import { expertFoldsPath } from '../validity/expert-networks.ts';
import type { Setting } from '../validity/experts.ts';
import type { HeardUtterance } from '../validity/hear.ts';
import type { RatedUtterance } from './from-speechocean.ts';

/** As the recogniser's own `minWordConfidence`: less sure words are shown in a transcript, never scored. */
const MIN_WORD_CONFIDENCE = 0.1;

/**
 * The two hearings of every utterance side by side, sounds judged by a network that has not heard the speaker.
 *
 * @param witnesses folder with a network for each fold of speakers (models/training/sounds_en)
 */
export async function ratedUtterances(
  heard: readonly HeardUtterance[],
  witnesses: string,
): Promise<RatedUtterance[]> {
  const foldOf = JSON.parse(await readFile(expertFoldsPath, 'utf8')) as Record<string, number>;
  const count = 1 + Math.max(...Object.values(foldOf));
  const byFold = await Promise.all(
    Array.from({ length: count }, (_, fold) => createSoundsWitness(join(witnesses, `${fold}.onnx`))),
  );
  const rated: RatedUtterance[] = [];
  for (const { utterance, hearings, states } of heard) {
    const fold = foldOf[utterance.speaker];
    if (fold === undefined)
      throw new Error(`experts-folds.json has no fold for speaker ${utterance.speaker}.`);
    if (!states) throw new Error(`The states of ${utterance.id} were not kept.`);
    const witness = byFold[fold] as SoundsWitness;
    const words = async (setting: Setting) =>
      spoken(await witness.hear(hearings[setting].evidence.words, states));
    rated.push({
      speaker: utterance.speaker,
      accuracy: utterance.scores.accuracy,
      fluency: utterance.scores.fluency,
      durationMs: hearings.knownText.evidence.durationMs,
      words: { knownText: await words('knownText'), ownTranscript: await words('ownTranscript') },
    });
  }
  return rated;
}

/** Words as the scores of a run read them: no hesitations, nothing that is hardly believed. */
export const spoken = (words: readonly AlignedWord[]): SpokenWord[] =>
  words
    .filter(
      ({ filler, unsupported, confidence }) => !filler && !unsupported && confidence >= MIN_WORD_CONFIDENCE,
    )
    .map((word) => ({ ...word, speaker: 'reader', overlap: false }));
