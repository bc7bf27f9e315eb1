import { createHash, createHmac, verify, X509Certificate } from 'node:crypto';
import { CipherContext, DtlsServer, SrtcpSession, SrtpSession } from 'werift';

/** What a page sends in a handshake, by its place, with the types of RFC 5246, 7.4: hello twice, certificate, key, its proof, the end. */
const order = [1, 1, 11, 16, 15, 20] as const;
const [hello, , certificateType, , proofType, finishedType] = order;
/** A certificate and a hello are far smaller. */
const mostMessageBytes = 16 * 1024;
const mostParts = 64;
/** Under which the library keeps what a page says behind its hello. */
const pageFlight = 5;
const gcm = 7;
const ctr = 1;
const ecdsaWithSha256 = { hash: 4, signature: 3 } as const;

type Handshake = Parameters<DtlsServer['handleFragmentHandshake']>[0][number];

/** Keys for sound, and for what is said about it. */
export interface Keys {
  sound: SrtpSession;
  reports: SrtcpSession;
}

export interface Dtls {
  /** SHA-256 of this side's certificate, as `AB:CD:…`. */
  readonly fingerprint: string;
  /** A datagram of the page. */
  receive(data: Buffer): void;
}

/**
 * The server's side of a DTLS 1.2 handshake (RFC 6347, 5764). The library does the arithmetic; that the page is who made the offer is
 * checked here: it takes messages in their order, each once, and looks at certificate, proof and end of the handshake itself.
 *
 * @param fingerprint of the certificate that the page must have
 * @param on.fault another certificate than the page's, or no handshake that could be trusted
 */
export async function openDtls(
  fingerprint: string,
  on: { send: (data: Buffer) => void; keys: (keys: Keys) => void; fault: (error: Error) => void },
): Promise<Dtls> {
  const own = await CipherContext.createSelfSignedCertificateWithKey(ecdsaWithSha256);
  const transport = {
    type: 'udp',
    address: { address: '', family: '', port: 0 },
    closed: false,
    onData: (_data: Buffer, _from: readonly [string, number]): void => {},
    send: async (data: Buffer) => on.send(data),
    close: async () => undefined,
  };
  const server = new DtlsServer({
    transport,
    cert: own.certPem,
    key: own.keyPem,
    signatureHash: own.signatureHash,
    srtpProfiles: [gcm, ctr],
    certificateRequest: true,
    extendedMasterSecret: true,
  });
  let isOver = false;
  const inOrder = createSequence(() => isOver);
  server.handleFragmentHandshake = (messages) => {
    try {
      return messages.flatMap(inOrder);
    } catch (error) {
      on.fault(error as Error);
      return [];
    }
  };
  server.onConnect.subscribe(() => {
    if (isOver) return;
    isOver = true;
    try {
      on.keys(keysOf(server, fingerprint));
    } catch (error) {
      on.fault(error as Error);
    }
  });
  return {
    fingerprint: new X509Certificate(own.certPem).fingerprint256,
    receive(data) {
      try {
        transport.onData(data, ['', 0]);
      } catch {
        // A datagram that is no record of DTLS.
      }
    },
  };
}

/**
 * Joins fragments and lets each message of the page through once, at its place. Of what comes again, only that which has us repeat our
 * part: a hello, until the handshake is over, and its end.
 *
 * @throws Error for a message that does not belong where it is
 */
export function createSequence(isOver: () => boolean): (fragment: Handshake) => Handshake[] {
  let next = 0;
  const taken: Handshake[] = [];
  const open = new Map<number, Handshake[]>();
  /** Whole, before what comes before them. */
  const early = new Map<number, Handshake>();
  return (part) => {
    const { message_seq: place, msg_type: type, length } = part;
    if (place >= order.length) return [];
    if (type !== order[place] || length > mostMessageBytes) {
      throw new Error(`A handshake's message ${place} was of type ${type}, ${length} bytes long`);
    }
    const parts = open.get(place) ?? [];
    open.set(place, [...parts, part].slice(-mostParts));
    const whole = joined(open.get(place)!);
    if (!whole) return [];
    if (place < next) {
      open.delete(place);
      const isWanted = type === finishedType || (type === hello && place === next - 1 && !isOver());
      return isWanted && whole.fragment.equals(taken[place]!.fragment) ? [whole] : [];
    }
    early.set(place, whole);
    const ready: Handshake[] = [];
    for (let one = early.get(next); one; one = early.get(next)) {
      open.delete(next);
      early.delete(next);
      taken[next++] = one;
      ready.push(one);
    }
    return ready;
  };
}

/** The message of which these are parts, in any order, some of them perhaps twice. */
function joined(parts: Handshake[]): Handshake | undefined {
  const { length } = parts[0]!;
  const body = Buffer.alloc(length);
  let filled = 0;
  for (const part of [...parts].sort((a, b) => a.fragment_offset - b.fragment_offset)) {
    if (part.length !== length || part.fragment_offset > filled) return undefined;
    part.fragment.copy(body, part.fragment_offset);
    filled = Math.max(filled, part.fragment_offset + part.fragment.length);
  }
  if (filled !== length) return undefined;
  const whole = Object.create(Object.getPrototypeOf(parts[0]!)) as Handshake;
  return Object.assign(whole, parts[0], { fragment_offset: 0, fragment_length: length, fragment: body });
}

/** @throws Error when the page is not who made the offer */
function keysOf(server: DtlsServer, fingerprint: string): Keys {
  const said = server.dtls.sortedHandshakeCache;
  const before = (type: number) =>
    Buffer.concat(
      said
        .slice(
          0,
          said.findIndex((one) => one.msg_type === type),
        )
        .map((one) => one.serialize()),
    );
  const body = (type: number) => {
    const found = server.dtls.handshakeCache[pageFlight]?.data.find((one) => one.msg_type === type);
    if (!found) throw new Error(`A handshake without a message of type ${type}`);
    return found.fragment;
  };
  // A list (its length in 24 bits) of certificates, each behind its own length.
  const list = body(certificateType);
  const certificate = new X509Certificate(list.subarray(6, 6 + list.readUIntBE(3, 3)));
  if (certificate.fingerprint256 !== fingerprint)
    throw new Error('Another certificate than that of the offer');
  const proof = body(proofType);
  const signature = proof.subarray(4, 4 + proof.readUInt16BE(2));
  if (
    proof[0] !== ecdsaWithSha256.hash ||
    !verify('sha256', before(proofType), certificate.publicKey, signature)
  ) {
    throw new Error('A certificate without its key');
  }
  const secret = server.cipher.masterSecret;
  const seen = createHash('sha256').update(before(finishedType)).digest();
  if (!pseudoRandom(secret, 'client finished', seen).subarray(0, 12).equals(body(finishedType))) {
    throw new Error('A handshake that was changed on its way');
  }
  const profile = server.srtp.srtpProfile;
  if (profile === undefined || !server.dtls.remoteExtendedMasterSecret) {
    throw new Error('A handshake without keys for sound');
  }
  const { localKey, localSalt, remoteKey, remoteSalt } = server.extractSessionKeys(
    16,
    profile === gcm ? 12 : 14,
  );
  const keys = {
    ...{ localMasterKey: localKey, localMasterSalt: localSalt },
    ...{ remoteMasterKey: remoteKey, remoteMasterSalt: remoteSalt },
  };
  return { sound: new SrtpSession({ keys, profile }), reports: new SrtcpSession({ keys, profile }) };
}

/** The first 32 bytes of RFC 5246's PRF. */
function pseudoRandom(secret: Buffer, label: string, seed: Buffer): Buffer {
  const hmac = (data: Buffer) => createHmac('sha256', secret).update(data).digest();
  const labelled = Buffer.concat([Buffer.from(label), seed]);
  return hmac(Buffer.concat([hmac(labelled), labelled]));
}
