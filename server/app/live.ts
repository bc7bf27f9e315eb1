import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Background, createBackground } from '../background.ts';
import type { Config } from '../config/env.ts';
import { limits } from '../config/limits.ts';
import { isLoopback } from '../config/live.ts';
import { isGone, processIdentity, thisHost } from '../dispatch/host.ts';
import { openRecognisers, type RecogniserSettings } from '../engines/asr/recogniser.ts';
import { createOpenAiInterviewer } from '../engines/interviewer/openai.ts';
import { installedVoices } from '../engines/models/installed-voices.ts';
import { createBestVoice } from '../engines/tts/best-voice.ts';
import { createPhraseCache, type PhraseCache } from '../engines/tts/phrase-cache.ts';
import type { TtsEngine } from '../engines/tts/port.ts';
import { createLanguageDetector } from '../engines/written-language/eld.ts';
import { createEar } from '../live/ear/ear.ts';
import { createLiveServer } from '../live/live-server.ts';
import { createPasses } from '../live/pass.ts';
import { createRooms, type Rooms } from '../live/rooms.ts';
import type { Logger } from '../logging.ts';
import { whenFree } from '../process/port.ts';
import type { ComposeContext, Service } from '../process/service.ts';
import type { BlobStore } from '../storage/port.ts';
import { seconds, systemClock } from '../time.ts';
import { openInstallation } from './installation.ts';
import { servicesOf } from './installation-services.ts';
import { languagesInstalledSince } from './languages.ts';
import { createInterviewHolder, type Services } from './services.ts';
import { checkModels, recogniserOf, withoutKey } from './start.ts';

const LOOK_FOR_LANGUAGES_MS = seconds(5);

/** The process that holds interviews. */
export async function composeLive(config: Config, { logger, renew }: ComposeContext): Promise<Service> {
  const bornAtMs = systemClock.now();
  const model = await checkModels(config);
  const recogniser = await recogniserOf({ ...config, laneThreads: 1 }, model);
  logger.info({ recogniser: withoutKey(recogniser) }, 'recogniser chosen');
  const { db, blobs, keyPepper, leave } = await openInstallation(config, { logger });
  const services = servicesOf(config, { db, keyPepper, logger });
  return composeRooms({
    ...{ services, db, config, logger, blobs, leave },
    recogniser: recogniser.settings,
    outdated: {
      look: () => languagesInstalledSince(bornAtMs, services.schedule),
      renew: () => renew('more languages were installed'),
    },
  });
}

interface RoomsParts {
  services: Services;
  db: { destroy(): Promise<void> };
  config: Config;
  blobs: Pick<BlobStore, 'put'>;
  recogniser: RecogniserSettings;
  logger: Logger;
  /** Called before the database is closed. */
  leave: () => void;
  /** Whether another recogniser is to be taken, and how; only while no interview is held. */
  outdated: { look: () => Promise<boolean>; renew: () => void };
}

async function composeRooms({
  services,
  db,
  config,
  blobs,
  recogniser,
  logger,
  leave,
  outdated,
}: RoomsParts): Promise<Service> {
  const { clock, keyPepper, presence } = services;
  const processId = `live_${randomUUID()}`;
  const live = createInterviewHolder(services, { blobs, processId });
  const voice = await openVoice(config, logger);
  const languages = await languagesHeld(recogniser, voice);
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
    others = await othersSeen(services, processId);
  };
  const background = createBackground(logger);

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
        look().catch((error: unknown) => logger.warn({ err: error }, 'heartbeat failed; tried again'));
      }, limits.interview.lease.heartbeatMs);
      lookAfterInterviews(background, rooms, outdated);
      logger.info({ languages, webRtc: webRtc !== null }, 'live process is ready for interviews');
      return {};
    },
    async stop() {
      clearInterval(beat);
      await background.stop();
      await presence
        .pause(processId)
        .catch((error: unknown) =>
          logger.warn({ err: error }, 'could not announce shutdown; others notice when the heartbeat lapses'),
        );
      await server.close();
      await rooms.stop();
      await ear.close();
      leave();
      await db.destroy();
    },
  };
}

async function openVoice(config: Config, logger: Logger): Promise<PhraseCache> {
  // A language whose only voice is missing is refused before a candidate is invited.
  const onMissing = (engine: string, advice: string) =>
    logger.warn(
      { engine, advice },
      'voice missing: no interviews in languages that only it speaks; to add it, follow the advice',
    );
  return createPhraseCache(
    createBestVoice(await installedVoices({ ...config, onMissing }), {
      onFailure: (engine, error) =>
        logger.warn({ err: error, engine }, 'voice failed; another voice speaks instead'),
    }),
  );
}

/** Those that are both heard and spoken. */
async function languagesHeld(recogniser: RecogniserSettings, { voices }: TtsEngine) {
  const heard = (await openRecognisers(recogniser, { hears: false })).flatMap((engine) => engine.languages);
  const spoken = new Set(voices.flatMap((one) => one.languages));
  return limits.languages.filter((code) => heard.includes(code) && spoken.has(code));
}

function lookAfterInterviews(background: Background, rooms: Rooms, outdated: RoomsParts['outdated']): void {
  // Those of other machines are gone when their leases lapse.
  background.every(limits.interview.recoverEveryMs, 'taking up interviews', () => rooms.recover([]), {
    firstMs: limits.interview.recoverEveryMs,
  });
  background.every(limits.interview.sweepEveryMs, 'sweep of interviews', () => rooms.sweep(), {
    firstMs: limits.interview.sweepEveryMs,
  });
  background.every(LOOK_FOR_LANGUAGES_MS, 'looking for more languages', async () => {
    if ((await outdated.look()) && rooms.isEmpty()) outdated.renew();
  });
}

/** How many live processes there are beside this one. */
async function othersSeen({ presence, clock }: Services, processId: string): Promise<number> {
  const seenSince = clock.now() - limits.interview.liveSeenMs;
  const living = (await presence.list()).filter(({ heartbeatAt }) => Date.parse(heartbeatAt) >= seenSince);
  return living.filter(({ id }) => id !== processId).length;
}

/** "Every address of this machine" is none that others can reach. */
function reachable(listening: string, host: string): string {
  const { hostname, port } = new URL(listening);
  return hostname === '0.0.0.0' || hostname === '[::]' ? `http://${host}:${port}` : listening;
}
