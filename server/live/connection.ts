import { Value } from 'typebox/value';
import type { RawData, WebSocket } from 'ws';
import { samplesOfFrame } from '../domain/sound/wire.ts';
import type { LiveSession, ServedNotice, Visitor } from '../modules/interview/types.ts';
import { seconds } from '../time.ts';
import { guarded } from './guarded.ts';
import { createIntake } from './intake.ts';
import { invitationOf } from './invitation.ts';
import { createLag } from './lag.ts';
import { readOffer } from './media/offer.ts';
import { createPeerSound, type PeerSound, type WebRtcSettings } from './media/webrtc.ts';
import { createOutgoing, type Outgoing } from './outgoing.ts';
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

/** A page, and how far it has come. */
interface Page {
  readonly socket: WebSocket;
  /** Of its cookie; null without one. */
  readonly device: string | null;
  readonly deps: ConnectionDeps;
  readonly outgoing: Outgoing;
  readonly line: Line;
  visitor: Visitor | undefined;
  /** What this page was given to show. */
  served: ServedNotice | undefined;
  room: Room | undefined;
  /** The candidate was let in and has not begun; whether they have agreed where they have to. */
  invited: LiveSession | undefined;
  practice: Practice | undefined;
  peer: PeerSound | undefined;
  over: 'webrtc' | 'websocket';
}

function createPage(
  socket: WebSocket,
  device: string | null,
  deps: ConnectionDeps,
  outgoing: Outgoing,
): Page {
  const page: Page = {
    ...{ socket, device, deps, outgoing },
    line: {
      send: (message) => send(page, message),
      play: (frame) => (page.over === 'webrtc' ? page.peer?.play(frame) : outgoing.send(frame)),
      close: () => socket.close(1000),
    },
    ...{ visitor: undefined, served: undefined, room: undefined, invited: undefined },
    ...{ practice: undefined, peer: undefined, over: 'websocket' },
  };
  return page;
}

function send({ socket }: Page, message: LiveMessage): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

function refuse(page: Page, code: PageRefusal, retryAfterSeconds?: number): void {
  send(page, { type: 'refused', code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
  page.socket.close(1000);
}

const onSound = (page: Page, samples: Int16Array): void =>
  (page.practice ?? page.room)?.hear(page.line, samples);

/** Ends this connection only; the page comes again. */
function onFault({ socket, deps: { log } }: Page, error: unknown): void {
  log('error', { err: error }, 'a message of a candidate’s page failed');
  socket.close(1011);
}

function join(page: Page, next: Room, isResumed: boolean): void {
  // The page has gone meanwhile.
  if (page.socket.readyState !== page.socket.OPEN) return;
  page.room = next;
  page.room.join(page.line, isResumed);
}

async function hello(page: Page, token: string): Promise<void> {
  const { device } = page;
  const { rooms, webRtc, log } = page.deps;
  if (device === null) return refuse(page, 'COOKIE_MISSING');
  const answer = await rooms.admit({ token, device });
  if ('refusal' in answer) {
    log('info', { refusal: answer.refusal, because: answer.because }, 'a candidate was not let in');
    return refuse(page, answer.refusal, answer.refusal === 'CAPACITY_REACHED' ? retrySeconds : undefined);
  }
  if (!(await rooms.canHear(answer.language))) return refuse(page, 'UNAVAILABLE', 30);
  page.visitor = { token, device };
  if (answer.state === 'active') return join(page, await rooms.of(answer), true);
  rooms.prepare(answer);
  page.served = answer.notice;
  page.invited = answer;
  send(page, {
    type: 'invitation',
    invitation: invitationOf(answer),
    notice: page.served,
    hasConsented: answer.hasConsented,
    iceServers: webRtc?.iceServers ?? null,
  });
}

async function consent(page: Page, visitor: Visitor, notice: string | undefined): Promise<void> {
  const { served, socket } = page;
  const isServed = served && (notice === undefined || notice === served.hash);
  if (!served || !isServed) return socket.close(1008);
  const refused = await page.deps.rooms.consent(visitor, served);
  if (refused) return refuse(page, refused.refusal);
  if (page.invited) page.invited = { ...page.invited, hasConsented: true };
}

/** What is said goes the usual ways, and leads nowhere. */
function practise(page: Page, isTyped: boolean): void {
  const { invited, room, practice, line } = page;
  if (!invited || room || practice) return;
  // The page asks for consent first, also to this.
  if (invited.consentMode === 'explicit' && !invited.hasConsented) {
    page.socket.close(1008);
    return;
  }
  const onOver = () => {
    page.practice = undefined;
    page.outgoing.drop();
    page.over = 'websocket';
    page.peer?.close();
  };
  page.practice = page.deps.rooms.practise(invited, { line, isTyped, onOver }) ?? undefined;
  if (!page.practice) send(page, { type: 'practised' });
}

async function begin(page: Page, from: Visitor, isTyped: boolean): Promise<void> {
  page.practice?.end();
  const begun = await page.deps.rooms.begin(from, isTyped);
  if (!('refusal' in begun)) return join(page, begun, false);
  // The page asks for it first: one that does not is not ours.
  if (begun.refusal === 'CONSENT_MISSING') return page.socket.close(1008);
  if (begun.refusal !== 'CAPACITY_REACHED') return refuse(page, begun.refusal);
  send(page, { type: 'waiting', retryAfterSeconds: retrySeconds });
}

/** Sound that goes another way is for an interview under way: before it, no connection is made. */
async function offer(page: Page, sdp: string): Promise<void> {
  const { socket } = page;
  const { webRtc, log } = page.deps;
  const place = page.practice ?? page.room;
  if (!webRtc || !place || socket.readyState !== socket.OPEN) return;
  const { sessionId } = place;
  const read = readOffer(sdp);
  if (!read) {
    log('info', { sessionId }, 'an offer that no page of ours makes was refused');
    return socket.close(1008);
  }
  // The page waits for a while and goes on as it is.
  if (!place.mayConnect()) return log('info', { sessionId }, 'too many offers of one page: not answered');
  page.peer ??= createPeerSound(webRtc, {
    sound: (samples) => onSound(page, samples),
    fault: (error) => onFault(page, error),
  });
  try {
    const answer = await page.peer.answer(read);
    if (answer !== undefined) send(page, { type: 'answer', sdp: answer });
  } catch (error) {
    log('error', { err: error, sessionId }, 'WebRTC does not run; sound goes over the WebSocket');
  }
}

async function take(page: Page, message: PageMessage): Promise<void> {
  if (message.type === 'ping') return send(page, { type: 'pong', at: message.at });
  if (message.type === 'hello') {
    page.outgoing.isCompactRead = message.compact === true;
    return page.visitor ? undefined : hello(page, message.token);
  }
  const { visitor, line } = page;
  if (!visitor) return;
  switch (message.type) {
    case 'consent':
      return consent(page, visitor, message.notice);
    case 'decline': {
      const refused = await page.deps.rooms.decline(visitor);
      page.practice?.end();
      if (refused) refuse(page, refused.refusal);
      return;
    }
    case 'practice':
      return practise(page, message.typed);
    case 'begin':
      return page.room ? undefined : begin(page, visitor, message.typed);
    case 'offer':
      return offer(page, message.sdp);
    case 'media':
      page.over = message.over;
      page.room?.carries(line, page.over);
      return;
    case 'mute':
      return (page.practice ?? page.room)?.mute(line, message.on);
    case 'say':
      if (message.text.trim() !== '') (page.practice ?? page.room)?.say(line, message.text.trim());
      return;
    case 'end':
      return page.practice ? page.practice.end() : page.room?.end('candidate');
  }
}

/** The page is gone. */
function leave(page: Page, silentMs: number): void {
  const fault = (error: unknown) => onFault(page, error);
  guarded(() => page.practice?.end(), fault)();
  guarded(() => page.room?.leave(page.line, silentMs), fault)();
  page.room = undefined;
  guarded(() => page.peer?.close(), fault)();
}

/** One page over its WebSocket: who it is, what it may, then its part in the interview. */
export function serveConnection(
  socket: WebSocket,
  /** Of its cookie; null without one. */
  device: string | null,
  deps: ConnectionDeps,
): void {
  let isGreeted = false;
  const life = createSignOfLife(aliveEveryMs, () => performance.now());
  let heardMs = performance.now();
  const lag = createLag(() => performance.now());
  const page = createPage(socket, device, deps, createOutgoing(socket, lag));
  const fault = (error: unknown) => onFault(page, error);

  /** One message after the other. */
  let taking = Promise.resolve();
  const onMessage = ({ data, isBinary }: { data: RawData; isBinary: boolean }) => {
    if (socket.readyState !== socket.OPEN) return;
    const bytes = bytesOf(data);
    if (isBinary) {
      intake.spend(Math.max(frameCost, bytes.length));
      return onSound(page, samplesOfFrame(bytes));
    }
    intake.spend(messageCost + costOfMessageByte * bytes.length);
    const message = parsed(bytes);
    if (!message) return socket.close(1003);
    if (message.type === 'hello') isGreeted = true;
    if (message.type === 'say' || message.type === 'offer') intake.spend(answerCost);
    taking = taking.then(() => take(page, message)).catch(fault);
  };
  const intake = createIntake(socket, guarded(onMessage, fault));

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
    leave(page, performance.now() - heardMs);
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
