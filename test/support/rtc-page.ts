import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Application, createDecoder, createEncoder } from 'libopus-wasm';
import { CipherContext, classes, DtlsClient, Message, methods, RtpHeader, SrtpSession } from 'werift';
import { offers } from './offers.ts';

const ecdsa = { hash: 4, signature: 3 } as const;
export const newCertificate = () => CipherContext.createSelfSignedCertificateWithKey(ecdsa);

/** A page's end of a WebRTC connection, without a browser, on 127.0.0.1. */
export async function rtcPage(t: { after(end: () => void): void }) {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const certificate = await newCertificate();
  const encoder = await createEncoder({
    sampleRate: 16_000,
    channels: 1,
    application: Application.Voip,
    bitrate: 24_000,
    fec: true,
    packetLossPercent: 20,
  });
  const decoder = await createDecoder({ sampleRate: 16_000, channels: 1 });
  const heard: Int16Array[] = [];
  const timers: NodeJS.Timeout[] = [];
  let keys: SrtpSession | undefined;
  let sequence = 65_500;
  let timestamp = 0;
  let send = (_data: Buffer) => {};
  t.after(() => {
    for (const timer of timers) clearInterval(timer);
    socket.close();
  });
  return {
    heard,
    offer: offers
      .sound()
      .replaceAll(
        /a=fingerprint:.*/g,
        `a=fingerprint:sha-256 ${new X509Certificate(certificate.certPem).fingerprint256}`,
      ),
    /** Resolves when sound can go. */
    async connect(answer: string): Promise<void> {
      const value = (form: RegExp) => form.exec(answer)![1]!;
      const [address, port] = [value(/udp \d+ (\S+) /), Number(value(/udp \d+ \S+ (\d+) /))];
      const key = Buffer.from(value(/a=ice-pwd:(\S+)/));
      send = (data) => socket.send(data, port, address);
      const ask = () => {
        const request = new Message(methods.BINDING, classes.REQUEST)
          .setAttribute('USERNAME', `${value(/a=ice-ufrag:(\S+)/)}:abcd`)
          .setAttribute('PRIORITY', 1)
          .setAttribute('USE-CANDIDATE', null)
          .setAttribute('ICE-CONTROLLING', 1n);
        send(request.addMessageIntegrity(key).addFingerprint().bytes);
      };
      const transport = {
        ...{ type: 'udp', address: socket.address(), closed: false },
        onData: (_data: Buffer, _from: readonly [string, number]): void => {},
        send: async (data: Buffer) => send(data),
        close: async () => undefined,
      };
      const client = new DtlsClient({
        transport,
        ...{ cert: certificate.certPem, key: certificate.keyPem, signatureHash: ecdsa },
        srtpProfiles: [7, 1],
        extendedMasterSecret: true,
      });
      const connected = new Promise<void>((resolve) => {
        client.onConnect.once(() => {
          const found = client.extractSessionKeys(16, 12);
          keys = new SrtpSession({
            profile: 7,
            keys: {
              ...{ localMasterKey: found.localKey, localMasterSalt: found.localSalt },
              ...{ remoteMasterKey: found.remoteKey, remoteMasterSalt: found.remoteSalt },
            },
          });
          resolve();
        });
      });
      let isBegun = false;
      socket.on('message', (data) => {
        if (data[0]! < 4) {
          if (!isBegun) void client.connect();
          isBegun = true;
        } else if (data[0]! < 64) transport.onData(data, [address, port]);
        else if (keys && data[1]! < 192) {
          const packet = keys.decrypt(data);
          heard.push(decoder.decode(packet.subarray(12)));
        }
      });
      timers.push(setInterval(ask, 50));
      await connected;
    },
    /** A datagram of whatever kind. */
    sendRaw: (data: Buffer) => send(data),
    /** @param isLost it is counted and not sent */
    speak(samples: Int16Array, isLost = false): void {
      timestamp = (timestamp + 960) >>> 0;
      sequence = (sequence + 1) & 0xffff;
      const payload = Buffer.from(encoder.encode(samples));
      const header = new RtpHeader({ payloadType: 111, sequenceNumber: sequence, timestamp, ssrc: 1234 });
      const packet = keys!.encrypt(payload, header);
      if (!isLost) send(packet);
    },
  };
}
