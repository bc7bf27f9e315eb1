import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { composeLiveInterviews } from './compose-interviews.ts';
import type { Config } from './config/env.ts';
import { limits } from './config/limits.ts';
import type { Db } from './db/db.ts';
import { thisHost } from './dispatch/host.ts';
import { openRecognisers, type RecogniserSettings } from './engines/asr/recogniser.ts';
import { createOpenAiInterviewer } from './engines/interviewer/openai.ts';
import { createBestVoice } from './engines/tts/best-voice.ts';
import { installedVoices } from './engines/tts/installed-voices.ts';
import { createPhraseCache } from './engines/tts/phrase-cache.ts';
import { createLanguageDetector } from './engines/written-language/eld.ts';
import { createEar } from './live/ear/ear.ts';
import { createGuesses } from './live/guesses.ts';
import { createLiveServer } from './live/live-server.ts';
import { loadWrtc } from './live/media/wrtc.ts';
import { createRooms } from './live/rooms.ts';
import type { Logger } from './logging.ts';
import type { LiveDeps } from './modules/interview/live.ts';
import { createLivePresence } from './modules/interview/presence.ts';
import type { Service } from './process/service.ts';
import type { Clock } from './time.ts';

/** Only for the api process of the same machine. */
const listenOn = '127.0.0.1';

/** The process that holds interviews. */
export async function composeLive({
  config,
  keyPepper,
  recogniser,
  logger,
  ...data
}: Omit<LiveDeps, 'identity' | 'processId'> & {
  db: Db & { destroy(): Promise<void> };
  config: Config;
  keyPepper: string;
  recogniser: RecogniserSettings;
  clock: Clock;
  logger: Logger;
}): Promise<Service> {
  const { db, clock } = data;
  const processId = `live_${randomUUID()}`;
  const live = composeLiveInterviews({ ...data, keyPepper, processId });
  const presence = createLivePresence({ db, clock });
  const voice = createPhraseCache(
    createBestVoice(await installedVoices(config), {
      onFailure: (engine, error) => logger.warn({ err: error, engine }, 'another voice speaks instead'),
    }),
  );
  const heard = (await openRecognisers(recogniser, { hears: false })).flatMap((engine) => engine.languages);
  const spoken = new Set(voice.voices.flatMap((one) => one.languages));
  const languages = limits.languages.filter((code) => heard.includes(code) && spoken.has(code));
  const webRtc = canWebRtc(logger) ? config.live.webRtc : null;
  const iceServers = webRtc?.iceServers.map((server) => ({ ...server, urls: [...server.urls] })) ?? null;
  const ear = createEar({ modelsDir: config.modelsDir, recogniser });
  const rooms = createRooms({
    ...{ live, ear, voice, languages, clock, logger, iceServers },
    model: config.interviewModel
      ? createOpenAiInterviewer(config.interviewModel, createLanguageDetector(), {
          silenceMs: config.interviewModel.silenceMs,
        })
      : null,
    folder: join(config.dataDir, 'live'),
  });
  const server = createLiveServer({
    rooms,
    guesses: createGuesses(clock),
    webRtc: webRtc && iceServers && { iceServers, portRange: webRtc.portRange },
    logger,
  });
  let beat: NodeJS.Timeout | undefined;

  return {
    async start() {
      const host = thisHost();
      const address = await server.listen(listenOn);
      // One live process works on a data folder: others of this machine are gone.
      const before = (await presence.list()).filter((one) => one.host === host);
      for (const { id } of before) await presence.leave(id);
      await presence.enlist({ id: processId, host, pid: process.pid, address, languages });
      await rooms.recover(before.map(({ id }) => id));
      await rooms.sweep();
      rooms.start();
      beat = setInterval(() => {
        presence
          .stillHere(processId)
          .catch((error: unknown) => logger.warn({ err: error }, 'the sign of life could not be given'));
      }, limits.interview.lease.heartbeatMs);
      logger.info({ languages, webRtc: webRtc !== null }, 'interviews can be held');
      return {};
    },
    async stop() {
      clearInterval(beat);
      await server.close();
      await rooms.stop();
      await ear.close();
      await db.destroy();
    },
  };
}

/** It comes ready made for some machines only. */
function canWebRtc(logger: Logger): boolean {
  try {
    loadWrtc();
    return true;
  } catch (error) {
    logger.warn({ err: error }, 'WebRTC does not run on this machine; sound goes over the WebSocket');
    return false;
  }
}
