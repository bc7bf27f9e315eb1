import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PitchTrack } from '../../server/domain/scoring/prosody.ts';
import { pcmDurationMs } from '../../server/engines/audio/pcm.ts';
import { createProsodyEngine } from '../../server/engines/prosody/correlation.ts';
import { CorpusError, type CorpusUtterance, decodeAll } from '../../testkit/corpus.ts';

/** One read utterance: how it sounds, without a word of it, and what experts (0–10) say. */
export interface SungUtterance {
  speaker: string;
  accuracy: number;
  fluency: number;
  pitchTrack: PitchTrack;
}

export interface Reader {
  age: number;
  sex: string;
}

/** Age and sex of speechocean762's speakers, for checking that a score measures neither. */
export async function readReaders(folder: string): Promise<Map<string, Reader>> {
  const table = async (name: string): Promise<[string, string][]> => {
    const text = await readFile(join(folder, name), 'utf8').catch((cause) => {
      throw new CorpusError(`${join(folder, name)} cannot be read.`, { cause });
    });
    return text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/) as [string, string]);
  };
  const ages = await table('spk2age');
  const sexes = new Map(await table('spk2gender'));
  return new Map(
    ages.map(([speaker, age]) => [speaker, { age: Number(age), sex: sexes.get(speaker) ?? '' }]),
  );
}

/** Files decoded by one start of ffmpeg. */
const atOnce = 40;

/** The pitch track of every utterance, in order. A minute or two for 2,500 of them. */
export async function pitchTracksOf(
  utterances: readonly CorpusUtterance[],
  onProgress: (done: number, of: number) => void,
): Promise<SungUtterance[]> {
  const work = await mkdtemp(join(tmpdir(), 'assay-pitch-'));
  const engine = createProsodyEngine();
  const { signal } = new AbortController();
  const sung: SungUtterance[] = [];
  try {
    for (let from = 0; from < utterances.length; from += atOnce) {
      const some = utterances.slice(from, from + atOnce);
      const paths = await decodeAll(
        some.map(({ audioPath }) => audioPath),
        work,
      );
      for (const [index, { speaker, scores }] of some.entries()) {
        const pcmPath = paths[index]!;
        const spans = [{ startMs: 0, endMs: await pcmDurationMs(pcmPath) }];
        const [pitchTrack] = await engine.measure({ pcmPath, spans, signal });
        sung.push({ speaker, accuracy: scores.accuracy, fluency: scores.fluency, pitchTrack: pitchTrack! });
      }
      onProgress(sung.length, utterances.length);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return sung;
}
