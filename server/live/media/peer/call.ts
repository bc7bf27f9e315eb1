import { randomInt } from 'node:crypto';
import { Application, createDecoder, createEncoder, Signal } from 'libopus-wasm';
import { RtpHeader } from 'werift';
import { createFrameCutter } from '../../../domain/sound/frames.ts';
import type { Packet, Ready, StartOrder } from '../peer-messages.ts';
import { type Keys, openDtls } from './dtls.ts';
import { createIce } from './ice.ts';
import { createPlayout, type RtpPacket, type SoundDecoder } from './playout.ts';
import { createReports } from './rtcp.ts';

const sampleRate = 16_000;
/** 20 ms, as they are played and sent. */
const frameSamples = 320;
/** RTP counts Opus at 48 kHz, at every sampling rate. */
const ticksPerSample = 3;
const reportEveryMs = 2000;
/** Pages that tell nothing of losses get sound that outlives some. */
const lossPercent = { first: 5, most: 30 };

/** The connection of one page, from its offer on. */
export interface Call {
  /** Once the servers have said how this side can be reached; what they say comes by `receive`. */
  readonly ready: Promise<Ready>;
  receive(packet: Packet): void;
  /** The interviewer's sound, mono 16 kHz, any number of samples. */
  play(samples: Int16Array): void;
  close(): void;
}

/**
 * @param on.send a datagram is to go out
 * @param on.sound the page's sound, mono 16 kHz
 * @param on.fault this connection comes to nothing any more
 */
export async function openCall(
  order: StartOrder,
  on: {
    send: (packet: Packet) => void;
    sound: (samples: Int16Array) => void;
    fault: (error: Error) => void;
  },
): Promise<Call> {
  const { payloadType, fingerprint, direction } = order.offer;
  const source = randomInt(1, 2 ** 32);
  const { encoder, decoder, sound } = await openOpus();
  const playout = createPlayout(sound);
  const reports = createReports();
  const sent = { source, packets: 0, octets: 0, timestamp: randomInt(2 ** 31) };
  let sequence = randomInt(2 ** 15);
  let keys: Keys | undefined;
  let pageSource = 0;

  const takeRtp = (data: Buffer) => {
    const packet = rtpOf(keys!.sound.decrypt(data));
    if (!packet || packet.payloadType !== payloadType || direction === 'recvonly') return;
    pageSource = packet.source;
    for (const samples of playout.take(packet, performance.now())) on.sound(samples);
  };
  const takeRtcp = (data: Buffer) => {
    const lost = reports.read(keys!.reports.decrypt(data), source, Date.now());
    if (lost !== undefined) encoder.setPacketLossPercent(boundedLossPercent(lost));
  };
  const take = (data: Buffer) => {
    if (data[0]! >= 20 && data[0]! <= 63) return dtls.receive(data);
    if (!keys || data[0]! < 128 || data[0]! > 191 || data.length < 12) return;
    try {
      // Reports are told from sound by the second byte (RFC 5761).
      if (data[1]! >= 192 && data[1]! <= 223) takeRtcp(data);
      else takeRtp(data);
    } catch {
      // Not protected by the page's keys, or no such packet.
    }
  };
  const ice = createIce(order, { send: on.send, data: take });
  const dtls = await openDtls(fingerprint, {
    send: (data) => ice.send(data),
    keys: (found) => {
      keys = found;
    },
    fault: on.fault,
  });
  const reporting = setInterval(() => {
    if (!keys) return;
    const received = playout.received && { ...playout.received, source: pageSource };
    ice.send(keys.reports.encrypt(reports.write(sent, received, Date.now())));
  }, reportEveryMs);

  const send = (frame: Int16Array) => {
    sent.timestamp = (sent.timestamp + frame.length * ticksPerSample) >>> 0;
    if (!keys || direction === 'sendonly') return;
    const packet = encoder.encode(frame);
    sequence = (sequence + 1) & 0xffff;
    const { timestamp } = sent;
    const header = new RtpHeader({ payloadType, sequenceNumber: sequence, timestamp, ssrc: source });
    sent.packets++;
    sent.octets += packet.length;
    ice.send(keys.sound.encrypt(Buffer.from(packet), header));
  };

  return {
    ready: ice.begin().then((candidates) => ({
      ...{ user: ice.user, password: ice.password, fingerprint: dtls.fingerprint, source, candidates },
    })),
    receive: ice.receive,
    play: createFrameCutter(frameSamples, send).add,
    close() {
      clearInterval(reporting);
      ice.close();
      encoder.free();
      decoder.free();
    },
  };
}

async function openOpus() {
  const [encoder, decoder] = await Promise.all([
    createEncoder({
      ...{ sampleRate, channels: 1, application: Application.Voip, signal: Signal.Voice, bitrate: 24_000 },
      ...{ complexity: 5, fec: true, packetLossPercent: lossPercent.first },
    }),
    createDecoder({ sampleRate, channels: 1 }),
  ]);
  const sound: SoundDecoder = {
    decode: (packet) => decoder.decode(packet),
    decodeEarlier: (packet, frameSize) => decoder.decode(packet, { decodeFec: true, frameSize }),
    guess: (samples) => decoder.decodePacketLoss(samples),
  };
  return { encoder, decoder, sound };
}

const boundedLossPercent = (share: number): number =>
  Math.min(lossPercent.most, Math.max(lossPercent.first, Math.round(100 * share)));

/** RFC 3550, 5.1. @returns undefined where its lengths do not fit */
function rtpOf(data: Buffer): RtpPacket | undefined {
  if (data.length < 12) return undefined;
  let at = 12 + 4 * (data[0]! & 15);
  if (data[0]! & 0x10) {
    if (at + 4 > data.length) return undefined;
    at += 4 + 4 * data.readUInt16BE(at + 2);
  }
  const end = data.length - (data[0]! & 0x20 ? data.at(-1)! : 0);
  if (at >= end) return undefined;
  return {
    payloadType: data[1]! & 127,
    sequence: data.readUInt16BE(2),
    timestamp: data.readUInt32BE(4),
    source: data.readUInt32BE(8),
    payload: data.subarray(at, end),
  };
}
