import { Worker } from 'node:worker_threads';
import type { Word } from '../../domain/transcript/types.ts';
import { programFile } from '../../program-files.ts';
import type { EarEvent, EarOrder, EarReport, EarSettings } from './protocol.ts';

/** Hears one interview. */
export interface EarSession {
  /** The next sound: mono 16 kHz, 16 bit. The array is not ours any more. */
  push(samples: Int16Array): void;
  /** Up to where it has heard, on the recording's clock. */
  heardMs(): number;
  close(): void;
}

/** A thread that hears; started when it is first needed, and anew when it died. */
export interface Ear {
  /** Loads the networks; resolves once they hear. @throws Error that says why they cannot */
  ready(): Promise<void>;
  /**
   * @param options.startMs what the recording's clock shows: events are told on that clock
   * @param options.onFailed the session hears nothing any more and has to be opened anew
   */
  open(options: {
    language: string;
    hotwords: readonly string[];
    patienceMs: number;
    startMs: number;
    onEvent: (event: EarEvent) => void;
    onFailed: (reason: string) => void;
  }): EarSession;
  /** The words of a whole channel, raw PCM s16le mono 16 kHz, on its clock. @throws Error */
  transcribe(request: { language: string; hotwords: readonly string[]; pcmPath: string }): Promise<Word[]>;
  close(): Promise<void>;
}

interface Listener {
  heardMs: number;
  onEvent: (event: EarEvent) => void;
  onFailed: (reason: string) => void;
}

interface Thread {
  worker: Worker;
  ready: Promise<void>;
}

export function createEar(settings: EarSettings): Ear {
  let thread: Thread | undefined;
  let isClosed = false;
  let lastId = 0;
  const listeners = new Map<number, Listener>();
  const requests = new Map<number, PromiseWithResolvers<Word[]>>();

  const take = (report: EarReport) => {
    switch (report.type) {
      case 'event':
        return listeners.get(report.session)?.onEvent(report.event);
      case 'heard': {
        const listener = listeners.get(report.session);
        if (listener) listener.heardMs = report.untilMs;
        return;
      }
      case 'failed': {
        const listener = listeners.get(report.session);
        listeners.delete(report.session);
        return listener?.onFailed(report.reason);
      }
      case 'transcribed':
        requests.get(report.request)?.resolve(report.words);
        return void requests.delete(report.request);
      case 'not-transcribed':
        requests.get(report.request)?.reject(new Error(report.reason));
        return void requests.delete(report.request);
    }
  };

  /** Everybody who waits is told; whoever goes on listening opens a session anew, in a new thread. */
  const lose = (lost: Worker, reason: string) => {
    if (thread?.worker !== lost) return;
    thread = undefined;
    for (const { reject } of requests.values()) reject(new Error(reason));
    requests.clear();
    const all = [...listeners.values()];
    listeners.clear();
    for (const { onFailed } of all) onFailed(reason);
  };

  const running = (): Thread => {
    if (isClosed) throw new Error('The live process is stopping.');
    if (thread) return thread;
    const worker = new Worker(programFile('live/ear/thread'), { workerData: settings });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    // Whoever asks is told.
    ready.catch(() => undefined);
    worker.on('message', (report: EarReport) => {
      if (report.type === 'ready') return resolve();
      if (report.type !== 'unable') return take(report);
      reject(new Error(report.reason));
      void worker.terminate();
      lose(worker, report.reason);
    });
    const gone = (reason: string) => {
      reject(new Error(reason));
      lose(worker, reason);
    };
    worker.on('error', (error) => gone(error.message));
    worker.on('exit', () => gone('The hearing thread ended.'));
    thread = { worker, ready };
    return thread;
  };

  const order = (message: EarOrder, transfer: ArrayBuffer[] = []) =>
    running().worker.postMessage(message, transfer);

  return {
    ready: () => running().ready,
    open({ onEvent, onFailed, ...about }) {
      const session = ++lastId;
      const listener: Listener = { onEvent, onFailed, heardMs: about.startMs };
      listeners.set(session, listener);
      order({ type: 'open', session, ...about });
      return {
        push(samples) {
          if (listeners.has(session))
            order({ type: 'push', session, samples }, [samples.buffer as ArrayBuffer]);
        },
        heardMs: () => listener.heardMs,
        close() {
          if (listeners.delete(session) && thread) order({ type: 'close', session });
        },
      };
    },
    transcribe(about) {
      const request = ++lastId;
      const waiting = Promise.withResolvers<Word[]>();
      requests.set(request, waiting);
      order({ type: 'transcribe', request, ...about });
      return waiting.promise;
    },
    async close() {
      isClosed = true;
      await thread?.worker.terminate();
    },
  };
}
