import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { classes, Message, methods, parseMessage } from 'werift';
import type { Address, OwnSide } from '../offer.ts';
import type { Packet, StartOrder } from '../peer-messages.ts';
import { createStunQueries, createTimers, gatherCandidates } from './gather.ts';
import { openRelay, type Relay } from './relay.ts';

/** When all pairs of addresses are tried, ms from the answer on: the page tries, too, and this only opens ways for it. */
const roundsMs = [0, 200, 500, 1000, 2000, 4000, 8000];
const mostPairs = 60;
/** Pages that are there ask every few seconds (RFC 7675). */
const consentMs = 30_000;
const mostWays = 32;
/** Binding requests of ours: as a peer-reflexive candidate (RFC 8445, 7.1.1). */
const priority = 110 * 2 ** 24 + 65_535 * 2 ** 8 + 255;

/** How a page is reached: from a socket of ours, or by a relay. */
interface Way {
  socket: number;
  peer: Address;
  isRelayed: boolean;
}

const keyOf = ({ socket, peer, isRelayed }: Way) => `${isRelayed} ${socket} ${peer.address} ${peer.port}`;

/** Finds the way to the page (RFC 8445): this side is controlled, the page decides. */
export interface Ice {
  readonly user: string;
  readonly password: string;
  /** Asks the servers, then the page's addresses. @returns where this side can be reached */
  begin(): Promise<OwnSide['candidates']>;
  /** A datagram of a socket. */
  receive(packet: Packet): void;
  /** To the page; lost while no way is known. */
  send(data: Buffer): void;
  close(): void;
}

/**
 * @param on.send a datagram is to go out
 * @param on.data a datagram of the page that is not about the way: from where it proved to know the password, and nowhere else
 */
export function createIce(
  { offer, sockets, servers }: StartOrder,
  on: { send: (packet: Packet) => void; data: (data: Buffer) => void },
): Ice {
  const user = randomBytes(6).toString('hex');
  const password = randomBytes(18).toString('hex');
  const keys = { own: Buffer.from(password), page: Buffer.from(offer.password) };
  /** By which the page, and we, begin a request. */
  const names = { own: `${user}:${offer.user}`, page: `${offer.user}:${user}` };
  const tieBreaker = randomBytes(8).readBigUInt64BE();
  /** Ways on which the page has proved itself. */
  const ways = new Map<string, Way>();
  let chosen: Way | undefined;
  let heardMs = 0;
  let relay: Relay | undefined;
  const timers = createTimers();
  const stun = createStunQueries(on.send, timers);

  const sendOn = ({ socket, peer, isRelayed }: Way, data: Buffer) => {
    if (isRelayed) relay?.send(peer, data);
    else on.send({ socket, peer, data });
  };
  const answer = (way: Way, data: Buffer) => {
    const request = parseMessage(data, keys.own);
    if (request?.getAttributeValue('USERNAME') !== names.own) return;
    sendOn(way, responseTo(request, way.peer, keys.own));
    const key = keyOf(way);
    if (ways.size < mostWays || ways.has(key)) ways.set(key, way);
    heardMs = performance.now();
    if (chosen === undefined || request.attributesKeys.includes('USE-CANDIDATE')) chosen = way;
  };
  const ask = (way: Way) => sendOn(way, bindingRequest(names.page, tieBreaker, keys.page));
  const receiveOn = (way: Way, data: Buffer) => {
    // The first byte tells what it is (RFC 7983): up to 3 STUN, 20–63 keys, 128–191 sound.
    if (data.length === 0) return;
    if (data[0]! > 3) {
      if (ways.has(keyOf(way))) on.data(data);
      return;
    }
    const message = parseMessage(data);
    if (message?.messageMethod !== methods.BINDING) return;
    if (message.messageClass === classes.REQUEST) return answer(way, data);
    stun.take(message);
  };

  const knock = () => {
    const pairs = pairsOf(offer.candidates, sockets, relay !== undefined);
    const tryAll = () => {
      if (chosen === undefined) for (const way of pairs) ask(way);
    };
    for (const ms of roundsMs) timers.later(ms, tryAll);
  };

  return {
    user,
    password,
    async begin() {
      const candidates = await gatherCandidates({ sockets, servers, stun, timers }, (turn, socket) => {
        relay = openRelay(turn, {
          send: (data) => on.send({ socket, peer: turn, data }),
          data: (peer, data) => receiveOn({ socket, peer, isRelayed: true }, data),
        });
        return relay;
      });
      knock();
      return candidates;
    },
    receive({ socket, peer, data }) {
      if (relay?.take(peer, data)) return;
      receiveOn({ socket, peer, isRelayed: false }, data);
    },
    send(data) {
      if (chosen && performance.now() - heardMs < consentMs) sendOn(chosen, data);
    },
    close() {
      timers.clear();
      relay?.close();
    },
  };
}

function responseTo(request: Message, peer: Address, key: Buffer): Buffer {
  const response = new Message(methods.BINDING, classes.RESPONSE, request.transactionId);
  response.setAttribute('XOR-MAPPED-ADDRESS', [peer.address, peer.port]);
  return response.addMessageIntegrity(key).addFingerprint().bytes;
}

function bindingRequest(name: string, tieBreaker: bigint, key: Buffer): Buffer {
  const request = new Message(methods.BINDING, classes.REQUEST);
  request
    .setAttribute('USERNAME', name)
    .setAttribute('PRIORITY', priority)
    .setAttribute('ICE-CONTROLLED', tieBreaker);
  return request.addMessageIntegrity(key).addFingerprint().bytes;
}

/** From each socket and by the relay to each address of the page. */
const pairsOf = (peers: readonly Address[], sockets: readonly Address[], hasRelay: boolean): Way[] =>
  peers
    .flatMap((peer): Way[] => [
      ...sockets.flatMap(({ address }, socket) =>
        isIPv6(address) === isIPv6(peer.address) ? [{ socket, peer, isRelayed: false }] : [],
      ),
      ...(hasRelay ? [{ socket: 0, peer, isRelayed: true }] : []),
    ])
    .slice(0, mostPairs);
