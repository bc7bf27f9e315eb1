import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Word } from '../../server/domain/transcript/types.ts';
import type { StatesFile } from '../../server/engines/align/port.ts';
import { createStatesFile, type SpeechStates } from '../../server/engines/align/speech-states.ts';
import { pitchTrackOf } from '../../server/engines/prosody/pitch-track.ts';
import { type CorpusUtterance, decodeAll } from '../../testkit/corpus.ts';
import type { Ears } from './ears.ts';
import type { Setting } from './experts.ts';
import { type PhoneTokens, phoneTokens, recognisedOf } from './phone-tokens.ts';
import type { UtteranceEvidence } from './utterance.ts';

/** Files decoded by one start of ffmpeg. */
const atOnce = 40;

/** One utterance measured twice: with the corpus' text, and with what the recogniser made of it. */
export type Hearings = Record<Setting, { evidence: UtteranceEvidence; tokens: PhoneTokens }>;

export interface HeardUtterance {
  utterance: CorpusUtterance;
  hearings: Hearings;
  /** The recogniser's states, where a folder keeps them. */
  states?: StatesFile;
}

/** What a thread is given: its share of the utterances. */
export interface HearTask {
  utterances: CorpusUtterance[];
  recogniserPath: string;
  /** Graphs whose correction has heard none of these people; the bundled ones where absent. */
  graphsFolder: string | undefined;
  statesFolder: string | undefined;
}

/**
 * Measures utterances one after the other, decoding some ahead.
 *
 * @param statesFolder keeps the recogniser's states of each utterance
 */
export async function* hearAll(
  utterances: readonly CorpusUtterance[],
  ears: Ears,
  statesFolder?: string,
): AsyncGenerator<HeardUtterance> {
  const work = await mkdtemp(join(tmpdir(), 'assay-validity-'));
  try {
    for (let from = 0; from < utterances.length; from += atOnce) {
      const some = utterances.slice(from, from + atOnce);
      const paths = await decodeAll(
        some.map(({ audioPath }) => audioPath),
        work,
      );
      for (const [index, utterance] of some.entries()) {
        const { hearings, states } = await hearUtterance(paths[index]!, utterance.words, ears);
        if (statesFolder === undefined) yield { utterance, hearings };
        else {
          const kept = keepStates(join(statesFolder, `${utterance.id}.f16`), states);
          yield { utterance, hearings, states: kept };
        }
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function keepStates(path: string, states: SpeechStates): StatesFile {
  const file = createStatesFile(path, states);
  for (const run of states.runs) file.add(run);
  return file.close();
}

/** One utterance: what was said, where, what the recogniser made of it, and its pitch track. */
export async function hearUtterance(
  pcmPath: string,
  text: readonly string[],
  { align, listener }: Ears,
): Promise<{ hearings: Hearings; states: SpeechStates }> {
  const { signal } = new AbortController();
  const bytes = await readFile(pcmPath);
  const samples = Float32Array.from(
    new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1),
    (sample) => sample / 32_768,
  );
  const durationMs = Math.floor(samples.length / 16);
  const speech = [{ startMs: 0, endMs: durationMs }];
  const { words: heard, windows, states } = await listener.listen(pcmPath, durationMs);
  const pitchTrack = pitchTrackOf(samples);
  const measured = async (words: readonly Word[], where: typeof speech, recognised: readonly number[]) => {
    const aligned =
      words.length === 0 ? [] : await align.align({ pcmPath, words, speech, windows: where, signal });
    const evidence: UtteranceEvidence = {
      durationMs,
      words: aligned,
      heard: heard.map(({ text: written, confidence }) => ({ text: written, confidence })),
      pitchTrack,
    };
    return { evidence, tokens: phoneTokens(evidence, states, recognised) };
  };
  const hearings = {
    knownText: await measured(spread(text, durationMs), speech, recognisedOf(text, heard)),
    ownTranscript: await measured(
      heard,
      windows,
      heard.map(({ confidence }) => confidence),
    ),
  };
  return { hearings, states };
}

/** Words evenly over the time: where they really are, the aligner has to find. */
function spread(text: readonly string[], durationMs: number): Word[] {
  const at = (index: number) => Math.round((durationMs * index) / text.length);
  return text.map((word, index) => ({
    text: word,
    startMs: at(index),
    endMs: at(index + 1),
    confidence: 1,
  }));
}
