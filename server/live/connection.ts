import { Value } from 'typebox/value';
import type { RawData, WebSocket } from 'ws';
import { joined } from '../domain/sound/frames.ts';
import { compactFrame, samplesOfFrame } from '../domain/sound/wire.ts';
import type { LiveSession, ServedNotice, Visitor } from '../modules/interview/types.ts';
import { seconds } from '../time.ts';
import { guarded } from './guarded.ts';
import { createIntake } from './intake.ts';
import { invitationOf } from './invitation.ts';
import { createLag } from './lag.ts';
import { readOffer } from './media/offer.ts';
import { createPeerSound, type PeerSound, type WebRtcSettings } from './media/webrtc.ts';
import type { Practice } from './practice.ts';
import { type LiveMessage, PageMessage, type PageRefusal } from './protocol.ts';
import type { Line } from './room/inside.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { createSignOfLife } from './sign-of-life.ts';
import type { SparingLog } from './sparing-log.ts';

/** A page that does not say who it is. */
const helloMs = seconds(15);
const aliveEveryMs = seconds(5);
const pingEveryMs = seconds(1);
/** Full, or a slot that has just been taken. */
const retrySeconds = 10;
/** A network that takes so long cannot carry plain sound, or soon will not: it gets half the bytes from then on. */
const slowMs = seconds(1);
/** A page so far behind gets captions without sound until it is nearer. */
const farBehindMs = seconds(8);
/** Frames of one message. */
const framesAtOnce = 2;
/** Of a pause so many are sent, so that those between sentences stay as long as they are: 500 ms. */
const silentFrames = 25;
/** In bytes of what a page may send: a frame, however small, and a message, which is understood, answered and kept. */
const frameCost = 512;
const messageCost = 16 * 1024;
const costOfMessageByte = 16;
/** An answer moves the conversation on; an offer makes a connection. */
const answerCost = 128 * 1024;

export interface ConnectionDeps {
  rooms: Rooms;
  /** Null: sound goes over the WebSocket. */
  webRtc: WebRtcSettings | null;
  log: SparingLog;
}

/** One page over its WebSocket: who it is, what it may, then its part in the interview. */
export function serveConnection(
  socket: WebSocket,
  /** Of its cookie; null without one. */
  device: string | null,
  { rooms, webRtc, log }: ConnectionDeps,
): void {
  let isGreeted = false;
  let visitor: Visitor | undefined;
  /** What this page was given to show. */
  let served: ServedNotice | undefined;
  let room: Room | undefined;
  /** The candidate was let in and has not begun; whether they have agreed where they have to. */
  let invited: LiveSession | undefined;
  let practice: Practice | undefined;
  let peer: PeerSound | undefined;
  let over: 'webrtc' | 'websocket' = 'websocket';
  const life = createSignOfLife(aliveEveryMs, () => performance.now());
  let heardMs = performance.now();
  let waiting: Int16Array[] = [];
  const lag = createLag(() => performance.now());
  let isCompactRead = false;
  let isSlow = false;
  let silent = 0;

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
      silent = frame.every((sample) => sample === 0) ? silent + 1 : 0;
      if (silent > silentFrames) return;
      waiting.push(frame);
      if (waiting.length < framesAtOnce) return;
      const samples = joined(waiting);
      waiting = [];
      if (socket.readyState !== socket.OPEN || lag.ms() > farBehindMs) return;
      isSlow ||= lag.ms() > slowMs;
      socket.send(isSlow && isCompactRead ? compactFrame(samples) : samples);
    },
    close: () => socket.close(1000),
  };
  const onSound = (samples: Int16Array) => (practice ?? room)?.hear(line, samples);
  /** Ends this connection only; the page comes again. */
  const onFault = (error: unknown) => {
    log('error', { err: error }, 'a message of a candidate’s page failed');
    socket.close(1011);
  };

  const join = (next: Room, isResumed: boolean) => {
    // The page has gone meanwhile.
    if (socket.readyState !== socket.OPEN) return;
    room = next;
    room.join(line, isResumed);
  };

  const hello = async (token: string) => {
    if (device === null) return refuse('COOKIE_MISSING');
    const answer = await rooms.admit({ token, device });
    if ('refusal' in answer) {
      log('info', { refusal: answer.refusal, because: answer.because }, 'a candidate was not let in');
      return refuse(answer.refusal, answer.refusal === 'CAPACITY_REACHED' ? retrySeconds : undefined);
    }
    if (!(await rooms.canHear(answer.language))) return refuse('UNAVAILABLE', 30);
    visitor = { token, device };
    if (answer.state === 'active') return join(await rooms.of(answer), true);
    rooms.prepare(answer);
    served = answer.notice;
    invited = answer;
    send({
      type: 'invitation',
      invitation: invitationOf(answer),
      notice: served,
      hasConsented: answer.hasConsented,
      iceServers: webRtc?.iceServers ?? null,
    });
  };

  /** What is said goes the usual ways, and leads nowhere. */
  const practise = (isTyped: boolean) => {
    if (!invited || room || practice) return;
    // The page asks for consent first, also to this.
    if (invited.consentMode === 'explicit' && !invited.hasConsented) return socket.close(1008);
    const onOver = () => {
      practice = undefined;
      waiting = [];
      over = 'websocket';
      peer?.close();
    };
    practice = rooms.practise(invited, { line, isTyped, onOver }) ?? undefined;
    if (!practice) send({ type: 'practised' });
  };

  const begin = async (from: Visitor, isTyped: boolean) => {
    practice?.end();
    const begun = await rooms.begin(from, isTyped);
    if (!('refusal' in begun)) return join(begun, false);
    // The page asks for it first: one that does not is not ours.
    if (begun.refusal === 'CONSENT_MISSING') return socket.close(1008);
    if (begun.refusal !== 'CAPACITY_REACHED') return refuse(begun.refusal);
    send({ type: 'waiting', retryAfterSeconds: retrySeconds });
  };

  /** Sound that goes another way is for an interview under way: before it, no connection is made. */
  const offer = async (sdp: string) => {
    const place = practice ?? room;
    if (!webRtc || !place || socket.readyState !== socket.OPEN) return;
    const { sessionId } = place;
    const read = readOffer(sdp);
    if (!read) {
      log('info', { sessionId }, 'an offer that no page of ours makes was refused');
      return socket.close(1008);
    }
    // The page waits for a while and goes on as it is.
    if (!place.mayConnect()) return log('info', { sessionId }, 'too many offers of one page: not answered');
    peer ??= createPeerSound(webRtc, { sound: onSound, fault: onFault });
    try {
      const answer = await peer.answer(read);
      if (answer !== undefined) send({ type: 'answer', sdp: answer });
    } catch (error) {
      log('error', { err: error, sessionId }, 'WebRTC does not run; sound goes over the WebSocket');
    }
  };

  const take = async (message: PageMessage) => {
    if (message.type === 'ping') return send({ type: 'pong', at: message.at });
    if (message.type === 'hello') {
      isCompactRead = message.compact === true;
      return visitor ? undefined : hello(message.token);
    }
    if (!visitor) return;
    switch (message.type) {
      case 'consent': {
        const isServed = served && (message.notice === undefined || message.notice === served.hash);
        if (!served || !isServed) return socket.close(1008);
        const refused = await rooms.consent(visitor, served);
        if (refused) return refuse(refused.refusal);
        if (invited) invited = { ...invited, hasConsented: true };
        return;
      }
      case 'decline': {
        const refused = await rooms.decline(visitor);
        practice?.end();
        return refused && refuse(refused.refusal);
      }
      case 'practice':
        return practise(message.typed);
      case 'begin':
        return room ? undefined : begin(visitor, message.typed);
      case 'offer':
        return offer(message.sdp);
      case 'media':
        over = message.over;
        room?.carries(line, over);
        return;
      case 'mute':
        return (practice ?? room)?.mute(line, message.on);
      case 'say':
        return message.text.trim() === '' ? undefined : (practice ?? room)?.say(line, message.text.trim());
      case 'end':
        return practice ? practice.end() : room?.end('candidate');
    }
  };

  /** One message after the other. */
  let taking = Promise.resolve();
  const onMessage = ({ data, isBinary }: { data: RawData; isBinary: boolean }) => {
    if (socket.readyState !== socket.OPEN) return;
    const bytes = bytesOf(data);
    if (isBinary) {
      intake.spend(Math.max(frameCost, bytes.length));
      return onSound(samplesOfFrame(bytes));
    }
    intake.spend(messageCost + costOfMessageByte * bytes.length);
    const message = parsed(bytes);
    if (!message) return socket.close(1003);
    if (message.type === 'hello') isGreeted = true;
    if (message.type === 'say' || message.type === 'offer') intake.spend(answerCost);
    taking = taking.then(() => take(message)).catch(onFault);
  };
  const intake = createIntake(socket, guarded(onMessage, onFault));

  const helloTimer = setTimeout(() => {
    if (!isGreeted) socket.close(1008);
  }, helloMs);
  const looks = setInterval(() => {
    if (life.isGone()) socket.terminate();
  }, aliveEveryMs);
  const pings = setInterval(() => {
    if (socket.readyState === socket.OPEN) socket.ping(lag.ping());
  }, pingEveryMs);

  socket.on('message', (data, isBinary) => {
    life.heard();
    heardMs = performance.now();
    intake.came({ data, isBinary });
  });
  // Each is answered: who asks and does not read would have the answers heaped up.
  socket.on('ping', () => intake.spend(frameCost));
  socket.on('pong', (carried) => {
    intake.spend(frameCost);
    life.heard();
    heardMs = performance.now();
    lag.pong(String(carried));
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(helloTimer);
    intake.close();
    clearInterval(looks);
    clearInterval(pings);
    guarded(() => practice?.end(), onFault)();
    guarded(() => room?.leave(line, performance.now() - heardMs), onFault)();
    room = undefined;
    guarded(() => peer?.close(), onFault)();
  });
}

function parsed(bytes: Buffer): PageMessage | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return Value.Check(PageMessage, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(data: RawData): Buffer {
  return Buffer.isBuffer(data)
    ? data
    : Buffer.concat([data].flat().map((part) => Buffer.from(part as ArrayBuffer)));
}
