import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import { speechSteps } from '../../domain/steps/speech.ts';
import { placeAmong } from '../../domain/steps/steps.ts';
import type { Run } from '../../modules/runs/types.ts';

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
  const place = placeAmong(speechSteps, progress);
  return place ? `step ${place.number} of ${place.count}: ${place.label}` : progress.step;
}

function shareDone({ status, progress }: Pick<Run, 'status' | 'progress'>): number {
  if (status !== 'queued' && status !== 'processing') return 1;
  return placeAmong(speechSteps, progress)?.share ?? 0;
}
