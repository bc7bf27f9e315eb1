import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { compactFrame, samplesOfFrame } from '#server/domain/sound/wire.ts';
import { deviceCookie, type LiveMessage, livePath, type PageMessage } from '#server/live/protocol.ts';

const frameMs = 40;
const frameSamples = 16 * frameMs;

/** A candidate's page without a browser: speaks the protocol, sends sound as a microphone does, and keeps what it is told. */
export interface PageClient {
  readonly messages: LiveMessage[];
  /** When each of them came (performance.now). */
  readonly cameMs: number[];
  /** Sound of the interviewer, with when it came (performance.now) and in how many bytes. */
  readonly played: { atMs: number; bytes: number; samples: Int16Array }[];
  send(message: PageMessage): void;
  /** Waits for a message of a kind, from `from` on in `messages`. */
  next<Type extends LiveMessage['type']>(
    type: Type,
    options?: {
      from?: number;
      withinMs?: number;
      where?: (message: LiveMessage & { type: Type }) => boolean;
    },
  ): Promise<LiveMessage & { type: Type }>;
  /** Puts sound into the microphone; resolves when it has been said. Between sounds there is silence, with a little noise. */
  speak(samples: Int16Array): Promise<{ startMs: number; endMs: number }>;
  /** As when the network goes. */
  drop(): void;
  close(): void;
  readonly closed: Promise<number>;
}

export const newDevice = () => randomBytes(32).toString('base64url');

/**
 * @param options.isCompact sound is sent in compact frames
 * @param options.answersPings false: as a page that a slow network keeps behind
 * @throws Error when the connection is refused
 */
export async function openPage(
  origin: string,
  {
    device,
    isCompact = false,
    answersPings = true,
  }: { device: string; isCompact?: boolean; answersPings?: boolean },
): Promise<PageClient> {
  const socket = new WebSocket(new URL(livePath, origin.replace(/^http/, 'ws')), {
    headers: { cookie: `${deviceCookie}=${device}`, origin },
    autoPong: answersPings,
  });
  const messages: LiveMessage[] = [];
  const cameMs: number[] = [];
  const played: PageClient['played'] = [];
  const waiting = new Set<() => void>();
  const microphone: {
    samples: Int16Array;
    place: number;
    start: number;
    done: (said: { startMs: number; endMs: number }) => void;
  }[] = [];
  let noise = 1;

  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      const bytes = data as Buffer;
      played.push({ atMs: performance.now(), bytes: bytes.length, samples: samplesOfFrame(bytes) });
      return;
    }
    messages.push(JSON.parse(String(data)) as LiveMessage);
    cameMs.push(performance.now());
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);

  const frame = (): Int16Array => {
    const samples = new Int16Array(frameSamples);
    for (let i = 0; i < frameSamples; i++) {
      noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff;
      samples[i] = (noise >> 16) % 16;
    }
    const [sound] = microphone;
    if (!sound) return samples;
    if (sound.place === 0) sound.start = performance.now();
    const some = sound.samples.subarray(sound.place, sound.place + frameSamples);
    samples.set(some);
    sound.place += frameSamples;
    if (sound.place >= sound.samples.length) {
      microphone.shift();
      sound.done({ startMs: sound.start, endMs: performance.now() });
    }
    return samples;
  };
  let sentMs = performance.now();
  const timer = setInterval(() => {
    while (performance.now() - sentMs >= frameMs) {
      sentMs += frameMs;
      const samples = frame();
      if (socket.readyState === WebSocket.OPEN) socket.send(isCompact ? compactFrame(samples) : samples);
    }
  }, 10);
  void closed.then(() => clearInterval(timer));

  return {
    messages,
    cameMs,
    played,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    async next(type, { from = 0, withinMs = 30_000, where = () => true } = {}) {
      type Wanted = LiveMessage & { type: typeof type };
      const found = () =>
        messages
          .slice(from)
          .find((message): message is Wanted => message.type === type && where(message as Wanted));
      const giveUp = performance.now() + withinMs;
      for (;;) {
        const message = found();
        if (message) return message;
        if (performance.now() > giveUp || socket.readyState === WebSocket.CLOSED) {
          const told = messages.map((message) => JSON.stringify(message).slice(0, 200)).join('\n');
          throw new Error(`No "${type}" came. What came:\n${told}`);
        }
        await Promise.race([
          new Promise<void>((resolve) => {
            const look = () => {
              waiting.delete(look);
              resolve();
            };
            waiting.add(look);
          }),
          delay(100),
        ]);
      }
    },
    speak: (samples) =>
      new Promise((done) => {
        microphone.push({ samples, place: 0, start: 0, done });
      }),
    drop: () => socket.terminate(),
    close: () => socket.close(),
  };
}
