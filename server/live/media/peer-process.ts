import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { runProgram } from '../../engines/child-process.ts';
import { programFile } from '../../program-files.ts';
import { hours } from '../../time.ts';
import type { Address } from './offer.ts';
import {
  createReader,
  type Kind,
  kinds,
  type Packet,
  packetBytes,
  packetOf,
  type Ready,
  type StartOrder,
  soundBytes,
  soundOf,
  written,
} from './peer-messages.ts';

const program = programFile('live/media/peer/program');
const root = resolve(import.meta.dirname, '../../..');
/** All that it may read: the built server, or sources and packages; and what kind of module they are. */
const reads = [
  ...(program.endsWith('.js') ? [dirname(program)] : [join(root, 'server'), join(root, 'node_modules')]),
  join(root, 'package.json'),
];
/** Longer than any interview: against one that is forgotten. */
const mostMs = hours(6);
const limits = {
  // Node reserves address space by the gigabyte and never touches it.
  memoryBytes: 64 * 1024 ** 4,
  dataBytes: 1024 ** 3,
  // An hour of sound takes three minutes.
  cpuSeconds: 1800,
  openFiles: 64,
  fileSizeBytes: 0,
};
const flags = [
  ...['--max-old-space-size=128', '--max-semi-space-size=2', '--disable-warning=ExperimentalWarning'],
  ...['--permission', ...reads.map((path) => `--allow-fs-read=${path}`)],
];
/** Messages that the program has not read yet. More are lost, as on a bad network. */
const mostWaiting = 500;

/** A program that holds a page's connection, in a sandbox. */
export interface PeerProcess {
  /** What it is for the page. Rejects when it ended before. */
  readonly ready: Promise<Ready>;
  packet(packet: Packet): void;
  play(samples: Int16Array): void;
  close(): void;
}

/**
 * @param on.send it wants a datagram to go out
 * @param on.sound the page's sound, mono 16 kHz
 * @param on.end it ended, or said what no program of ours says; not after `close`
 */
export function startPeer(
  order: StartOrder,
  on: {
    send: (packet: Packet) => void;
    sound: (samples: Int16Array) => void;
    end: (error: unknown) => void;
  },
): PeerProcess {
  const { promise: ready, resolve: isReady, reject: isNotReady } = Promise.withResolvers<Ready>();
  // A later caller that awaits it gets the error, too.
  ready.catch(() => undefined);
  const stop = new AbortController();
  const waiting: Buffer[] = [];
  let wake = () => {};
  const say = (kind: Kind, body: Uint8Array) => {
    if (waiting.length >= mostWaiting) return;
    waiting.push(written(kind, body));
    wake();
  };
  const input = async function* () {
    for (;;) {
      if (waiting.length > 0) yield Buffer.concat(waiting.splice(0));
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  };
  say(kinds.start, Buffer.from(JSON.stringify(order)));
  const read = createReader((kind, body) => {
    if (kind === kinds.packet) on.send(packetOf(body));
    else if (kind === kinds.sound) on.sound(soundOf(body));
    else if (kind === kinds.ready) isReady(checked(JSON.parse(body.toString())));
  });
  runProgram({
    program: process.execPath,
    args: [...flags, program],
    timeoutMs: mostMs,
    signal: stop.signal,
    ...{ reads, limits, input: input() },
    maxStderrBytes: 4096,
    onStdout: (chunk) => {
      if (!stop.signal.aborted) read(chunk);
    },
  })
    .then(() => Promise.reject(new Error('The program of a WebRTC connection ended')))
    .catch((error: unknown) => {
      isNotReady(error);
      if (!stop.signal.aborted) on.end(error);
    });
  return {
    ready,
    packet: (packet) => say(kinds.packet, packetBytes(packet)),
    play: (samples) => say(kinds.sound, soundBytes(samples)),
    close: () => stop.abort(),
  };
}

const types = new Set(['host', 'srflx', 'relay']);

/** It reads what pages send: its word is looked at before it becomes part of an answer. @throws Error */
function checked(said: Partial<Ready>): Ready {
  const { user = '', password = '', fingerprint = '', source = -1, candidates = [] } = said;
  const isAddress = ({ address, port }: Address) =>
    isIP(String(address)) !== 0 && Number.isInteger(port) && port > 0 && port < 65_536;
  const isFine =
    /^[\da-f]{4,64}$/.test(user) &&
    /^[\da-f]{22,128}$/.test(password) &&
    /^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/.test(fingerprint) &&
    Number.isInteger(source) &&
    source >= 0 &&
    source < 2 ** 32 &&
    Array.isArray(candidates) &&
    candidates.length <= 40 &&
    candidates.every((one) => isAddress(one) && types.has(one.type));
  if (!isFine) throw new Error('The program of a WebRTC connection said something odd');
  return { user, password, fingerprint, source, candidates };
}
