import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { Run } from '../modules/runs/types.ts';
import { stepNames } from '../modules/speech/step-names.ts';

const steps = Object.keys(stepNames) as (keyof typeof stepNames)[];

/**
 * Share of the whole that each step takes, from `assay bench steps` on two cores: hearing the words is most of
 * it. Only how evenly the bar moves depends on these.
 */
const weights: Readonly<Record<keyof typeof stepNames, number>> = {
  decode: 2,
  cutSilence: 1,
  detectSpeech: 2,
  transcribe: 80,
  align: 4,
  diarise: 4,
  detectCandidate: 1,
  scoreVocabulary: 1,
  scoreFluency: 1,
  scoreAccent: 2,
  explain: 1,
  cutCandidateAudio: 1,
};
const totalWeight = steps.reduce((sum, step) => sum + weights[step], 0);

export interface DemoProgress {
  say(line: string): void;
  show(run: Pick<Run, 'status' | 'progress'>): void;
  /** Leaves the line in order; may be called twice. */
  end(): void;
}

/** A bar with the current step on a terminal; elsewhere a plain line for each step. */
export function createDemoProgress(out: Writable & { isTTY?: boolean }): DemoProgress {
  const say = (line: string) => out.write(`${line}\n`);
  if (!out.isTTY) {
    let last = '';
    return {
      say,
      show(run) {
        const line = describe(run);
        if (line !== last) say(line);
        last = line;
      },
      end() {},
    };
  }
  let bar: SingleBar | undefined;
  return {
    say,
    show(run) {
      if (!bar) {
        const format = '{bar} {percentage} %  {duration_formatted}  {step}';
        const options = {
          format,
          stream: out as NodeJS.WritableStream,
          hideCursor: true,
          clearOnComplete: true,
          barsize: 24,
        };
        bar = new SingleBar(options, Presets.shades_classic);
        bar.start(100, 0, { step: '' });
      }
      bar.update(Math.floor(100 * shareDone(run)), { step: describe(run) });
    },
    end() {
      bar?.stop();
      bar = undefined;
    },
  };
}

function describe({ status, progress }: Pick<Run, 'status' | 'progress'>): string {
  if (status === 'queued') return 'waiting in the queue';
  if (status !== 'processing') return 'done';
  if (!progress) return 'waiting for a free worker';
  const index = steps.indexOf(progress.step as keyof typeof stepNames);
  return index < 0 ? progress.step : `step ${index + 1} of ${steps.length}: ${stepNames[steps[index]!]}`;
}

function shareDone({ status, progress }: Pick<Run, 'status' | 'progress'>): number {
  if (status !== 'queued' && status !== 'processing') return 1;
  const index = progress ? steps.indexOf(progress.step as keyof typeof stepNames) : -1;
  if (index < 0) return 0;
  const before = steps.slice(0, index).reduce((sum, step) => sum + weights[step], 0);
  return (before + weights[steps[index]!] * progress!.fraction) / totalWeight;
}
