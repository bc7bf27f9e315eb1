import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { createBudget } from '../budget.ts';
import { type Address, isPeer } from './offer.ts';
import type { Packet } from './peer-messages.ts';

/** Ports are tried from any of the range on; so many at most for an address. */
const mostTries = 2000;
/** Addresses of a machine that are offered: each costs the page packets. */
const mostAddresses = 8;
/** Sound is 50 packets a second. Packets beyond this are dropped; nothing here waits. */
const received = { most: 1500, perSecond: 500 };
/** Where packets came from, the newest: there they may be answered. */
const mostSenders = 32;

export interface PortRange {
  readonly min: number;
  readonly max: number;
}

/** UDP sockets of one connection, and who may be reached by them. */
export interface Sockets {
  /** In the order of their numbers. */
  readonly addresses: readonly Address[];
  /** Sends it where a candidate's device may be, to a server of the settings, or back to where a packet came from; nowhere else. */
  send(packet: Packet): void;
  close(): void;
}

/**
 * Addresses of this machine that `host` stands for: itself, or, of `0.0.0.0` and `::`, all that others can reach; loopback where there
 * is no other. None is link-local.
 */
export function ownAddresses(host: string, interfaces = networkInterfaces()): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const all = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ family }) => host === '::' || family === 'IPv4')
    .filter(({ address }) => ipaddr.process(address).range() !== 'linkLocal');
  const reachable = all.filter(({ internal }) => !internal);
  return [...new Set((reachable.length > 0 ? reachable : all).map(({ address }) => address))].slice(
    0,
    mostAddresses,
  );
}

/**
 * Opens a socket on each of the addresses on which a port is free.
 *
 * @param servers of the settings
 * @throws Error when there is none
 */
export async function openSockets(
  {
    hosts,
    portRange,
    servers,
  }: { hosts: readonly string[]; portRange: PortRange | null; servers: readonly Address[] },
  take: (packet: Packet) => void,
): Promise<Sockets> {
  const opened = await Promise.all(hosts.map((host) => bound(host, portRange)));
  const sockets = opened.filter((socket) => socket !== undefined);
  if (sockets.length === 0) {
    throw new Error(
      `No UDP port is free for WebRTC on ${hosts.join(', ')}${portRange ? ` from ${portRange.min} to ${portRange.max}` : ''}.`,
    );
  }
  const senders = new Set<string>();
  const known = new Set(servers.map(({ address }) => address));
  const budget = createBudget(received, () => performance.now());
  for (const [at, socket] of sockets.entries()) {
    socket.on('message', (data, { address, port }) => {
      if (budget.spend(1) > 0) return;
      const plain = address.split('%')[0]!;
      senders.delete(plain);
      senders.add(plain);
      if (senders.size > mostSenders) senders.delete(senders.values().next().value!);
      take({ socket: at, peer: { address: plain, port }, data });
    });
  }
  let isClosed = false;
  return {
    addresses: sockets.map((socket) => {
      const { address, port } = socket.address();
      return { address, port };
    }),
    send({ socket, peer, data }) {
      const own = sockets[socket];
      if (isClosed || own === undefined || peer.port === 0) return;
      if (!isPeer(peer.address) && !senders.has(peer.address) && !known.has(peer.address)) return;
      if (isIPv6(peer.address) !== isIPv6(own.address().address)) return;
      // With a callback nothing is thrown, and nothing becomes an event: a packet that cannot go is lost.
      own.send(data, peer.port, peer.address, () => undefined);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const socket of sockets) socket.close();
    },
  };
}

async function bound(host: string, range: PortRange | null): Promise<Socket | undefined> {
  if (range === null) return tried(host, 0);
  const count = range.max - range.min + 1;
  const first = Math.floor(Math.random() * count);
  for (let at = 0; at < Math.min(count, mostTries); at++) {
    const socket = await tried(host, range.min + ((first + at) % count));
    if (socket) return socket;
  }
  return undefined;
}

function tried(host: string, port: number): Promise<Socket | undefined> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', ipv6Only: isIPv6(host) });
  return new Promise((resolve) => {
    const give = () => {
      socket.close();
      resolve(undefined);
    };
    socket.once('error', give);
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.off('error', give);
      // A packet was refused at the other end.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
