import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withFit } from '../../server/domain/transcript/fits-sound.ts';
import type { AlignedWord } from '../../server/domain/transcript/types.ts';
import type { SoundsWitness } from '../../server/engines/align/port.ts';
import { createSoundsWitness } from '../../server/engines/align/sounds-witness.ts';
import { transcriptErrors } from '../../testkit/word-errors.ts';
import type { HeardRecording } from '../bench/asr-hear.ts';
import { expertFoldsPath } from '../validity/expert-networks.ts';
import type { HeardUtterance } from '../validity/hear.ts';
import { mean } from './ridge.ts';

/** Between two sentences. */
const GAP_MS = 500;
/** As lab/bench/asr-recordings.ts: about a minute; adults twice, their first sentences and the others. */
const SENTENCES = 12;
const ADULT_FROM = 16;

const bundledWitness = resolve(import.meta.dirname, '../../models/bundled/sounds-en.onnx');

/** Ages of a corpus laid out like speechocean762. */
export const agesOf = async (folder: string): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await readFile(join(folder, 'spk2age'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/))
      .map(([speaker, age]) => [speaker!, Number(age)]),
  );

/**
 * Recordings of a minute out of single utterances, as if one person had read one after the other. Where there is speech and how loud the
 * rest is was not looked at: what follows from it is not known of them.
 *
 * @param witnesses folder with a network for each fold of speakers (models/training/sounds_en); the bundled one, which has heard
 * everybody, where absent
 */
export async function recordingsOfUtterances(
  heard: readonly HeardUtterance[],
  ages: ReadonlyMap<string, number>,
  witnesses: string | undefined,
): Promise<HeardRecording[]> {
  const foldOf = JSON.parse(await readFile(expertFoldsPath, 'utf8')) as Record<string, number>;
  const opened = new Map<string, Promise<SoundsWitness>>();
  const witnessFor = (speaker: string) => {
    const path = witnesses ? join(witnesses, `${foldOf[speaker]}.onnx`) : bundledWitness;
    if (!opened.has(path)) opened.set(path, createSoundsWitness(path));
    return opened.get(path)!;
  };
  const recordings: HeardRecording[] = [];
  for (const [speaker, own] of Map.groupBy(heard, ({ utterance }) => utterance.speaker)) {
    const age = ages.get(speaker) ?? 0;
    const sets = [own.slice(0, SENTENCES), ...(age >= ADULT_FROM ? [own.slice(SENTENCES)] : [])];
    for (const [half, some] of sets.entries()) {
      if (some.length === 0) continue;
      const name = `speaker ${speaker}, age ${age}${half === 1 ? ', other sentences' : ''}`;
      recordings.push(await joined(name, some, age, await witnessFor(speaker)));
    }
  }
  return recordings;
}

async function joined(
  name: string,
  utterances: readonly HeardUtterance[],
  age: number,
  witness: SoundsWitness,
): Promise<HeardRecording> {
  let atMs = 0;
  const words: HeardRecording['words'] = [];
  const known: AlignedWord[] = [];
  const sentences: { startMs: number; endMs: number }[] = [];
  for (const { hearings, states } of utterances) {
    const { durationMs, words: own } = hearings.ownTranscript.evidence;
    if (!states) throw new Error(`The states of ${name} were not kept.`);
    // What stands in the transcript is compared as a whole: single words are not told right from wrong.
    for (const word of await witness.hear(withFit(own), states)) {
      words.push({ ...later(word, atMs), correct: true });
    }
    for (const word of hearings.knownText.evidence.words) known.push(later(word, atMs));
    sentences.push({ startMs: atMs, endMs: atMs + durationMs });
    atMs += durationMs + GAP_MS;
  }
  const reference = utterances.map(({ utterance }) => utterance.words.join(' ')).join(' ');
  const rated = (rating: 'accuracy' | 'fluency') =>
    mean(utterances.map(({ utterance }) => utterance.scores[rating]));
  const text = words.filter(({ filler }) => !filler).map((word) => word.text);
  return {
    ...{
      name,
      group: 'learner',
      noiseDb: null,
      durationMs: atMs,
      wallMs: 0,
      cpuMs: 0,
      snrDb: null,
      speech: [],
    },
    ...{ detectedLanguage: null, languageProbability: null, sentences, words, known },
    learner: {
      speaker: utterances[0]!.utterance.speaker,
      age,
      accuracy: rated('accuracy'),
      fluency: rated('fluency'),
    },
    rate: transcriptErrors(reference, text.join(' ')).rate,
  };
}

function later(word: AlignedWord, byMs: number): AlignedWord {
  const shift = <Span extends { startMs: number; endMs: number }>(span: Span): Span => ({
    ...span,
    startMs: span.startMs + byMs,
    endMs: span.endMs + byMs,
  });
  return { ...shift(word), ...(word.phones && { phones: word.phones.map(shift) }) };
}
