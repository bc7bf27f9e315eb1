import { TurnProtocol } from 'werift';
import type { Address } from '../offer.ts';
import type { IceServerAddress } from '../peer-messages.ts';

const lifetimeSeconds = 600;

/** An address of ours on a TURN server (RFC 8656), by UDP. */
export interface Relay {
  /** undefined: the server gave none. */
  readonly opened: Promise<Address | undefined>;
  /** A datagram that came in; false when it is not the server's. */
  take(peer: Address, data: Buffer): boolean;
  /** By the relay to an address. */
  send(peer: Address, data: Buffer): void;
  close(): void;
}

/** @param on.data what came by the relay, and from whom */
export function openRelay(
  server: IceServerAddress,
  on: { send: (data: Buffer) => void; data: (peer: Address, data: Buffer) => void },
): Relay {
  const transport = {
    type: 'udp',
    address: { address: '', family: '', port: 0 },
    closed: false,
    onData: (_data: Buffer, _from: readonly [string, number]): void => {},
    send: async (data: Buffer) => on.send(data),
    close: async () => {
      transport.closed = true;
    },
  };
  const from = [server.address, server.port] as const;
  const turn = new TurnProtocol(from, server.username, server.credential, lifetimeSeconds, transport);
  turn.onData.subscribe((data, [address, port]) => on.data({ address, port }, data));
  const opened = turn.connectionMade().then(
    () => ({ address: turn.relayedAddress[0], port: turn.relayedAddress[1] }),
    () => undefined,
  );
  return {
    opened,
    take({ address, port }, data) {
      if (address !== server.address || port !== server.port) return false;
      transport.onData(data, from);
      return true;
    },
    send({ address, port }, data) {
      // A packet that the server does not pass on is lost, as others are.
      turn.sendData(data, [address, port]).catch(() => undefined);
    },
    close() {
      turn.close().catch(() => undefined);
    },
  };
}
