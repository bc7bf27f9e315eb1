import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../../engines/models/bundle/lists.ts';

export interface ByteProgress {
  show: Progress;
  /** Leaves the line in order; may be called twice. */
  end(): void;
}

/**
 * How much has been done, on standard error so that `--json` keeps standard output: a bar on a terminal, elsewhere a
 * line for each quarter.
 */
export function createByteProgress(out: Writable & { isTTY?: boolean }, doing: string): ByteProgress {
  if (!out.isTTY) {
    let quarter = 0;
    return {
      show(doneBytes, allBytes) {
        const now = allBytes > 0 ? Math.floor((4 * doneBytes) / allBytes) : 4;
        if (now > quarter) out.write(`${doing}: ${now * 25} % of ${megabytes(allBytes)}\n`);
        quarter = Math.max(quarter, now);
      },
      end() {},
    };
  }
  let bar: SingleBar | undefined;
  return {
    show(doneBytes, allBytes) {
      if (!bar) {
        bar = new SingleBar(
          {
            format: `${doing} {bar} {percentage} % of {size}  {eta_formatted} left`,
            stream: out as NodeJS.WritableStream,
            hideCursor: true,
            clearOnComplete: true,
            barsize: 24,
            etaBuffer: 100,
          },
          Presets.shades_classic,
        );
        bar.start(allBytes, doneBytes, { size: megabytes(allBytes) });
      }
      bar.update(doneBytes);
    },
    end() {
      bar?.stop();
      bar = undefined;
    },
  };
}

/** "1.2 GB", "243 MB", "0.4 MB". */
export function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
