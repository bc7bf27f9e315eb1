import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { classes, Message, methods, parseMessage } from 'werift';
import type { Address, OwnSide } from '../offer.ts';
import type { IceServerAddress, Packet, StartOrder } from '../peer-messages.ts';
import { openRelay, type Relay } from './relay.ts';

/** Servers that take longer to say how we look from outside are not waited for. */
const gatherMs = 1500;
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
  const ownKey = Buffer.from(password);
  const pageKey = Buffer.from(offer.password);
  /** By which the page, and we, begin a request. */
  const names = { own: `${user}:${offer.user}`, page: `${offer.user}:${user}` };
  const tieBreaker = randomBytes(8).readBigUInt64BE();
  /** Ways on which the page has proved itself. */
  const ways = new Map<string, Way>();
  let chosen: Way | undefined;
  let heardMs = 0;
  let relay: Relay | undefined;
  const timers = new Set<NodeJS.Timeout>();
  const mapped = new Map<string, (address: Address) => void>();
  const keyOf = ({ socket, peer, isRelayed }: Way) => `${isRelayed} ${socket} ${peer.address} ${peer.port}`;

  const sendOn = ({ socket, peer, isRelayed }: Way, data: Buffer) => {
    if (isRelayed) relay?.send(peer, data);
    else on.send({ socket, peer, data });
  };
  const later = (ms: number, action: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, ms);
    timers.add(timer);
  };

  const answer = (way: Way, data: Buffer) => {
    const request = parseMessage(data, ownKey);
    if (request?.getAttributeValue('USERNAME') !== names.own) return;
    const response = new Message(methods.BINDING, classes.RESPONSE, request.transactionId);
    response.setAttribute('XOR-MAPPED-ADDRESS', [way.peer.address, way.peer.port]);
    sendOn(way, response.addMessageIntegrity(ownKey).addFingerprint().bytes);
    const key = keyOf(way);
    if (ways.size < mostWays || ways.has(key)) ways.set(key, way);
    heardMs = performance.now();
    if (chosen === undefined || request.attributesKeys.includes('USE-CANDIDATE')) chosen = way;
  };
  const ask = (way: Way) => {
    const request = new Message(methods.BINDING, classes.REQUEST);
    request
      .setAttribute('USERNAME', names.page)
      .setAttribute('PRIORITY', priority)
      .setAttribute('ICE-CONTROLLED', tieBreaker);
    sendOn(way, request.addMessageIntegrity(pageKey).addFingerprint().bytes);
  };
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
    const [address, port] = message.getAttributeValue('XOR-MAPPED-ADDRESS') ?? [];
    if (address !== undefined) mapped.get(message.transactionIdHex)?.({ address, port });
  };

  /** How a socket looks to a STUN server. */
  const seenFrom = (server: IceServerAddress, socket: number) =>
    new Promise<Address | undefined>((resolve) => {
      const request = new Message(methods.BINDING, classes.REQUEST);
      const id = request.transactionIdHex;
      const end = (found?: Address) => {
        mapped.delete(id);
        resolve(found);
      };
      mapped.set(id, end);
      for (const ms of [0, 300, 900]) {
        later(ms, () => {
          if (mapped.has(id)) on.send({ socket, peer: server, data: request.bytes });
        });
      }
      later(gatherMs, end);
    });
  const socketFor = (server: Address) =>
    sockets.findIndex(({ address }) => isIPv6(address) === isIPv6(server.address));

  const gather = async (): Promise<OwnSide['candidates']> => {
    const hosts = sockets.map((socket) => ({ ...socket, type: 'host' as const }));
    const seen = servers
      .filter(({ kind }) => kind === 'stun')
      .flatMap((server) =>
        sockets.flatMap(({ address }, at) =>
          isIPv6(address) === isIPv6(server.address) ? [seenFrom(server, at)] : [],
        ),
      );
    const [turn] = servers.filter((server) => server.kind === 'turn' && socketFor(server) >= 0);
    if (turn) {
      const socket = socketFor(turn);
      relay = openRelay(turn, {
        send: (data) => on.send({ socket, peer: turn, data }),
        data: (peer, data) => receiveOn({ socket, peer, isRelayed: true }, data),
      });
    }
    const late = new Promise<undefined>((resolve) => later(gatherMs, () => resolve(undefined)));
    const relayed = relay && (await Promise.race([relay.opened, late]));
    const outside = (await Promise.all(seen)).filter((found) => found !== undefined);
    const isNew = ({ address, port }: Address) =>
      !hosts.some((host) => host.address === address && host.port === port);
    return [
      ...hosts,
      ...outside.filter(isNew).map((found) => ({ ...found, type: 'srflx' as const })),
      ...(relayed ? [{ ...relayed, type: 'relay' as const }] : []),
    ];
  };
  const knock = () => {
    const pairs = offer.candidates
      .flatMap((peer): Way[] => [
        ...sockets.flatMap(({ address }, socket) =>
          isIPv6(address) === isIPv6(peer.address) ? [{ socket, peer, isRelayed: false }] : [],
        ),
        ...(relay ? [{ socket: 0, peer, isRelayed: true }] : []),
      ])
      .slice(0, mostPairs);
    for (const ms of roundsMs) {
      later(ms, () => {
        if (chosen === undefined) for (const way of pairs) ask(way);
      });
    }
  };

  return {
    user,
    password,
    async begin() {
      const candidates = await gather();
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
      for (const timer of timers) clearTimeout(timer);
      relay?.close();
    },
  };
}
