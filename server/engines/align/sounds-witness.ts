import type { AlignedPhone, AlignedWord } from '../../domain/transcript/types.ts';
import * as ort from '../onnx-runtime.ts';
import { classOfPhone, frameClasses } from './phones.ts';
import type { SoundsWitness, StatesFile } from './port.ts';
import { readStates, type SpeechStates, type StateRun, speechStates } from './speech-states.ts';

const classes = frameClasses.length;

/** @param modelPath the network of models/bundled/sounds-en.md */
export async function createSoundsWitness(modelPath: string): Promise<SoundsWitness> {
  const session = await ort.openSession(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const input = session.inputMetadata[0]!;
  const width = Number((input.isTensor && input.shape.at(-1)) || 0);

  /** Log probabilities of the classes and, behind them, logits of acceptability, for every frame. */
  async function judge(states: StatesFile, signal?: AbortSignal): Promise<SpeechStates> {
    const runs: StateRun[] = [];
    for await (const run of readStates(states).runs) {
      signal?.throwIfAborted();
      const frames = run.states.length / width;
      const rows = new ort.Tensor('float32', run.states, [1, frames, width]);
      const { frame_logp, accept_logit } = await session.run({ states: rows });
      const both = new Float32Array(frames * 2 * classes);
      for (let frame = 0; frame < frames; frame += 1) {
        const part = ({ data }: ort.Tensor) =>
          (data as Float32Array).subarray(frame * classes, (frame + 1) * classes);
        both.set(part(frame_logp!), frame * 2 * classes);
        both.set(part(accept_logit!), (2 * frame + 1) * classes);
      }
      runs.push({ firstMiddleMs: run.firstMiddleMs, states: both });
    }
    return speechStates(runs, { width: 2 * classes, frameMs: states.frameMs });
  }

  return {
    id: 'sounds-en',
    width,
    async hear(words, states, signal) {
      if (states.width !== width)
        throw new Error(`The witness reads states of ${width} numbers, not ${states.width}.`);
      const judged = await judge(states, signal);
      return words.map((word) => (word.phones?.length ? heardWord(word, word.phones, judged) : word));
    },
  };
}

function heardWord(word: AlignedWord, phones: readonly AlignedPhone[], judged: SpeechStates): AlignedWord {
  const heard = phones.map((phone) => ({ ...phone, ...heardPhone(phone, judged) }));
  const lengthMs = heard.reduce((sum, phone) => sum + weightOf(phone), 0);
  const byLength = (pick: (phone: AlignedPhone) => number) =>
    heard.reduce((sum, phone) => sum + weightOf(phone) * pick(phone), 0) / lengthMs;
  return {
    ...word,
    phones: heard,
    gop: byLength(({ gop }) => gop),
    entropy: byLength(({ entropy }) => entropy ?? 0),
  };
}

const weightOf = ({ startMs, endMs }: AlignedPhone): number => Math.max(1, endMs - startMs);

/** Means over the frames of a phone: log p(phone) − log p(best), log p(phone), entropy (nats), logit of acceptability. */
function heardPhone(phone: AlignedPhone, judged: SpeechStates) {
  const label = classOfPhone(phone.phone);
  const frames = judged.at(phone);
  let [gap, log, entropy, accepted] = [0, 0, 0, 0];
  for (const frame of frames) {
    let best = Number.NEGATIVE_INFINITY;
    for (const value of frame.subarray(0, classes)) {
      if (value > best) best = value;
      entropy -= value * Math.exp(value);
    }
    log += frame[label]!;
    gap += frame[label]! - best;
    accepted += frame[classes + label]!;
  }
  const count = Math.max(1, frames.length);
  return {
    gop: gap / count,
    logPosterior: log / count,
    entropy: entropy / count,
    acceptability: accepted / count,
  };
}
