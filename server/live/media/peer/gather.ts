import { isIPv6 } from 'node:net';
import { classes, Message, methods } from 'werift';
import type { Address, OwnSide } from '../offer.ts';
import type { IceServerAddress, Packet, StartOrder } from '../peer-messages.ts';
import type { Relay } from './relay.ts';

/** Servers that take longer to say how we look from outside are not waited for. */
const gatherMs = 1500;

export interface Timers {
  later(ms: number, action: () => void): void;
  clear(): void;
}

export function createTimers(): Timers {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later(ms, action) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        action();
      }, ms);
      timers.add(timer);
    },
    clear() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Asks STUN servers how our sockets look to them. */
export interface StunQueries {
  /** Undefined where the server does not say in time. */
  seenFrom(server: IceServerAddress, socket: number): Promise<Address | undefined>;
  /** An answer to a binding request. */
  take(message: Message): void;
}

export function createStunQueries(send: (packet: Packet) => void, { later }: Timers): StunQueries {
  const open = new Map<string, (address: Address) => void>();
  return {
    seenFrom: (server, socket) =>
      new Promise((resolve) => {
        const request = new Message(methods.BINDING, classes.REQUEST);
        const id = request.transactionIdHex;
        const end = (found?: Address) => {
          open.delete(id);
          resolve(found);
        };
        open.set(id, end);
        for (const ms of [0, 300, 900]) {
          later(ms, () => {
            if (open.has(id)) send({ socket, peer: server, data: request.bytes });
          });
        }
        later(gatherMs, end);
      }),
    take(message) {
      const [address, port] = message.getAttributeValue('XOR-MAPPED-ADDRESS') ?? [];
      if (address !== undefined) open.get(message.transactionIdHex)?.({ address, port });
    },
  };
}

/**
 * Where this side can be reached (RFC 8445, 5.1.1): its sockets, how servers see them, and by a relay.
 *
 * @param relayBy opens the relay at a server, from one of the sockets
 */
export async function gatherCandidates(
  {
    sockets,
    servers,
    stun,
    timers,
  }: Pick<StartOrder, 'sockets' | 'servers'> & { stun: StunQueries; timers: Timers },
  relayBy: (server: IceServerAddress, socket: number) => Relay,
): Promise<OwnSide['candidates']> {
  const hosts = sockets.map((socket) => ({ ...socket, type: 'host' as const }));
  const isSameFamily = (one: Address, other: Address) => isIPv6(one.address) === isIPv6(other.address);
  const seen = servers
    .filter(({ kind }) => kind === 'stun')
    .flatMap((server) =>
      sockets.flatMap((socket, at) => (isSameFamily(socket, server) ? [stun.seenFrom(server, at)] : [])),
    );
  const socketFor = (server: Address) => sockets.findIndex((socket) => isSameFamily(socket, server));
  const [turn] = servers.filter((server) => server.kind === 'turn' && socketFor(server) >= 0);
  const relay = turn && relayBy(turn, socketFor(turn));
  const late = new Promise<undefined>((resolve) => timers.later(gatherMs, () => resolve(undefined)));
  const relayed = relay && (await Promise.race([relay.opened, late]));
  const outside = (await Promise.all(seen)).filter((found) => found !== undefined);
  const isNew = ({ address, port }: Address) =>
    !hosts.some((host) => host.address === address && host.port === port);
  return [
    ...hosts,
    ...outside.filter(isNew).map((found) => ({ ...found, type: 'srflx' as const })),
    ...(relayed ? [{ ...relayed, type: 'relay' as const }] : []),
  ];
}
