import { createReadStream } from 'node:fs';
import type { Span } from '../../../domain/transcript/types.ts';
import { expectedRateHz } from './signal-to-noise.ts';
import { createSpectrum, frameSamples, type Spectrum } from './spectrum.ts';
import type { Decoded, SpeechDetected } from './state.ts';

/** What was found in a recording that no recogniser can undo. Plain data. */
export interface SoundFaults {
  /** Pieces of digital silence that begin within a sound: lost on the way. */
  holes: { count: number; totalMs: number };
  /** Sound is cut off above about 4 kHz, as telephones do, whatever rate the file has. */
  isNarrow: boolean;
  /** The loud moments are flattened, at whatever level. */
  isDistorted: boolean;
  /** Share of the sounding time in which what lies under 80 Hz is louder than voices; `isSteady`: a hum. */
  rumble: { share: number; isSteady: boolean };
  /** Single tones, louder than soft speech. */
  beepsMs: number;
  /** As loud as speech and no speech, for seconds; `isMusic`: of tones that are held. */
  other: { totalMs: number; isMusic: boolean };
}

const samplesPerMs = 16;
const frameMs = frameSamples / samplesPerMs;

/** Sound this far under the level of speech does not disturb it. */
const disturbingDb = 20;
/** Too quiet to be heard anyway. */
const audibleDb = -55;

/** A hole: all samples this small, for so long. What a coder leaves of digital silence is a little more than nothing. */
const holeSample = 8;
const minHoleMs = 12;
/** Longer ones are pauses: of a recorder, or between signals. */
const maxHoleMs = 2000;
/** A sound was cut if within this time of its end it was so much louder than a hole; sounds that end by themselves fade. */
const edgeMs = 2;
const edgeSample = 800;
/** Where a coder has smeared the edge, only long holes are told from the closures of plosives. */
const minSmearedHoleMs = 120;
const smearedEdgeMs = 15;
const smearedEdgeSample = 1200;

/** Wideband speech has more than this above 4.3 kHz, beside what it has under 3.8. */
const narrowDb = -46.5;
/** Peak over mean of a loud moment: 3 and more of a voice, 1.4 of a sine, 1 of a square. */
const flatCrest = 1.75;
const rumbleOverVoiceDb = 6;
const steadyRangeDb = 6;
/** So much of a frame's sound lies in one tone. */
const toneShare = 0.9;
const minToneHz = 250;
const minBeepFrames = 7;
const minOtherMs = 3000;
const joinOtherMs = 500;
/** The loudest tone of music is one of the last few; of noise it is any. */
const heldFrames = 4;
const musicShare = 0.6;

interface Frame {
  levelDb: number;
  crest: number;
  spectrum: Spectrum;
}

/** @param speech in order, apart */
export async function findSoundFaults(pcmPath: string, speech: readonly Span[]): Promise<SoundFaults> {
  const spectrum = createSpectrum();
  const holes = createHoleFinder();
  const frames: Frame[] = [];
  for await (const samples of framesOf(pcmPath)) {
    holes.hear(samples);
    if (samples.length < frameSamples) continue;
    let [power, peak] = [0, 0];
    for (const sample of samples) {
      power += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    const rms = Math.sqrt(power / samples.length);
    frames.push({
      levelDb: rms > 0 ? 20 * Math.log10(rms / 32_768) : -120,
      crest: rms > 0 ? peak / rms : 99,
      spectrum: spectrum(samples),
    });
  }
  const spoken = new Uint8Array(frames.length);
  for (const { startMs, endMs } of speech) {
    spoken.fill(1, Math.floor(startMs / frameMs), Math.ceil(endMs / frameMs));
  }
  const speechFrames = frames.filter((_, at) => spoken[at]);
  const ofSpeech = speechFrames.length > 0 ? speechFrames : frames;
  const levels = ofSpeech.map(({ levelDb }) => levelDb).sort((a, b) => a - b);
  const loudDb = levels[Math.floor(0.9 * (levels.length - 1))] ?? -120;
  const audible = (frame: Frame) => frame.levelDb > Math.max(audibleDb, loudDb - disturbingDb);
  return {
    holes: holes.end(),
    ...voiceFaults(ofSpeech, loudDb),
    rumble: rumbleOf(frames),
    beepsMs: beepsOf(frames, audible),
    other: otherOf(frames, spoken, audible),
  };
}

function voiceFaults(
  frames: readonly Frame[],
  loudDb: number,
): Pick<SoundFaults, 'isNarrow' | 'isDistorted'> {
  const sum = (of: (spectrum: Spectrum) => number) =>
    frames.reduce((all, { spectrum }) => all + of(spectrum), 0);
  const above =
    10 *
    Math.log10(
      sum(({ high }) => high) /
        Math.max(
          1,
          sum(({ voice }) => voice),
        ),
    );
  const loud = frames.filter((frame) => frame.levelDb > loudDb - 3 && !isRumbling(frame));
  const crests = loud.map(({ crest }) => crest);
  crests.sort((a, b) => a - b);
  return {
    isNarrow: frames.length > 0 && above < narrowDb,
    isDistorted: (crests[crests.length >> 1] ?? 99) < flatCrest,
  };
}

const isRumbling = ({ spectrum }: Frame) => spectrum.low > spectrum.voice * 10 ** (rumbleOverVoiceDb / 10);

function rumbleOf(frames: readonly Frame[]): SoundFaults['rumble'] {
  const sounding = frames.filter(({ levelDb }) => levelDb > audibleDb);
  const rumbling = sounding.filter(isRumbling);
  const levels = rumbling.map(({ levelDb }) => levelDb).sort((a, b) => a - b);
  const at = (share: number) => levels[Math.floor(share * (levels.length - 1))] ?? 0;
  return {
    share: sounding.length > 0 ? rumbling.length / sounding.length : 0,
    isSteady: at(0.9) - at(0.1) < steadyRangeDb,
  };
}

function beepsOf(frames: readonly Frame[], audible: (frame: Frame) => boolean): number {
  let [total, run, bin] = [0, 0, -9];
  for (const frame of [...frames, undefined]) {
    const tone =
      frame && audible(frame) && frame.spectrum.toneShare > toneShare && frame.spectrum.toneHz >= minToneHz
        ? frame.spectrum.toneBin
        : -9;
    if (tone >= 0 && run > 0 && Math.abs(tone - bin) <= 1) {
      run++;
      continue;
    }
    if (run >= minBeepFrames) total += run * frameMs;
    [run, bin] = tone >= 0 ? [1, tone] : [0, -9];
  }
  return Math.round(total);
}

function otherOf(
  frames: readonly Frame[],
  spoken: Uint8Array,
  audible: (frame: Frame) => boolean,
): SoundFaults['other'] {
  let [totalFrames, held] = [0, 0];
  let stretch: number[] = [];
  const end = () => {
    if (stretch.length * frameMs >= minOtherMs) {
      totalFrames += stretch.length;
      const tones = stretch.map((at) => frames[at]!.spectrum.toneBin);
      held += tones.filter((tone, n) => tones.slice(Math.max(0, n - heldFrames), n).includes(tone)).length;
    }
    stretch = [];
  };
  for (const [at, frame] of frames.entries()) {
    if (spoken[at] || !audible(frame)) continue;
    if (stretch.length > 0 && (at - stretch.at(-1)!) * frameMs > joinOtherMs) end();
    stretch.push(at);
  }
  end();
  return {
    totalMs: Math.round(totalFrames * frameMs),
    isMusic: totalFrames > 0 && held / totalFrames > musicShare,
  };
}

/** Voices fade and begin sharply, so a hole is told by how it begins. */
function createHoleFinder() {
  const before = new Int16Array(smearedEdgeMs * samplesPerMs);
  let [at, quiet, count, totalMs] = [0, 0, 0, 0];
  let begins = { sharply: false, inSound: false };
  const loudest = (ms: number) => {
    let peak = 0;
    for (let back = 1; back <= ms * samplesPerMs; back++) {
      peak = Math.max(peak, Math.abs(before[(at - back + before.length) % before.length]!));
    }
    return peak;
  };
  const end = () => {
    const lengthMs = quiet / samplesPerMs;
    quiet = 0;
    if (lengthMs < minHoleMs || lengthMs > maxHoleMs) return;
    if (!begins.sharply && !(begins.inSound && lengthMs >= minSmearedHoleMs)) return;
    count++;
    totalMs += lengthMs;
  };
  return {
    hear(samples: Int16Array) {
      for (const sample of samples) {
        if (Math.abs(sample) > holeSample) {
          if (quiet > 0) end();
        } else if (quiet++ === 0) {
          begins = {
            sharply: loudest(edgeMs) >= edgeSample,
            inSound: loudest(smearedEdgeMs) >= smearedEdgeSample,
          };
        }
        before[at % before.length] = sample;
        at++;
      }
    },
    end: () => ({ count, totalMs: Math.round(totalMs) }),
  };
}

async function* framesOf(pcmPath: string): AsyncGenerator<Int16Array> {
  let left = Buffer.alloc(0);
  for await (const chunk of createReadStream(pcmPath, { highWaterMark: 1024 ** 2 })) {
    const bytes = Buffer.concat([left, chunk as Buffer]);
    const whole = bytes.length - (bytes.length % (2 * frameSamples));
    const samples = new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
    for (let at = 0; at < samples.length; at += frameSamples) yield samples.subarray(at, at + frameSamples);
    left = Buffer.from(bytes.subarray(whole));
  }
}

/** Fewer holes than this, or shorter ones in all, are a click or two, or the closures of a synthetic voice. */
const minHoles = 3;
const minHolesPerMinute = 2;
const minHolesMs = 500;
/** Share of samples at full scale from which distortion is heard. */
const audibleClipping = 0.005;
const disturbingRumble = 0.1;
const minBeepsMs = 300;
const minOtherToldMs = 5000;

const inSeconds = (ms: number) => `${Math.max(1, Math.round(ms / 1000))} s`;

/**
 * What is wrong with the sound beside what the file's form says of itself, a sentence each, the worst first; `isPoor` where that explains
 * why words are misheard.
 *
 * @param speechMs how long there is speech
 */
export function describeSound(
  { sampleRateHz, clippedShare }: Decoded['source'],
  faults: SoundFaults,
  speechMs: number,
): NonNullable<SpeechDetected['sound']> {
  const { holes, rumble, other, beepsMs } = faults;
  const isHoled =
    holes.count >= Math.max(minHoles, (minHolesPerMinute * speechMs) / 60_000) && holes.totalMs >= minHolesMs;
  const isRumbling = rumble.share >= disturbingRumble;
  // What is low is round, and hides the shape of the voices' peaks.
  const isDistorted = clippedShare >= audibleClipping || (faults.isDistorted && !isRumbling);
  const hasOther = other.totalMs >= minOtherToldMs;
  const told: [boolean, string][] = [
    [
      isHoled,
      `The recording has ${holes.count} holes, ${inSeconds(holes.totalMs)} in all: sound was lost within words, as on a bad connection.`,
    ],
    [isDistorted, 'The recording is distorted: it was recorded too loud, and its peaks are cut off.'],
    [
      isRumbling,
      rumble.isSteady
        ? 'A low hum is louder than the voices at times.'
        : 'Wind, or a microphone that is touched, is louder than the voices at times.',
    ],
    [
      hasOther,
      `The recording has ${inSeconds(other.totalMs)} of ${other.isMusic ? 'music' : 'loud noise that is no speech'}.`,
    ],
    [
      beepsMs >= minBeepsMs && !(hasOther && other.isMusic),
      `The recording has ${inSeconds(beepsMs)} of beeps or other single tones.`,
    ],
    [
      faults.isNarrow && sampleRateHz >= expectedRateHz,
      'The recording has nothing above 4 kHz, as over a telephone: more words are misheard.',
    ],
  ];
  return {
    faults: told.flatMap(([isSo, sentence]) => (isSo ? [sentence] : [])),
    isPoor: isHoled || isDistorted || isRumbling || faults.isNarrow || (hasOther && other.totalMs > speechMs),
  };
}
