import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { IceServer } from '../protocol.ts';
import { answerTo, type Offer } from './offer.ts';
import type { IceServerAddress } from './peer-messages.ts';
import { type PeerProcess, startPeer } from './peer-process.ts';
import { openSockets, ownAddresses, type PortRange, type Sockets } from './sockets.ts';

/** A name that is not known so soon is left out. */
const lookupMs = 1000;

export interface WebRtcSettings {
  iceServers: IceServer[];
  /** UDP ports; null: any. */
  portRange: PortRange | null;
  /** An address of this machine to listen on; `0.0.0.0` or `::`: all. */
  host: string;
}

/** Sound of one page over a peer connection. */
export interface PeerSound {
  /**
   * Answers the page's offer; each time a new connection, in a process of its own.
   *
   * @returns SDP; undefined once it is closed, or another offer came
   * @throws Error when no connection can be made here
   */
  answer(offer: Offer): Promise<string | undefined>;
  /** The interviewer's sound, mono 16 kHz. */
  play(frame: Int16Array): void;
  close(): void;
}

/**
 * @param on.sound the candidate's sound, mono 16 kHz
 * @param on.fault a connection that was answered has ended by a fault of its own
 */
export function createPeerSound(
  { iceServers, portRange, host }: WebRtcSettings,
  on: { sound: (samples: Int16Array) => void; fault: (error: unknown) => void },
  start: typeof startPeer = startPeer,
): PeerSound {
  interface Own {
    sockets?: Sockets;
    process?: PeerProcess;
    isAnswered: boolean;
    hasFailed: boolean;
  }
  let open: Own | undefined;
  const drop = (which = open) => {
    which?.process?.close();
    which?.sockets?.close();
    if (open === which) open = undefined;
  };

  return {
    async answer(offer) {
      drop();
      const own: Own = { isAnswered: false, hasFailed: false };
      open = own;
      const isGone = () => open !== own;
      try {
        const servers = await addressesOf(iceServers);
        const sockets = await openSockets({ hosts: ownAddresses(host), portRange, servers }, (packet) =>
          own.process?.packet(packet),
        );
        own.sockets = sockets;
        if (isGone()) {
          sockets.close();
          return undefined;
        }
        own.process = start(
          { offer, sockets: sockets.addresses, servers },
          {
            send: sockets.send,
            sound: (samples) => {
              if (!isGone()) on.sound(samples);
            },
            end: (error) => {
              const isLost = !isGone() && own.isAnswered;
              own.hasFailed = true;
              drop(own);
              if (isLost) on.fault(error);
            },
          },
        );
        const ready = await own.process.ready;
        if (isGone()) return undefined;
        own.isAnswered = true;
        return answerTo(offer, ready);
      } catch (error) {
        if (isGone() && !own.hasFailed) return undefined;
        drop(own);
        throw error;
      }
    },
    play: (frame) => open?.process?.play(frame),
    close: () => drop(),
  };
}

/**
 * The servers that this side asks: those by UDP. Others, and those whose name is not known, are for the page alone.
 *
 * @returns each with its address
 */
async function addressesOf(servers: readonly IceServer[]): Promise<IceServerAddress[]> {
  const found = servers.flatMap(({ urls, username = '', credential = '' }) =>
    urls.map(async (url): Promise<IceServerAddress[]> => {
      const [, kind, name = '', port = '3478'] =
        /^(stun|turn):(\[[\da-f:]+\]|[^:?[\]]+)(?::(\d{1,5}))?(?:\?transport=udp)?$/i.exec(url) ?? [];
      if (kind === undefined) return [];
      const host = name.replace(/^\[|\]$/g, '');
      const late = new Promise<null>((resolve) => setTimeout(resolve, lookupMs, null).unref());
      const address = isIP(host)
        ? host
        : (await Promise.race([lookup(host, { family: 4 }), late]).catch(() => null))?.address;
      if (!address) return [];
      return [
        { kind: kind.toLowerCase() as 'stun' | 'turn', address, port: Number(port), username, credential },
      ];
    }),
  );
  return (await Promise.all(found)).flat();
}
