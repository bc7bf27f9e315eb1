import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/env.ts';
import type { Logger } from '../logging.ts';
import { seconds } from '../time.ts';
import { whileDatabaseStarts } from './database-patience.ts';
import type { Death } from './death.ts';
import { type ChildMessage, type ComposeContext, HOPELESS, RENEWED, type Service } from './service.ts';

/** Below the supervisor's patience, so that we end by ourselves. */
const STOP_WITHIN_MS = seconds(9);

/** Faults that a restart cannot cure; the message tells a person what can. */
export class HopelessError extends Error {}

/**
 * Runs one service in this process until a signal or a fatal fault. Answers the exit status.
 *
 * Under a supervisor (there is an IPC channel) SIGINT is left to it, for a terminal sends it to all of us, and
 * losing the channel means that the supervisor was killed: then we end at once, as a crash would end us, because
 * a new supervisor may already be clearing up.
 */
export async function runChild({
  config,
  compose,
  logger,
  deaths = [],
  onServing,
  complain,
  stopWithinMs = STOP_WITHIN_MS,
}: {
  config: Config;
  compose: (config: Config, context: ComposeContext) => Promise<Service>;
  logger: Logger;
  deaths?: readonly Death[];
  onServing: (message: ChildMessage) => void;
  /** One line for people: why no restart can help. */
  complain: (line: string) => void;
  stopWithinMs?: number;
}): Promise<number> {
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const asking = new AbortController();
  const onSignal = () => {
    asking.abort();
    ask();
  };
  let status = 0;
  const renew = (reason: string) => {
    logger.info({ reason }, 'process ends to be started anew');
    status = RENEWED;
    onSignal();
  };
  heedProcess({ onSignal, end, logger });
  const onFatal = (reason: string) => {
    logger.fatal({ reason }, 'process cannot go on and ends, to be started anew');
    end(1);
  };

  const life = async () => {
    let service: Service | undefined;
    let composing: Promise<Service> | undefined;
    /** The service is stopped again when it does not come up. */
    const begin = async () => {
      composing = compose(config, { logger, onFatal, renew, deaths });
      const made = await composing;
      service = made;
      return made.start().catch(async (error: unknown) => {
        service = undefined;
        await made.stop().catch(() => undefined);
        throw error;
      });
    };
    try {
      const starting = whileDatabaseStarts(config, { logger, signal: asking.signal }, begin);
      const started = await Promise.race([starting, asked]);
      if (started) {
        onServing({ type: 'serving', ...started });
        await asked;
      } else {
        starting.catch((error) => logger.warn({ err: error }, 'stopped before the start was complete'));
        // What is half made could not be stopped in order.
        await composing?.catch(() => undefined);
      }
    } catch (error) {
      if (!asking.signal.aborted) {
        if (error instanceof HopelessError) complain(error.message);
        else logger.fatal({ err: error }, 'the process cannot start');
        return end(error instanceof HopelessError ? HOPELESS : 1);
      }
    }
    await stopInTime(service, { logger, withinMs: stopWithinMs });
    end(status);
  };
  void life();
  return ended;
}

/** Heeds signals, unexpected errors and the loss of the supervisor. @param end with an exit status, at once */
function heedProcess({
  onSignal,
  end,
  logger,
}: {
  onSignal: () => void;
  end: (status: number) => void;
  logger: Logger;
}): void {
  const isSupervised = process.send !== undefined;
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', () => {
    if (!isSupervised) onSignal();
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected error; the process ends');
    end(1);
  });
  if (isSupervised) {
    process.on('disconnect', () => {
      logger.error('the supervisor is gone; the process ends');
      end(1);
    });
  }
}

async function stopInTime(
  service: Service | undefined,
  { withinMs, logger }: { withinMs: number; logger: Logger },
): Promise<void> {
  logger.info('stopping');
  const outOfTime = delay(withinMs, 'out of time' as const, { ref: false });
  const result = await Promise.race([
    service?.stop().catch((error) => logger.error({ err: error }, 'error while stopping')),
    outOfTime,
  ]);
  if (result === 'out of time') logger.error('did not stop in time; the process ends at once');
}
