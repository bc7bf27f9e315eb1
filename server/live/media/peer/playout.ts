/** A packet of RTP, without what protects it. */
export interface RtpPacket {
  sequence: number;
  /** Of a clock of 48 kHz. */
  timestamp: number;
  source: number;
  payloadType: number;
  payload: Buffer;
}

/** Decodes sound, mono 16 kHz. Whatever it throws counts as a lost packet. */
export interface SoundDecoder {
  decode(packet: Uint8Array): Int16Array;
  /** What a packet carries of the one before it. */
  decodeEarlier(packet: Uint8Array, samples: number): Int16Array;
  /** What may have been in a lost packet, by what was before it. */
  guess(samples: number): Int16Array;
}

/**
 * So many later packets are waited for before one counts as lost. Each that then came after all makes it more; each so many without make
 * it less.
 */
const patience = { least: 3, most: 20, lessEach: 500 };
/** Of a hole no more is made up, samples: behind it sound goes on where it is. */
const mostGuessed = 16 * 120;
/** A jump by more is another stream. */
const farAway = 3000;

/** What has come, for reports (RFC 3550, 6.4). */
export interface Received {
  packets: number;
  /** Highest number, with its rounds. */
  highest: number;
  first: number;
  /** Of timestamps. */
  jitter: number;
}

export interface Playout {
  /** A packet that has come. @returns what can be heard now, mono 16 kHz */
  take(packet: RtpPacket, nowMs: number): Int16Array[];
  readonly received: Received | undefined;
}

/**
 * Puts packets into their order and makes up for those that are lost: from what the next carries of them, else by guessing. In order and
 * whole, sound goes on at once; only behind a hole it waits.
 */
export function createPlayout(decoder: SoundDecoder): Playout {
  let source: number | undefined;
  let next = 0;
  let waiting = new Map<number, Buffer>();
  let wait = patience.least;
  let sinceLate = 0;
  /** Samples of the last packet. */
  let span = 320;
  let reception = createReception();

  const decoded = (action: () => Int16Array): Int16Array | undefined => {
    try {
      return action();
    } catch {
      return undefined;
    }
  };
  const heard = (payload: Buffer): Int16Array => {
    const sound = decoded(() => decoder.decode(payload)) ?? decoded(() => decoder.guess(span));
    if (sound && sound.length > 0) span = sound.length;
    return sound ?? new Int16Array(span);
  };
  /** The packets before `until`, which comes next. */
  const missing = (until: number, payload: Buffer): Int16Array[] => {
    const lost = until - next;
    const guessed = Math.min(lost - 1, Math.floor(mostGuessed / span) - 1);
    const sounds = Array.from({ length: Math.max(0, guessed) }, () => decoded(() => decoder.guess(span)));
    sounds.push(decoded(() => decoder.decodeEarlier(payload, span)) ?? decoded(() => decoder.guess(span)));
    return sounds.filter((sound) => sound !== undefined);
  };

  return {
    get received() {
      return reception.received;
    },
    take(packet, nowMs) {
      if (packet.source !== source) {
        source = packet.source;
        next = 65_536 + packet.sequence;
        waiting = new Map();
        reception = createReception();
      }
      // Numbers go round at 16 bits: the nearest one to what comes next.
      const number = next + (((packet.sequence - next) << 16) >> 16);
      if (Math.abs(number - next) > farAway) {
        next = number;
        waiting = new Map();
      }
      if (number < next || waiting.has(number)) {
        // It came after all, or once more.
        if (number < next && number > next - patience.most && !waiting.has(number)) {
          wait = Math.min(patience.most, wait + 2);
          sinceLate = 0;
        }
        return [];
      }
      reception.count(number, packet, nowMs);
      if (++sinceLate % patience.lessEach === 0) wait = Math.max(patience.least, wait - 1);
      waiting.set(number, packet.payload);
      const sounds: Int16Array[] = [];
      for (;;) {
        const payload = waiting.get(next);
        if (payload) {
          waiting.delete(next++);
          sounds.push(heard(payload));
        } else if (waiting.size >= wait) {
          const until = Math.min(...waiting.keys());
          sounds.push(...missing(until, waiting.get(until)!));
          next = until;
        } else return sounds;
      }
    },
  };
}

/** Counts what comes of one stream. */
function createReception() {
  let received: Received | undefined;
  let transit: number | undefined;
  return {
    get received() {
      return received;
    },
    count(number: number, { timestamp }: RtpPacket, nowMs: number) {
      received ??= { packets: 0, highest: number, first: number, jitter: 0 };
      received.packets++;
      received.highest = Math.max(received.highest, number);
      const now = (Math.round(nowMs * 48) - timestamp) | 0;
      if (transit !== undefined) {
        const difference = Math.min(Math.abs((now - transit) | 0), 48_000);
        received.jitter += (difference - received.jitter) / 16;
      }
      transit = now;
    },
  };
}
