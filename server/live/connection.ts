import { Value } from 'typebox/value';
import type { RawData, WebSocket } from 'ws';
import type { Logger } from '../logging.ts';
import type { LiveSession } from '../modules/interview/types.ts';
import { seconds } from '../time.ts';
import type { Guesses } from './guesses.ts';
import { invitationOf } from './invitation.ts';
import { createPeerSound, type PeerSound, type WebRtcSettings } from './media/webrtc.ts';
import { type LiveMessage, PageMessage, type PageRefusal } from './protocol.ts';
import type { Line, Room } from './room.ts';
import type { Rooms } from './rooms.ts';

/** A page that does not say who it is. */
const helloMs = seconds(15);
const pingEveryMs = seconds(5);
/** Full, or a slot that has just been taken. */
const retrySeconds = 10;
/** Sound that the network does not take is left out from here on: 2 s. */
const mostBufferedBytes = 64_000;
/** Frames of one message. */
const framesAtOnce = 2;

export interface ConnectionDeps {
  rooms: Rooms;
  guesses: Guesses;
  /** Null: sound goes over the WebSocket. */
  webRtc: WebRtcSettings | null;
  logger: Logger;
}

/** One page over its WebSocket: who it is, what it may, then its part in the interview. */
export function serveConnection(
  socket: WebSocket,
  /** `device`: of its cookie; null without one. */
  { address, device }: { address: string; device: string | null },
  { rooms, guesses, webRtc, logger }: ConnectionDeps,
): void {
  let session: LiveSession | undefined;
  let room: Room | undefined;
  let peer: PeerSound | undefined;
  let over: 'webrtc' | 'websocket' = 'websocket';
  let isAlive = true;
  let waiting: Int16Array[] = [];

  const send = (message: LiveMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const refuse = (code: PageRefusal, retryAfterSeconds?: number) => {
    send({ type: 'refused', code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    socket.close(1000);
  };

  const line: Line = {
    send,
    play(frame) {
      if (over === 'webrtc') return peer?.play(frame);
      waiting.push(frame);
      if (waiting.length < framesAtOnce) return;
      const bytes = Buffer.concat(
        waiting.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
      );
      waiting = [];
      if (socket.readyState === socket.OPEN && socket.bufferedAmount < mostBufferedBytes) socket.send(bytes);
    },
    close: () => socket.close(1000),
  };
  const onSound = (samples: Int16Array) => room?.hear(line, samples);

  const join = (next: Room, isResumed: boolean) => {
    // Gone meanwhile: nobody is there to hear it.
    if (socket.readyState !== socket.OPEN) return;
    room = next;
    room.join(line, isResumed);
  };

  const hello = async (token: string) => {
    const waitSeconds = guesses.waitSeconds(address);
    if (waitSeconds > 0) return refuse('TOO_MANY_TRIES', waitSeconds);
    if (device === null) return refuse('COOKIE_MISSING');
    const answer = await rooms.admit({ token, device });
    if ('refusal' in answer) {
      if (answer.refusal === 'LINK_INVALID') guesses.wrong(address);
      logger.info({ refusal: answer.refusal, because: answer.because }, 'a candidate was not let in');
      return refuse(answer.refusal, answer.refusal === 'CAPACITY_REACHED' ? retrySeconds : undefined);
    }
    if (!(await rooms.canHear(answer.language))) return refuse('UNAVAILABLE', 30);
    session = answer;
    if (answer.state === 'active') return join(await rooms.of(answer), true);
    rooms.prepare(answer);
    send({
      type: 'invitation',
      invitation: invitationOf(answer),
      hasConsented: answer.hasConsented,
      iceServers: webRtc?.iceServers ?? null,
    });
  };

  const begin = async ({ sessionId }: LiveSession, isTyped: boolean) => {
    const begun = await rooms.begin(sessionId, isTyped);
    if (!('refusal' in begun)) return join(begun, false);
    // The page asks for it first: one that does not is not ours.
    if (begun.refusal === 'CONSENT_MISSING') return socket.close(1008);
    if (begun.refusal !== 'CAPACITY_REACHED') return refuse(begun.refusal);
    send({ type: 'waiting', retryAfterSeconds: retrySeconds });
  };

  const take = async (message: PageMessage) => {
    if (message.type === 'ping') return send({ type: 'pong', at: message.at });
    if (message.type === 'hello') return session ? undefined : hello(message.token);
    if (!session) return;
    switch (message.type) {
      case 'consent':
        await rooms.consent(session.sessionId, message);
        return;
      case 'begin':
        return room ? undefined : begin(session, message.typed);
      case 'offer':
        if (!webRtc) return;
        peer ??= createPeerSound(webRtc, onSound);
        return send({ type: 'answer', sdp: await peer.answer(message.sdp) });
      case 'media':
        over = message.over;
        room?.carries(line, over);
        return;
      case 'mute':
        return room?.mute(line, message.on);
      case 'say':
        return message.text.trim() === '' ? undefined : room?.say(line, message.text.trim());
      case 'end':
        return room?.end('candidate');
    }
  };

  /** One message after the other. */
  let taking = Promise.resolve();
  const onMessage = (data: RawData, isBinary: boolean) => {
    isAlive = true;
    if (isBinary) return onSound(samplesOf(data));
    const message = parsed(data);
    if (!message) return socket.close(1003);
    taking = taking
      .then(() => take(message))
      .catch((error: unknown) => {
        logger.error({ err: error, message: message.type }, 'a message of a candidate’s page failed');
        // The page comes again.
        socket.close(1011);
      });
  };

  const helloTimer = setTimeout(() => {
    if (!session) socket.close(1008);
  }, helloMs);
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingEveryMs);

  socket.on('message', onMessage);
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(helloTimer);
    clearInterval(pings);
    room?.leave(line);
    room = undefined;
    peer?.close();
  });
}

function parsed(data: RawData): PageMessage | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return Value.Check(PageMessage, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A copy: what a message is in may lie at odd places and be used again. */
function samplesOf(data: RawData): Int16Array {
  const bytes = Buffer.isBuffer(data)
    ? data
    : Buffer.concat([data].flat().map((part) => Buffer.from(part as ArrayBuffer)));
  const samples = new Int16Array(Math.floor(bytes.length / 2));
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i);
  return samples;
}
