import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { composeData, composeWebhooks } from './compose-data.ts';
import { composeLiveInterviews } from './compose-interviews.ts';
import { languagesInstalledSince } from './compose-languages.ts';
import { openInstallation } from './compose-machines.ts';
import { checkModels, recogniserOf, withoutKey } from './compose-start.ts';
import type { Config } from './config/env.ts';
import { limits } from './config/limits.ts';
import { isLoopback } from './config/live.ts';
import type { Db } from './db/db.ts';
import { isGone, processIdentity, thisHost } from './dispatch/host.ts';
import { openRecognisers, type RecogniserSettings } from './engines/asr/recogniser.ts';
import { createOpenAiInterviewer } from './engines/interviewer/openai.ts';
import { createBestVoice } from './engines/tts/best-voice.ts';
import { installedVoices } from './engines/tts/installed-voices.ts';
import { createPhraseCache } from './engines/tts/phrase-cache.ts';
import { createLanguageDetector } from './engines/written-language/eld.ts';
import { createEar } from './live/ear/ear.ts';
import { createLiveServer } from './live/live-server.ts';
import { createPasses } from './live/pass.ts';
import { createRooms } from './live/rooms.ts';
import type { Logger } from './logging.ts';
import { createInterviewAnnouncer } from './modules/interview/announce.ts';
import type { LiveDeps } from './modules/interview/live.ts';
import { createLivePresence } from './modules/interview/presence.ts';
import { whenFree } from './process/port.ts';
import type { ComposeContext, Service } from './process/service.ts';
import { type Clock, seconds, systemClock } from './time.ts';

const LOOK_FOR_LANGUAGES_MS = seconds(5);

/** The process that holds interviews. */
export async function composeLive(config: Config, { logger, renew }: ComposeContext): Promise<Service> {
  const clock = systemClock;
  const bornAtMs = clock.now();
  const model = await checkModels(config);
  const recogniser = await recogniserOf({ ...config, laneThreads: 1 }, model);
  logger.info({ recogniser: withoutKey(recogniser) }, 'recogniser chosen');
  const { db, blobs, keyPepper, leave } = await openInstallation(config, { logger });
  const webhooks = composeWebhooks(db, { config, keyPepper });
  return composeRooms({
    ...composeData(db, { interview: createInterviewAnnouncer({ webhooks }) }),
    ...{ db, config, keyPepper, clock, logger, blobs, leave },
    recogniser: recogniser.settings,
    outdated: {
      look: () => languagesInstalledSince(bornAtMs, { db, clock }),
      renew: () => renew('more languages were installed'),
    },
  });
}

async function composeRooms({
  config,
  keyPepper,
  recogniser,
  logger,
  leave,
  outdated,
  ...data
}: Omit<LiveDeps, 'identity' | 'processId'> & {
  db: Db & { destroy(): Promise<void> };
  config: Config;
  keyPepper: string;
  recogniser: RecogniserSettings;
  clock: Clock;
  logger: Logger;
  /** Called before the database is closed. */
  leave: () => void;
  /** Whether another recogniser is to be taken, and how; only while nobody is interviewed. */
  outdated: { look: () => Promise<boolean>; renew: () => void };
}): Promise<Service> {
  const { db, clock } = data;
  const processId = `live_${randomUUID()}`;
  const live = composeLiveInterviews({ ...data, keyPepper, processId });
  const presence = createLivePresence({ db, clock });
  // A language whose only voice is missing is refused before anybody is invited.
  const onMissing = (engine: string, advice: string) =>
    logger.warn(
      { engine, advice },
      'a voice is missing; interviews are not held in the languages that only it speaks',
    );
  const voice = createPhraseCache(
    createBestVoice(await installedVoices({ ...config, onMissing }), {
      onFailure: (engine, error) => logger.warn({ err: error, engine }, 'another voice speaks instead'),
    }),
  );
  const heard = (await openRecognisers(recogniser, { hears: false })).flatMap((engine) => engine.languages);
  const spoken = new Set(voice.voices.flatMap((one) => one.languages));
  const languages = limits.languages.filter((code) => heard.includes(code) && spoken.has(code));
  const { webRtc } = config.live;
  const iceServers = webRtc?.iceServers.map((server) => ({ ...server, urls: [...server.urls] })) ?? null;
  const ear = createEar({ modelsDir: config.modelsDir, recogniser });
  /** Live processes beside this one, as last seen. */
  let others = 0;
  const rooms = createRooms({
    ...{ live, ear, voice, languages, clock, logger, iceServers },
    model: config.interviewModel
      ? createOpenAiInterviewer(config.interviewModel, createLanguageDetector(), {
          silenceMs: config.interviewModel.silenceMs,
        })
      : null,
    folder: join(config.dataDir, 'live'),
    hasOthers: () => others > 0,
  });
  const server = createLiveServer({
    rooms,
    // On the loopback interface only api processes of this machine come.
    passes: isLoopback(config.live.host) ? null : createPasses(keyPepper, clock),
    webRtc: webRtc && iceServers && { ...webRtc, iceServers },
    logger,
  });
  let beat: NodeJS.Timeout | undefined;
  const look = async () => {
    await presence.stillHere(processId);
    const seenSince = clock.now() - limits.interview.liveSeenMs;
    others = (await presence.list()).filter(
      ({ id, heartbeatAt }) => id !== processId && Date.parse(heartbeatAt) >= seenSince,
    ).length;
  };
  const background = createRounds(logger);

  return {
    async start() {
      const host = thisHost();
      const listening = await whenFree(config.live, 'LIVE_', ({ host: at, port }) => server.listen(at, port));
      const address = config.live.address ?? reachable(listening, host);
      const gone = (await presence.list()).filter((one) => isGone(host, one));
      for (const { id } of gone) await presence.leave(id);
      const identity = processIdentity(process.pid);
      await presence.enlist({ id: processId, host, pid: process.pid, process: identity, address, languages });
      await rooms.recover(gone.map(({ id }) => id));
      await rooms.sweep();
      rooms.start();
      beat = setInterval(() => {
        look().catch((error: unknown) => logger.warn({ err: error }, 'the sign of life could not be given'));
      }, limits.interview.lease.heartbeatMs);
      // Those of other machines are gone when their leases lapse.
      background.repeat(limits.interview.recoverEveryMs, 'taking up interviews', () => rooms.recover([]));
      background.repeat(limits.interview.sweepEveryMs, 'sweep of interviews', () => rooms.sweep());
      background.repeat(LOOK_FOR_LANGUAGES_MS, 'looking for more languages', async () => {
        if ((await outdated.look()) && rooms.isEmpty()) outdated.renew();
      });
      logger.info({ languages, webRtc: webRtc !== null }, 'interviews can be held');
      return {};
    },
    async stop() {
      clearInterval(beat);
      await background.stop();
      await presence
        .pause(processId)
        .catch((error: unknown) => logger.warn({ err: error }, 'the end could not be told'));
      await server.close();
      await rooms.stop();
      await ear.close();
      leave();
      await db.destroy();
    },
  };
}

/** "Every address of this machine" is none that others can reach. */
function reachable(listening: string, host: string): string {
  const { hostname, port } = new URL(listening);
  return hostname === '0.0.0.0' || hostname === '[::]' ? `http://${host}:${port}` : listening;
}

interface Rounds {
  repeat(everyMs: number, what: string, round: () => Promise<void>): void;
  /** Resolves once no round is under way. */
  stop(): Promise<void>;
}

function createRounds(logger: Logger): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const going: Promise<void>[] = [];
  const rest = (durationMs: number) => delay(durationMs, undefined, { signal }).catch(() => undefined);
  return {
    repeat(everyMs, what, round) {
      const go = async () => {
        for (await rest(everyMs); !signal.aborted; await rest(everyMs)) {
          await round().catch((error: unknown) => logger.error({ err: error }, `${what} failed`));
        }
      };
      going.push(go());
    },
    async stop() {
      stopping.abort();
      await Promise.all(going);
    },
  };
}
