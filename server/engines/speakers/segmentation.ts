import { openPcm, type PcmReader, pcmRateHz } from '../audio/pcm.ts';
import * as ort from '../onnx-runtime.ts';

/** The network answers for every 270 samples, 16.875 ms. */
const STEP_SAMPLES = 270;
/** Half of what the network hears for one answer: the first is for the sound around this sample. */
const FIRST_SAMPLE = 495;
const WINDOW_SAMPLES = 10 * pcmRateHz;
/** Answers of one window. */
export const WINDOW_STEPS = 589;
/** From one window to the next: four seconds. Every two seconds take twice as long and hear who speaks no better (lab/bench/README.md). */
const HOP_STEPS = 236;
/** Windows heard together: more are no faster. */
const BATCH = 4;
/** People told apart within one window. */
export const LOCAL_VOICES = 3;
/** Who is heard in each of the network's classes: nobody, one of three, two of three. */
const CLASSES = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]] as const;

/** Ten seconds, in which up to three people are told apart. Their numbers mean nothing outside of it. */
export interface LocalVoices {
  /** Of the recording. */
  firstStep: number;
  /** LOCAL_VOICES × WINDOW_STEPS: the probability that each is heard. */
  heard: Float32Array[];
  /** Of the likeliest class at each step: bit n is set where voice n is heard. */
  likeliest: Uint8Array;
}

export interface SegmentationNetwork {
  /**
   * Windows of ten seconds every four seconds; the last ends with the recording.
   *
   * @param pcmPath raw s16le mono 16 kHz, read a few windows at a time
   */
  windows(pcmPath: string, signal: AbortSignal): Promise<LocalVoices[]>;
}

/** models/bundled/segmentation.onnx on two threads; deterministic. Rejects when the file is no such network. */
export async function createSegmentationNetwork(options: {
  modelPath: string;
}): Promise<SegmentationNetwork> {
  const session = await ort.openSession(options.modelPath, ort.onFreeCores(2));
  const [answer] = session.outputMetadata;
  if (answer?.name !== 'output' || !answer.isTensor || answer.shape.at(-1) !== CLASSES.length)
    throw new Error(`The network ${options.modelPath} does not answer with ${CLASSES.length} classes.`);
  return {
    async windows(pcmPath, signal) {
      const pcm = await openPcm(pcmPath);
      try {
        const starts = startsOf(pcm.totalSamples);
        const windows: LocalVoices[] = [];
        for (let at = 0; at < starts.length; at += BATCH) {
          signal.throwIfAborted();
          const some = starts.slice(at, at + BATCH);
          const samples = await soundOf(pcm, some);
          const { output } = await session.run({
            input: new ort.Tensor('float32', samples, [some.length, 1, WINDOW_SAMPLES]),
          });
          const logs = output!.data as Float32Array;
          const size = WINDOW_STEPS * CLASSES.length;
          for (const [i, firstStep] of some.entries())
            windows.push(localVoices(firstStep, logs.subarray(i * size, (i + 1) * size)));
        }
        return windows;
      } finally {
        await pcm.close();
      }
    },
  };
}

/** The middle of a step on the recording's clock. */
export const stepMs = (step: number): number => (FIRST_SAMPLE + step * STEP_SAMPLES) / (pcmRateHz / 1000);
export const STEP_SECONDS = STEP_SAMPLES / pcmRateHz;

/** First steps of the windows. */
function startsOf(totalSamples: number): number[] {
  const last = Math.max(0, Math.floor((totalSamples - WINDOW_SAMPLES) / STEP_SAMPLES));
  const starts: number[] = [];
  for (let step = 0; step < last; step += HOP_STEPS) starts.push(step);
  return [...starts, last];
}

async function soundOf(pcm: PcmReader, starts: readonly number[]): Promise<Float32Array> {
  const samples = new Float32Array(starts.length * WINDOW_SAMPLES);
  for (const [i, step] of starts.entries())
    samples.set(await pcm.readFloats(step * STEP_SAMPLES, WINDOW_SAMPLES), i * WINDOW_SAMPLES);
  return samples;
}

/** @param logs WINDOW_STEPS × classes, natural logarithms of probabilities */
function localVoices(firstStep: number, logs: Float32Array): LocalVoices {
  const heard = Array.from({ length: LOCAL_VOICES }, () => new Float32Array(WINDOW_STEPS));
  const likeliest = new Uint8Array(WINDOW_STEPS);
  for (let step = 0; step < WINDOW_STEPS; step++) {
    const row = logs.subarray(step * CLASSES.length, (step + 1) * CLASSES.length);
    for (const [c, voices] of CLASSES.entries())
      for (const voice of voices) heard[voice]![step]! += Math.exp(row[c]!);
    for (const voice of CLASSES[row.indexOf(Math.max(...row))]!) likeliest[step]! |= 1 << voice;
  }
  return { firstStep, heard, likeliest };
}
