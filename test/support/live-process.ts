import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Word } from '#server/domain/transcript/types.ts';
import { createPhraseCache } from '#server/engines/tts/phrase-cache.ts';
import type { TtsEngine } from '#server/engines/tts/port.ts';
import type { Ear } from '#server/live/ear/ear.ts';
import type { EarEvent } from '#server/live/ear/protocol.ts';
import { createLiveServer } from '#server/live/live-server.ts';
import type { WebRtcSettings } from '#server/live/media/webrtc.ts';
import { createRooms } from '#server/live/rooms.ts';
import { createLogger } from '#server/logging.ts';
import type { LiveInterviews } from '#server/modules/interview/types.ts';
import type { Clock } from '#server/time.ts';
import { newDevice, openPage, type PageClient } from '../../testkit/interview/page-client.ts';

/** A clock that goes, and that a test may move on. */
export function createGoingClock() {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance: (durationMs: number) => {
      aheadMs += durationMs;
    },
  };
}

/** A sentence lasts a tenth of a second, whatever it says. */
const quickVoice: TtsEngine = {
  id: 'quick',
  voices: [{ id: 'quick', languages: ['en'] }],
  async *speak({ signal }) {
    signal.throwIfAborted();
    yield new Int16Array(1600).fill(3000);
  },
  check: async () => ({ ok: true, detail: '' }),
};

/** Hears what the test says, on the clock of the sound that it was given. */
export function scriptedEar() {
  const sessions: {
    nowMs: number;
    onEvent: (event: EarEvent) => void;
    onFailed: (reason: string) => void;
  }[] = [];
  const heard: Word[] = [];
  const fault = { atOpen: false, atReady: '', atLast: false, behindMs: 0 };
  const ear: Ear = {
    async ready() {
      if (fault.atReady !== '') throw new Error(fault.atReady);
    },
    open({ startMs, onEvent, onFailed }) {
      const session = { nowMs: startMs, onEvent, onFailed };
      sessions.push(session);
      if (fault.atOpen) queueMicrotask(() => onFailed('a broken ear'));
      return {
        push(samples) {
          session.nowMs += samples.length / 16;
        },
        heardMs: () => session.nowMs - fault.behindMs,
        close: () => undefined,
      };
    },
    async transcribe() {
      if (fault.atLast) throw new Error('a broken ear');
      return heard;
    },
    close: async () => undefined,
  };
  return {
    ear,
    fault,
    sessions,
    /** A whole turn of the newest session, which has just ended. */
    say(text: string, session = sessions.at(-1)!) {
      const [startMs, endMs] = [session.nowMs - 900, session.nowMs - 500];
      const words = text.split(' ').map((word) => ({ text: word, startMs, endMs, confidence: 1 }));
      heard.push(...words);
      session.onEvent({ type: 'speech-start', startMs });
      session.onEvent({ type: 'speech-end', startMs, endMs });
      session.onEvent({ type: 'final', startMs, endMs, words });
      session.onEvent({ type: 'turn-end', startMs, endMs, atMs: session.nowMs, reason: 'sentence-ended' });
    },
  };
}

/** A live process without its own process, over the real services: rooms, server, and pages that connect to it. */
export async function liveProcess(
  t: TestContext,
  {
    live,
    clock,
    folder,
    webRtc = null,
  }: { live: LiveInterviews; clock: Clock; folder?: string; webRtc?: WebRtcSettings | null },
) {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'assay-live-')));
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', name: 'live', write: (line) => lines.push(line) });
  const script = scriptedEar();
  const rooms = createRooms({
    ...{ live, clock, logger, ear: script.ear, folder: own },
    voice: createPhraseCache(quickVoice),
    languages: ['en'],
    model: null,
    iceServers: null,
  });
  const server = createLiveServer({
    rooms,
    passes: null,
    webRtc,
    logger,
  });
  const address = await server.listen('127.0.0.1');
  rooms.start();
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await server.close();
    await rooms.stop();
  };
  t.after(stop);
  // Only then: it writes there.
  if (!folder) t.after(() => rm(own, { recursive: true, force: true }));
  return {
    ...script,
    rooms,
    address,
    folder: own,
    logged: () => lines.join(''),
    stop,
    /** A page that has said who it is. */
    async page(
      token: string,
      device = newDevice(),
      options: { isCompact?: boolean; answersPings?: boolean } = {},
    ): Promise<PageClient & { device: string }> {
      const page = await openPage(address, { device, ...options });
      t.after(() => page.drop());
      page.send({ type: 'hello', token, ...(options.isCompact && { compact: true }) });
      return { ...page, device };
    },
  };
}

/** The interviewer has said its part. */
export const listening = async (page: PageClient, from = 0, withinMs = 60_000): Promise<number> => {
  await page.next('phase', { from, withinMs, where: ({ phase }) => phase === 'listening' });
  return page.messages.length;
};

export async function until(condition: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const giveUp = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > giveUp) throw new Error('It did not come about.');
    await delay(20);
  }
}
