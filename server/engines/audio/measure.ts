import { stat } from 'node:fs/promises';
import { limits } from '../../config/limits.ts';
import { minutes, seconds } from '../../time.ts';
import type { ProgramRequest, ProgramResult } from '../child-process.ts';
import type { Container } from './container.ts';
import { fileUrl, inputGuards, programLimits, tolerate } from './inspect.ts';
import type { ProbeFailure } from './port.ts';

/** Longer recordings are refused anyway: no need to know by how much. */
export const measureAtMostMs = limits.audio.maxDurationMs + minutes(1);

/**
 * The first audio track of a file, at most so much of it. `asetpts` numbers the samples afresh, so that the limit
 * counts what is decoded and not what the file's timestamps claim.
 */
export const readFile = (path: string, atMostMs: number, filter?: string): string[] => [
  ...['-threads', '1', ...firstTrack(path)],
  ...['-af', ['asetpts=N/SR/TB', ...(filter ? [filter] : [])].join(','), '-t', String(atMostMs / 1000)],
];

const firstTrack = (path: string) => [
  ...[...inputGuards, '-i', fileUrl(path), '-map', '0:a:0', '-vn', '-sn', '-dn'],
];

interface Means {
  ffmpeg: (
    args: readonly string[],
    request: Omit<ProgramRequest, 'program' | 'args'>,
  ) => Promise<ProgramResult>;
  signal: AbortSignal | undefined;
  /** Of all channels, at 16 bits a sample; the limit of the appliance unless given. */
  maxDecodedBytes?: number | undefined;
}

type Failure = { failure: ProbeFailure; reason: string };

/**
 * How long a recording is: its decoded samples, counted by ffmpeg itself, and never what a header claims.
 *
 * Its packets are looked at first, which costs a fraction: whoever makes a file of hours, of millions of packets or one whose
 * table names the same bytes again and again is refused before anything is decoded.
 */
export async function measureDuration(
  path: string,
  container: Container,
  means: Means,
): Promise<{ durationMs: number } | Failure> {
  const packets = await readPackets(path, means);
  if (!packets) {
    return unreadable(
      'There is no sound in the file, or its contents take too long to read. Export it again.',
    );
  }
  // Up to twice as many may be a container's own compression.
  if (packets.bytes > 2 * (await stat(path)).size) {
    return unreadable(
      'The file uses the same bytes for sound more than once: it is damaged. Export it again.',
    );
  }
  const leastMs = leastDurationMs(container, packets);
  if (leastMs > measureAtMostMs - seconds(1)) return { durationMs: leastMs };
  if (packets.count > minPacketAllowance + (packets.durationMs / 1000) * limits.audio.maxPacketsPerSecond) {
    return unreadable('The sound is cut into too many pieces to be a recording. Export it again.');
  }
  return decodedDuration(path, container, means);
}

/** The shortest files are in packets of any length. */
const minPacketAllowance = 10_000;
const maxPackets = minPacketAllowance + (measureAtMostMs / 1000) * limits.audio.maxPacketsPerSecond;

const unreadable = (reason: string): Failure => ({ failure: 'AUDIO_DURATION_UNAVAILABLE', reason });
const noSound = unreadable('No sound can be decoded from the file.');

interface Packets {
  count: number;
  bytes: number;
  /** The sum of their own durations, without any gaps between them. */
  durationMs: number;
}

/** What there is of packets up to the longest recording, by the file's own clock. */
async function readPackets(path: string, { ffmpeg, signal }: Means): Promise<Packets | undefined> {
  const read = await tolerate(
    ffmpeg(
      [
        ...['-v', 'verbose', '-progress', 'pipe:1', '-stats_period', '3600', ...firstTrack(path)],
        ...['-c', 'copy', '-bsf:a', 'setts=ts=if(N\\,PREV_OUTPTS+PREV_OUTDURATION\\,0)'],
        ...['-t', String(measureAtMostMs / 1000), '-frames:a', String(maxPackets), '-f', 'null', '-'],
      ],
      {
        timeoutMs: minutes(2),
        reads: [path],
        signal,
        limits: { ...programLimits, cpuSeconds: limits.audio.probeCpuSeconds.packets },
      },
    ),
  );
  const [, count, bytes] = lastMatch(
    read?.stderr,
    /Input stream #0:\d+ \(audio\): (\d+) packets read \((\d+) bytes\)/g,
  );
  if (!read || !count) return undefined;
  const [, lengthUs] = lastMatch(read.stdout.toString('latin1'), /^out_time_us=(\d+)$/gm);
  return { count: Number(count), bytes: Number(bytes), durationMs: Number(lengthUs ?? 0) / 1000 };
}

/**
 * What the packets hold at least. In these containers a packet's duration is read from itself; in MP4 it is a table's claim, but a
 * frame of AAC has 1024 samples whatever the table says.
 */
function leastDurationMs({ format, codec, sampleRateHz }: Container, { count, durationMs }: Packets): number {
  if (format === 'm4a') return codec === 'aac' ? (1000 * 1024 * count) / sampleRateHz : 0;
  return format === 'wav' ? 0 : Math.floor(durationMs);
}

/** Decodes to nowhere, mono at the file's own rate; ffmpeg says how many samples that made. */
async function decodedDuration(
  path: string,
  { sampleRateHz, channels }: Container,
  { ffmpeg, signal, maxDecodedBytes = limits.audio.maxDecodedBytes }: Means,
): Promise<{ durationMs: number } | Failure> {
  const unpackedAtMostMs = (1000 * maxDecodedBytes) / (2 * channels * sampleRateHz);
  const atMostMs = Math.min(measureAtMostMs, unpackedAtMostMs);
  const decoded = await tolerate(
    ffmpeg(
      [
        ...['-v', 'verbose', ...readFile(path, atMostMs)],
        ...['-ac', '1', '-ar', String(sampleRateHz), '-c:a', 'pcm_u8', '-f', 'null', '-'],
      ],
      {
        timeoutMs: minutes(2),
        reads: [path],
        signal,
        limits: { ...programLimits, cpuSeconds: limits.audio.probeCpuSeconds.sound },
      },
    ),
  );
  const [, samples] = lastMatch(
    decoded?.stderr,
    /Output stream #0:0 \(audio\): \d+ frames encoded \((\d+) samples\)/g,
  );
  // ffmpeg gives up where two thirds of a file are unreadable; then what little came out is no recording.
  if (!Number(samples)) return noSound;
  const durationMs = Math.floor((1000 * Number(samples)) / sampleRateHz);
  if (atMostMs < measureAtMostMs && durationMs >= Math.floor(atMostMs)) {
    return unreadable(
      `The sound unpacks to more than ${maxDecodedBytes / 1024 ** 2} MB. Send it in mono, at 48,000 samples a second or fewer.`,
    );
  }
  return { durationMs };
}

/** The last one, since what a file says of itself is printed before what ffmpeg counted. */
const lastMatch = (text: string | undefined, pattern: RegExp): readonly (string | undefined)[] =>
  [...(text ?? '').matchAll(pattern)].at(-1) ?? [];
