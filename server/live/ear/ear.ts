import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Word } from '../../domain/transcript/types.ts';
import { programFile } from '../../program-files.ts';
import type { EarEvent, EarOrder, EarReport, EarSettings } from './protocol.ts';

/** Hears one interview. */
export interface EarSession {
  /** The next sound: mono 16 kHz, 16 bit. */
  push(samples: Int16Array): void;
  /** Up to where it has heard, on the recording's clock. */
  heardMs(): number;
  close(): void;
}

/**
 * A process that hears; started when it is first needed, and anew when it died. Not a thread: a process that starts a program has the pages of its
 * whole memory listed anew, which took 130 ms with the networks in it, for each sentence that a voice program spoke, and held up
 * everybody's interviews. And a fault of a network's code is not the end of those who hold them.
 */
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

interface Hearing {
  child: ChildProcess;
  ready: Promise<void>;
}

type Listeners = Map<number, Listener>;
type Requests = Map<number, PromiseWithResolvers<Word[]>>;

export function createEar(settings: EarSettings): Ear {
  let hearing: Hearing | undefined;
  let isClosed = false;
  let lastId = 0;
  const listeners: Listeners = new Map();
  const requests: Requests = new Map();
  const take = (report: EarReport) => passOn(report, listeners, requests);

  /** Rejects every waiting call. A room that goes on listening opens a session anew, in a new process. */
  const lose = (lost: ChildProcess, reason: string) => {
    if (hearing?.child !== lost) return;
    hearing = undefined;
    for (const { reject } of requests.values()) reject(new Error(reason));
    requests.clear();
    const all = [...listeners.values()];
    listeners.clear();
    for (const { onFailed } of all) onFailed(reason);
  };

  const running = (): Hearing => {
    if (isClosed) throw new Error('The live process is stopping.');
    if (hearing) return hearing;
    hearing = startHearing(settings, { take, lose });
    return hearing;
  };

  const order = (message: EarOrder) => tell(running().child, message);

  return {
    ready: () => running().ready,
    open({ onEvent, onFailed, ...about }) {
      const session = ++lastId;
      const listener: Listener = { onEvent, onFailed, heardMs: about.startMs };
      listeners.set(session, listener);
      order({ type: 'open', session, ...about });
      return {
        push(samples) {
          if (listeners.has(session)) order({ type: 'push', session, samples });
        },
        heardMs: () => listener.heardMs,
        close() {
          if (listeners.delete(session) && hearing) order({ type: 'close', session });
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
      if (!hearing) return;
      const { child } = hearing;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** To whom a report is for. */
function passOn(report: EarReport, listeners: Listeners, requests: Requests): void {
  switch (report.type) {
    case 'event':
      listeners.get(report.session)?.onEvent(report.event);
      return;
    case 'heard': {
      const listener = listeners.get(report.session);
      if (listener) listener.heardMs = report.untilMs;
      return;
    }
    case 'failed': {
      const listener = listeners.get(report.session);
      listeners.delete(report.session);
      listener?.onFailed(report.reason);
      return;
    }
    case 'transcribed':
      requests.get(report.request)?.resolve(report.words);
      requests.delete(report.request);
      return;
    case 'not-transcribed':
      requests.get(report.request)?.reject(new Error(report.reason));
      requests.delete(report.request);
  }
}

/** @param on.lose the process has ended, or cannot hear */
function startHearing(
  settings: EarSettings,
  { take, lose }: { take: (report: EarReport) => void; lose: (child: ChildProcess, reason: string) => void },
): Hearing {
  const child = fork(programFile('live/ear/program'), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // The callers that await it get the error.
  ready.catch(() => undefined);
  child.on('message', (report: EarReport) => {
    if (report.type === 'ready') return resolve();
    if (report.type !== 'unable') return take(report);
    reject(new Error(report.reason));
    child.kill('SIGKILL');
    lose(child, report.reason);
  });
  const gone = (reason: string) => {
    reject(new Error(reason));
    lose(child, reason);
  };
  child.on('error', (error) => gone(error.message));
  child.on('exit', () => gone('The hearing process ended.'));
  tell(child, settings);
  return { child, ready };
}

/** What cannot be sent is lost with the process that was to hear it, whose end is told. */
const tell = (child: ChildProcess, message: EarOrder | EarSettings): void => {
  child.send(message, () => undefined);
};
