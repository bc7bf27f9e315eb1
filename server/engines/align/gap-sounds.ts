import { samplesPerMs } from '../audio/pcm.ts';
import { pitchTrackOf } from '../prosody/pitch-track.ts';
import { type FramePosteriors, frameMs } from './frame-model.ts';
import { frameClasses, silenceClass } from './phones.ts';

const classes = frameClasses.length;
const classesOf = (phones: string): number[] =>
  phones.split(' ').map((phone) => (frameClasses as readonly string[]).indexOf(phone));

/** Vowels that a hesitation is heard as, and the hum at its end. */
const openVowels = classesOf('ah aa er uh ae ao eh ow');
const hums = classesOf('m n ng');

/** Further below the level of the words, in dB: breath and room, where the network hears something, and where it hears nothing. */
const quietDb = { heard: 25, unheard: 15 };
/** So many frames without sound part two sounds. */
const partingFrames = 3;

/** A sound between two words, and how much of it could be a hesitation. */
export interface GapSound {
  /** First frame (inclusive) and end (exclusive) of all of it, in frames of the posteriors. */
  from: number;
  end: number;
  /** The same of its open vowels and hums alone, other sounds at its edges left out; empty without any. */
  core: { from: number; end: number; vowels: number; hums: number; other: number };
  /** Share of the core with pitch. */
  voicedShare: number;
  /** Level of the core relative to `wordsDb`. */
  levelDb: number;
  /** Mean probability of an open vowel or hum over the core's frames. */
  likeness: number;
}

/**
 * Sounds in a piece of a recording, parted by silence.
 *
 * The network calls a drawn-out vowel silence now and then, as it was taught words; so a frame also counts as sound that has pitch and
 * nearly the level of the words, and of its classes silence is then left out.
 *
 * @param samples what the posteriors were calculated from
 * @param from first frame to look at, `end` the one behind the last
 * @param wordsDb level of the recording's words
 */
export function gapSounds(
  samples: Float32Array,
  { data, frames }: FramePosteriors,
  from: number,
  end: number,
  wordsDb: number,
): GapSound[] {
  const { pitchHz } = pitchTrackOf(samples);
  const last = Math.min(end, frames);
  const pitched = (frame: number) =>
    [-1, 0, 1].filter((near) => (pitchHz[2 * frame + near] ?? 0) > 0).length >= 2;
  const likeness = (frame: number, of: readonly number[]) => {
    const silence = Math.exp(data[frame * classes + silenceClass]!);
    return of.reduce((sum, at) => sum + Math.exp(data[frame * classes + at]!), 0) / (1 - silence + 1e-9);
  };
  const kinds = Array.from(
    { length: Math.max(0, last - from) },
    (_, n): 'vowel' | 'hum' | 'other' | undefined => {
      const frame = from + n;
      const levelDb = levelOf(samples, frame, frame + 1);
      const heard = data[frame * classes + silenceClass]! < Math.log(0.5);
      if (levelDb < wordsDb - (heard ? quietDb.heard : quietDb.unheard) || !(heard || pitched(frame)))
        return undefined;
      const [vowel, hum] = [likeness(frame, openVowels), likeness(frame, hums)];
      return vowel + hum <= 0.5 ? 'other' : hum > 0.5 ? 'hum' : 'vowel';
    },
  );

  const sounds: GapSound[] = [];
  for (let at = 0; at < kinds.length; ) {
    if (!kinds[at]) {
      at++;
      continue;
    }
    let stop = at + 1;
    for (let next = stop; next < kinds.length && next - stop < partingFrames; next++) {
      if (kinds[next]) stop = next + 1;
    }
    sounds.push(describe(at, stop));
    at = stop;
  }
  return sounds;

  function describe(first: number, stop: number): GapSound {
    const isOther = (at: number) => kinds[at] !== 'vowel' && kinds[at] !== 'hum';
    let [begin, finish] = [first, stop];
    while (begin < finish && isOther(begin)) begin++;
    while (finish > begin && isOther(finish - 1)) finish--;
    const count = (kind: string) => kinds.slice(begin, finish).filter((other) => other === kind).length;
    const within = Array.from({ length: finish - begin }, (_, n) => from + begin + n);
    const mean = (of: (frame: number) => number) =>
      within.reduce((sum, frame) => sum + of(frame), 0) / Math.max(1, within.length);
    return {
      from: from + first,
      end: from + stop,
      core: {
        from: from + begin,
        end: from + finish,
        vowels: count('vowel'),
        hums: count('hum'),
        other: count('other'),
      },
      voicedShare: mean((frame) => (pitched(frame) ? 1 : 0)),
      levelDb: levelOf(samples, from + begin, from + finish) - wordsDb,
      likeness: mean((frame) => Math.min(1, likeness(frame, openVowels) + likeness(frame, hums))),
    };
  }
}

/** Level of frames `from` to before `end`, in dB of full scale. */
export function levelOf(samples: Float32Array, from: number, end: number): number {
  const samplesPerFrame = frameMs * samplesPerMs;
  const last = Math.min(samples.length, end * samplesPerFrame);
  let energy = 0;
  for (let at = from * samplesPerFrame; at < last; at++) energy += samples[at]! ** 2;
  return 10 * Math.log10(energy / Math.max(1, (end - from) * samplesPerFrame) + 1e-10);
}
