import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { threadId, workerData } from 'node:worker_threads';
import { RunFailure } from '../../errors.ts';
import { isOutOfSpace, isOutOfTime } from '../../outages.ts';
import type { Step } from '../../pipeline/step.ts';
import type {
  LaneCheck,
  LaneData,
  LaneEvent,
  LaneOrder,
  LaneReply,
  LaneReport,
  LaneTask,
} from '../protocol.ts';

const nativeId = Number(basename(readlinkSync('/proc/thread-self')));

/** A progress message at most this often: the main thread has better things to do. */
const PROGRESS_EVERY_MS = 200;

export interface LaneEntry<Engines> {
  // biome-ignore lint/suspicious/noExplicitAny: a lane runs steps of every input and output
  steps: readonly Step<any, any, Engines>[];
  /** Runs once per thread. */
  compose: () => Engines | Promise<Engines>;
  check: (
    engines: Engines,
  ) => Promise<{ checks: Record<string, LaneCheck>; recognisers: LaneReport['recognisers'] }>;
}

/**
 * Makes the function a lane's thread exports. Engines are loaded once, at once. It never throws: a thread that
 * could not load its engines says so in every answer instead of dying again and again.
 */
export function serveLane<Engines>(entry: LaneEntry<Engines>): (task: LaneTask) => Promise<unknown> {
  const steps = new Map(entry.steps.map((step) => [step.name, step]));
  const loading = Promise.resolve()
    .then(entry.compose)
    .then(
      (engines) => ({ ok: true as const, engines }),
      (error: unknown) => ({ ok: false as const, reason: describe(error) }),
    );

  const report = async (): Promise<LaneReport> => {
    const loaded = await loading;
    if (!loaded.ok) {
      const checks = { engines: { ok: false, detail: loaded.reason } };
      return { threadId, loaded: false, checks, recognisers: [] };
    }
    const missing = ((workerData as LaneData).steps ?? []).filter((name) => !steps.has(name));
    if (missing.length > 0) {
      const detail = `Its entry in lanes/entry/ lacks ${missing.join(', ')}.`;
      return { threadId, loaded: false, checks: { steps: { ok: false, detail } }, recognisers: [] };
    }
    try {
      const { checks, recognisers } = await entry.check(loaded.engines);
      return { threadId, loaded: true, checks, recognisers };
    } catch (error) {
      const checks = { engines: { ok: false, detail: describe(error) } };
      return { threadId, loaded: false, checks, recognisers: [] };
    }
  };

  const runStep = async ({
    step: name,
    input,
    workDir,
    port,
  }: Extract<LaneTask, { kind: 'step' }>): Promise<LaneReply> => {
    const say = (event: LaneEvent) => port.postMessage(event);
    const aborted = new AbortController();
    port.on('message', (order: LaneOrder) => {
      if (order === 'abort') aborted.abort(new Error('The step was called off.'));
    });
    const { user, system } = process.threadCpuUsage();
    say({ event: 'started', threadId, nativeId, processorMs: (user + system) / 1000 });
    try {
      const loaded = await loading;
      if (!loaded.ok) return { ok: false, code: null, message: `engines did not load: ${loaded.reason}` };
      const step = steps.get(name);
      if (!step) return { ok: false, code: null, message: `this lane has no step "${name}"` };
      let lost: unknown;
      let outOfTime = false;
      const reasons: string[] = [];
      const causes: string[] = [];
      let lastSaidMs = 0;
      const output = await step.run(input, {
        engines: loaded.engines,
        workDir,
        signal: aborted.signal,
        reportProgress: (fraction) => {
          const nowMs = performance.now();
          if (nowMs - lastSaidMs < PROGRESS_EVERY_MS) return;
          lastSaidMs = nowMs;
          say({ event: 'progress', fraction });
        },
        degrade: (reason, cause) => {
          reasons.push(reason);
          if (isOutOfSpace(cause)) lost = cause;
          outOfTime ||= isOutOfTime(cause);
          if (cause !== undefined) causes.push(describe(cause));
        },
      });
      // What a full disk took from an optional step, it may have another time.
      if (lost !== undefined) throw lost;
      return {
        ok: true,
        output,
        degraded: reasons.length > 0 ? reasons.join(' ') : null,
        ...(causes.length > 0 && { detail: causes.join('\n') }),
        ...(outOfTime ? { outOfTime } : {}),
      };
    } catch (error) {
      if (isOutOfSpace(error)) return { ok: false, code: null, message: describe(error), outOfSpace: true };
      if (isOutOfTime(error)) return { ok: false, code: null, message: describe(error), outOfTime: true };
      if (error instanceof RunFailure) {
        const { code, message, forOperators } = error;
        return { ok: false, code, message, ...(forOperators !== undefined && { detail: forOperators }) };
      }
      return { ok: false, code: null, message: describe(error) };
    } finally {
      port.close();
    }
  };

  return (task) => (task.kind === 'check' ? report() : runStep(task));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` [cause: ${describe(error.cause)}]`;
  return `${error.stack ?? error.message}${cause}`;
}
